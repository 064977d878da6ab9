import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError, UnauthenticatedError, ValidationError } from '../../platform/api/errors.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import {
  addPasskey,
  factorsQuery,
  type FactorsView,
  hasPasskeys,
  type PasskeyView,
  removePasskey,
  renamePasskey,
} from '../../modules/users/second-factor-api.ts';
import { passkeyFailure } from '../../modules/users/second-factor-messages.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { twoFactorMessages as messages } from './messages.ts';
import { DialogActions, ProofDialog } from './ProofDialog.tsx';
import styles from './TwoFactor.module.css';

type Asking = { to: 'add' } | { to: 'rename' | 'remove'; passkey: PasskeyView };

/** The viewer's passkeys: add, rename, remove. `onCodes` receives the recovery codes of a first factor. */
export function Passkeys({ factors, onCodes }: { factors: FactorsView; onCodes(codes: string[]): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  const close = (): void => setAsking(null);
  return (
    <Section
      title={<FormattedMessage {...messages.passkeys} />}
      end={
        hasPasskeys() && (
          <Button size="small" icon={Plus} onClick={() => setAsking({ to: 'add' })}>
            <FormattedMessage {...messages.addPasskey} />
          </Button>
        )
      }
    >
      <p className={styles.lead}>
        <FormattedMessage {...(hasPasskeys() ? messages.passkeysLead : messages.noSupport)} />
      </p>
      {factors.passkeys.length === 0 ? (
        <p className={text.quiet}>
          <FormattedMessage {...messages.noPasskeys} />
        </p>
      ) : (
        <Rows label={formatMessage(messages.passkeys)}>
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(to) => setAsking({ to, passkey })} />
          ))}
        </Rows>
      )}
      {asking?.to === 'add' && (
        <AddPasskey
          hasPassword={factors.has_password}
          onClose={close}
          onAdded={(codes) => {
            close();
            if (codes) onCodes(codes);
            else toast({ text: formatMessage(messages.passkeyAdded) });
            void refresh();
          }}
        />
      )}
      {asking?.to === 'rename' && <RenamePasskey passkey={asking.passkey} onClose={close} onRenamed={refresh} />}
      {asking?.to === 'remove' && (
        <ProofDialog
          title={<FormattedMessage {...messages.removeLabel} values={{ name: asking.passkey.name }} />}
          hasPassword={factors.has_password}
          confirm={messages.remove}
          isDangerous
          perform={async (proof) => {
            await removePasskey(asking.passkey.id, proof);
            toast({ text: formatMessage(messages.removed) });
            await refresh();
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

function PasskeyRow({ passkey, onAsk }: { passkey: PasskeyView; onAsk(to: 'rename' | 'remove'): void }) {
  const intl = useIntl();
  const { name } = passkey;
  const used =
    passkey.last_used_at === null
      ? intl.formatMessage(messages.neverUsed)
      : intl.formatMessage(messages.used, { ago: printAgo(intl, passkey.last_used_at) });
  return (
    <Row
      before={<Icon of={KeyRound} />}
      title={<b className={styles.name}>{name}</b>}
      note={`${intl.formatMessage(messages.added, { ago: printAgo(intl, passkey.created_at) })} · ${used}`}
      end={
        <span className={styles.buttons}>
          <Button
            size="small"
            aria-label={intl.formatMessage(messages.renameLabel, { name })}
            onClick={() => onAsk('rename')}
          >
            <FormattedMessage {...messages.rename} />
          </Button>
          <Button
            size="small"
            aria-label={intl.formatMessage(messages.removeLabel, { name })}
            onClick={() => onAsk('remove')}
          >
            <FormattedMessage {...messages.remove} />
          </Button>
        </span>
      }
    />
  );
}

function AddPasskey({
  hasPassword,
  onAdded,
  onClose,
}: {
  hasPassword: boolean;
  onAdded(codes: string[] | null): void;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { name: '', current_password: '' },
    check: ({ name, current_password: password }) => ({
      ...(name.trim() === '' && { name: ["can't be blank"] }),
      ...(hasPassword && password === '' && { current_password: ["can't be blank"] }),
    }),
    async send(values) {
      try {
        onAdded((await addPasskey(values)).recovery_codes);
      } catch (error) {
        if (error instanceof RequestError && !(error instanceof UnauthenticatedError)) throw error;
        // The browser did not make one, or the server did not accept it.
        const { message } = error instanceof UnauthenticatedError ? error : { message: '' };
        throw new ValidationError(message || formatMessage(passkeyFailure(error)));
      }
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Dialog title={<FormattedMessage {...messages.addPasskey} />} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={formatMessage(messages.passkeyName)}
          note={formatMessage(messages.passkeyNameNote)}
          data-autofocus
          maxLength={255}
          {...form.textField('name')}
        />
        {hasPassword ? (
          <TextField
            label={formatMessage(messages.password)}
            type="password"
            autoComplete="current-password"
            {...form.textField('current_password')}
          />
        ) : (
          <p>
            <FormattedMessage {...messages.freshSignIn} />
          </p>
        )}
        <FormFailure failure={form.failure} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" kind="primary" busy={form.isSending}>
            <FormattedMessage {...messages.goOn} />
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RenamePasskey({
  passkey,
  onRenamed,
  onClose,
}: {
  passkey: PasskeyView;
  onRenamed(): Promise<void>;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { name: passkey.name },
    async send({ name }) {
      await renamePasskey(passkey.id, name);
      await onRenamed();
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  return (
    <Dialog title={<FormattedMessage {...messages.renameLabel} values={{ name: passkey.name }} />} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={formatMessage(messages.passkeyName)}
          data-autofocus
          maxLength={255}
          {...form.textField('name')}
        />
        <FormFailure failure={form.failure} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" kind="primary" busy={form.isSending}>
            <FormattedMessage {...messages.save} />
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
