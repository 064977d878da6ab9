import type {
  LabelId,
  MergeRequestId,
  MergeRequestNoteId,
  MilestoneId,
  NamespaceId,
  StatusCheckId,
  UserId,
  WebhookId,
  WorkItemId,
} from '@milepost/core/ids';
import type { Forge } from '@milepost/core/merge-requests/forges';
import type { CheckStatus, MergeRequestState } from '@milepost/core/merge-requests/rules';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type PersonRole = 'assignee' | 'reviewer';

export interface MergeRequestTable {
  id: Generated<MergeRequestId>;
  projectId: NamespaceId;
  iid: number;
  title: string;
  description: Generated<string>;
  descriptionHtml: Generated<string>;
  state: Generated<MergeRequestState>;
  authorId: Optional<UserId>;
  milestoneId: Optional<MilestoneId>;
  sourceBranch: string;
  targetBranch: string;
  /** The newest commit of the source branch, as of the last push. */
  headSha: Optional<string>;
  /** The merge base of a merged request. */
  baseSha: Optional<string>;
  squash: Generated<boolean>;
  removesSourceBranch: Generated<boolean>;
  isDiscussionLocked: Generated<boolean>;
  mergeCommitSha: Optional<string>;
  squashCommitSha: Optional<string>;
  mergedAt: NullableTime;
  mergedById: Optional<UserId>;
  closedAt: NullableTime;
  closedById: Optional<UserId>;
  /** Of one that came from another forge. */
  forge: Optional<Forge>;
  forgeUrl: Optional<string>;
  forgeAuthor: Optional<string>;
  /** The repository there, `acme/app`. */
  forgeProject: Optional<string>;
  forgeNumber: Optional<number>;
  /** The time of the newest event. */
  forgeUpdatedAt: NullableTime;
  lockVersion: Generated<number>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface MergeRequestPersonTable {
  mergeRequestId: MergeRequestId;
  userId: UserId;
  role: PersonRole;
}

export interface MergeRequestLabelTable {
  mergeRequestId: MergeRequestId;
  labelId: LabelId;
}

/** An issue that the description or a commit names. */
export interface MergeRequestIssueTable {
  mergeRequestId: MergeRequestId;
  workItemId: WorkItemId;
  isClosing: boolean;
}

export interface MergeRequestApprovalTable {
  mergeRequestId: MergeRequestId;
  userId: UserId;
  createdAt: GeneratedTime;
}

export interface MergeRequestNoteTable {
  id: Generated<MergeRequestNoteId>;
  mergeRequestId: MergeRequestId;
  discussionId: string;
  isThread: Generated<boolean>;
  authorId: Optional<UserId>;
  body: string;
  bodyHtml: Generated<string>;
  isSystem: Generated<boolean>;
  isInternal: Generated<boolean>;
  resolvedAt: NullableTime;
  resolvedById: Optional<UserId>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

/** The merge request settings of a project. Without a row, merging requires nothing. */
export interface MergeRequestSettingsTable {
  projectId: NamespaceId;
  approvalsRequired: Generated<number>;
  needsPassedChecks: Generated<boolean>;
}

export interface CommitMentionTable {
  workItemId: WorkItemId;
  projectId: NamespaceId;
  sha: string;
}

/** An external program that checks merge requests. Its webhook has address and secret. */
export interface StatusCheckTable {
  id: Generated<StatusCheckId>;
  projectId: NamespaceId;
  webhookId: WebhookId;
  name: string;
  createdAt: GeneratedTime;
}

/** The answer of a check about one commit. */
export interface StatusCheckResultTable {
  mergeRequestId: MergeRequestId;
  statusCheckId: StatusCheckId;
  sha: string;
  status: Generated<CheckStatus>;
  requestedAt: GeneratedTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    mergeRequests: MergeRequestTable;
    mergeRequestPeople: MergeRequestPersonTable;
    mergeRequestLabels: MergeRequestLabelTable;
    mergeRequestIssues: MergeRequestIssueTable;
    mergeRequestApprovals: MergeRequestApprovalTable;
    mergeRequestNotes: MergeRequestNoteTable;
    mergeRequestSettings: MergeRequestSettingsTable;
    commitMentions: CommitMentionTable;
    statusChecks: StatusCheckTable;
    statusCheckResults: StatusCheckResultTable;
  }
}
