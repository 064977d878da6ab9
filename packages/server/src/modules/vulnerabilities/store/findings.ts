import type { NamespaceId, UserId } from '@milepost/core/ids';
import type {
  VulnerabilityConfidence,
  VulnerabilityIdentifier,
  VulnerabilityLocation,
  VulnerabilityReference,
  VulnerabilityReportType,
  VulnerabilitySeverity,
} from '@milepost/core/security/vulnerabilities';
import { sql, type Insertable } from 'kysely';
import { lockNamed } from '../../../platform/database/locks.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { VulnerabilityScanTable } from '../table.ts';

/** Serializes the reports of one project; held until the transaction ends. */
export async function lockReports(trx: Db, projectId: NamespaceId): Promise<void> {
  await lockNamed(trx, `vulnerabilities:${projectId}`);
}

/** The findings of one scanner in one branch of a project. */
export interface ScannedBranch {
  projectId: NamespaceId;
  branch: string;
  scanner: string;
}

/** When the latest successful scan ended; null if there was none. */
export async function latestScanAt(trx: Db, { projectId, branch, scanner }: ScannedBranch): Promise<Date | null> {
  const row = await trx
    .selectFrom('vulnerabilityScans')
    .select('scannedAt')
    .where('projectId', '=', projectId)
    .where('branch', '=', branch)
    .where('scanner', '=', scanner)
    .where('isSuccessful', '=', true)
    .orderBy('scannedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.scannedAt ?? null;
}

export async function insertScan(trx: Db, scan: Insertable<VulnerabilityScanTable>): Promise<void> {
  await trx.insertInto('vulnerabilityScans').values(scan).execute();
}

/** One result of a scanner. */
export interface Finding {
  fingerprint: string;
  title: string;
  description: string;
  solution: string;
  severity: VulnerabilitySeverity;
  confidence: VulnerabilityConfidence;
  location: VulnerabilityLocation;
  identifiers: readonly VulnerabilityIdentifier[];
  links: readonly VulnerabilityReference[];
}

export interface SavedCounts {
  created: number;
  updated: number;
  unchanged: number;
}

interface Target extends ScannedBranch {
  authorId: UserId | null;
  reportType: VulnerabilityReportType;
  /** Whether a newer successful scan does not contain them: known ones stay as they are, others are new but missing. */
  isOutdated: boolean;
}

/** The columns that a report sets. */
const reported = [
  'title',
  'description',
  'solution',
  'severity',
  'confidence',
  'location_path',
  'location_line',
  'location_end_line',
  'location_subject',
  'identifiers',
  'links',
] as const;

/** Creates vulnerabilities of new findings and updates those of known ones. State and transitions stay. */
export async function saveFindings(trx: Db, target: Target, findings: readonly Finding[]): Promise<SavedCounts> {
  const rows = findings.map(({ location, ...finding }) => ({
    ...finding,
    location_path: location.path,
    location_line: location.line,
    location_end_line: location.endLine,
    location_subject: location.subject,
  }));
  const columns = sql.join(reported.map((name) => sql.ref(name)));
  const excluded = sql.join(reported.map((name) => sql.ref(`excluded.${name}`)));
  const current = sql.join(reported.map((name) => sql.ref(`v.${name}`)));
  const conflict = target.isOutdated
    ? sql`NOTHING`
    : sql`UPDATE SET (${columns}) = ROW (${excluded}), is_missing = false, updated_at = now()
      WHERE v.is_missing OR (${current}) IS DISTINCT FROM (${excluded})`;
  const saved = await sql<{ isNew: boolean }>`
    INSERT INTO vulnerabilities AS v (project_id, branch, scanner, author_id, report_type, is_missing, fingerprint, ${columns})
    SELECT ${target.projectId}::bigint, ${target.branch}::text, ${target.scanner}::text, ${target.authorId}::bigint,
      ${target.reportType}::text, ${target.isOutdated}::boolean, fingerprint, ${columns}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (
      fingerprint text, title text, description text, solution text, severity text, confidence text, location_path text,
      location_line integer, location_end_line integer, location_subject text, identifiers jsonb, links jsonb)
    ON CONFLICT (project_id, branch, scanner, fingerprint) DO ${conflict}
    RETURNING v.xmax = 0 AS is_new`.execute(trx);
  const created = saved.rows.filter(({ isNew }) => isNew).length;
  const updated = saved.rows.length - created;
  return { created, updated, unchanged: findings.length - created - updated };
}

/** Marks the vulnerabilities that a scan does not contain. Returns how many it marked. */
export async function markMissing(
  trx: Db,
  { projectId, branch, scanner }: ScannedBranch,
  fingerprints: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE vulnerabilities v SET is_missing = true, updated_at = now()
    WHERE project_id = ${projectId} AND branch = ${branch} AND scanner = ${scanner} AND NOT is_missing
      AND NOT EXISTS (SELECT FROM unnest(${fingerprints}::text[]) AS seen WHERE seen = v.fingerprint)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
