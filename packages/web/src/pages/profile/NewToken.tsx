import { isScope, type Scope, scopes } from '@milepost/core/accounts/access-tokens';
import { addDays, formatDay, localDayOf } from '@milepost/core/days';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { createAccessToken } from '../../modules/users/api.ts';
import { FieldSet } from '../../ui/field/FieldSet.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { profileMessages as messages } from './messages.ts';

const meanings: Readonly<Record<Scope, MessageDescriptor>> = {
  api: messages.scopeApi,
  read_api: messages.scopeReadApi,
  read_user: messages.scopeReadUser,
};

/** The form for a new token; `onMade` receives its text, once. */
export function NewToken({
  onClose,
  onMade,
}: {
  onClose(): void;
  onMade(token: { name: string; token: string }): void;
}) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [today] = useState(() => localDayOf(new Date()));
  const form = useForm({
    initial: { name: '', expires_at: formatDay(addDays(today, 90)), scopes: ['read_api'] as Scope[] },
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: ["can't be blank"] } : {}),
      ...(values.scopes.length === 0 ? { scopes: [formatMessage(messages.scopesMissing)] } : {}),
    }),
    async send({ expires_at: expires, ...values }) {
      const made = await createAccessToken(expires === '' ? values : { ...values, expires_at: expires });
      await client.invalidateQueries({ queryKey: ['access-tokens'] });
      onMade({ name: made.name, token: made.token });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.submit();
  };
  const choose = (scope: Scope, isChosen: boolean): void =>
    form.set({
      scopes: scopes
        .filter((candidate) => (candidate === scope ? isChosen : form.values.scopes.includes(candidate)))
        .filter(isScope),
    });
  return (
    <form className={`${pageLook.form} ${pageLook.box}`} noValidate onSubmit={submit}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <TextField label={formatMessage(messages.tokenName)} autoFocus {...form.textField('name')} />
      <DateField
        label={formatMessage(messages.tokenExpires)}
        name="expires_at"
        clearable
        min={formatDay(addDays(today, 1))}
        note={formatMessage(messages.tokenExpiresNote)}
        value={form.values.expires_at}
        error={form.problemOf('expires_at')}
        onChange={(expires) => form.set({ expires_at: expires })}
      />
      <FieldSet legend={<FormattedMessage {...messages.scopes} />} error={form.problemOf('scopes')}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name={scope}
            label={scope}
            note={formatMessage(meanings[scope])}
            checked={form.values.scopes.includes(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          />
        ))}
      </FieldSet>
      <FormFoot form={form} send={messages.createToken} onCancel={onClose} />
    </form>
  );
}
