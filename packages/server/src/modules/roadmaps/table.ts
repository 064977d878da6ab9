import type { NamespaceId, RoadmapLinkId, UserId } from '@milepost/core/ids';
import type { StoredSettings } from '@milepost/core/roadmap/stored-settings';
import type { ColumnType } from 'kysely';
import type { Generated, GeneratedTime, NullableDate, NullableTime, Optional } from '../../platform/database/tables.ts';

export interface RoadmapSettingsTable {
  userId: UserId;
  namespaceId: NamespaceId;
  /** Written as JSON text. */
  settings: ColumnType<StoredSettings, string, string>;
  updatedAt: GeneratedTime;
}

/** Settings of a top-level group for the roadmaps of its tree. */
export interface RoadmapGroupSettingsTable {
  namespaceId: NamespaceId;
  /** Null: the default. */
  staleAfterDays: number | null;
}

/** `page`: a public roadmap. `feed`: a calendar with its owner's permissions. */
export type RoadmapLinkKind = 'page' | 'feed';

export interface RoadmapLinkTable {
  id: Generated<RoadmapLinkId>;
  kind: RoadmapLinkKind;
  namespaceId: NamespaceId;
  authorId: Optional<UserId>;
  name: string;
  query: string;
  tokenHash: Buffer;
  createdAt: GeneratedTime;
  expiresAt: NullableDate;
  revokedAt: NullableTime;
  lastUsedAt: NullableTime;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    roadmapSettings: RoadmapSettingsTable;
    roadmapLinks: RoadmapLinkTable;
    roadmapGroupSettings: RoadmapGroupSettingsTable;
  }
}
