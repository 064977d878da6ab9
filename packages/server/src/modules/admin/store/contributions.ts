import type { NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export interface ContributionCounts {
  epics: number;
  issues: number;
  comments: number;
}

/** The numbers of epics, issues and notes that a user wrote; incidents and tasks count as issues. */
export async function contributionsOf(db: Db, userId: UserId): Promise<ContributionCounts> {
  const { rows } = await sql<ContributionCounts>`
    SELECT (SELECT count(*)::int FROM work_items WHERE author_id = ${userId} AND type = 'epic') AS epics,
      (SELECT count(*)::int FROM work_items WHERE author_id = ${userId} AND type <> 'epic') AS issues,
      (SELECT count(*)::int FROM notes WHERE author_id = ${userId} AND NOT is_system) AS comments`.execute(db);
  return rows[0] ?? { epics: 0, issues: 0, comments: 0 };
}

export async function itemsOfAuthor(db: Db, userId: UserId, limit: number): Promise<WorkItemId[]> {
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT id FROM work_items WHERE author_id = ${userId} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function notesOfAuthor(db: Db, userId: UserId, limit: number): Promise<NoteId[]> {
  const { rows } = await sql<{ id: NoteId }>`
    SELECT id FROM notes WHERE author_id = ${userId} AND NOT is_system ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
