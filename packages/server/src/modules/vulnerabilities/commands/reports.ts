import { ValidationError } from '@milepost/core/errors';
import type { Context, Trx } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { repositoriesByProject } from '../../repositories/store.ts';
import { vulnerabilityPolicy } from '../policy.ts';
import {
  insertScan,
  latestScanAt,
  lockReports,
  markMissing,
  saveFindings,
  type SavedCounts,
  type ScannedBranch,
} from '../store/findings.ts';
import type { Scan } from './report/findings.ts';
import { withReport } from './report/report-process.ts';
import { groupedBy } from '../store/grouped.ts';

export interface ReportCounts extends SavedCounts {
  /** Marked because a newer scan does not contain them. */
  noLongerDetected: number;
}

const MAX_BRANCH_LENGTH = 1024;

/**
 * Stores the findings of a report: all of them, or none. Throws ForbiddenError, ValidationError with the path of the first error in the
 * report, ReportTooComplexError and TooManyReportsError.
 */
export async function storeReport(
  ctx: Context,
  project: Namespace,
  { file, branch }: { file: string; branch?: string | null },
): Promise<ReportCounts> {
  ctx.require(vulnerabilityPolicy.change, project);
  if ((branch ?? '').length > MAX_BRANCH_LENGTH) {
    throw new ValidationError({ branch: [`is too long (maximum is ${MAX_BRANCH_LENGTH} characters)`] });
  }
  return storeScans(ctx, project, await readScans(file), branch);
}

/** Stores what a report contains. Throws ForbiddenError. */
export async function storeScans(
  ctx: Context,
  project: Namespace,
  scans: readonly Scan[],
  branch: string | null = null,
): Promise<ReportCounts> {
  ctx.require(vulnerabilityPolicy.change, project);
  const repository = await ctx.load(repositoriesByProject, project.id);
  return ctx.transaction(async (trx) => {
    await lockReports(trx, project.id);
    const byScanner = groupedBy(scans, ({ scanner }) => scanner);
    const total = noCounts();
    for (const [scanner, its] of byScanner) {
      const target = { projectId: project.id, branch: branch || (repository?.defaultBranch ?? ''), scanner };
      const saved = await storeScansOf(ctx, trx, target, its);
      for (const key of Object.keys(saved) as (keyof ReportCounts)[]) total[key] += saved[key];
    }
    const { created, updated } = total;
    trx.announce({ name: 'vulnerability.reported', namespaceId: project.id, data: { created, updated } });
    return total;
  });
}

const noCounts = (): ReportCounts => ({ created: 0, updated: 0, unchanged: 0, noLongerDetected: 0 });

async function readScans(file: string): Promise<Scan[]> {
  return withReport(file, async (report) => {
    const first = await report.next();
    const scans: Scan[] = first.type === 'scans' ? first.scans.map((scan) => ({ ...scan, findings: [] })) : [];
    for (let reply = await report.next(); reply.type === 'batch'; reply = await report.next()) {
      scans[reply.scan]?.findings.push(...reply.findings);
    }
    return scans;
  });
}

const BATCH = 500;

/** The scans of one scanner: several runs of one report add up, and mark what none of them contains. */
async function storeScansOf(
  ctx: Context,
  trx: Trx,
  target: ScannedBranch,
  scans: readonly Scan[],
): Promise<ReportCounts> {
  const now = Date.now();
  const scannedAt = new Date(
    Math.max(...scans.map((scan) => Math.min(now, scan.scannedAt === null ? now : Date.parse(scan.scannedAt)))),
  );
  const latest = await latestScanAt(trx, target);
  const isOutdated = latest !== null && scannedAt < latest;
  const authorId = ctx.viewer.id;
  const counts = noCounts();
  const seen = new Set<string>();
  for (const { findings, ...scan } of scans) {
    const { scannerVersion, reportType, isSuccessful } = scan;
    await insertScan(trx, {
      ...target,
      authorId,
      scannerVersion,
      reportType,
      isSuccessful,
      findingCount: findings.length,
      scannedAt,
    });
    const fresh = findings.filter(({ fingerprint }) => !seen.has(fingerprint));
    for (const { fingerprint } of fresh) seen.add(fingerprint);
    for (let start = 0; start < fresh.length; start += BATCH) {
      const batch = fresh.slice(start, start + BATCH);
      const saved = await saveFindings(trx, { ...target, authorId, reportType, isOutdated }, batch);
      counts.created += saved.created;
      counts.updated += saved.updated;
      counts.unchanged += saved.unchanged;
    }
  }
  if (!isOutdated && scans.every(({ isSuccessful }) => isSuccessful)) {
    counts.noLongerDetected = await markMissing(trx, target, [...seen]);
  }
  return counts;
}
