import { webhookEvents, webhookProblems } from '@milepost/core/webhooks';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { hooksQuery, saveHook, type HookDraft, type HookView } from './api.ts';
import { hookMessages as messages } from './messages.ts';

const fresh = {
  url: '',
  issues_events: true,
  confidential_issues_events: false,
  note_events: true,
  confidential_note_events: false,
  status_update_events: false,
  deployment_events: false,
  merge_requests_events: false,
  enable_ssl_verification: true,
};

/** Adds a webhook, or edits `hook`. */
export function HookForm({
  namespace,
  hook,
  onClose,
}: {
  namespace: NamespaceRef;
  hook: HookView | null;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const before = hook ?? fresh;
  const form = useForm({
    initial: {
      url: before.url,
      issues_events: before.issues_events,
      confidential_issues_events: before.confidential_issues_events,
      note_events: before.note_events,
      confidential_note_events: before.confidential_note_events,
      status_update_events: before.status_update_events,
      deployment_events: before.deployment_events,
      merge_requests_events: before.merge_requests_events,
      enable_ssl_verification: before.enable_ssl_verification,
      token: '',
    },
    check: ({ url, token }) => webhookProblems({ url, token }),
    async send({ token, ...draft }) {
      const sent: HookDraft = token === '' ? draft : { ...draft, token };
      await saveHook(namespace, hook?.id ?? null, sent);
      await client.invalidateQueries({ queryKey: hooksQuery(namespace).queryKey });
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  return (
    <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <TextField label={formatMessage(messages.url)} type="url" autoFocus {...form.textField('url')} />
      <TextField
        label={formatMessage(messages.token)}
        note={formatMessage(hook?.token_present ? messages.tokenKept : messages.tokenNote)}
        autoComplete="off"
        {...form.textField('token')}
      />
      {webhookEvents.map((event) => (
        <Checkbox
          key={event}
          name={event}
          label={formatMessage(messages[event])}
          checked={form.values[event]}
          onChange={({ target }) => form.set({ [event]: target.checked })}
        />
      ))}
      <Checkbox
        name="enable_ssl_verification"
        label={formatMessage(messages.ssl)}
        checked={form.values.enable_ssl_verification}
        onChange={({ target }) => form.set({ enable_ssl_verification: target.checked })}
      />
      <FormFoot form={form} send={hook ? messages.save : messages.add} onCancel={onClose} />
    </form>
  );
}
