import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export interface OverviewCounts {
  users: number;
  groups: number;
  projects: number;
  items: number;
  waitingUsers: number;
  abuseReports: number;
  databaseBytes: number;
  databaseVersion: string;
}

export async function overviewCounts(db: Db): Promise<OverviewCounts> {
  const { rows } = await sql<OverviewCounts>`
    SELECT (SELECT count(*)::int FROM users WHERE NOT is_bot) AS users,
      (SELECT count(*)::int FROM namespaces WHERE kind = 'group' AND deleted_at IS NULL) AS groups,
      (SELECT count(*)::int FROM namespaces WHERE kind = 'project' AND deleted_at IS NULL) AS projects,
      (SELECT count(*)::int FROM work_items) AS items,
      (SELECT count(*)::int FROM users WHERE state = 'blocked_pending_approval') AS waiting_users,
      (SELECT count(*)::int FROM abuse_reports WHERE state = 'open') AS abuse_reports,
      pg_database_size(current_database()) AS database_bytes,
      current_setting('server_version') AS database_version`.execute(db);
  return rows[0] as OverviewCounts;
}
