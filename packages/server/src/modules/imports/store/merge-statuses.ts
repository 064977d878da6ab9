import type { StatusCategory } from '@milepost/core/statuses/statuses';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Lifecycle } from '../../work-items/store/statuses.ts';
import { createTempTable } from './problems.ts';

/** A status that new items of the archive have. */
export interface ArchivedStatus {
  type: WorkItemType;
  name: string;
  category: StatusCategory;
  color: string | null;
  /** Of the first item that has it. */
  location: string;
}

/** Adds name and category to statuses that the archive contains only by number. */
export async function nameSystemStatuses(trx: Db): Promise<void> {
  await sql`
    UPDATE staged_items s SET status_name = system.name, status_category = system.category
    FROM statuses system WHERE system.id = s.status_number AND s.status_name IS NULL`.execute(trx);
}

/** The first `limit` statuses of the new items, in the order of the archive. */
export async function archivedStatuses(trx: Db, limit: number): Promise<ArchivedStatus[]> {
  const { rows } = await sql<ArchivedStatus>`
    SELECT s.type, min(s.status_name) AS name, s.status_category AS category, min(s.status_color) AS color,
      (array_agg(s.location ORDER BY s.item))[1] AS location
    FROM staged_items s JOIN placed_items p ON p.item = s.item AND p.is_new
    WHERE s.status_name IS NOT NULL AND s.status_category IS NOT NULL
    GROUP BY s.type, lower(s.status_name), s.status_category ORDER BY min(s.item) LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Maps archived statuses (type, lower-case name, category) to the statuses of these lifecycles. */
export async function writeStatusRefs(trx: Db, lifecycles: readonly Lifecycle[]): Promise<void> {
  const refs = lifecycles.flatMap(({ types, statuses }) =>
    types.flatMap((type) => statuses.map(({ id, name, category }) => ({ id, type, name, category }))),
  );
  await createTempTable(
    trx,
    'status_refs',
    sql`SELECT id, type, lower(name) AS name, category
      FROM jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) AS r (id bigint, type text, name text, category text)`,
  );
}
