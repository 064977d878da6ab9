import { accountProblems } from '@milepost/core/users';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useForm, type FormState } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { session } from '../../platform/session/session.ts';
import {
  type Account,
  changeState,
  createAccount,
  type NewAccount,
  resetFactors,
  saveAccount,
} from '../../modules/admin/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { ImpersonateDialog } from './ImpersonateDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { adminMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

export type Question =
  | { verb: 'create' }
  | {
      verb: 'edit' | 'delete' | 'impersonate' | 'block' | 'ban' | 'promote' | 'demote' | 'reject' | 'resetFactors';
      user: Account;
    };

export interface UserDialogProps {
  question: Question;
  onClose(): void;
}

/** What an action asks before it is done. */
export function UserDialog({ question, onClose }: UserDialogProps) {
  if (question.verb === 'create') return <NewUserDialog onClose={onClose} />;
  const { verb, user } = question;
  if (verb === 'edit') return <EditUserDialog user={user} onClose={onClose} />;
  if (verb === 'impersonate') return <ImpersonateDialog user={user} onClose={onClose} />;
  if (verb === 'delete') return <DeleteUserDialog user={user} onClose={onClose} />;
  return <Confirm verb={verb} user={user} onClose={onClose} />;
}

interface ConfirmProps {
  verb: 'block' | 'ban' | 'promote' | 'demote' | 'reject' | 'resetFactors';
  user: Account;
  onClose(): void;
}

function Confirm({ verb, user, onClose }: ConfirmProps) {
  const { formatMessage } = useIntl();
  const refresh = useRefresh();
  const perform = async (): Promise<void> => {
    if (verb === 'promote' || verb === 'demote') await saveAccount(user.id, { admin: verb === 'promote' });
    else if (verb === 'resetFactors') await resetFactors(user.id);
    else await changeState(user.id, verb);
    await refresh(formatMessage(messages.done));
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages[`${verb}Title`]} values={{ name: user.name }} />}
      confirm={<FormattedMessage {...messages[verb]} />}
      failed={<FormattedMessage {...messages.failed} />}
      perform={perform}
      onClose={onClose}
    >
      <FormattedMessage {...messages[`${verb}Why`]} />
    </ConfirmDialog>
  );
}

type Names = Pick<NewAccount, 'name' | 'username' | 'email'>;

function NameFields({ form }: { form: Pick<FormState<Names>, 'textField'> }) {
  const { formatMessage } = useIntl();
  return (['name', 'username', 'email'] as const).map((name) => (
    <TextField
      key={name}
      label={formatMessage(messages[name])}
      autoComplete="off"
      {...(name === 'name' && { 'data-autofocus': true })}
      {...form.textField(name)}
    />
  ));
}

function NewUserDialog({ onClose }: { onClose(): void }) {
  const { formatMessage } = useIntl();
  const refresh = useRefresh();
  const generated = useRef<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const form = useForm<NewAccount>({
    initial: { name: '', username: '', email: '', password: session().sendsMail ? 'link' : 'generated' },
    check: ({ name, username, email }) => accountProblems({ name, username, email }),
    send: async (values) => {
      ({ password: generated.current } = await createAccount(values));
      await refresh(formatMessage(messages.created));
    },
  });
  const copy = (password: string): Promise<void> =>
    copyText(password, {
      copied: formatMessage(messages.passwordCopied),
      notCopied: formatMessage(messages.notCopied),
    });
  if (made !== null) {
    return (
      <Dialog
        title={formatMessage(messages.passwordShown, { username: form.values.username })}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage {...messages.close} />
            </Button>
            <Button data-autofocus icon={Copy} onClick={() => void copy(made)}>
              <FormattedMessage {...messages.copyPassword} />
            </Button>
          </>
        }
      >
        <p>
          <FormattedMessage {...messages.passwordOnce} />
        </p>
        <p className={styles.secret}>{made}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={<FormattedMessage {...messages.newUser} />}
      form={form}
      send={messages.create}
      onClose={() => {
        if (generated.current === null) onClose();
        else setMade(generated.current);
      }}
    >
      <NameFields form={form} />
      <Select
        label={formatMessage(messages.passwordKind)}
        name="password"
        value={form.values.password}
        error={form.problemOf('password')}
        onChange={(event) => form.set({ password: event.target.value === 'link' ? 'link' : 'generated' })}
      >
        <option value="link" disabled={!session().sendsMail}>
          {formatMessage(messages.byLink)}
        </option>
        <option value="generated">{formatMessage(messages.generated)}</option>
      </Select>
    </FormDialog>
  );
}

function EditUserDialog({ user, onClose }: { user: Account; onClose(): void }) {
  const { formatMessage } = useIntl();
  const refresh = useRefresh();
  const form = useForm<Names>({
    initial: { name: user.name, username: user.username, email: user.email },
    check: (values) => accountProblems(values),
    send: async (values) => {
      await saveAccount(user.id, values);
      await refresh(formatMessage(messages.saved));
    },
  });
  return (
    <FormDialog title={<FormattedMessage {...messages.editUser} />} form={form} send={messages.save} onClose={onClose}>
      <NameFields form={form} />
    </FormDialog>
  );
}

/** Loads the lists again after a change, and says that it is done. */
function useRefresh(): (done: string) => Promise<void> {
  const client = useQueryClient();
  return async (done) => {
    toast({ text: done });
    await client.invalidateQueries({ queryKey: ['admin'] });
  };
}
