import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { cancelLabel, defineMessages, retryLabel } from '../../ui/text/messages.ts';
import type { FormState } from './form.ts';
import { FormFailure } from './FormFailure.tsx';
import styles from './FormDialog.module.css';

const messages = defineMessages({
  failed: { id: 'form.failed', defaultMessage: 'Could not save your changes.' },
  unsaved: { id: 'form.unsaved', defaultMessage: 'You have unsaved changes.' },
  discard: { id: 'form.discard', defaultMessage: 'Discard changes' },
});

export interface FormDialogProps {
  title: ReactNode;
  form: Pick<FormState<object>, 'failure' | 'isSending' | 'isChanged' | 'submit'>;
  /** The label of the submit button. */
  send: MessageDescriptor;
  /** Called after saving, and when the viewer closes the dialog. */
  onClose(): void;
  /** The fields. The one to start in has `data-autofocus`. */
  children: ReactNode;
}

/**
 * A form in a dialog. It stays open and filled when saving fails. The first field with a problem gets the focus. Escape and a
 * press beside the dialog ask before they discard what was typed.
 */
export function FormDialog({ title, form, send, onClose, children }: FormDialogProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const body = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (attempts > 0) body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The dialog may be nested in a form of the page.
    event.stopPropagation();
    if (form.isSending) return;
    setAsking(false);
    if (await form.submit()) onClose();
    else setAttempts((count) => count + 1);
  };
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (form.isChanged() && !isAsking) setAsking(true);
        else onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...cancelLabel} />
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.isSending}>
            <FormattedMessage {...(form.failure ? retryLabel : send)} />
          </Button>
        </>
      }
    >
      <form ref={body} id={id} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {isAsking && (
          <Alert
            tone="warning"
            actions={
              <Button size="small" kind="danger" onClick={onClose}>
                <FormattedMessage {...messages.discard} />
              </Button>
            }
          >
            <FormattedMessage {...messages.unsaved} />
          </Alert>
        )}
        {children}
        <FormFailure failure={form.failure} title={formatMessage(messages.failed)} />
      </form>
    </Dialog>
  );
}
