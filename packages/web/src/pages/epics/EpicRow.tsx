import { present } from '../../app/graphql.ts';
import { progressOf } from '@milepost/core/roadmap/progress';
import { EyeOff, OctagonMinus } from 'lucide-react';
import { useIntl } from 'react-intl';
import { HealthMark } from '../../modules/work-items/HealthCounts.tsx';
import { ListRow, listLook } from '../../modules/work-items/ListRow.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { itemWords } from '../../modules/work-items/words.ts';
import { printAgo, printDay, printTime, readDay } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import type { ListedEpic } from './api.ts';

/** An epic in the list: title, labels, who and when; health, children, progress and due date at the right. */
export function EpicRow({ epic, placePath }: { epic: ListedEpic; placePath: string }) {
  const intl = useIntl();
  const isClosed = epic.state === 'closed';
  const when = isClosed ? epic.closedAt : epic.updatedAt;
  const meta = [
    shortReference(epic.reference, placePath),
    intl.formatMessage(itemWords.createdBy, { name: epic.author.name }),
    when && (
      <span key="when" data-tooltip={printTime(intl, when)}>
        {intl.formatMessage(isClosed ? itemWords.closedAgo : itemWords.updated, { ago: printAgo(intl, when) })}
      </span>
    ),
  ];
  return (
    <ListRow
      icon={<WorkItemIcon type="epic" />}
      iconColor={epic.color}
      title={epic.title ?? ''}
      to={epic.webPath}
      marks={<Marks epic={epic} />}
      labels={present(epic.labels?.nodes)}
      meta={meta.filter(Boolean)}
      end={<End epic={epic} />}
    />
  );
}

function Marks({ epic }: { epic: ListedEpic }) {
  const { formatMessage } = useIntl();
  const confidential = formatMessage(itemWords.confidential);
  const blocked = formatMessage(itemWords.blocked);
  return (
    <>
      {epic.confidential && (
        <span data-tooltip={confidential} style={{ color: 'var(--warning)', display: 'inline-flex' }}>
          <Icon of={EyeOff} size={14} label={confidential} />
        </span>
      )}
      {epic.blocked && (
        <span data-tooltip={blocked} style={{ color: 'var(--danger)', display: 'inline-flex' }}>
          <Icon of={OctagonMinus} size={14} label={blocked} />
        </span>
      )}
    </>
  );
}

function End({ epic }: { epic: ListedEpic }) {
  const intl = useIntl();
  const counts = epic.descendantCounts;
  const children = (counts?.openedEpics ?? 0) + (counts?.closedEpics ?? 0);
  const childrenLabel = intl.formatMessage(
    { id: 'epicsPage.children', defaultMessage: '{count, plural, one {# epic below} other {# epics below}}' },
    { count: children },
  );
  const rollups = { descendantWeightSum: sums(epic.descendantWeightSum), descendantCounts: sums(counts) };
  const byWeight = progressOf(rollups, 'WEIGHT');
  const { percentage } = byWeight.total > 0 ? byWeight : progressOf(rollups, 'COUNT');
  const due = readDay(epic.dueDate);
  const noDue = intl.formatMessage(readDay(epic.startDate) === null ? itemWords.noDates : itemWords.noDueDate);
  return (
    <>
      <span>
        <HealthMark health={epic.healthStatus} />
      </span>
      <span className={listLook.count} data-tooltip={childrenLabel}>
        {children > 0 && (
          <>
            <WorkItemIcon type="epic" size={14} />
            {intl.formatNumber(children)}
          </>
        )}
      </span>
      <span className={listLook.meter}>
        <ProgressBar
          share={percentage}
          label={intl.formatMessage({ id: 'epicsPage.progress', defaultMessage: 'Progress' })}
          color={epic.color ?? undefined}
        />
        {percentage}%
      </span>
      <span className={listLook.date}>{due === null ? noDue : printDay(intl, due)}</span>
    </>
  );
}

function sums(counts: { openedIssues?: number | null; closedIssues?: number | null } | null | undefined) {
  return { openedIssues: counts?.openedIssues ?? null, closedIssues: counts?.closedIssues ?? null };
}
