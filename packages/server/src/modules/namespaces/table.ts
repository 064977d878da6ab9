import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Visibility } from '@milepost/core/roles';
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
  /** The features switched off here itself. */
  ownDisabledFeatures: Generated<Feature[]>;
  /** Those switched off here or above: a trigger writes them. */
  disabledFeatures: Computed<Feature[]>;
  /** Of a project: whether label changes of incidents are added to their timelines. */
  hasLabelTimeline: Generated<boolean>;
  archivedAt: NullableTime;
  /** When it was deleted; it can be restored for some days. */
  deletedAt: NullableTime;
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

export type IidUsage = 'work_items' | 'milestones' | 'iterations';

export interface IidCounterTable {
  namespaceId: NamespaceId;
  usage: IidUsage;
  lastIid: number;
}

/** How often a person uses a group or project. */
export interface FrequentItemTable {
  userId: UserId;
  namespaceId: NamespaceId;
  frequency: Generated<number>;
  lastAccessedAt: GeneratedTime;
}

/** Square, shown in place of the initials. */
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
    namespaceAvatars: NamespaceAvatarTable;
    iidCounters: IidCounterTable;
    frequentItems: FrequentItemTable;
  }
}
