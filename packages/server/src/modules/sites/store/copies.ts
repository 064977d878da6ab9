import type { NamespaceId, SiteId, UploadId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { CopyKind } from '../table.ts';

/** What a site copies: its row says whether that is limited to groups. */
export interface CopyScope {
  id: SiteId;
  selectiveSyncType: 'namespaces' | null;
}

/** The condition that the namespace `column` is in the scope of a site. */
function inScope({ id, selectiveSyncType }: CopyScope, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (selectiveSyncType === null) return sql<boolean>`true`;
  return sql<boolean>`EXISTS (SELECT FROM namespaces n
    WHERE n.id = ${column} AND n.traversal_ids && ARRAY(SELECT s.namespace_id FROM geo_site_namespaces s WHERE s.site_id = ${id}))`;
}

export interface CopiedUpload {
  id: UploadId;
  secret: string;
  byteSize: number;
}

/** Files in the scope of a site after an id, in the order of their ids. */
export async function uploadsAfter(db: Db, scope: CopyScope, after: number, limit: number): Promise<CopiedUpload[]> {
  const { rows } = await sql<CopiedUpload>`
    SELECT u.id, u.secret, u.byte_size FROM uploads u
    WHERE u.id > ${after}::bigint AND ${inScope(scope, sql`u.namespace_id`)} ORDER BY u.id LIMIT ${limit}::int`.execute(
    db,
  );
  return rows;
}

/** The secrets among these whose files are in the scope of a site. */
export async function secretsInScope(
  db: Db,
  scope: CopyScope,
  secrets: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ secret: string }>`
    SELECT u.secret FROM uploads u
    WHERE u.secret = ANY(${secrets}::text[]) AND ${inScope(scope, sql`u.namespace_id`)}`.execute(db);
  return new Set(rows.map(({ secret }) => secret));
}

export interface CopiedRepository {
  projectId: NamespaceId;
  pushedAt: Date | null;
}

/** Repositories in the scope of a site after a project, in the order of their projects. `since`: only those pushed to since then. */
export async function repositoriesAfter(
  db: Db,
  scope: CopyScope,
  { after, since, limit }: { after: number; since: Date | null; limit: number },
): Promise<CopiedRepository[]> {
  const { rows } = await sql<CopiedRepository>`
    SELECT r.project_id, r.pushed_at FROM repositories r
    WHERE r.project_id > ${after}::bigint AND (${since}::timestamptz IS NULL OR r.pushed_at >= ${since}::timestamptz)
      AND ${inScope(scope, sql`r.project_id`)}
    ORDER BY r.project_id LIMIT ${limit}::int`.execute(db);
  return rows;
}

/** The projects among these whose repositories are in the scope of a site. */
export async function projectsInScope(
  db: Db,
  scope: CopyScope,
  ids: readonly NamespaceId[],
): Promise<ReadonlySet<NamespaceId>> {
  const { rows } = await sql<{ projectId: NamespaceId }>`
    SELECT r.project_id FROM repositories r
    WHERE r.project_id = ANY(${ids}::bigint[]) AND ${inScope(scope, sql`r.project_id`)}`.execute(db);
  return new Set(rows.map(({ projectId }) => projectId));
}

/** How many files and repositories a site has. */
export async function copyTargets(db: Db, scope: CopyScope): Promise<Record<CopyKind, number>> {
  const { rows } = await sql<{ uploads: number; projectRepositories: number }>`
    SELECT (SELECT count(*) FROM uploads u WHERE ${inScope(scope, sql`u.namespace_id`)})::int AS uploads,
      (SELECT count(*) FROM repositories r WHERE ${inScope(scope, sql`r.project_id`)})::int AS project_repositories`.execute(
    db,
  );
  const [row] = rows;
  return { uploads: row?.uploads ?? 0, project_repositories: row?.projectRepositories ?? 0 };
}
