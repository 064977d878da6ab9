import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** Enters the texts that wait into the index that searches read; gives how many pages of them there were. */
export async function indexWaitingTexts(db: Db): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    SELECT gin_clean_pending_list('work_items_epic_texts') AS pages`.execute(db);
  return rows[0]?.pages ?? 0;
}
