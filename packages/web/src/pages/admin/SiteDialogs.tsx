import { useQueries, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { NamespaceField } from '../../modules/hierarchy/forms/NamespaceField.tsx';
import { groupsNamed } from '../../modules/members/shares.ts';
import {
  addSite,
  changeSite,
  groupQuery,
  type NewSite,
  removeSite,
  type Site,
  type SiteForm,
} from '../../modules/sites/api.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { type FormState, useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { Chip } from '../../ui/field/Chip.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { siteMessages as messages } from './site-messages.ts';
import styles from './Admin.module.css';

/** Registers this site as the primary, or adds a secondary. */
export function AddDialog({ isPrimary, onClose }: { isPrimary: boolean; onClose(): void }) {
  const { formatMessage } = useIntl();
  const refresh = useRefresh();
  const form = useForm<NewSite>({
    initial: { name: '', url: isPrimary ? window.location.origin : '', internal_url: '' },
    send: async (values) => {
      await addSite({ ...values, primary: isPrimary });
      await refresh(formatMessage(messages.added));
    },
  });
  const title = isPrimary ? messages.register : messages.add;
  return (
    <FormDialog title={<FormattedMessage {...title} />} form={form} send={title} onClose={onClose}>
      <Addresses form={form} />
    </FormDialog>
  );
}

/** Name and addresses of a site; of a secondary also what it copies. */
export function EditDialog({ site, onClose }: { site: Site; onClose(): void }) {
  const { formatMessage } = useIntl();
  const refresh = useRefresh();
  const form = useForm<SiteForm>({
    initial: site,
    send: async (values) => {
      await changeSite(site, values);
      await refresh(formatMessage(messages.saved));
    },
  });
  const { enabled, sync_object_storage: copiesIntoBucket } = form.values;
  return (
    <FormDialog
      title={<FormattedMessage {...messages.editOf} values={{ name: site.name }} />}
      form={form}
      send={messages.save}
      onClose={onClose}
    >
      <Addresses form={form} />
      {!site.primary && (
        <>
          <Checkbox
            label={formatMessage(messages.enabled)}
            checked={enabled}
            onChange={({ target }) => form.set({ enabled: target.checked })}
          />
          <Checkbox
            label={formatMessage(messages.bucket)}
            note={formatMessage(messages.bucketHint)}
            checked={copiesIntoBucket}
            onChange={({ target }) => form.set({ sync_object_storage: target.checked })}
          />
          <CopiedGroups
            ids={form.values.selective_sync_namespace_ids}
            problem={form.problemOf('selective_sync_namespace_ids') ?? null}
            onChange={(ids) => form.set({ selective_sync_namespace_ids: ids })}
          />
        </>
      )}
    </FormDialog>
  );
}

function Addresses({ form }: { form: Pick<FormState<NewSite>, 'textField'> }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <TextField
        label={formatMessage(messages.name)}
        note={formatMessage(messages.nameHint)}
        autoComplete="off"
        data-autofocus
        {...form.textField('name')}
      />
      <TextField label={formatMessage(messages.url)} autoComplete="off" inputMode="url" {...form.textField('url')} />
      <TextField
        label={formatMessage(messages.internalUrl)}
        note={formatMessage(messages.internalUrlHint)}
        autoComplete="off"
        inputMode="url"
        {...form.textField('internal_url')}
      />
    </>
  );
}

interface CopiedGroupsProps {
  ids: readonly number[];
  problem: string | null;
  onChange(ids: readonly number[]): void;
}

/** The groups whose files and repositories a secondary copies; none means all. */
function CopiedGroups({ ids, problem, onChange }: CopiedGroupsProps) {
  const { formatMessage } = useIntl();
  const names = useQueries({ queries: ids.map((id) => groupQuery(id)) });
  return (
    <div className={styles.copied}>
      <NamespaceField
        label={formatMessage(messages.groups)}
        pickLabel={formatMessage(ids.length === 0 ? messages.allGroups : messages.addGroup)}
        chosen={null}
        options={(search) => ({
          queryKey: ['groups-to-copy', search],
          queryFn: async ({ signal }) =>
            (await groupsNamed(search, signal))
              .filter(({ id }) => !ids.includes(id))
              .map((group) => ({ value: String(group.id), title: group.full_name, detail: group.full_path })),
        })}
        failure={formatMessage(messages.groupsFailed)}
        problem={problem}
        onPick={({ value }) => onChange([...ids, Number(value)])}
      />
      {ids.map((id, at) => {
        const name = names[at]?.data?.full_path ?? `#${id}`;
        return (
          <Chip
            key={id}
            onRemove={() => onChange(ids.filter((other) => other !== id))}
            removeLabel={formatMessage(messages.removeLabel, { name })}
          >
            {name}
          </Chip>
        );
      })}
    </div>
  );
}

export function RemoveDialog({ site, onClose }: { site: Site; onClose(): void }) {
  const { formatMessage } = useIntl();
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.removeTitle} values={{ name: site.name }} />}
      confirm={<FormattedMessage {...messages.remove} />}
      failed={<FormattedMessage {...messages.failed} />}
      perform={async () => {
        await removeSite(site.id);
        await refresh(formatMessage(messages.removed));
      }}
      onClose={onClose}
    >
      <FormattedMessage {...messages.removeWhy} />
    </ConfirmDialog>
  );
}

/** Loads the list again after a change, and says that it is done. */
function useRefresh(): (done: string) => Promise<void> {
  const client = useQueryClient();
  return async (done) => {
    toast({ text: done });
    await client.invalidateQueries({ queryKey: ['admin', 'sites'] });
  };
}
