import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import {
  accountsKey,
  changeAccount,
  createAccount,
  emailOf,
  type ServiceAccount,
  type ServiceAccountFields,
} from './api.ts';
import { serviceAccountMessages as messages } from './messages.ts';

export interface AccountFormProps {
  /** Where the API has the accounts. */
  path: string;
  /** Null: a new one. */
  account: ServiceAccount | null;
  onSaved(account: ServiceAccount): void;
  onClose(): void;
}

/** Creates or changes a service account. */
export function AccountForm({ path, account, onSaved, onClose }: AccountFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm<ServiceAccountFields>({
    initial: { name: account?.name ?? '', username: account?.username ?? '', email: account ? emailOf(account) : '' },
    check: ({ name, username }) => ({
      ...(name.trim() === '' && { name: ["can't be blank"] }),
      ...(account && username.trim() === '' && { username: ["can't be blank"] }),
    }),
    async send(values) {
      const saved = account ? await changeAccount(path, account.id, values) : await createAccount(path, values);
      onSaved(saved);
      toast({ text: formatMessage(account ? messages.saved : messages.created) });
      await client.invalidateQueries({ queryKey: accountsKey(path) });
    },
  });
  const { textField } = form;
  return (
    <FormDialog
      title={formatMessage(account ? messages.edit : messages.new)}
      form={form}
      send={account ? messages.save : messages.create}
      onClose={onClose}
    >
      <TextField
        label={formatMessage(messages.name)}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...textField('name')}
      />
      <TextField
        label={formatMessage(messages.username)}
        {...(!account && { note: formatMessage(messages.usernameNote) })}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...textField('username')}
      />
      <TextField
        label={formatMessage(messages.email)}
        note={formatMessage(messages.emailNote)}
        type="email"
        maxLength={255}
        autoComplete="off"
        {...textField('email')}
      />
    </FormDialog>
  );
}
