import type { PlanFeature } from '@milepost/core/settings/entitlements';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Visibility } from '@milepost/core/roles';
import type { DuoAvailability } from '@milepost/core/settings/assistant';
import type { Feature } from '@milepost/core/settings/features';
import type { Computed, Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export type NamespaceKind = 'group' | 'project';

export interface NamespaceTable {
  id: Generated<NamespaceId>;
  kind: NamespaceKind;
  parentId: Optional<NamespaceId>;
  /** From the top-level group to this namespace, inclusive. */
  traversalIds: NamespaceId[];
  rootId: Computed<NamespaceId>;
  path: string;
  fullPath: string;
  name: string;
  fullName: string;
  description: Generated<string>;
  descriptionHtml: Generated<string>;
  visibility: Generated<Visibility>;
  avatarUrl: Optional<string>;
  creatorId: Optional<UserId>;
  /** The features switched off in this namespace itself. */
  ownDisabledFeatures: Generated<Feature[]>;
  /** The features switched off here or in a group above; written by a trigger. */
  disabledFeatures: Computed<Feature[]>;
  /** The features that the plan of the top-level group leaves out; written by triggers of `plans`. */
  excludedFeatures: Computed<PlanFeature[]>;
  /** Of a project: whether label changes of incidents are added to their timelines. */
  hasLabelTimeline: Generated<boolean>;
  /** Of a group: whether its members, and those of everything below, need a second factor. */
  requiresTwoFactor: Generated<boolean>;
  /** Hours that members have to set it up. */
  twoFactorGracePeriod: Generated<number>;
  twoFactorRequiredAt: NullableTime;
  /** The value of this group itself; null: that of the nearest group above. */
  ownDuoAvailability: Optional<DuoAvailability>;
  /** The value that applies; written by a trigger. */
  duoAvailability: Computed<DuoAvailability>;
  /** Of a top-level group, for everything below: whether the assistant offers suggestions. */
  experimentFeaturesEnabled: Generated<boolean>;
  /** Of a top-level group: whether the model server may cache prompts. */
  modelPromptCacheEnabled: Generated<boolean>;
  /** Of a top-level group: whether questions, summaries and drafts are offered. */
  duoCoreFeaturesEnabled: Generated<boolean>;
  archivedAt: NullableTime;
  /** When it was marked for deletion; null otherwise. */
  deletedAt: NullableTime;
  /** While a job moves it, or a group above, to another group: it is read-only. */
  transferStartedAt: NullableTime;
  /** The path to restore; only on the row that was deleted itself, not on those below it. */
  pathBeforeDeletion: Optional<string>;
  /** Counts changes of the settings. */
  lockVersion: Generated<number>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

/** A former full path. */
export interface NamespaceRedirectTable {
  path: string;
  namespaceId: NamespaceId;
  createdAt: GeneratedTime;
}

export type IidUsage = 'work_items' | 'milestones' | 'iterations' | 'merge_requests' | 'deployments';

export interface IidCounterTable {
  namespaceId: NamespaceId;
  usage: IidUsage;
  lastIid: number;
}

/** The latest transfer of a group or project that was, or is to be, done by a job. */
export interface NamespaceTransferTable {
  namespaceId: NamespaceId;
  /** The new parent; null: the top level. */
  targetId: Optional<NamespaceId>;
  /** Who asked for it, and with whose permissions it is done. */
  userId: Optional<UserId>;
  /** The parameters of other rooms. */
  input: Record<string, unknown>;
  status: Generated<TransferStatus>;
  /** Percent. */
  progress: Generated<number>;
  /** Why it failed. */
  failure: Optional<string>;
  startedAt: GeneratedTime;
}

export type TransferStatus = 'pending' | 'done' | 'failed';

/** The latest change of the visibility of a group or project that a job completes. */
export interface VisibilityChangeTable {
  namespaceId: NamespaceId;
  /** Numbers of items; the total is that of the beginning. */
  total: number;
  moved: Generated<number>;
  startedAt: GeneratedTime;
  finishedAt: NullableTime;
}

/** A deleted group or project that a job removes for good. */
export interface NamespaceRemovalTable {
  namespaceId: NamespaceId;
  /** Who asked for it; null: the end of the restore period. */
  userId: Optional<UserId>;
  /** Numbers of items. */
  total: number;
  removed: Generated<number>;
  startedAt: GeneratedTime;
}

/** How often a person uses a group or project. */
export interface FrequentItemTable {
  userId: UserId;
  namespaceId: NamespaceId;
  frequency: Generated<number>;
  lastAccessedAt: GeneratedTime;
}

/** A square image, shown instead of the initials. */
export interface NamespaceAvatarTable {
  namespaceId: NamespaceId;
  mediaType: string;
  bytes: Buffer;
  digest: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    namespaces: NamespaceTable;
    namespaceRedirects: NamespaceRedirectTable;
    namespaceTransfers: NamespaceTransferTable;
    namespaceRemovals: NamespaceRemovalTable;
    visibilityChanges: VisibilityChangeTable;
    namespaceAvatars: NamespaceAvatarTable;
    iidCounters: IidCounterTable;
    frequentItems: FrequentItemTable;
  }
}
