import type { NamespaceId, SiteId } from '@milepost/core/ids';
import type { ColumnType, Selectable } from 'kysely';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

/** What was copied of one kind. */
export interface CopyCounts {
  /** Rows in the scope of the site. */
  count: number;
  synced: number;
  failed: number;
  /** Compared by checksum. */
  verified: number;
}

export const copyKinds = ['uploads', 'project_repositories'] as const;
export type CopyKind = (typeof copyKinds)[number];

export interface CopyFailure {
  kind: CopyKind;
  /** The id of the upload, or of the project. */
  id: number;
  error: string;
}

/**
 * Where a secondary has its files: in its data folder or in a bucket of its own, where it copies them; or in a bucket that the primary uses
 * too or whose service replicates that of the primary, where it copies nothing.
 */
export const filePlaces = ['folder', 'own_bucket', 'shared_bucket'] as const;
export type FilePlace = (typeof filePlaces)[number];

/** What a secondary reports to its primary. */
export interface SiteReport {
  version: string;
  /** Behind the primary; null if that is not known. */
  lagBytes: number | null;
  lagSeconds: number | null;
  /** Null until it is known. */
  filePlace: FilePlace | null;
  copies: Readonly<Record<CopyKind, CopyCounts>>;
  /** The first ones. */
  failures: readonly CopyFailure[];
}

export interface SiteTable {
  id: Generated<SiteId>;
  name: string;
  url: string;
  internalUrl: string;
  isPrimary: Generated<boolean>;
  isEnabled: Generated<boolean>;
  filesMaxCapacity: Generated<number>;
  reposMaxCapacity: Generated<number>;
  verificationMaxCapacity: Generated<number>;
  containerRepositoriesMaxCapacity: Generated<number>;
  selectiveSyncType: Optional<'namespaces'>;
  /** In days. */
  minimumReverificationInterval: Generated<number>;
  /** Whether a bucket of the site is its own, so that files are copied into it. */
  syncObjectStorage: Generated<boolean>;
  status: ColumnType<SiteReport | null, string | null | undefined, string | null>;
  statusAt: NullableTime;
  retryAt: NullableTime;
  createdAt: GeneratedTime;
}

export type Site = Selectable<SiteTable>;

interface SiteNamespaceTable {
  siteId: SiteId;
  namespaceId: NamespaceId;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    geoSites: SiteTable;
    geoSiteNamespaces: SiteNamespaceTable;
  }
}
