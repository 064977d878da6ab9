import { numberOfId } from '@milepost/core/global-ids';
import type { Day } from '@milepost/core/days';
import { type PersonFacts, readPerson } from '@milepost/core/accounts/people';
import { type Progress, progressOf } from '@milepost/core/roadmap/progress';
import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { present } from '../../../platform/api/graphql.ts';
import type { ChildItemsQuery, ChildTasksQuery } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import type { LabelView } from '../../labels/LabelChip.tsx';
import type { HealthStatus, HealthView } from '../../work-items/health.ts';

type EpicWithChildren = NonNullable<NonNullable<ChildItemsQuery['group']>['epic']>;
export type TreeEpicNode = NonNullable<NonNullable<NonNullable<EpicWithChildren['children']>['nodes']>[number]>;
export type TreeIssueNode = NonNullable<NonNullable<NonNullable<EpicWithChildren['issues']>['nodes']>[number]>;
type HierarchyWidget = Extract<
  NonNullable<NonNullable<ChildTasksQuery['workItem']>['widgets']>[number],
  { children?: unknown }
>;
export type TreeTaskNode = NonNullable<NonNullable<NonNullable<HierarchyWidget['children']>['nodes']>[number]>;

/** An item of an epic's tree, with the data of its row. */
export interface TreeItem {
  /** Unique in the tree: ids of epics and of issues overlap. */
  key: string;
  /** The id that reordering takes: a global id of the type shown in the tree. */
  id: string;
  type: WorkItemType;
  iid: string;
  title: string;
  state: WorkItemState;
  isConfidential: boolean;
  isBlocked: boolean;
  webPath: string;
  /** In full. */
  reference: string;
  /** The parent it can be removed from; null for a task, and if it must not be removed. */
  relationPath: string | null;
  /** For a task: whether the viewer may remove it. */
  mayLeave: boolean;
  /** The types of children that the viewer may add. */
  takes: Taking | null;
  relativePosition: number | null;
  /** Whether it can be expanded. */
  holds: boolean;
  /** Whether epics may be put under it. */
  allowSubEpics: boolean;
  /** Of an epic: its group. */
  fullPath: string | null;
  color: string | null;
  labels: readonly LabelView[];
  people: readonly PersonFacts[];
  milestone: string | null;
  start: Day | null;
  due: Day | null;
  weight: number | null;
  health: HealthStatus | null;
  /** The children of an epic. */
  below: Below | null;
}

/** A potential parent: for an epic, the group in which children are created. */
export type Taking =
  | { kind: 'epic'; group: { id: number; fullName: string; fullPath: string }; rights: Rights }
  | { kind: 'issue'; projectPath: string };

/** The viewer's permissions on the children of an epic. */
export interface Rights {
  canAdmin: boolean;
  canAdminRelation: boolean;
  canReadRelation: boolean;
}

export interface Below {
  epics: number;
  issues: number;
  openIssues: number;
  health: HealthView | null;
  /** Null where there are no issues below. */
  progress: Progress | null;
  isClosed: boolean;
}

interface Sums {
  openedIssues?: number | null;
  closedIssues?: number | null;
}
interface Counts extends Sums {
  openedEpics?: number | null;
  closedEpics?: number | null;
}

/** The aggregates of an epic's descendants. */
export function readBelow(epic: {
  state?: string;
  descendantCounts?: Counts | null;
  descendantWeightSum?: Sums | null;
  healthStatus?: HealthView | null;
}): Below {
  const counts = epic.descendantCounts;
  const isClosed = epic.state === 'closed';
  return {
    epics: (counts?.openedEpics ?? 0) + (counts?.closedEpics ?? 0),
    issues: (counts?.openedIssues ?? 0) + (counts?.closedIssues ?? 0),
    openIssues: counts?.openedIssues ?? 0,
    health: epic.healthStatus ?? null,
    progress: progressOf({ ...epic, isClosed }, 'WEIGHT'),
    isClosed,
  };
}

const stateOf = (state: string): WorkItemState => (state.toLowerCase() === 'closed' ? 'closed' : 'opened');

export function readTreeEpic(epic: TreeEpicNode): TreeItem {
  return {
    key: `epic ${epic.id}`,
    id: epic.id,
    type: 'epic',
    iid: epic.iid,
    title: epic.title ?? '',
    state: stateOf(epic.state),
    isConfidential: epic.confidential ?? false,
    isBlocked: epic.blocked ?? false,
    webPath: epic.webPath,
    reference: epic.reference,
    relationPath: epic.relationPath ?? null,
    mayLeave: false,
    takes: { kind: 'epic', group: groupOf(epic.group), rights: rightsOf(epic.userPermissions) },
    relativePosition: epic.relativePosition ?? null,
    holds: epic.hasChildren || epic.hasIssues,
    allowSubEpics: epic.allowSubEpics,
    fullPath: epic.group.fullPath,
    color: epic.color ?? null,
    labels: present(epic.labels?.nodes),
    people: [],
    milestone: null,
    start: readDay(epic.startDate),
    due: readDay(epic.dueDate),
    weight: null,
    health: epic.healthStatus?.own ?? null,
    below: readBelow(epic),
  };
}

export function readTreeIssue(issue: TreeIssueNode): TreeItem {
  return {
    ...nothingOfAnEpic,
    key: `issue ${issue.epicIssueId}`,
    id: issue.epicIssueId,
    type: issue.type === 'INCIDENT' ? 'incident' : 'issue',
    iid: issue.iid,
    title: issue.title,
    state: stateOf(issue.state),
    isConfidential: issue.confidential,
    isBlocked: issue.blocked,
    webPath: issue.webPath,
    reference: issue.reference,
    relationPath: issue.relationPath ?? null,
    takes: issue.userPermissions.adminIssue ? { kind: 'issue', projectPath: projectPathOf(issue.reference) } : null,
    relativePosition: issue.relativePosition ?? null,
    holds: issue.hasChildren,
    labels: present(issue.labels?.nodes),
    people: present(issue.assignees?.nodes).map(readPerson),
    milestone: issue.milestone?.title ?? null,
    due: readDay(issue.dueDate),
    weight: issue.weight ?? null,
    health: issue.healthStatus ?? null,
  };
}

export function readTreeTask(task: TreeTaskNode): TreeItem {
  const widgets = present(task.widgets);
  const labels = widgets.flatMap((widget) => ('labels' in widget ? present(widget.labels?.nodes) : []));
  const people = widgets.flatMap((widget) => ('assignees' in widget ? present(widget.assignees?.nodes) : []));
  return {
    ...nothingOfAnEpic,
    key: `task ${task.id}`,
    id: task.id,
    type: 'task',
    iid: task.iid,
    title: task.title,
    state: stateOf(task.state),
    isConfidential: task.confidential,
    isBlocked: false,
    webPath: task.webPath,
    reference: task.reference,
    relationPath: null,
    mayLeave: task.userPermissions.adminParentLink,
    takes: null,
    relativePosition: null,
    holds: false,
    labels,
    people: people.map(readPerson),
    milestone: null,
    due: null,
    weight: null,
    health: null,
  };
}

const nothingOfAnEpic = {
  allowSubEpics: false,
  fullPath: null,
  color: null,
  start: null,
  below: null,
  mayLeave: false,
} as const;

/** `kubernetes/enhancements#5` is an issue of the project before the sign. */
const projectPathOf = (reference: string): string => reference.slice(0, reference.lastIndexOf('#'));

/** The group of an epic. */
function groupOf(group: { id: string; fullName?: string | null; fullPath: string }) {
  return { id: numberOfId(group.id), fullName: group.fullName ?? '', fullPath: group.fullPath };
}

/** What a page may offer of an epic's children. */
function rightsOf(permissions: { adminEpic: boolean; adminEpicRelation: boolean; readEpicRelation: boolean }): Rights {
  return {
    canAdmin: permissions.adminEpic,
    canAdminRelation: permissions.adminEpicRelation,
    canReadRelation: permissions.readEpicRelation,
  };
}
