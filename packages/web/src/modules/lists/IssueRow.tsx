import { workItemTypes } from '@milepost/core/work-items';
import { EyeOff, FlagTriangleRight, Layers2, MessageSquare, OctagonMinus, Repeat, Weight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { present } from '../../platform/api/graphql.ts';
import { labelGid } from '../labels/api.ts';
import type { ListedIssue as IssueAnywhere } from '../work-items/issues.ts';
import type { ListedItem } from './item-page.ts';
import { listMessages } from './messages.ts';
import { type ColumnLook, type ListColumn, listColumns } from './columns.ts';
import { ListRow, listLook, type RowCells, type RowChoice } from './ListRow.tsx';
import { shortReference } from '../work-items/reference.ts';
import { saysMoreThanState } from '../statuses/messages.ts';
import { StatusLabel } from '../statuses/StatusLabel.tsx';
import { WorkItemIcon } from '../work-items/WorkItemIcon.tsx';
import { itemMessages } from '../work-items/messages.ts';
import { AvatarStack } from '../../ui/text/Avatar.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { printAgo, printDay, printTime, readDay } from '../../ui/field/days.ts';
import { Icon, type IconProps } from '../../ui/button/Icon.tsx';
import { text } from '../../ui/text/text.tsx';
import { nameInText } from '../../ui/text/names.ts';
import type { ListedIssue } from './issues.ts';

/** The columns of a list of issues, in this order. */
export type IssueColumn =
  | 'labels'
  | 'status'
  | 'epic'
  | 'milestone'
  | 'iteration'
  | 'health'
  | 'weight'
  | 'comments'
  | 'assignees'
  | 'dueDate';

/** The fields of an issue that the list needs. */
export const listedIssue = ({ id, title, labels }: ListedIssue): ListedItem => ({
  id,
  title,
  labels: present(labels?.nodes).map((label) => ({ ...label, id: labelGid(label.id) })),
});

/** Only requested if shown. */
type RowIssue = IssueAnywhere &
  Partial<Pick<ListedIssue, 'userNotesCount' | 'iteration' | 'epic' | 'status' | 'userPermissions'>>;

export interface IssueRowProps {
  issue: RowIssue;
  namespacePath: string;
  columns: IssueColumns;
  choice?: RowChoice | undefined;
  cells?: RowCells | undefined;
}

type EndColumn = Exclude<IssueColumn, 'labels'>;

/** The columns of a list of issues, as `issueColumns` defines them. */
export interface IssueColumns {
  hasLabels: boolean;
  end: readonly ListColumn<EndColumn>[];
}

const usual: readonly IssueColumn[] = ['labels', 'milestone', 'weight', 'assignees', 'dueDate'];

const looks: Readonly<Record<EndColumn, ColumnLook>> = {
  status: { width: 120, priority: 6.5 },
  epic: { width: 130, priority: 3 },
  milestone: { width: 110, priority: 5 },
  iteration: { width: 110, priority: 2 },
  health: { width: 120, priority: 6 },
  weight: { width: 36, priority: 4 },
  comments: { width: 36, priority: 1 },
  assignees: { width: 92, priority: 8 },
  dueDate: { width: 92, priority: 7 },
};

/** The columns that a list of these issues has, of those that are wanted: each one that has a value in any of them. */
export function issueColumns(issues: readonly RowIssue[], wanted: readonly IssueColumn[] = usual): IssueColumns {
  const end = wanted.filter((column) => column !== 'labels');
  return { hasLabels: wanted.includes('labels'), end: listColumns(issues, end, looks, hasValue, mayEdit) };
}

/** A column that can be filled in is shown even while it is empty. */
function mayEdit({ userPermissions: may }: RowIssue, column: EndColumn): boolean {
  if (column === 'status') return may?.changeStatus ?? false;
  return column !== 'epic' && column !== 'comments' && (may?.adminIssue ?? false);
}

function hasValue(issue: RowIssue, column: EndColumn): boolean {
  switch (column) {
    case 'status':
      // Who may change it sees it in any case.
      return saysMoreThanState(issue.status) || mayEdit(issue, column);
    case 'epic':
      return Boolean(issue.epic);
    case 'milestone':
      return Boolean(issue.milestone);
    case 'iteration':
      return Boolean(issue.iteration);
    case 'health':
      return healthTones[issue.healthStatus ?? ''] !== undefined;
    case 'weight':
      return typeof issue.weight === 'number';
    case 'comments':
      return Boolean(issue.userNotesCount);
    case 'assignees':
      return present(issue.assignees?.nodes).length > 0;
    case 'dueDate':
      return readDay(issue.dueDate) !== null;
    default:
      return column satisfies never;
  }
}

/** An issue in the list. */
export function IssueRow({ issue, namespacePath, columns, choice, cells }: IssueRowProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const isClosed = issue.state === 'closed';
  const when = (isClosed ? issue.closedAt : null) ?? issue.updatedAt;
  const type = workItemTypes.find((candidate) => candidate === issue.type?.toLowerCase()) ?? 'issue';
  return (
    <ListRow
      icon={<WorkItemIcon type={type} state={isClosed ? 'closed' : 'opened'} />}
      iconColor={isClosed ? 'var(--info)' : 'var(--success)'}
      title={issue.title}
      to={issue.webPath}
      marks={<Marks issue={issue} />}
      labels={columns.hasLabels ? present(issue.labels?.nodes) : []}
      meta={[
        shortReference(issue.reference, namespacePath),
        formatMessage(itemMessages.createdBy, { name: nameInText(intl, issue.author) }),
        <span key="when" data-tooltip={printTime(intl, when)}>
          {formatMessage(isClosed ? itemMessages.closedAgo : itemMessages.updated, { ago: printAgo(intl, when) })}
        </span>,
      ]}
      columns={columns.end}
      cell={(column) => <Cell of={column} issue={issue} />}
      choice={choice}
      cells={cells}
    />
  );
}

function Marks({ issue }: { issue: RowIssue }) {
  const { formatMessage } = useIntl();
  const mark = (title: string, of: IconProps['of'], color: string) => (
    <span data-tooltip={title} style={{ color, display: 'inline-flex' }}>
      <Icon of={of} size={14} label={title} />
    </span>
  );
  return (
    <>
      {issue.confidential && mark(formatMessage(itemMessages.confidential), EyeOff, 'var(--warning)')}
      {issue.blocked && mark(formatMessage(itemMessages.blocked), OctagonMinus, 'var(--danger)')}
    </>
  );
}

const healthTones: Readonly<Record<string, { tone: Tone; message: (typeof itemMessages)[keyof typeof itemMessages] }>> =
  {
    onTrack: { tone: 'success', message: itemMessages.onTrack },
    needsAttention: { tone: 'warning', message: itemMessages.needsAttention },
    atRisk: { tone: 'danger', message: itemMessages.atRisk },
  };

/** One column of one row. */
function Cell({ of, issue }: { of: EndColumn; issue: RowIssue }): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const named = (icon: IconProps['of'], name: string | null | undefined) =>
    name && (
      <>
        <Icon of={icon} size={14} />
        <span className={text.cut} data-tooltip-cut="">
          {name}
        </span>
      </>
    );
  switch (of) {
    case 'status':
      return issue.status && <StatusLabel status={issue.status} />;
    case 'epic':
      return named(Layers2, issue.epic?.title);
    case 'milestone':
      return named(FlagTriangleRight, issue.milestone?.title);
    case 'iteration':
      return named(Repeat, issue.iteration && (issue.iteration.title ?? issue.iteration.iterationCadence.title));
    case 'health': {
      const health = healthTones[issue.healthStatus ?? ''];
      return health && <Badge tone={health.tone}>{formatMessage(health.message)}</Badge>;
    }
    case 'weight':
      return <Figure icon={Weight} label={formatMessage(listMessages.weight)} value={issue.weight} />;
    case 'comments':
      return (
        <Figure
          icon={MessageSquare}
          label={formatMessage(listMessages.comments)}
          value={issue.userNotesCount || null}
        />
      );
    case 'assignees': {
      const people = present(issue.assignees?.nodes);
      return (
        people.length > 0 && (
          <AvatarStack people={people} moreLabel={(count) => formatMessage(itemMessages.moreAssignees, { count })} />
        )
      );
    }
    case 'dueDate': {
      const due = readDay(issue.dueDate);
      return due === null ? null : printDay(intl, due);
    }
    default:
      return of satisfies never;
  }
}

function Figure({ icon, label, value }: { icon: IconProps['of']; label: string; value: number | null | undefined }) {
  const { formatNumber } = useIntl();
  return (
    typeof value === 'number' && (
      <span data-tooltip={label} className={listLook.figure}>
        <Icon of={icon} size={14} label={label} />
        {formatNumber(value)}
      </span>
    )
  );
}
