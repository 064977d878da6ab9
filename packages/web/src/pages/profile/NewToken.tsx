import type { Scope } from '@milepost/core/accounts/access-tokens';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { createAccessToken } from '../../modules/users/api.ts';
import { tokenMessages } from '../../modules/users/tokens/messages.ts';
import { newTokenDraft, TokenFields, tokenProblems } from '../../modules/users/tokens/TokenFields.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { profileMessages as messages } from './messages.ts';

const meanings: Readonly<Record<Scope, MessageDescriptor>> = {
  api: messages.scopeApi,
  read_api: messages.scopeReadApi,
  read_user: messages.scopeReadUser,
  read_repository: tokenMessages.scopeReadRepository,
  write_repository: tokenMessages.scopeWriteRepository,
  self_rotate: tokenMessages.scopeSelfRotate,
};

/** The form for a new token; `onMade` receives its text, once. */
export function NewToken({
  onClose,
  onMade,
}: {
  onClose(): void;
  onMade(token: { name: string; token: string }): void;
}) {
  const intl = useIntl();
  const client = useQueryClient();
  const form = useForm({
    initial: newTokenDraft(),
    check: (values) => tokenProblems(intl, values),
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
  return (
    <form className={`${pageLook.form} ${pageLook.box}`} noValidate onSubmit={submit}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <TokenFields form={form} meanings={meanings} />
      <FormFoot form={form} send={tokenMessages.create} onCancel={onClose} />
    </form>
  );
}
