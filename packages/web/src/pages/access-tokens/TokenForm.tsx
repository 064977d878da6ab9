import type { Scope } from '@milepost/core/accounts/access-tokens';
import { accessLevelOf, type Role } from '@milepost/core/roles';
import { useQueryClient } from '@tanstack/react-query';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { tokenMessages } from '../../modules/users/tokens/messages.ts';
import { newTokenDraft, type TokenDraft, TokenFields, tokenProblems } from '../../modules/users/tokens/TokenFields.tsx';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { createToken, type MadeNamespaceToken, tokensKey } from './api.ts';
import { accessTokenMessages as messages } from './messages.ts';

const meanings: Readonly<Record<Scope, MessageDescriptor>> = {
  api: messages.scopeApi,
  read_api: messages.scopeReadApi,
  read_user: messages.scopeReadUser,
  read_repository: tokenMessages.scopeReadRepository,
  write_repository: tokenMessages.scopeWriteRepository,
  self_rotate: tokenMessages.scopeSelfRotate,
};

/** The server accepts a year at most. */
const MAX_DAYS = 365;

export interface TokenFormProps {
  namespace: NamespaceRef;
  /** The viewer's access level: nobody gives a higher one. */
  ownLevel: number;
  onMade(token: MadeNamespaceToken): void;
  onClose(): void;
}

/** Creates an access token of a group or project. */
export function TokenForm({ namespace, ownLevel, onMade, onClose }: TokenFormProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const form = useForm<TokenDraft & { role: Role }>({
    initial: { ...newTokenDraft(), role: 'reporter' },
    check: (values) => tokenProblems(intl, values),
    async send({ role, ...values }) {
      onMade(await createToken(namespace, { ...values, access_level: accessLevelOf[role] }));
      await client.invalidateQueries({ queryKey: tokensKey(namespace) });
    },
  });
  return (
    <FormDialog
      title={intl.formatMessage(tokenMessages.newToken)}
      form={form}
      send={tokenMessages.create}
      onClose={onClose}
    >
      <TokenFields form={form} meanings={meanings} maxDays={MAX_DAYS} />
      <RoleSelect
        label={intl.formatMessage(messages.role)}
        value={form.values.role}
        ownLevel={ownLevel}
        onChange={(role) => form.set({ role })}
      />
    </FormDialog>
  );
}
