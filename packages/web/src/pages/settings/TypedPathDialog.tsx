import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { cancelLabel } from '../../ui/text/messages.ts';
import { dangerMessages as messages } from './messages.ts';
import styles from './Settings.module.css';

export interface TypedPathDialogProps {
  /** Also the label of the button. */
  title: ReactNode;
  /** What has to be typed, to the letter. */
  path: string;
  /** False while something else is missing. */
  isReady?: boolean;
  children: ReactNode;
  perform(): Promise<void>;
  onClose(): void;
}

/** Asks to type the full path before an action that is hard to undo. */
export function TypedPathDialog({ title, path, isReady = true, children, perform, onClose }: TypedPathDialogProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const isConfirmed = isReady && typed === path;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isConfirmed || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await perform();
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...cancelLabel} />
          </Button>
          <Button type="submit" form={id} kind="danger" busy={isBusy} aria-disabled={!isConfirmed}>
            {title}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.confirm} noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <TextField
          label={formatMessage(messages.typePath, { path })}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormFailure failure={failure} title={formatMessage(messages.failed)} />
      </form>
    </Dialog>
  );
}
