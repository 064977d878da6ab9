import type { LabelId, MilestoneId, NamespaceId, SnapshotId, UserId, WorkItemId } from '@milepost/core/ids';
import type { SnapshotSchedule, SnapshotStatus } from '@milepost/core/roadmap/snapshots';
import type { Visibility } from '@milepost/core/roles';
import type { HealthStatus, WorkItemState } from '@milepost/core/work-items';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface SnapshotTable {
  id: Generated<SnapshotId>;
  namespaceId: NamespaceId;
  /** Null: saved by a schedule, or the account was deleted. */
  authorId: Optional<UserId>;
  name: string;
  note: Generated<string>;
  /** Null: saved by hand. */
  schedule: Optional<SnapshotSchedule>;
  scheduledDay: NullableDate;
  status: Generated<SnapshotStatus>;
  /** Percent. */
  progress: Generated<number>;
  /** Why it failed. */
  failure: Optional<string>;
  /** Ascending in the order in which snapshots were taken; null until it is saved. */
  moment: Optional<number>;
  createdAt: GeneratedTime;
  takenAt: NullableTime;
}

/** The state of an epic for the moments from `since` to before `until`; null: up to the latest. */
export interface SnapshotStateTable {
  namespaceId: NamespaceId;
  workItemId: WorkItemId;
  since: number;
  until: Optional<number>;
  startDate: NullableDate;
  dueDate: NullableDate;
  state: WorkItemState;
  iid: number;
  /** The group of the epic. */
  homeId: NamespaceId;
  parentId: Optional<WorkItemId>;
  milestoneId: Optional<MilestoneId>;
  healthStatus: Optional<HealthStatus>;
  /** For each audience: audience, closed weight, total weight, closed issues, total issues. */
  progress: number[];
  labelIds: LabelId[];
  title: string;
  labelTitles: string[];
}

/** Who could see an epic of a snapshot when it was deleted. */
export interface DeletedEpicTable {
  workItemId: WorkItemId;
  namespaceId: NamespaceId;
  isConfidential: boolean;
  isHidden: boolean;
  authorId: Optional<UserId>;
  confidantIds: UserId[];
  /** Of the namespace. */
  visibility: Visibility;
  traversalIds: NamespaceId[];
  deletedAt: GeneratedTime;
}

export interface SnapshotScheduleTable {
  namespaceId: NamespaceId;
  frequency: SnapshotSchedule;
  /** The day of the latest run. */
  lastDay: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    roadmapSnapshots: SnapshotTable;
    roadmapSnapshotStates: SnapshotStateTable;
    roadmapSnapshotDeletedEpics: DeletedEpicTable;
    roadmapSnapshotSchedules: SnapshotScheduleTable;
  }
}
