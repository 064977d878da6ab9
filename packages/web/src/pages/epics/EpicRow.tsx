import { present } from '../../platform/api/graphql.ts';
import type { SelectFieldName } from '@milepost/core/fields/select-fields';
import { progressOf } from '@milepost/core/roadmap/progress';
import { EyeOff, MessageSquare, OctagonMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { hasHealth } from '../../modules/work-items/health.ts';
import { HealthMark } from '../../modules/work-items/HealthCounts.tsx';
import { labelGid } from '../../modules/labels/api.ts';
import type { ListedItem } from '../../modules/lists/item-page.ts';
import { listMessages } from '../../modules/lists/messages.ts';
import { type ColumnLook, type ListColumn, listColumns } from '../../modules/lists/columns.ts';
import { ListRow, listLook, type RowCells, type RowChoice } from '../../modules/lists/ListRow.tsx';
import { chosenValue, epicSelectFields } from '../../modules/work-items/select-fields/fields.ts';
import { SelectBadge } from '../../modules/work-items/select-fields/SelectBadge.tsx';
import { saysMoreThanState } from '../../modules/statuses/messages.ts';
import { StatusLabel } from '../../modules/statuses/StatusLabel.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { itemMessages } from '../../modules/work-items/messages.ts';
import { AvatarStack } from '../../ui/text/Avatar.tsx';
import { printAgo, printDay, printTime, readDay } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { nameInText } from '../../ui/text/names.ts';
import type { ListedEpic } from './api.ts';

/** What a list of epics can show of each. */
export type EpicColumn =
  | 'labels'
  | 'status'
  | SelectFieldName
  | 'health'
  | 'children'
  | 'progress'
  | 'comments'
  | 'owners'
  | 'startDate'
  | 'dueDate';

/** The fields of an epic that the list component needs. */
export const listedEpic = ({ id, title, labels }: ListedEpic): ListedItem => ({
  id,
  title,
  labels: present(labels?.nodes).map((label) => ({ ...label, id: labelGid(label.id) })),
});

export interface EpicRowProps {
  epic: ListedEpic;
  namespacePath: string;
  columns: EpicColumns;
  choice?: RowChoice | undefined;
  cells?: RowCells | undefined;
}

type EndColumn = Exclude<EpicColumn, 'labels'>;

/** What a list of epics shows of each, as returned by `epicColumns`. */
export interface EpicColumns {
  hasLabels: boolean;
  end: readonly ListColumn<EndColumn>[];
}

const selectColumns = Object.fromEntries(
  epicSelectFields.map((name) => [name, { width: 96, priority: 3.5 }]),
) as Record<SelectFieldName, ColumnLook>;

const looks: Readonly<Record<EndColumn, ColumnLook>> = {
  ...selectColumns,
  status: { width: 120, priority: 4.5 },
  health: { width: 140, priority: 4 },
  children: { width: 36, priority: 2 },
  progress: { width: 112, priority: 5 },
  comments: { width: 36, priority: 1 },
  owners: { width: 92, priority: 5.5 },
  startDate: { width: 92, priority: 3 },
  dueDate: { width: 92, priority: 6 },
};

/** The chosen columns that have a value for any of these epics. */
export function epicColumns(epics: readonly ListedEpic[], wanted: readonly EpicColumn[]): EpicColumns {
  const end = wanted.filter((column) => column !== 'labels');
  return { hasLabels: wanted.includes('labels'), end: listColumns(epics, end, looks, hasValue, mayEdit) };
}

const isSelect = (column: EndColumn): column is SelectFieldName =>
  (epicSelectFields as readonly string[]).includes(column);

const editable: ReadonlySet<EndColumn> = new Set(['health', 'owners', 'startDate', 'dueDate']);

/** A column that can be filled in is shown even while it is empty. */
function mayEdit({ userPermissions: may }: ListedEpic, column: EndColumn): boolean {
  if (column === 'status') return may.changeStatus;
  return editable.has(column) && may.updateEpic && may.adminEpic;
}

function hasValue(epic: ListedEpic, column: EndColumn): boolean {
  if (isSelect(column)) return chosenValue(epic, column) !== undefined;
  switch (column) {
    case 'status':
      // Who may change it sees it in any case.
      return saysMoreThanState(epic.status) || mayEdit(epic, column);
    case 'health':
      return hasHealth(epic.healthStatus);
    case 'children':
      return childEpics(epic) > 0;
    case 'progress':
      return progress(epic) !== null;
    case 'comments':
      return epic.userNotesCount > 0;
    case 'owners':
      return present(epic.assignees?.nodes).length > 0;
    case 'startDate':
      return readDay(epic.startDate) !== null;
    case 'dueDate':
      // Where it can be set, the column says that there is none.
      return readDay(epic.dueDate) !== null || mayEdit(epic, column);
    default:
      return column satisfies never;
  }
}

/** An epic in the list: title, labels, author and times; the other columns at the right. */
export function EpicRow({ epic, namespacePath, columns, choice, cells }: EpicRowProps) {
  const intl = useIntl();
  const isClosed = epic.state === 'closed';
  const when = isClosed ? epic.closedAt : epic.updatedAt;
  const meta = [
    shortReference(epic.reference, namespacePath),
    intl.formatMessage(itemMessages.createdBy, { name: nameInText(intl, epic.author) }),
    when && (
      <span key="when" data-tooltip={printTime(intl, when)}>
        {intl.formatMessage(isClosed ? itemMessages.closedAgo : itemMessages.updated, { ago: printAgo(intl, when) })}
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
      labels={columns.hasLabels ? present(epic.labels?.nodes) : []}
      meta={meta.filter(Boolean)}
      columns={columns.end}
      cell={(column) => <Cell of={column} epic={epic} />}
      choice={choice}
      cells={cells}
    />
  );
}

function Marks({ epic }: { epic: ListedEpic }) {
  const { formatMessage } = useIntl();
  const confidential = formatMessage(itemMessages.confidential);
  const blocked = formatMessage(itemMessages.blocked);
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

function childEpics({ descendantCounts: counts }: ListedEpic): number {
  return (counts?.openedEpics ?? 0) + (counts?.closedEpics ?? 0);
}

const progress = (epic: ListedEpic) => progressOf({ ...epic, isClosed: epic.state === 'closed' }, 'WEIGHT');

/** One column of one row. */
function Cell({ of, epic }: { of: EndColumn; epic: ListedEpic }): ReactNode {
  const intl = useIntl();
  if (isSelect(of)) return <SelectBadge item={epic} name={of} />;
  switch (of) {
    case 'status':
      return epic.status && <StatusLabel status={epic.status} />;
    case 'health':
      return <HealthMark health={epic.healthStatus} />;
    case 'children': {
      const count = childEpics(epic);
      const label = intl.formatMessage(
        { id: 'epicsPage.children', defaultMessage: '{count, plural, one {# child epic} other {# child epics}}' },
        { count },
      );
      return (
        count > 0 && (
          <span className={listLook.figure} data-tooltip={label}>
            <WorkItemIcon type="epic" size={14} />
            {intl.formatNumber(count)}
          </span>
        )
      );
    }
    case 'progress': {
      const { percentage } = progress(epic) ?? {};
      if (percentage === undefined) return null;
      return (
        <span className={listLook.meter}>
          <ProgressBar
            share={percentage}
            label={intl.formatMessage({ id: 'epicsPage.progress', defaultMessage: 'Progress' })}
            color={epic.color ?? undefined}
          />
          {percentage}%
        </span>
      );
    }
    case 'comments': {
      const label = intl.formatMessage(listMessages.comments);
      return (
        epic.userNotesCount > 0 && (
          <span className={listLook.figure} data-tooltip={label}>
            <Icon of={MessageSquare} size={14} label={label} />
            {intl.formatNumber(epic.userNotesCount)}
          </span>
        )
      );
    }
    case 'owners': {
      const people = present(epic.assignees?.nodes);
      return (
        people.length > 0 && (
          <AvatarStack
            people={people}
            moreLabel={(count) => intl.formatMessage(itemMessages.moreAssignees, { count })}
          />
        )
      );
    }
    case 'startDate': {
      const start = readDay(epic.startDate);
      return start === null ? null : printDay(intl, start);
    }
    case 'dueDate': {
      const due = readDay(epic.dueDate);
      if (due !== null) return printDay(intl, due);
      return intl.formatMessage(readDay(epic.startDate) === null ? itemMessages.noDates : itemMessages.noDueDate);
    }
    default:
      return of satisfies never;
  }
}
