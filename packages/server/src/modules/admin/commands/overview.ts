import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { ObjectStore } from '../../../platform/files/object-store.ts';
import { listJobs, retryFailed, type JobState } from '../../../platform/jobs/history.ts';
import { outgoingPause, resumeOutgoing } from '../../../platform/jobs/outgoing.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { messageOf } from '../../../platform/util/errors.ts';
import { ConflictError, NotFoundError } from '@milepost/core/errors';
import type { NamespaceKind } from '../../namespaces/table.ts';
import { requireAdministrator } from '../policy.ts';
import { administeredNamespaces } from '../store/namespaces.ts';
import { overviewCounts } from '../store/overview.ts';

type Page = Pick<PageRequest, 'offset' | 'perPage'>;

export interface Health {
  isGood: boolean;
  /** Not configured: neither good nor bad. */
  isOff?: true;
  /** English text for the overview page. */
  detail: string;
}

const MAIL_TIMEOUT_MS = 3_000;

/** Counts, health checks, and the numbers of users, abuse reports and failed jobs that need a decision. */
export async function overview(ctx: Context) {
  requireAdministrator(ctx.viewer);
  const { files, storage } = ctx.services;
  const [counts, { counts: jobs }, mail, isFull, hasFiles, pause] = await Promise.all([
    overviewCounts(ctx.db),
    listJobs(ctx.db, 'failed', { offset: 0, perPage: 1 }),
    mailHealth(ctx),
    storage?.isFull() ?? false,
    files.isHealthy(),
    outgoingPause(ctx.db),
  ]);
  const health: Record<'database' | 'mail' | 'storage' | 'jobs', Health> = {
    database: {
      isGood: true,
      detail: `PostgreSQL ${counts.databaseVersion}, ${Math.ceil(counts.databaseBytes / 1024 / 1024)} MB`,
    },
    mail,
    storage: storageHealth(isFull, hasFiles, files.main),
    jobs: {
      isGood: jobs.failed === 0,
      detail: jobs.failed === 0 ? `${jobs.waiting} waiting, none failed` : `${jobs.failed} failed`,
    },
  };
  return {
    counts,
    health,
    pause,
    waiting: { users: counts.waitingUsers, reports: counts.abuseReports, failedJobs: jobs.failed },
  };
}

function storageHealth(isFull: boolean, hasFiles: boolean, { kind, place }: ObjectStore): Health {
  if (isFull) return { isGood: false, detail: 'Full: changes are refused' };
  if (!hasFiles) return { isGood: false, detail: `${place} does not answer: files cannot be stored` };
  return { isGood: true, detail: kind === 's3' ? `Files are in ${place}` : 'Enough free space' };
}

/** Sends again what was paused. Throws ConflictError if nothing is. */
export async function resumeSending(ctx: Context): Promise<void> {
  requireAdministrator(ctx.viewer);
  await ctx.transaction(async (trx) => {
    if (!(await resumeOutgoing(trx))) throw new ConflictError('Nothing is paused.');
    await recordAudit(trx, ctx, {
      kind: 'outgoing_resumed',
      of: null,
      what: 'Resumed mail, webhooks and audit streams',
    });
  });
}

async function mailHealth({ services: { mailer } }: Context): Promise<Health> {
  if (!mailer) return { isGood: true, isOff: true, detail: 'No mail server is set' };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server does not answer.')), MAIL_TIMEOUT_MS);
  });
  try {
    await Promise.race([mailer.verify(), late]);
    return { isGood: true, detail: 'The mail server accepts connections' };
  } catch (error) {
    return { isGood: false, detail: messageOf(error).slice(0, 300) };
  } finally {
    clearTimeout(timer);
  }
}

export async function jobsIn(ctx: Context, state: JobState, page: Page) {
  requireAdministrator(ctx.viewer);
  return listJobs(ctx.db, state, page);
}

/** Retries a failed job, or all of them if `id` is null; returns how many. Throws NotFoundError for a job that has not failed. */
export async function retryJobs(ctx: Context, id: number | null): Promise<number> {
  requireAdministrator(ctx.viewer);
  const count = await retryFailed(ctx.db, id);
  if (id !== null && count === 0) throw new NotFoundError('Failed job');
  return count;
}

export async function namespacesForAdministrators(ctx: Context, kind: NamespaceKind, search: string, page: Page) {
  requireAdministrator(ctx.viewer);
  return administeredNamespaces(ctx.db, kind, search.trim(), page);
}
