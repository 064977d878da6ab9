import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Visibility } from '@milepost/core/roles';
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
  /** Whether people may ask for access; off here is off below. */
  requestAccessEnabled: Generated<boolean>;
  archivedAt: NullableTime;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
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

declare module '../../platform/database/tables.ts' {
  interface Tables {
    namespaces: NamespaceTable;
    iidCounters: IidCounterTable;
    frequentItems: FrequentItemTable;
  }
}
