import { present } from '../../app/graphql.ts';
import { progressOf } from '@milepost/core/roadmap/progress';
import { EyeOff, MessageSquare, OctagonMinus } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { HealthMark } from '../../modules/work-items/HealthCounts.tsx';
import { labelGid } from '../../modules/labels/api.ts';
import type { ListedItem } from '../../modules/work-items/list/ItemListPage.tsx';
import { listWords } from '../../modules/work-items/list/words.ts';
import { ListRow, listLook, type RowChoice } from '../../modules/work-items/ListRow.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { itemWords } from '../../modules/work-items/words.ts';
import { printAgo, printDay, printTime, readDay } from '../../ui/days.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import type { ListedEpic } from './api.ts';

/** What a list of epics can show of each. */
export type EpicColumn = 'labels' | 'health' | 'children' | 'progress' | 'comments' | 'startDate' | 'dueDate';

/** What the list itself knows of an epic. */
export const listedEpic = ({ id, title, labels }: ListedEpic): ListedItem => ({
  id,
  title,
  labels: present(labels?.nodes).map((label) => ({ ...label, id: labelGid(label.id) })),
});

export interface EpicRowProps {
  epic: ListedEpic;
  placePath: string;
  columns: readonly EpicColumn[];
  choice?: RowChoice | undefined;
}

/** An epic in the list: title, labels, who and when; the other columns at the right. */
export function EpicRow({ epic, placePath, columns, choice }: EpicRowProps) {
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
      title={epic.title}
      to={epic.webPath}
      marks={<Marks epic={epic} />}
      labels={columns.includes('labels') ? present(epic.labels?.nodes) : []}
      meta={meta.filter(Boolean)}
      end={<End epic={epic} columns={columns} />}
      choice={choice}
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

function End({ epic, columns }: Pick<EpicRowProps, 'epic' | 'columns'>) {
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
  const [start, due] = [readDay(epic.startDate), readDay(epic.dueDate)];
  const noDue = intl.formatMessage(start === null ? itemWords.noDates : itemWords.noDueDate);
  const comments = intl.formatMessage(listWords.comments);
  const cells: Readonly<Record<Exclude<EpicColumn, 'labels'>, ReactNode>> = {
    health: (
      <span>
        <HealthMark health={epic.healthStatus} />
      </span>
    ),
    children: (
      <span className={listLook.count} data-tooltip={childrenLabel}>
        {children > 0 && (
          <>
            <WorkItemIcon type="epic" size={14} />
            {intl.formatNumber(children)}
          </>
        )}
      </span>
    ),
    progress: (
      <span className={listLook.meter}>
        <ProgressBar
          share={percentage}
          label={intl.formatMessage({ id: 'epicsPage.progress', defaultMessage: 'Progress' })}
          color={epic.color ?? undefined}
        />
        {percentage}%
      </span>
    ),
    comments: (
      <span className={listLook.count} data-tooltip={comments}>
        {epic.userNotesCount > 0 && (
          <>
            <Icon of={MessageSquare} size={14} label={comments} />
            {intl.formatNumber(epic.userNotesCount)}
          </>
        )}
      </span>
    ),
    startDate: <span className={listLook.date}>{start === null ? '' : printDay(intl, start)}</span>,
    dueDate: <span className={listLook.date}>{due === null ? noDue : printDay(intl, due)}</span>,
  };
  return columns.map((column) => column !== 'labels' && <Fragment key={column}>{cells[column]}</Fragment>);
}

function sums(counts: { openedIssues?: number | null; closedIssues?: number | null } | null | undefined) {
  return { openedIssues: counts?.openedIssues ?? null, closedIssues: counts?.closedIssues ?? null };
}
