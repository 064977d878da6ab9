import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { countOf, createTempTable, rowsWritten } from './problems.ts';

export interface Counted {
  added: number;
  present: number;
}

/**
 * The owner of objects whose own owner does not exist here: the archive's top group or project; with its ancestors, root first.
 */
export interface Fallback {
  namespaceId: NamespaceId;
  traversalIds: readonly NamespaceId[];
  /** The owner of iterations, which exist in groups only. */
  groupId: NamespaceId;
}

/**
 * Writes the archive's labels, and maps every label of an item to one here: of its group, otherwise the nearest ancestor's with
 * that title, otherwise a new one in the fallback.
 */
export async function mergeLabels(trx: Db, fallback: Fallback): Promise<Counted> {
  const listed = await sql`
    INSERT INTO labels (namespace_id, title, description, color, text_color, priority, created_at, updated_at)
    SELECT o.namespace_id, s.title, s.description, s.color, s.text_color, s.priority, coalesce(s.created_at, now()),
      coalesce(s.updated_at, s.created_at, now())
    FROM staged_labels s JOIN owners o ON o.owner = s.owner
    WHERE s.is_listed ORDER BY o.namespace_id, s.title ON CONFLICT DO NOTHING`.execute(trx);
  await createTempTable(
    trx,
    'label_refs',
    sql`
    SELECT r.owner, r.title, l.id AS label_id
    FROM (SELECT DISTINCT owner, title FROM staged_labels) AS r
    LEFT JOIN owners o ON o.owner = r.owner
    LEFT JOIN labels l ON l.namespace_id = o.namespace_id AND l.title = r.title`,
  );
  const findNearest = sql`
    UPDATE label_refs r SET label_id = (${nearest('labels', sql`r.title`, fallback)}) WHERE label_id IS NULL`;
  await findNearest.execute(trx);
  const borrowed = await sql`
    INSERT INTO labels (namespace_id, title, description, color, text_color, created_at, updated_at)
    SELECT DISTINCT ON (s.title) ${fallback.namespaceId}::bigint, s.title, s.description, s.color, s.text_color,
      coalesce(s.created_at, now()), coalesce(s.updated_at, s.created_at, now())
    FROM staged_labels s JOIN label_refs r ON r.owner = s.owner AND r.title = s.title
    WHERE r.label_id IS NULL ORDER BY s.title, s.owner ON CONFLICT DO NOTHING`.execute(trx);
  await findNearest.execute(trx);
  return countedFrom(trx, 'staged_labels', rowsWritten(listed), rowsWritten(borrowed));
}

/** Merges milestones as `mergeLabels` does labels. A number that another milestone has is replaced by the next free one. */
export async function mergeMilestones(trx: Db, fallback: Fallback): Promise<Counted> {
  const listed = await writeMilestones(
    trx,
    sql`
    SELECT o.namespace_id, s.* FROM staged_milestones s JOIN owners o ON o.owner = s.owner
    WHERE s.is_listed AND NOT EXISTS (SELECT FROM milestones m WHERE m.namespace_id = o.namespace_id AND m.title = s.title)`,
  );
  await createTempTable(
    trx,
    'milestone_refs',
    sql`
    SELECT r.owner, r.title, m.id AS milestone_id
    FROM (SELECT DISTINCT owner, title FROM staged_milestones) AS r
    LEFT JOIN owners o ON o.owner = r.owner
    LEFT JOIN milestones m ON m.namespace_id = o.namespace_id AND m.title = r.title`,
  );
  const findNearest = sql`
    UPDATE milestone_refs r SET milestone_id = (${nearest('milestones', sql`r.title`, fallback)}) WHERE milestone_id IS NULL`;
  await findNearest.execute(trx);
  const borrowed = await writeMilestones(
    trx,
    sql`
    SELECT DISTINCT ON (s.title) ${fallback.namespaceId}::bigint AS namespace_id, s.*
    FROM staged_milestones s JOIN milestone_refs r ON r.owner = s.owner AND r.title = s.title
    WHERE r.milestone_id IS NULL ORDER BY s.title, s.owner`,
  );
  await findNearest.execute(trx);
  await createTempTable(
    trx,
    'milestone_sources',
    sql`
    SELECT DISTINCT ON (s.source_id) s.source_id, r.milestone_id
    FROM staged_milestones s JOIN milestone_refs r ON r.owner = s.owner AND r.title = s.title
    WHERE s.source_id IS NOT NULL ORDER BY s.source_id, s.is_listed DESC`,
  );
  return countedFrom(trx, 'staged_milestones', listed, borrowed);
}

/** Merges cadences and their iterations; an iteration is identified by its cadence and dates. */
export async function mergeIterations(trx: Db, fallback: Fallback): Promise<Counted> {
  const hasAny = await countOf(trx, sql`SELECT count(*) AS count FROM staged_iterations`);
  await createTempTable(
    trx,
    'cadence_refs',
    sql`
    SELECT r.owner, r.cadence_title, coalesce(o.namespace_id, ${fallback.groupId}::bigint) AS namespace_id, NULL::bigint AS cadence_id
    FROM (SELECT DISTINCT owner, cadence_title FROM staged_iterations) AS r LEFT JOIN owners o ON o.owner = r.owner`,
  );
  const findCadences = sql`
    UPDATE cadence_refs r SET cadence_id = (
      SELECT c.id FROM iteration_cadences c JOIN namespaces n ON n.id = c.namespace_id
      WHERE c.title = r.cadence_title AND (c.namespace_id = r.namespace_id OR c.namespace_id = ANY(${fallback.traversalIds}::bigint[]))
      ORDER BY (c.namespace_id = r.namespace_id) DESC, cardinality(n.traversal_ids) DESC, c.id LIMIT 1)
    WHERE cadence_id IS NULL`;
  if (hasAny > 0) await findCadences.execute(trx);
  await sql`
    INSERT INTO iteration_cadences (namespace_id, title, description, is_automatic, is_active, start_date, duration_in_weeks,
      iterations_in_advance, rolls_over)
    SELECT DISTINCT ON (r.namespace_id, r.cadence_title) r.namespace_id, r.cadence_title, s.cadence_description, s.is_automatic,
      s.is_active, s.cadence_start_date, s.duration_in_weeks, s.iterations_in_advance, s.rolls_over
    FROM cadence_refs r JOIN staged_iterations s ON s.owner = r.owner AND s.cadence_title = r.cadence_title
    WHERE r.cadence_id IS NULL ORDER BY r.namespace_id, r.cadence_title, s.start_date NULLS FIRST`.execute(trx);
  if (hasAny > 0) await findCadences.execute(trx);
  await createTempTable(
    trx,
    'wanted_iterations',
    sql`
    SELECT DISTINCT ON (r.cadence_id, s.start_date, s.due_date) r.cadence_id, c.namespace_id, s.iid, s.sequence, s.title,
      s.description, s.description_html, s.start_date, s.due_date, s.created_at, s.updated_at, i.id IS NULL AS is_new
    FROM staged_iterations s JOIN cadence_refs r ON r.owner = s.owner AND r.cadence_title = s.cadence_title
    JOIN iteration_cadences c ON c.id = r.cadence_id
    LEFT JOIN iterations i ON i.cadence_id = r.cadence_id AND i.start_date = s.start_date AND i.due_date = s.due_date
    WHERE s.start_date IS NOT NULL ORDER BY r.cadence_id, s.start_date, s.due_date, s.iid`,
  );
  const result = await sql`
    INSERT INTO iterations (cadence_id, namespace_id, iid, sequence, title, description, description_html, start_date, due_date,
      created_at, updated_at)
    SELECT cadence_id, namespace_id, number, coalesce(sequence, row_number() OVER (PARTITION BY cadence_id ORDER BY start_date)),
      title, description, description_html, start_date, due_date, coalesce(created_at, now()), coalesce(updated_at, created_at, now())
    FROM (${numbered('iterations', sql`SELECT * FROM wanted_iterations WHERE is_new`)}) AS w`.execute(trx);
  await createTempTable(
    trx,
    'iteration_refs',
    sql`
    SELECT DISTINCT ON (r.owner, r.cadence_title, i.start_date, i.due_date) r.owner, r.cadence_title, i.start_date, i.due_date, i.id AS iteration_id
    FROM cadence_refs r JOIN iterations i ON i.cadence_id = r.cadence_id
    ORDER BY r.owner, r.cadence_title, i.start_date, i.due_date, i.id`,
  );
  await countNumbers(trx, 'iterations', sql`SELECT DISTINCT namespace_id FROM wanted_iterations`);
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM wanted_iterations`);
  const added = rowsWritten(result);
  return { added, present: total - added };
}

async function writeMilestones(trx: Db, wanted: RawBuilder<unknown>): Promise<number> {
  const result = await sql`
    INSERT INTO milestones (namespace_id, iid, title, description, description_html, state, start_date, due_date, created_at, updated_at)
    SELECT namespace_id, number, title, description, description_html, state, start_date, due_date, coalesce(created_at, now()),
      coalesce(updated_at, created_at, now())
    FROM (${numbered('milestones', wanted)}) AS w ORDER BY namespace_id, number`.execute(trx);
  await countNumbers(trx, 'milestones', sql`SELECT DISTINCT o.namespace_id FROM owners o`);
  return rowsWritten(result);
}

/**
 * Adds `number` to rows with `namespace_id` and `iid`: the iid if it is free, otherwise the next one above all that are taken.
 */
function numbered(table: 'milestones' | 'iterations', wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT judged.*, CASE WHEN is_free THEN iid ELSE beyond + row_number() OVER (PARTITION BY namespace_id, is_free ORDER BY iid)::integer END AS number
    FROM (
      SELECT wanted.*,
        wanted.iid IS NOT NULL
          AND NOT EXISTS (SELECT FROM ${sql.table(table)} t WHERE t.namespace_id = wanted.namespace_id AND t.iid = wanted.iid)
          AND row_number() OVER (PARTITION BY wanted.namespace_id, wanted.iid ORDER BY wanted.start_date, wanted.due_date) = 1 AS is_free,
        greatest(coalesce(max(wanted.iid) OVER (PARTITION BY wanted.namespace_id), 0),
          (SELECT coalesce(max(t.iid), 0) FROM ${sql.table(table)} t WHERE t.namespace_id = wanted.namespace_id)) AS beyond
      FROM (${wanted}) AS wanted
    ) AS judged`;
}

/** Sets the next number of these namespaces above all existing ones. */
async function countNumbers(
  trx: Db,
  table: 'milestones' | 'iterations',
  namespaceIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO iid_counters (namespace_id, usage, last_iid)
    SELECT namespace_id, ${table}::text, max(iid) FROM ${sql.table(table)} WHERE namespace_id IN (${namespaceIds}) GROUP BY namespace_id
    ON CONFLICT (namespace_id, usage) DO UPDATE SET last_iid = excluded.last_iid
    WHERE iid_counters.last_iid < excluded.last_iid`.execute(trx);
}

function nearest(table: 'labels' | 'milestones', title: RawBuilder<unknown>, fallback: Fallback): RawBuilder<unknown> {
  return sql`
    SELECT t.id FROM ${sql.table(table)} t JOIN namespaces n ON n.id = t.namespace_id
    WHERE t.namespace_id = ANY(${fallback.traversalIds}::bigint[]) AND t.title = ${title}
    ORDER BY cardinality(n.traversal_ids) DESC LIMIT 1`;
}

async function countedFrom(trx: Db, table: string, listed: number, borrowed: number): Promise<Counted> {
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM ${sql.table(table)} WHERE is_listed`);
  return { added: listed + borrowed, present: total - listed };
}
