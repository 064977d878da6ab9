import type { AbuseReportState } from '@milepost/core/accounts/abuse';
import type { AbuseReportId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import type { AbuseReportTable } from '../table.ts';

export type AbuseReport = Selectable<AbuseReportTable>;

/** Stores a report, unless the same person has an open report of the same object. */
export async function insertAbuseReport(
  db: Db,
  values: Pick<Insertable<AbuseReportTable>, 'userId' | 'reporterId' | 'category' | 'reportedFromUrl'>,
): Promise<void> {
  const { userId, reporterId, category, reportedFromUrl } = values;
  await sql`
    INSERT INTO abuse_reports (user_id, reporter_id, category, reported_from_url)
    SELECT ${userId}, ${reporterId}, ${category}, ${reportedFromUrl}
    WHERE NOT EXISTS (
      SELECT FROM abuse_reports WHERE user_id = ${userId} AND reporter_id = ${reporterId} AND category = ${category}
        AND reported_from_url = ${reportedFromUrl} AND state = 'open')`.execute(db);
}

/** One page of the reports in a state, newest first, and their total number. */
export async function listAbuseReports(
  db: Db,
  state: AbuseReportState,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ reports: AbuseReport[]; total: number }> {
  const reports = await db
    .selectFrom('abuseReports')
    .selectAll()
    .where('state', '=', state)
    .orderBy('id', 'desc')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('abuseReports')
    .select(sql<number>`count(*)`.as('total'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return { reports, total };
}

/** Null when there is no such report. */
export async function saveAbuseReportState(
  db: Db,
  id: AbuseReportId,
  state: AbuseReportState,
  byId: UserId | null,
): Promise<AbuseReport | null> {
  const isClosed = state === 'closed';
  const row = await db
    .updateTable('abuseReports')
    .set({ state, closedAt: isClosed ? sql<Date>`now()` : null, closedById: isClosed ? byId : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
