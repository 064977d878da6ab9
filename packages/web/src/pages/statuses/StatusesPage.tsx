import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import {
  deleteLifecycle,
  type GroupLifecycles,
  itemsIn,
  lifecyclesKey,
  lifecyclesQuery,
  type LifecycleView,
  type StatusView,
} from '../../modules/statuses/api/lifecycles.ts';
import { categoryMessages } from '../../modules/statuses/messages.ts';
import { StatusMark } from '../../modules/statuses/StatusLabel.tsx';
import { DefinitionsHead } from '../../modules/namespaces/DefinitionsHead.tsx';
import { itemTypes } from '../../modules/work-items/item-types.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { PageBody, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { LifecycleForm } from './LifecycleForm.tsx';
import { pageMessages as messages } from './messages.ts';
import { TypeLifecycles } from './TypeLifecycles.tsx';
import styles from './StatusesPage.module.css';

/** The statuses that a top-level group defines for all items below it; in a subgroup, the inherited ones. */
export function StatusesPage({ address: { fullPath } }: PageProps<'statuses'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const query = useQuery(lifecyclesQuery(fullPath));
  useFreshOnChange({ kind: 'group', fullPath }, (message) => (message.all ? [lifecyclesKey(fullPath)] : []));
  return (
    <PageBody>
      <QueryView query={query}>{(group) => <Lifecycles fullPath={fullPath} {...group} />}</QueryView>
    </PageBody>
  );
}

function Lifecycles({ fullPath, lifecycles, mayManage, isTopLevel, root }: GroupLifecycles & { fullPath: string }) {
  const [draft, setDraft] = useState<LifecycleView | 'new' | null>(null);
  // Replacing the form would discard its unsaved input.
  const mayBegin = mayManage && draft === null;
  return (
    <>
      <DefinitionsHead
        messages={messages}
        action={
          mayBegin && (
            <Button kind="primary" icon={Plus} onClick={() => setDraft('new')}>
              <FormattedMessage {...messages.new} />
            </Button>
          )
        }
        isTopLevel={isTopLevel}
        root={root}
        toRoot={(path) => ({ page: 'statuses', fullPath: path })}
      />
      {draft !== null && (
        <LifecycleForm
          key={draft === 'new' ? 'new' : draft.id}
          groupPath={fullPath}
          lifecycle={draft === 'new' ? null : draft}
          onClose={() => setDraft(null)}
        />
      )}
      {mayManage && <TypeLifecycles groupPath={fullPath} lifecycles={lifecycles} />}
      {lifecycles.map((lifecycle) => (
        <LifecycleSection
          key={lifecycle.id}
          groupPath={fullPath}
          lifecycle={lifecycle}
          mayDelete={mayManage && lifecycle.workItemTypes.length === 0}
          onEdit={mayBegin ? () => setDraft(lifecycle) : null}
        />
      ))}
    </>
  );
}

interface LifecycleSectionProps {
  groupPath: string;
  lifecycle: LifecycleView;
  mayDelete: boolean;
  /** Null while editing is not possible. */
  onEdit: (() => void) | null;
}

function LifecycleSection({ groupPath, lifecycle, mayDelete, onEdit }: LifecycleSectionProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { name, statuses, workItemTypes } = lifecycle;
  const types = itemTypes.filter(({ id }) => workItemTypes.some((type) => type.id === id));
  return (
    <Section
      title={name}
      end={
        <div className={styles.buttons}>
          {onEdit && (
            <Button size="small" aria-label={formatMessage(messages.editLabel, { name })} onClick={onEdit}>
              <FormattedMessage {...messages.edit} />
            </Button>
          )}
          {mayDelete && (
            <Button
              size="small"
              aria-label={formatMessage(messages.deleteLabel, { name })}
              onClick={() => setAsking(true)}
            >
              <FormattedMessage {...messages.delete} />
            </Button>
          )}
        </div>
      }
    >
      <p className={styles.note}>
        {types.length === 0 ? (
          <FormattedMessage {...messages.unused} />
        ) : (
          <FormattedMessage
            {...messages.usedBy}
            values={{ types: types.map(({ title }) => formatMessage(title)).join(', ') }}
          />
        )}
      </p>
      <Rows label={name}>
        {statuses.map((status) => (
          <StatusRow key={String(status.id)} status={status} lifecycle={lifecycle} />
        ))}
      </Rows>
      {isAsking && (
        <ConfirmDialog
          title={formatMessage(messages.deleteTitle, { name })}
          confirm={formatMessage(messages.delete)}
          failed={formatMessage(messages.deleteFailed)}
          perform={async () => {
            await deleteLifecycle(groupPath, lifecycle.id);
            await client.invalidateQueries({ queryKey: lifecyclesKey(groupPath) });
          }}
          onClose={() => setAsking(false)}
        >
          <FormattedMessage {...messages.deleteWhy} />
        </ConfirmDialog>
      )}
    </Section>
  );
}

function StatusRow({ status, lifecycle }: { status: StatusView; lifecycle: LifecycleView }) {
  const { formatMessage } = useIntl();
  const { id, name, category, description } = status;
  const { defaultOpenStatus, defaultClosedStatus, defaultDuplicateStatus } = lifecycle;
  const facts = [
    category && formatMessage(categoryMessages[category]),
    id === defaultOpenStatus?.id && formatMessage(messages.defaultOpen),
    id === defaultClosedStatus?.id && formatMessage(messages.defaultClosed),
    id === defaultDuplicateStatus?.id && formatMessage(messages.defaultDuplicate),
    description,
  ];
  return (
    <Row
      before={<StatusMark status={status} />}
      title={<b className={text.strong}>{name}</b>}
      note={facts.filter(Boolean).join(' · ')}
      end={
        lifecycle.itemCounts && (
          <span className={styles.note}>
            <FormattedMessage {...messages.items} values={{ count: itemsIn(lifecycle, id) }} />
          </span>
        )
      }
    />
  );
}
