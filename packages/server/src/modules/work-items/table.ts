import type {
  IterationId,
  LifecycleId,
  MilestoneId,
  NamespaceId,
  StatusId,
  UserId,
  WorkItemId,
} from '@milepost/core/ids';
import type { SelectFieldName, SelectValues } from '@milepost/core/fields/select-fields';
import type { StatusCategory, StatusIcon } from '@milepost/core/statuses/statuses';
import type { HealthStatus, Severity, WorkItemState, WorkItemType } from '@milepost/core/work-items';
import type { Selectable } from 'kysely';
import type {
  Computed,
  Generated,
  GeneratedTime,
  NullableDate,
  NullableTime,
  Optional,
} from '../../platform/database/tables.ts';

type SelectColumns = { [Name in SelectFieldName]: Generated<SelectValues[Name]> };

export interface WorkItemTable extends SelectColumns {
  id: Generated<WorkItemId>;
  /** The top-level namespace. */
  rootId: NamespaceId;
  namespaceId: NamespaceId;
  iid: number;
  type: WorkItemType;
  title: string;
  description: Generated<string>;
  descriptionHtml: Generated<string>;
  state: Generated<WorkItemState>;
  /** In the lifecycle of its type, and of a category that fits the state: a trigger replaces one that does not fit. */
  statusId: Generated<StatusId>;
  isConfidential: Generated<boolean>;
  /** Whether it is in `hidden_work_items`; written by a trigger. */
  isHidden: Computed<boolean>;
  isDiscussionLocked: Generated<boolean>;
  isImported: Generated<boolean>;
  authorId: Optional<UserId>;
  closedById: Optional<UserId>;
  updatedById: Optional<UserId>;
  lastEditedById: Optional<UserId>;
  /** Since when its changes are recorded: later than `createdAt` where it was imported. */
  recordedSince: GeneratedTime;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
  closedAt: NullableTime;
  /** Of a closed item: when work on it began, as far as that is known; a trigger sets it. */
  startedAt: NullableTime;
  lastEditedAt: NullableTime;
  lockVersion: Generated<number>;
  /** The effective dates: fixed by hand, or inherited from children and their milestones. */
  startDate: NullableDate;
  dueDate: NullableDate;
  startDateIsFixed: Generated<boolean>;
  dueDateIsFixed: Generated<boolean>;
  startDateFixed: NullableDate;
  dueDateFixed: NullableDate;
  startDateSourcingWorkItemId: Optional<WorkItemId>;
  dueDateSourcingWorkItemId: Optional<WorkItemId>;
  startDateSourcingMilestoneId: Optional<MilestoneId>;
  dueDateSourcingMilestoneId: Optional<MilestoneId>;
  milestoneId: Optional<MilestoneId>;
  iterationId: Optional<IterationId>;
  weight: Optional<number>;
  healthStatus: Optional<HealthStatus>;
  /** Of an incident; for other types see `severityOf`. */
  severity: Generated<Severity>;
  color: Optional<string>;
  /** Seconds. */
  timeEstimate: Generated<number>;
  taskCount: Generated<number>;
  taskCompletedCount: Generated<number>;
  parentId: Optional<WorkItemId>;
  /** From the root of the tree to the parent. */
  ancestorIds: Generated<WorkItemId[]>;
  /** Ascending among the children of one parent. */
  relativePosition: Generated<number>;
  duplicatedToId: Optional<WorkItemId>;
  movedToId: Optional<WorkItemId>;
  promotedToId: Optional<WorkItemId>;
  /** The author of the e-mail that created this item; null for items created here. */
  serviceDeskReplyTo: Optional<string>;
  meetingUrl: Optional<string>;
  /** The public status page of an incident. */
  publishedUrl: Optional<string>;
  startDateAscending: Computed<string>;
  startDateDescending: Computed<string>;
  dueDateAscending: Computed<string>;
  dueDateDescending: Computed<string>;
}

/** The whole row, for commands and widgets; lists read the narrower WorkItem of store.ts. */
export type WorkItemRow = Selectable<WorkItemTable>;

/** A step of a workflow. */
export interface StatusTable {
  id: Generated<StatusId>;
  /** A top-level namespace; null for the statuses that every installation has. */
  rootId: Optional<NamespaceId>;
  name: string;
  description: Generated<string>;
  category: StatusCategory;
  /** `#rrggbb`, in lower case. */
  color: string;
  icon: StatusIcon;
}

/** The statuses that items of some types can have, in order: see `lifecycle_statuses`. */
export interface LifecycleTable {
  id: Generated<LifecycleId>;
  rootId: Optional<NamespaceId>;
  name: string;
  defaultOpenId: StatusId;
  defaultClosedId: StatusId;
  defaultDuplicateId: StatusId;
  lockVersion: Generated<number>;
}

export interface LifecycleStatusTable {
  lifecycleId: LifecycleId;
  statusId: StatusId;
  position: number;
}

/** The lifecycle of the items of a type below a top-level namespace. A type without a row follows the system's. */
export interface LifecycleTypeTable {
  rootId: NamespaceId;
  type: WorkItemType;
  lifecycleId: LifecycleId;
}

export interface WorkItemAssigneeTable {
  workItemId: WorkItemId;
  userId: UserId;
}

/** The reason why an item is visible to administrators only. */
export type HiddenReason = 'banned' | 'spam';

export interface HiddenWorkItemTable {
  workItemId: WorkItemId;
  reason: HiddenReason;
  hiddenById: Optional<UserId>;
  createdAt: GeneratedTime;
}

/** The indexed text of an epic for searches, unless a change is queued. */
export interface EpicTextTable {
  workItemId: WorkItemId;
  title: string;
  description: string;
}

/** One row for each text that is newer than its copy. */
export interface QueuedEpicTextTable {
  id: Generated<number>;
  workItemId: WorkItemId;
}

/** Title and description of an issue in lower case, indexed for searches. */
export interface IssueTextTable {
  workItemId: WorkItemId;
  text: string;
}

/** One row for each text that is newer than its copy. */
export interface QueuedIssueTextTable {
  id: Generated<number>;
  workItemId: WorkItemId;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    workItems: WorkItemTable;
    workItemAssignees: WorkItemAssigneeTable;
    hiddenWorkItems: HiddenWorkItemTable;
    statuses: StatusTable;
    lifecycles: LifecycleTable;
    lifecycleStatuses: LifecycleStatusTable;
    lifecycleTypes: LifecycleTypeTable;
    epicTexts: EpicTextTable;
    epicTextsWaiting: QueuedEpicTextTable;
    issueTexts: IssueTextTable;
    issueTextsWaiting: QueuedIssueTextTable;
  }
}
