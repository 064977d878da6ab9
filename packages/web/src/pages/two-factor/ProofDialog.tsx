import type { FormEvent, ReactNode } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { cancelLabel } from '../../ui/text/messages.ts';
import { twoFactorMessages as messages } from './messages.ts';
import styles from './TwoFactor.module.css';

export interface ProofDialogProps {
  title: ReactNode;
  /** What it means. */
  children?: ReactNode;
  hasPassword: boolean;
  confirm: MessageDescriptor;
  isDangerous?: boolean;
  /** Receives the password; empty for an account without one. Throws a RequestError. */
  perform(proof: { current_password: string }): Promise<void>;
  onClose(): void;
}

/** Asks for the password before a change of the second factors. */
export function ProofDialog({
  title,
  children,
  hasPassword,
  confirm,
  isDangerous = false,
  perform,
  onClose,
}: ProofDialogProps) {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { current_password: '' },
    check: ({ current_password: given }) =>
      hasPassword && given === '' ? { current_password: ["can't be blank"] } : null,
    send: perform,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {children}
        {hasPassword ? (
          <TextField
            label={formatMessage(messages.password)}
            type="password"
            autoComplete="current-password"
            data-autofocus
            {...form.textField('current_password')}
          />
        ) : (
          <p>
            <FormattedMessage {...messages.freshSignIn} />
          </p>
        )}
        <FormFailure failure={form.failure} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} busy={form.isSending}>
            <FormattedMessage {...confirm} />
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The buttons at the end of a form in a dialog. */
export function DialogActions({ onCancel, children }: { onCancel(): void; children: ReactNode }) {
  return (
    <div className={styles.actions}>
      <Button onClick={onCancel}>
        <FormattedMessage {...cancelLabel} />
      </Button>
      {children}
    </div>
  );
}
