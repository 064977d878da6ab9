import type { Scope } from '@milepost/core/accounts/access-tokens';
import { accessLevelOf, type Role } from '@milepost/core/roles';
import { useQueryClient } from '@tanstack/react-query';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { tokenMessages } from '../../modules/users/tokens/messages.ts';
import { newTokenDraft, type TokenDraft, TokenFields, tokenProblems } from '../../modules/users/tokens/TokenFields.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { createToken, type MadeToken, tokensKey } from './api.ts';
import { accessTokenMessages as messages, accountScopeMessages, roleScopeMessages } from './messages.ts';

const common = {
  read_repository: tokenMessages.scopeReadRepository,
  write_repository: tokenMessages.scopeWriteRepository,
  self_rotate: tokenMessages.scopeSelfRotate,
} as const;
const roleMeanings: Readonly<Record<Scope, MessageDescriptor>> = { ...common, ...roleScopeMessages };
const accountMeanings: Readonly<Record<Scope, MessageDescriptor>> = { ...common, ...accountScopeMessages };

/** The server accepts a year at most. */
const MAX_DAYS = 365;

export interface TokenFormProps {
  /** Where the API has the tokens. */
  path: string;
  /** The viewer's access level: nobody gives a higher one. Null for tokens without a role of their own. */
  ownLevel: number | null;
  onMade(token: MadeToken): void;
  onClose(): void;
}

/** Creates an access token of a group, project or service account. */
export function TokenForm({ path, ownLevel, onMade, onClose }: TokenFormProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const form = useForm<TokenDraft & { role: Role }>({
    initial: { ...newTokenDraft(), role: 'reporter' },
    check: (values) => tokenProblems(intl, values),
    async send({ role, ...values }) {
      onMade(await createToken(path, { ...values, ...(ownLevel !== null && { access_level: accessLevelOf[role] }) }));
      await client.invalidateQueries({ queryKey: tokensKey(path) });
    },
  });
  return (
    <FormDialog
      title={intl.formatMessage(tokenMessages.newToken)}
      form={form}
      send={tokenMessages.create}
      onClose={onClose}
    >
      <TokenFields form={form} meanings={ownLevel === null ? accountMeanings : roleMeanings} maxDays={MAX_DAYS} />
      {ownLevel !== null && (
        <RoleSelect
          label={intl.formatMessage(messages.role)}
          value={form.values.role}
          ownLevel={ownLevel}
          onChange={(role) => form.set({ role })}
        />
      )}
    </FormDialog>
  );
}
