import { limitsOfNamespaces } from '@milepost/core/namespaces';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { ImportProblem } from '../table.ts';
import { countOf, findProblems, createTempTable, rowsWritten, type Problems } from './problems.ts';

/** A group without a parent in the archive, or the project. */
export interface StagedRoot {
  sourceId: number;
  kind: 'group' | 'project';
  /** Null for a project: its archive does not contain the path. */
  path: string | null;
  name: string | null;
  location: string;
}

/** The advisory lock key of merges, so that archives with a common group are merged one after the other. */
const MERGING = 7_205_011;

export async function lockMerging(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${MERGING})`.execute(trx);
}

export async function stagedRoots(db: Db): Promise<StagedRoot[]> {
  const { rows } = await sql<StagedRoot>`
    SELECT source_id, kind, path, name, location FROM staged_namespaces s
    WHERE NOT EXISTS (SELECT FROM staged_namespaces above WHERE above.source_id = s.parent_source_id)
    ORDER BY source_id LIMIT 2`.execute(db);
  return rows;
}

/** Skips the descendants of unusable groups. */
export async function dropGroupsBelow(trx: Db, sourceIds: readonly number[]): Promise<Problems> {
  const below = sql<ImportProblem & { sourceId: number }>`
    WITH RECURSIVE below AS (
      SELECT source_id, location FROM staged_namespaces WHERE parent_source_id = ANY(${sourceIds}::bigint[])
      UNION
      SELECT s.source_id, s.location FROM staged_namespaces s JOIN below b ON b.source_id = s.parent_source_id
    )
    SELECT source_id, location, 'is below a group that was skipped' AS problem FROM below`;
  const found = await findProblems(trx, sql`SELECT location, problem FROM (${below}) AS found`);
  if (found.count > 0)
    await sql`DELETE FROM staged_namespaces WHERE source_id IN (SELECT source_id FROM (${below}) AS found)`.execute(
      trx,
    );
  return found;
}

/** Groups and projects that an archive's file name may mean: it contains a full path with `_` for `/`. */
export async function namespacesNamed(db: Db, names: readonly string[]): Promise<{ fullPath: string; kind: string }[]> {
  const { rows } = await sql<{ fullPath: string; kind: string }>`
    SELECT full_path, kind FROM namespaces
    WHERE lower(replace(full_path, '/', '_')) = ANY(${names.map((name) => name.toLowerCase())}::text[])
    ORDER BY length(full_path) DESC`.execute(db);
  return rows;
}

export interface Target {
  root: StagedRoot;
  fullPath: string;
  name: string;
  fullName: string;
  /** Null for a top-level group. */
  parent: Namespace | null;
  creatorId: UserId | null;
  /** The id of the root if it is new; null for the next one. */
  reservedId: NamespaceId | null;
}

/** Computes the full path of every group of the archive (or of its project). Problems are groups without a known parent. */
export async function resolveNamespaces(trx: Db, target: Target): Promise<Problems> {
  await createTempTable(
    trx,
    'placed_namespaces',
    sql`
    WITH RECURSIVE tree AS (
      SELECT source_id, ${target.fullPath}::text AS full_path, ${target.name}::text AS name,
        ${target.fullName}::text AS full_name, 1 AS level
      FROM staged_namespaces WHERE source_id = ${target.root.sourceId}::bigint
      UNION ALL
      SELECT s.source_id, t.full_path || '/' || s.path, s.name, t.full_name || ' / ' || s.name, t.level + 1
      FROM staged_namespaces s JOIN tree t ON t.source_id = s.parent_source_id
      WHERE t.level < ${limitsOfNamespaces.depth - (target.parent?.scope.traversalIds.length ?? 0)}::integer
    )
    SELECT tree.*, n.id AS namespace_id, n.id IS NULL AS is_new, n.kind AS kind_there
    FROM tree LEFT JOIN namespaces n ON lower(n.full_path) = lower(tree.full_path)`,
  );
  await sql`
    UPDATE placed_namespaces p SET namespace_id = numbered.id
    FROM (
      SELECT source_id, CASE WHEN level = 1 AND ${target.reservedId}::bigint IS NOT NULL THEN ${target.reservedId}::bigint
        ELSE nextval(pg_get_serial_sequence('namespaces', 'id')) END AS id
      FROM (SELECT source_id, level FROM placed_namespaces WHERE is_new ORDER BY level, full_path) AS ordered
    ) AS numbered
    WHERE numbered.source_id = p.source_id`.execute(trx);
  return findProblems(trx, sql`SELECT location, problem FROM (${misplaced}) AS found`);
}

const misplaced = sql<{ sourceId: number; location: string; problem: string }>`
    SELECT s.source_id, s.location, 'has no parent group in the archive, or is nested too deeply' AS problem FROM staged_namespaces s
    WHERE NOT EXISTS (SELECT FROM placed_namespaces p WHERE p.source_id = s.source_id)
    UNION ALL
    SELECT s.source_id, s.location, p.full_path || ' is already a ' || p.kind_there FROM placed_namespaces p JOIN staged_namespaces s USING (source_id)
    WHERE p.kind_there <> s.kind
    UNION ALL
    SELECT s.source_id, s.location, p.full_path || ' is the name of a user here' FROM placed_namespaces p JOIN staged_namespaces s USING (source_id)
    JOIN taken_names t ON t.name = lower(p.full_path) WHERE p.is_new AND t.user_id IS NOT NULL
    UNION ALL
    SELECT s.source_id, s.location, 'has the path of another: ' || p.full_path
    FROM (SELECT *, row_number() OVER (PARTITION BY lower(full_path) ORDER BY source_id) AS turn FROM placed_namespaces) AS p
    JOIN staged_namespaces s USING (source_id) WHERE p.turn > 1`;

/** The problem of the root's path: null when there is none. */
export async function problemOfRoot(trx: Db, { root }: Target): Promise<ImportProblem | null> {
  const { rows } = await sql<ImportProblem>`
    SELECT location, problem FROM (${misplaced}) AS found WHERE source_id = ${root.sourceId}::bigint LIMIT 1`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Skips the groups that `resolveNamespaces` reported, and resets the paths so that they can be computed again. */
export async function dropInvalid(trx: Db): Promise<void> {
  await sql`DELETE FROM staged_namespaces WHERE source_id IN (SELECT source_id FROM (${misplaced}) AS found)`.execute(
    trx,
  );
  await sql`DROP TABLE placed_namespaces`.execute(trx);
}

/** Creates the missing namespaces, and stores their origin. Each is at most as visible as its parent. */
export async function writeNamespaces(trx: Db, target: Target): Promise<{ added: number; present: number }> {
  const result = await sql`
    WITH RECURSIVE tree AS (
      SELECT p.source_id, p.namespace_id, ${target.parent?.id ?? null}::bigint AS parent_id,
        coalesce(n.traversal_ids, ${target.parent?.scope.traversalIds ?? []}::bigint[] || p.namespace_id) AS traversal_ids,
        coalesce(n.visibility, ${leastVisible('s.visibility', sql`${target.parent?.visibility ?? 'public'}::text`)}) AS visibility
      FROM placed_namespaces p JOIN staged_namespaces s USING (source_id) LEFT JOIN namespaces n ON n.id = p.namespace_id
      WHERE p.source_id = ${target.root.sourceId}::bigint
      UNION ALL
      SELECT p.source_id, p.namespace_id, t.namespace_id, coalesce(n.traversal_ids, t.traversal_ids || p.namespace_id),
        coalesce(n.visibility, ${leastVisible('s.visibility', sql.ref('t.visibility'))})
      FROM tree t JOIN staged_namespaces s ON s.parent_source_id = t.source_id
      JOIN placed_namespaces p ON p.source_id = s.source_id LEFT JOIN namespaces n ON n.id = p.namespace_id
    )
    INSERT INTO namespaces (id, kind, parent_id, traversal_ids, path, full_path, name, full_name, description, description_html,
      visibility, creator_id, archived_at, created_at)
    SELECT p.namespace_id, s.kind, t.parent_id, t.traversal_ids, regexp_replace(p.full_path, '^.*/', ''), p.full_path, p.name,
      p.full_name, s.description, s.description_html, t.visibility, ${target.creatorId}::bigint,
      CASE WHEN s.is_archived THEN now() END, coalesce(s.created_at, now())
    FROM tree t JOIN placed_namespaces p USING (source_id) JOIN staged_namespaces s USING (source_id)
    WHERE p.is_new ORDER BY p.namespace_id`.execute(trx);
  await sql`
    INSERT INTO namespace_origins (namespace_id, source_id)
    SELECT namespace_id, source_id FROM placed_namespaces WHERE source_id > 0 ON CONFLICT DO NOTHING`.execute(trx);
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM placed_namespaces`);
  const added = rowsWritten(result);
  return { added, present: total - added };
}

/**
 * Maps every owner in the archive to a namespace here: its own groups, and groups that an earlier archive brought into the same
 * tree. Of several the one nearest to the target wins.
 */
export async function mapOwners(trx: Db, traversalIds: readonly NamespaceId[]): Promise<void> {
  const rootId = traversalIds[0] ?? null;
  await createTempTable(
    trx,
    'owners',
    sql`
    SELECT source_id AS owner, namespace_id FROM placed_namespaces
    UNION ALL
    (SELECT DISTINCT ON (named.owner) named.owner, o.namespace_id
    FROM (
      SELECT owner FROM staged_labels UNION SELECT owner FROM staged_milestones UNION SELECT owner FROM staged_iterations
      UNION SELECT parent_owner FROM staged_items UNION SELECT owner FROM staged_item_labels
    ) AS named
    JOIN namespace_origins o ON o.source_id = named.owner
    JOIN namespaces n ON n.id = o.namespace_id
    WHERE n.root_id = ${rootId}::bigint AND named.owner NOT IN (SELECT source_id FROM placed_namespaces)
    ORDER BY named.owner,
      cardinality(ARRAY(SELECT unnest(n.traversal_ids) INTERSECT SELECT unnest(${traversalIds}::bigint[]))) DESC, n.id DESC)`,
  );
}

function leastVisible(own: string, above: RawBuilder<unknown>): RawBuilder<unknown> {
  const both = sql`(${sql.ref(own)}, ${above})`;
  return sql`CASE WHEN 'private' IN ${both} THEN 'private' WHEN 'internal' IN ${both} THEN 'internal' ELSE 'public' END`;
}
