import { passwordProblems } from '@milepost/core/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { session } from '../../platform/session/session.ts';
import { changePassword, sessionsQuery } from '../../modules/users/api.ts';
import { factorsQuery } from '../../modules/users/second-factor-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { pageLook, Section } from '../../ui/page/Page.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { profileMessages as messages } from './messages.ts';

const blank = { current_password: '', password: '' };

/** Changes the password; requires the current one, or for the first password a recent sign-in. */
export function Password() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const hasPassword = useQuery(factorsQuery).data?.has_password !== false;
  const form = useForm({ initial: blank, check: (values) => problemsOf(values, hasPassword), send: changePassword });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) return;
    form.reset();
    toast({ text: formatMessage(messages.passwordChanged) });
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  };
  return (
    <Section title={<FormattedMessage {...messages.password} />}>
      <form
        className={pageLook.form}
        style={{ marginTop: 4, maxWidth: 352 }}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {/* The browser may fill in the current password by itself. */}
        <UnsavedGuard isUnsaved={() => form.values.password !== ''} />
        {hasPassword ? (
          <TextField
            label={formatMessage(messages.currentPassword)}
            type="password"
            autoComplete="current-password"
            {...form.textField('current_password')}
          />
        ) : (
          <p>{formatMessage(messages.firstPassword)}</p>
        )}
        <TextField
          label={formatMessage(messages.newPassword)}
          type="password"
          autoComplete="new-password"
          note={formatMessage(messages.passwordNote)}
          {...form.textField('password')}
        />
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" busy={form.isSending}>
            <FormattedMessage {...messages.changePassword} />
          </Button>
        </div>
      </form>
    </Section>
  );
}

function problemsOf(values: typeof blank, hasPassword: boolean): Record<string, string[]> {
  const { viewer } = session();
  const password = passwordProblems(values.password, { username: viewer?.username, name: viewer?.name });
  return {
    ...(hasPassword && values.current_password === '' ? { current_password: ["can't be blank"] } : {}),
    ...(password.length > 0 ? { password } : {}),
  };
}
