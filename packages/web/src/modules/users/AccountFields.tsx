import { useIntl } from 'react-intl';
import type { FormState } from '../../platform/forms/form.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  name: { id: 'accountFields.name', defaultMessage: 'Name' },
  username: { id: 'accountFields.username', defaultMessage: 'Username' },
  email: { id: 'accountFields.email', defaultMessage: 'Email' },
  password: { id: 'accountFields.password', defaultMessage: 'Password' },
  passwordNote: { id: 'accountFields.passwordNote', defaultMessage: 'At least 8 characters.' },
});

export interface AccountValues {
  name: string;
  username: string;
  email: string;
  password: string;
}

interface AccountFieldsProps {
  form: FormState<AccountValues>;
  /** Set where the address is given, as in an invitation. */
  isEmailFixed?: boolean;
  /** Why the username is not available, if the page checks it while it is typed. */
  usernameProblem?: string | undefined;
  autoFocus?: boolean;
}

/** The fields that create an account. */
export function AccountFields({ form, isEmailFixed = false, usernameProblem, autoFocus = false }: AccountFieldsProps) {
  const { formatMessage } = useIntl();
  const field = (name: keyof AccountValues) => ({
    ...form.textField(name),
    label: formatMessage(messages[name]),
    large: true,
  });
  return (
    <>
      {isEmailFixed && <TextField {...field('email')} readOnly />}
      <TextField {...field('name')} autoComplete="name" autoFocus={autoFocus} />
      <TextField
        {...field('username')}
        error={form.problemOf('username') ?? usernameProblem}
        autoComplete="username"
        autoCapitalize="none"
      />
      {!isEmailFixed && <TextField {...field('email')} type="email" autoComplete="email" />}
      <TextField
        {...field('password')}
        type="password"
        autoComplete="new-password"
        note={formatMessage(messages.passwordNote)}
      />
    </>
  );
}
