import type { Audience } from '@milepost/core/hierarchy';
import type { IterationId, MilestoneId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { SelectFieldName, SelectValues } from '@milepost/core/select-fields';
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
  isConfidential: Generated<boolean>;
  /** Who may know of it, from its confidentiality and the visibility of where it lives; the database keeps it right. */
  audience: Computed<Audience>;
  isDiscussionLocked: Generated<boolean>;
  isImported: Generated<boolean>;
  authorId: Optional<UserId>;
  closedById: Optional<UserId>;
  updatedById: Optional<UserId>;
  lastEditedById: Optional<UserId>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
  closedAt: NullableTime;
  lastEditedAt: NullableTime;
  lockVersion: Generated<number>;
  /** The span that is shown: fixed by hand, or inherited from children and their milestones. */
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
  /** Of an incident: `severityOf` says what other types show. */
  severity: Generated<Severity>;
  color: Optional<string>;
  /** Seconds. */
  timeEstimate: Generated<number>;
  taskCount: Generated<number>;
  taskCompletedCount: Generated<number>;
  parentId: Optional<WorkItemId>;
  /** From the top of the tree down to the parent. */
  ancestorIds: Generated<WorkItemId[]>;
  /** Ascending among the children of one parent. */
  relativePosition: Generated<number>;
  duplicatedToId: Optional<WorkItemId>;
  movedToId: Optional<WorkItemId>;
  promotedToId: Optional<WorkItemId>;
  /** Who wrote the email that became this item; null for all that was written here. */
  serviceDeskReplyTo: Optional<string>;
  meetingUrl: Optional<string>;
  /** Where the public reads about an incident. */
  publishedUrl: Optional<string>;
  startDateAscending: Computed<string>;
  startDateDescending: Computed<string>;
  dueDateAscending: Computed<string>;
  dueDateDescending: Computed<string>;
}

/** The whole row, as commands and widgets see it; lists read the narrower WorkItem of store.ts. */
export type WorkItemRow = Selectable<WorkItemTable>;

export interface WorkItemAssigneeTable {
  workItemId: WorkItemId;
  userId: UserId;
}

/** Why an item is there for administrators alone. */
export type HidingReason = 'banned' | 'spam';

export interface HiddenWorkItemTable {
  workItemId: WorkItemId;
  reason: HidingReason;
  hiddenById: Optional<UserId>;
  createdAt: GeneratedTime;
}

/** The text of an epic as searches read it by their index, unless a change of it still waits. */
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

/** Title and description of an issue that has one, in small letters, as searches read them by their index. */
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
    epicTexts: EpicTextTable;
    epicTextsWaiting: QueuedEpicTextTable;
    issueTexts: IssueTextTable;
    issueTextsWaiting: QueuedIssueTextTable;
  }
}
