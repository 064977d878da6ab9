import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { attachLifecycle, itemsIn, lifecyclesKey, type LifecycleView } from '../../modules/statuses/api/lifecycles.ts';
import { isClosed } from '../../modules/statuses/messages.ts';
import { itemTypes } from '../../modules/work-items/item-types.ts';
import { Select } from '../../ui/field/Field.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { formMessages, pageMessages as messages } from './messages.ts';
import styles from './StatusesPage.module.css';

export interface TypeLifecyclesProps {
  groupPath: string;
  lifecycles: readonly LifecycleView[];
}

interface Attachment {
  type: (typeof itemTypes)[number];
  before: LifecycleView;
  after: LifecycleView;
}

/** The lifecycle of each type. Another one may need new statuses for items, which a dialog asks for. */
export function TypeLifecycles({ groupPath, lifecycles }: TypeLifecyclesProps) {
  const { formatMessage } = useIntl();
  const { change, isBusy } = useChange(lifecyclesKey(groupPath), ['allowedStatuses']);
  const [asked, setAsked] = useState<Attachment | null>(null);
  const attach = ({ type, before, after }: Attachment): void => {
    if (before.id === after.id) return;
    if (unmatched({ type, before, after }).length > 0) return setAsked({ type, before, after });
    void change({
      perform: () =>
        attachLifecycle({
          namespacePath: groupPath,
          lifecycleId: after.id,
          workItemTypeId: type.id,
          statusMappings: [],
        }),
      done: formatMessage(messages.attached, { type: formatMessage(type.title), name: after.name }),
    });
  };
  return (
    <Section title={<FormattedMessage {...messages.types} />}>
      <div className={styles.defaults}>
        {itemTypes.map((type) => {
          const before = lifecycles.find(({ workItemTypes }) => workItemTypes.some(({ id }) => id === type.id));
          return (
            <Select
              key={type.id}
              label={formatMessage(type.title)}
              aria-label={formatMessage(messages.typeLifecycle, { type: formatMessage(type.title) })}
              disabled={isBusy}
              value={String(before?.id)}
              onChange={({ target }) => {
                const after = lifecycles.find(({ id }) => id === target.value);
                if (before && after) attach({ type, before, after });
              }}
            >
              {lifecycles.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          );
        })}
      </div>
      {asked && <AttachDialog groupPath={groupPath} {...asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

/** The statuses that items of the type have, and that the other lifecycle has no status of the same name and category for. */
function unmatched({ type, before, after }: Attachment) {
  return before.statuses
    .filter(
      ({ id, name, category }) =>
        !after.statuses.some(
          (other) =>
            other.id === id || (other.name?.toLowerCase() === name?.toLowerCase() && other.category === category),
        ),
    )
    .map((status) => ({ status, count: itemsIn(before, status.id, type.id) }))
    .filter(({ count }) => count > 0);
}

function AttachDialog({ groupPath, onClose, ...wanted }: Attachment & { groupPath: string; onClose(): void }) {
  const { type, after } = wanted;
  const { formatMessage } = useIntl();
  const { change } = useChange(lifecyclesKey(groupPath), ['allowedStatuses']);
  const rows = unmatched(wanted);
  const form = useForm<Record<string, string>>({
    initial: {},
    check: (values) =>
      Object.fromEntries(
        rows
          .filter(({ status }) => !values[String(status.id)])
          .map(({ status }) => [String(status.id), [formatMessage(formMessages.chooseFirst)]]),
      ),
    async send(values) {
      const statusMappings = rows.map(({ status }) => ({
        oldStatusId: String(status.id),
        newStatusId: values[String(status.id)] ?? '',
      }));
      await attachLifecycle({
        namespacePath: groupPath,
        lifecycleId: after.id,
        workItemTypeId: type.id,
        statusMappings,
      });
      await change({ perform: () => Promise.resolve() });
    },
  });
  return (
    <FormDialog
      title={formatMessage(messages.attachTitle, { type: formatMessage(type.title), name: after.name })}
      form={form}
      send={messages.attach}
      onClose={onClose}
    >
      {rows.map(({ status, count }) => (
        <Select
          key={String(status.id)}
          label={formatMessage(formMessages.replace, { count, name: status.name })}
          value={form.values[String(status.id)] ?? ''}
          error={form.problemOf(String(status.id))}
          onChange={({ target }) => form.set({ [String(status.id)]: target.value })}
        >
          <option value="">{formatMessage(formMessages.choose)}</option>
          {after.statuses
            .filter(({ category }) => isClosed(category) === isClosed(status.category))
            .map(({ id, name }) => (
              <option key={String(id)} value={String(id)}>
                {name}
              </option>
            ))}
        </Select>
      ))}
    </FormDialog>
  );
}
