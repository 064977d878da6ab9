import { parseRemoteAddress } from '@milepost/core/repositories/remotes';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { isWorking, remoteQuery, type RemoteDraft, type RemoteView, saveRemote } from './api.ts';
import { remoteMessages as messages } from './messages.ts';

interface FormProps {
  fullPath: string;
  /** Null: a new one. */
  remote: RemoteView | null;
  onClose(): void;
}

/** Names the remote of a project, or edits it. */
export function RemoteForm({ fullPath, remote, onClose }: FormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm({
    initial: {
      url: remote?.url ?? '',
      user: '',
      password: '',
      forgets: false,
      enabled: remote?.enabled ?? true,
      overwrites: remote?.mirror_overwrites_diverged_branches ?? false,
    },
    check: ({ url }) => (parseRemoteAddress(url) ? null : { url: [formatMessage(messages.wrongUrl)] }),
    async send({ url, user, password, forgets, enabled, overwrites }) {
      const draft: RemoteDraft = { url, enabled, mirror_overwrites_diverged_branches: overwrites };
      if (remote) draft.lock_version = remote.lock_version;
      if (forgets || user !== '' || password !== '') Object.assign(draft, { auth_user: user, auth_password: password });
      const saved = await saveRemote(fullPath, draft);
      client.setQueryData(remoteQuery(fullPath).queryKey, saved);
      toast({ text: formatMessage(isWorking(saved) ? messages.savedFetching : messages.saved) });
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  const { forgets, enabled, overwrites } = form.values;
  return (
    <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <TextField
        label={formatMessage(messages.url)}
        note={formatMessage(messages.urlNote)}
        type="url"
        autoFocus
        {...form.textField('url')}
      />
      <TextField
        label={formatMessage(messages.user)}
        note={formatMessage(remote?.has_credentials ? messages.kept : messages.optional)}
        autoComplete="off"
        disabled={forgets}
        {...form.textField('user')}
      />
      <TextField
        label={formatMessage(messages.password)}
        type="password"
        autoComplete="new-password"
        disabled={forgets}
        {...form.textField('password')}
      />
      {remote?.has_credentials && (
        <Checkbox
          label={formatMessage(messages.forget)}
          checked={forgets}
          onChange={({ target }) => form.set({ forgets: target.checked, user: '', password: '' })}
        />
      )}
      <Checkbox
        label={formatMessage(messages.overwrite)}
        note={formatMessage(messages.overwriteNote)}
        checked={overwrites}
        onChange={({ target }) => form.set({ overwrites: target.checked })}
      />
      {remote && (
        <Checkbox
          label={formatMessage(messages.enabled)}
          note={formatMessage(messages.enabledNote)}
          checked={enabled}
          onChange={({ target }) => form.set({ enabled: target.checked })}
        />
      )}
      <FormFoot form={form} send={remote ? messages.save : messages.add} onCancel={onClose} />
    </form>
  );
}
