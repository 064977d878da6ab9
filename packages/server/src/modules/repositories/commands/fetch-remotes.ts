import { randomUUID } from 'node:crypto';
import { NotFoundError } from '@milepost/core/errors';
import { MIN_FETCH_MINUTES } from '@milepost/core/repositories/remotes';
import type { NamespaceId } from '@milepost/core/ids';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { GitBusyError, GitMissingError } from '../../../platform/git/errors.ts';
import { acquireLeases, releaseLease } from '../../../platform/jobs/leases.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { isOpen } from '../../namespaces/policy.ts';
import { createRepository } from '../commands.ts';
import { repositoryPolicy } from '../policy.ts';
import {
  fetchRemote,
  listRemote,
  RemoteError,
  type FetchOptions,
  type Remote,
  type RemoteHeads,
} from '../store/fetching.ts';
import { emptyRepository, folderOf, isUsable } from '../store/folders.ts';
import { applyMirror, planMirror, readRefs } from '../store/mirrored.ts';
import { dueRemotes, remoteOf, saveRemoteState } from '../store/remotes.ts';
import { repositoryOf } from '../store.ts';
import type { Repository, RepositoryRemote } from '../table.ts';
import { NO_OBJECT, type RefUpdate } from './push.ts';
import { afterPush } from './receive.ts';
import { fetchMinutes, fetchOptions, inMinutes, saveFailure, unsealed } from './remotes.ts';

/** Fetches of one process at a time. */
const MAX_FETCHES = 2;
/** More than other servers may be fetching at the moment. */
const MAX_DUE = 100;
const LEASE_SECONDS = 60;
const RENEW_MS = 15_000;
/** Of the processes of git, all fetches together hold at most what one caller may. */
const CALLER = 'remotes';
/** Branches that an error names. */
const MAX_NAMED = 10;

/** The fetches of this process, by database. A fetch may take long, so that no job waits for it. */
const running = new WeakMap<Db, Map<NamespaceId, Promise<void>>>();

/**
 * Starts the fetches that are due. Each project has one at a time across all servers of the database. Aborting ends them; they are due
 * again.
 */
export async function fetchDueRemotes(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const fetches = running.get(db) ?? new Map<NamespaceId, Promise<void>>();
  running.set(db, fetches);
  const isFull = (): boolean => fetches.size >= MAX_FETCHES || signal.aborted;
  const due = isFull() ? [] : await dueRemotes(db, MAX_DUE);
  const fetchThenNext = async (projectId: NamespaceId): Promise<void> => {
    const isFetched = await fetchProject(services, projectId, signal).finally(() => fetches.delete(projectId));
    if (isFetched) await fetchDueRemotes(services, signal);
  };
  for (const projectId of due) {
    if (isFull() || fetches.has(projectId)) continue;
    // A lost database: the lease expires, and the remote is still due.
    fetches.set(
      projectId,
      fetchThenNext(projectId).catch(() => undefined),
    );
  }
}

/** Resolves when the fetches of this process have ended. */
export async function fetchesEnded(db: Db): Promise<void> {
  const fetches = running.get(db);
  if (fetches) await Promise.all(fetches.values());
}

/** Fetches the remote of a project under its lease. Returns whether it got the lease. */
export async function fetchProject(services: Services, projectId: NamespaceId, signal?: AbortSignal): Promise<boolean> {
  const { db } = services;
  const holder = randomUUID();
  const lease = `repositories.fetch.${projectId}`;
  const hold = async (): Promise<boolean> => (await acquireLeases(db, holder, [lease], LEASE_SECONDS)).has(lease);
  if (!(await hold())) return false;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    hold().then(
      (isHeld) => !isHeld && lost.abort(),
      () => lost.abort(),
    );
  }, RENEW_MS);
  try {
    await fetchOnce(services, projectId, signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
    return true;
  } finally {
    clearInterval(renewal);
    await releaseLease(db, holder, lease);
  }
}

async function fetchOnce(services: Services, projectId: NamespaceId, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const remote = await remoteOf(db, projectId);
  // Somebody else fetched it while this fetch waited for the lease.
  if (!remote?.isEnabled || remote.nextFetchAt === null || remote.nextFetchAt > new Date()) return;
  const startedAt = new Date();
  // If the fetch ends the process, the remote stays due.
  const retry = { startedAt, nextFetchAt: inMinutes(MIN_FETCH_MINUTES) };
  await saveRemoteState(db, remote, { ...retry, status: 'started' });
  try {
    const kept = await mirror(services, remote, signal);
    if (kept === null) {
      await saveRemoteState(db, remote, { status: 'scheduled' });
      return;
    }
    const endedAt = new Date();
    await saveRemoteState(db, remote, {
      status: 'finished',
      lastError: kept.length === 0 ? null : keptText(kept),
      failures: 0,
      endedAt,
      succeededAt: endedAt,
      nextFetchAt: inMinutes(fetchMinutes(services)),
    });
  } catch (error) {
    if (signal.aborted || error instanceof GitBusyError) await saveRemoteState(db, remote, { status: 'scheduled' });
    else await saveFailure(services, db, remote, textOf(error), startedAt);
  }
}

/** The text of any other error may contain what the remote sent. */
function textOf(error: unknown): string {
  return error instanceof RemoteError || error instanceof GitMissingError
    ? error.message
    : 'The remote could not be fetched';
}

function keptText(kept: readonly string[]): string {
  const named = kept.slice(0, MAX_NAMED).join(', ');
  const more = kept.length - MAX_NAMED;
  return `Not updated, because of commits that the remote does not have: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the branches and tags that were not updated; null if the project is read-only at the moment. */
async function mirror(
  services: Services,
  remote: RepositoryRemote,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const { project, ctx } = await actorOf(services, remote);
  if (!isOpen(project)) return null;
  if (!ctx.can(repositoryPolicy.configureRemote, project)) {
    throw new RemoteError('Who named this remote may no longer do so. Save it again.', false);
  }
  const address = await unsealed(services, remote);
  const git = services.git.for(CALLER);
  const options = (folder: string): FetchOptions => ({ ...fetchOptions(services, git, folder), signal });
  const repository = await repositoryOf(services.db, project.id);
  const heads = await listRemote(address, options(await emptyRepository(services.dataDir)));
  if (heads.branches.size === 0) throw new RemoteError('The remote has no branches', false);
  const folder = repository ? folderOf(services.dataDir, project.id) : await createRepository(ctx, project);
  if (!(await isUsable(folder))) throw new RemoteError('The repository is unavailable.', false);
  return take({ ctx, project, repository, remote, address, options: options(folder), heads });
}

interface Taking {
  ctx: Context;
  project: Namespace;
  repository: Repository | null;
  remote: RepositoryRemote;
  address: Remote;
  options: FetchOptions;
  heads: RemoteHeads;
}

async function take({ ctx, project, repository, remote, address, options, heads }: Taking): Promise<readonly string[]> {
  const repo = { git: options.git, folder: options.folder };
  const before = remote.trackedUrl === remote.url ? await readRefs(repo) : null;
  const { maxRepositoryBytes } = options.git.limits;
  await fetchRemote(address, options, maxRepositoryBytes - (repository?.sizeBytes ?? 0));
  // Removed or changed meanwhile: the branches are no longer those of this remote.
  const current = await remoteOf(ctx.db, project.id);
  if (current?.id !== remote.id || current.url !== remote.url || !current.isEnabled) return [];
  await saveRemoteState(ctx.db, remote, { trackedUrl: remote.url });
  const { updates, kept } = await planMirror(repo, before, await readRefs(repo), remote.overwritesDiverged);
  const defaultBranch = defaultAfter(repository?.defaultBranch ?? null, updates, heads);
  await applyMirror(repo, updates);
  await afterPush(ctx, project, options.folder, updates, defaultBranch);
  return kept;
}

/** The default branch changes only when the remote has removed it: to that of the remote. */
function defaultAfter(before: string | null, updates: readonly RefUpdate[], { head }: RemoteHeads): string | null {
  const isRemoved = updates.some(({ ref, after }) => ref === `refs/heads/${before}` && NO_OBJECT.test(after));
  return before === null || isRemoved ? head : before;
}

/** The project, and the person who named its remote: what commits do is done with their rights. */
async function actorOf(services: Services, { projectId, setById }: RepositoryRemote) {
  const [viewer = anonymous] = await viewersOfAccounts(services.db, setById === null ? [] : [setById]);
  const ctx = new Context(services, viewer);
  const project = await ctx.load(namespacesById, projectId);
  if (!project) throw new NotFoundError('Project');
  return { ctx, project };
}
