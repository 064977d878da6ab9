import { emailProblems } from '@milepost/core/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { changeEmail, emailQuery } from '../../modules/users/link-api.ts';
import { factorsQuery } from '../../modules/users/second-factor-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { pageLook, Section } from '../../ui/page/Page.tsx';
import { profileMessages as messages } from './messages.ts';
import styles from './Profile.module.css';

const blank = { email: '', current_password: '' };

/** The viewer's address, and its change: the old one stays until the new one is confirmed. */
export function Email() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const query = useQuery(emailQuery);
  const hasPassword = useQuery(factorsQuery).data?.has_password !== false;
  const form = useForm({
    initial: blank,
    check: (values) => problemsOf(values, hasPassword),
    send: changeEmail,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) return;
    form.reset();
    toast({ text: formatMessage(messages.emailRequested) });
    await client.invalidateQueries({ queryKey: emailQuery.queryKey });
  };
  return (
    <Section title={<FormattedMessage {...messages.email} />}>
      <QueryView query={query}>
        {({ email, waiting }) => (
          <p className={styles.lead}>
            {waiting === null
              ? formatMessage(messages.emailNow, { email })
              : formatMessage(messages.emailWaiting, { email, waiting })}
          </p>
        )}
      </QueryView>
      <form
        className={pageLook.form}
        style={{ marginTop: 4, maxWidth: 352 }}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {/* The browser may fill in the current password by itself. */}
        <UnsavedGuard isUnsaved={() => form.values.email !== ''} />
        <TextField
          {...form.textField('email')}
          label={formatMessage(messages.newEmail)}
          type="email"
          autoComplete="email"
        />
        {hasPassword && (
          <TextField
            {...form.textField('current_password')}
            label={formatMessage(messages.ownPassword)}
            type="password"
            autoComplete="current-password"
          />
        )}
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" busy={form.isSending}>
            <FormattedMessage {...messages.changeEmail} />
          </Button>
        </div>
      </form>
    </Section>
  );
}

function problemsOf(values: typeof blank, hasPassword: boolean): Record<string, string[]> {
  const email = emailProblems(values.email);
  return {
    ...(email.length > 0 ? { email } : {}),
    ...(hasPassword && values.current_password === '' ? { current_password: ["can't be blank"] } : {}),
  };
}
