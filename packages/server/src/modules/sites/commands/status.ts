import type { Context } from '../../../platform/context.ts';
import { version } from '../../../platform/version.ts';
import { countProjects } from '../store.ts';
import { copyTargets } from '../store/copies.ts';
import type { CopyCounts, CopyFailure, CopyKind, FilePlace, SiteReport } from '../table.ts';
import type { SiteWithScope } from '../commands.ts';
import { followerOf } from './follow.ts';

export interface SiteStatus {
  site: SiteWithScope;
  health: 'Healthy' | 'Unhealthy' | 'Unknown' | 'Disabled';
  /** A sentence: what is wrong. */
  message: string;
  lagBytes: number | null;
  lagSeconds: number | null;
  projects: number;
  /** Null for the primary, and until the site has reported. */
  filePlace: FilePlace | null;
  copies: Readonly<Record<CopyKind, CopyCounts>>;
  failures: readonly CopyFailure[];
  version: string | null;
  updatedAt: Date | null;
}

/** A secondary that did not report for this long is unhealthy. */
const SILENT_SECONDS = 60;
const MAX_HEALTHY_LAG_SECONDS = 10;

/** The states of sites. That of a secondary is what it reported last, or what this process knows if it is this site. */
export async function statusesOf(ctx: Context, sites: readonly SiteWithScope[]): Promise<SiteStatus[]> {
  const projects = await countProjects(ctx.db);
  return Promise.all(sites.map((site) => statusOf(ctx, site, projects)));
}

async function statusOf(ctx: Context, site: SiteWithScope, projects: number): Promise<SiteStatus> {
  const nothing: CopyCounts = { count: 0, synced: 0, failed: 0, verified: 0 };
  if (site.isPrimary) {
    const targets = await copyTargets(ctx.db, site);
    const complete = (count: number): CopyCounts => ({ count, synced: count, failed: 0, verified: count });
    return {
      site,
      health: 'Healthy',
      message: '',
      lagBytes: 0,
      lagSeconds: 0,
      projects,
      filePlace: null,
      copies: { uploads: complete(targets.uploads), project_repositories: complete(targets.project_repositories) },
      failures: [],
      version,
      updatedAt: new Date(),
    };
  }
  const own = followerOf(ctx.services)?.reportOf(site.name) ?? null;
  const report = own ?? site.status;
  const updatedAt = own ? new Date() : site.statusAt;
  const base = {
    site,
    lagBytes: report?.lagBytes ?? null,
    lagSeconds: report?.lagSeconds ?? null,
    projects,
    filePlace: report?.filePlace ?? null,
    copies: report?.copies ?? { uploads: nothing, project_repositories: nothing },
    failures: report?.failures ?? [],
    version: report?.version ?? null,
    updatedAt,
  };
  if (!site.isEnabled) return { ...base, health: 'Disabled', message: 'The site is disabled.' };
  if (!report || !updatedAt) return { ...base, health: 'Unknown', message: 'The site has not reported yet.' };
  const silent = (Date.now() - updatedAt.getTime()) / 1_000;
  const problems = [
    ...(silent > SILENT_SECONDS ? ['The site does not report.'] : []),
    ...(own && !ctx.services.site.isPrimaryReachable ? ['The primary site is unreachable.'] : []),
    ...((report.lagSeconds ?? 0) > MAX_HEALTHY_LAG_SECONDS
      ? [`The database is ${Math.round(report.lagSeconds ?? 0)} seconds behind.`]
      : []),
    ...problemsOf(report),
  ];
  return { ...base, health: problems.length === 0 ? 'Healthy' : 'Unhealthy', message: problems.join(' ') };
}

function problemsOf({ failures, filePlace }: SiteReport): string[] {
  const isMissing = filePlace === 'shared_bucket' && failures.some(({ kind }) => kind === 'uploads');
  const isCopyFailed = failures.some(({ kind }) => kind !== 'uploads' || !isMissing);
  return [
    ...(isMissing ? ['Files are missing in the bucket, which this site reads and does not copy to.'] : []),
    ...(isCopyFailed ? ['Files or repositories could not be copied.'] : []),
  ];
}
