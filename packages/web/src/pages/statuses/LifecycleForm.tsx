import { statusLimits } from '@milepost/core/statuses/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFoot } from '../../platform/forms/FormFoot.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import {
  createLifecycle,
  lifecyclesKey,
  type LifecycleView,
  updateLifecycle,
} from '../../modules/statuses/api/lifecycles.ts';
import { isClosed } from '../../modules/statuses/messages.ts';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import {
  draftOf,
  type DraftLifecycle,
  type DraftStatus,
  inputOf,
  problemsOf,
  removedInUse,
  replacementsFor,
} from './draft.ts';
import { formMessages as messages, pageMessages } from './messages.ts';
import { StatusForm } from './StatusForm.tsx';
import { StatusLines } from './StatusLines.tsx';
import styles from './StatusesPage.module.css';

const defaults = [
  { field: 'open', title: pageMessages.defaultOpen, areClosed: false },
  { field: 'closed', title: pageMessages.defaultClosed, areClosed: true },
  { field: 'duplicate', title: pageMessages.defaultDuplicate, areClosed: true },
] as const;

export interface LifecycleFormProps {
  groupPath: string;
  /** Null for a new one. */
  lifecycle: LifecycleView | null;
  onClose(): void;
}

/** Creates or edits a lifecycle with its statuses. Nothing is saved before the whole form is. */
export function LifecycleForm({ groupPath, lifecycle, onClose }: LifecycleFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const root = useRef<HTMLFormElement>(null);
  const form = useForm<DraftLifecycle>({
    initial: draftOf(lifecycle),
    check(draft) {
      const isMissing = removedInUse(lifecycle, draft).some(({ status }) => !draft.replacements[String(status.id)]);
      const replacements = { replacements: [formatMessage(messages.chooseFirst)] };
      return { ...problemsOf(draft), ...(isMissing && replacements) };
    },
    async send(draft) {
      const input = { namespacePath: groupPath, ...inputOf(draft) };
      try {
        if (!lifecycle) await createLifecycle(input);
        else {
          const { id, lockVersion } = lifecycle;
          const statusMappings = removedInUse(lifecycle, draft).map(({ status }) => ({
            oldStatusId: String(status.id),
            newStatusId: draft.replacements[String(status.id)] ?? '',
          }));
          await updateLifecycle({ ...input, id: id, lockVersion, statusMappings });
        }
      } finally {
        // Also after a refusal: the current lifecycle is shown below the form.
        await client.invalidateQueries({ queryKey: lifecyclesKey(groupPath) });
        await client.invalidateQueries({ queryKey: ['allowedStatuses'] });
      }
    },
  });
  const { values, set, problemOf } = form;
  const [edited, setEdited] = useState<DraftStatus | null>(null);
  const keep = (status: DraftStatus): void => {
    const at = values.statuses.findIndex(({ key }) => key === status.key);
    set({ statuses: at === -1 ? [...values.statuses, status] : values.statuses.with(at, status) });
  };
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onClose();
  };
  return (
    <>
      <form
        ref={root}
        className={`${pageLook.form} ${pageLook.box}`}
        noValidate
        aria-label={lifecycle?.name ?? formatMessage(messages.new)}
        onSubmit={(event) => void submit(event)}
      >
        <UnsavedGuard isUnsaved={form.isChanged} />
        <TextField
          label={formatMessage(messages.name)}
          autoFocus
          autoComplete="off"
          maxLength={statusLimits.lifecycleName}
          value={values.name}
          error={problemOf('name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <StatusLines
          statuses={values.statuses}
          defaults={[values.open, values.closed, values.duplicate]}
          problem={problemOf('statuses')}
          onChange={(statuses) => set({ statuses })}
          onEdit={setEdited}
        />
        {removedInUse(lifecycle, values).map(({ status, count }) => (
          <Select
            key={String(status.id)}
            label={formatMessage(messages.replace, { count, name: status.name })}
            value={values.replacements[String(status.id)] ?? ''}
            error={values.replacements[String(status.id)] ? undefined : problemOf('replacements')}
            onChange={({ target }) =>
              set({ replacements: { ...values.replacements, [String(status.id)]: target.value } })
            }
          >
            <option value="">{formatMessage(messages.choose)}</option>
            {replacementsFor(status.category, values).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ))}
        <div className={styles.defaults}>
          {defaults.map(({ field, title, areClosed }) => (
            <Select
              key={field}
              label={formatMessage(title)}
              value={values[field]}
              onChange={({ target }) => set({ [field]: target.value })}
            >
              {values.statuses
                .filter(({ category }) => isClosed(category) === areClosed)
                .map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
            </Select>
          ))}
        </div>
        <FormFoot form={form} send={lifecycle ? messages.save : messages.create} onCancel={onClose} />
      </form>
      {edited && <StatusForm status={edited} onDone={keep} onClose={() => setEdited(null)} />}
    </>
  );
}
