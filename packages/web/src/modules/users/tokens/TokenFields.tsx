import { isScope, type Scope, scopes } from '@milepost/core/accounts/access-tokens';
import { addDays, formatDay, localDayOf } from '@milepost/core/days';
import { useState } from 'react';
import { FormattedMessage, type IntlShape, type MessageDescriptor, useIntl } from 'react-intl';
import type { FormState } from '../../../platform/forms/form.ts';
import { DateField } from '../../../ui/field/DateField.tsx';
import { Checkbox, TextField } from '../../../ui/field/Field.tsx';
import { FieldSet } from '../../../ui/field/FieldSet.tsx';
import { tokenMessages as messages } from './messages.ts';

export interface TokenDraft {
  name: string;
  /** `YYYY-MM-DD`; empty for a token that does not expire. */
  expires_at: string;
  scopes: Scope[];
}

/** How long a new token is valid unless its creator says otherwise. */
const DEFAULT_DAYS = 90;

export function newTokenDraft(): TokenDraft {
  return {
    name: '',
    expires_at: formatDay(addDays(localDayOf(new Date()), DEFAULT_DAYS)),
    scopes: ['read_api'],
  };
}

export function tokenProblems(intl: IntlShape, { name, scopes: chosen }: TokenDraft): Record<string, string[]> {
  return {
    ...(name.trim() === '' && { name: ["can't be blank"] }),
    ...(chosen.length === 0 && { scopes: [intl.formatMessage(messages.scopesMissing)] }),
  };
}

export interface TokenFieldsProps {
  form: Pick<FormState<TokenDraft>, 'values' | 'set' | 'problemOf'>;
  /** What each scope allows. */
  meanings: Readonly<Record<Scope, MessageDescriptor>>;
  /** The longest validity; without it a token may have no expiry. */
  maxDays?: number;
}

/** Name, expiry and scopes of a new token. */
export function TokenFields({ form, meanings, maxDays }: TokenFieldsProps) {
  const { formatMessage } = useIntl();
  const [today] = useState(() => localDayOf(new Date()));
  const { values, set, problemOf } = form;
  const choose = (scope: Scope, isChosen: boolean): void =>
    set({
      scopes: scopes
        .filter((candidate) => (candidate === scope ? isChosen : values.scopes.includes(candidate)))
        .filter(isScope),
    });
  return (
    <>
      <TextField
        label={formatMessage(messages.name)}
        name="name"
        autoFocus
        data-autofocus
        maxLength={255}
        value={values.name}
        error={problemOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <DateField
        label={formatMessage(messages.expiresOn)}
        name="expires_at"
        clearable={maxDays === undefined}
        min={formatDay(addDays(today, 1))}
        {...(maxDays !== undefined && { max: formatDay(addDays(today, maxDays)) })}
        note={formatMessage(messages.expiresNote)}
        value={values.expires_at}
        error={problemOf('expires_at')}
        onChange={(expires) => set({ expires_at: expires })}
      />
      <FieldSet legend={<FormattedMessage {...messages.scopes} />} error={problemOf('scopes')}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name={scope}
            label={scope}
            note={formatMessage(meanings[scope])}
            checked={values.scopes.includes(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          />
        ))}
      </FieldSet>
    </>
  );
}
