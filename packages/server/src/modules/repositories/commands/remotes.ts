import {
  DomainError,
  NotFoundError,
  StaleVersionError,
  UnprocessableError,
  ValidationError,
} from '@milepost/core/errors';
import {
  DEFAULT_FETCH_MINUTES,
  isRemoteCredential,
  MIN_FETCH_MINUTES,
  minutesToNextFetch,
  parseRemoteAddress,
  type RemoteCredentials,
} from '@milepost/core/repositories/remotes';
import type { RemoteId } from '@milepost/core/ids';
import type { Context, Services } from '../../../platform/context.ts';
import type { Git } from '../../../platform/git/git.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { UnsealError } from '../../../platform/sealing/cipher.ts';
import type { SealedColumn } from '../../../platform/sealing/rotate.ts';
import { seal, unseal } from '../../../platform/sealing/sealing.ts';
import { lockNamespace, type Namespace } from '../../namespaces/store.ts';
import { gitOf } from '../commands.ts';
import { repositoryPolicy } from '../policy.ts';
import { listRemote, RemoteError, type FetchOptions, type Remote } from '../store/fetching.ts';
import { emptyRepository } from '../store/folders.ts';
import { lockRemote, remoteOf, removeRemote, saveRemote, saveRemoteState } from '../store/remotes.ts';
import type { RepositoryRemote } from '../table.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'repositoryRemote.saved': { remoteId: RemoteId };
    'repositoryRemote.removed': { remoteId: RemoteId };
  }
}

const PURPOSE = 'repository remote';
export const sealedRemotes: SealedColumn = {
  table: 'repository_remotes',
  column: 'sealed_credentials',
  purpose: PURPOSE,
};
export const FETCH_REMOTES = 'repositories.fetchRemotes';

/** The remote was fetched less than five minutes ago. */
export class FetchedRecentlyError extends DomainError {
  override name = 'FetchedRecentlyError';
  readonly code = 'FETCHED_RECENTLY' as const;
  readonly kind = 'limited' as const;
  constructor(readonly retryAfter: number) {
    super(`A remote can be fetched once in ${MIN_FETCH_MINUTES} minutes`);
  }
}

export interface RemoteInput {
  /** May contain credentials. */
  url?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  isEnabled?: boolean | undefined;
  overwritesDiverged?: boolean | undefined;
  /** The version that was read, for optimistic locking (StaleVersionError). */
  lockVersion?: number | undefined;
}

export const fetchMinutes = ({ git }: Services): number => git.limits.fetchMinutes ?? DEFAULT_FETCH_MINUTES;

/** With its credentials. Throws RemoteError for those that were encrypted with another secret. */
export async function unsealed(services: Services, { url, sealedCredentials }: RepositoryRemote): Promise<Remote> {
  if (sealedCredentials === null) return { url, credentials: null };
  try {
    return { url, credentials: JSON.parse(await unseal(services, PURPOSE, sealedCredentials)) as RemoteCredentials };
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new RemoteError('The stored user name and password cannot be read. Enter them again.', true);
  }
}

export function fetchOptions({ webhooksAllowLocal }: Services, git: Git, folder: string): FetchOptions {
  return { git, folder, isLocalAllowed: webhooksAllowLocal, caFile: git.limits.caFile ?? null };
}

/** The remote of a project. Throws ForbiddenError, and NotFoundError if there is none. */
export async function findRemote(ctx: Context, project: Namespace): Promise<RepositoryRemote> {
  ctx.require(repositoryPolicy.readRemote, project);
  return (await remoteOf(ctx.db, project.id)) ?? missing();
}

/**
 * Names or changes the remote of a project and fetches it. The remote is asked first: throws RemoteError for an address that a fetch would
 * refuse too. What is not given stays; credentials stay only for the same host.
 */
export async function configureRemote(ctx: Context, project: Namespace, input: RemoteInput): Promise<RepositoryRemote> {
  ctx.require(repositoryPolicy.configureRemote, project);
  const before = await remoteOf(ctx.db, project.id);
  const wanted = await wantedRemote(ctx.services, before, input);
  const isEnabled = input.isEnabled ?? before?.isEnabled ?? true;
  if (isEnabled) await verifyRemote(ctx, wanted);
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespace(trx, project.id);
    if (!locked) throw new NotFoundError('Project');
    ctx.require(repositoryPolicy.configureRemote, locked);
    const current = await lockRemote(trx, project.id);
    const read = input.lockVersion ?? before?.lockVersion;
    if (current?.lockVersion !== before?.lockVersion || current?.lockVersion !== read) throw new StaleVersionError();
    const { url, credentials } = wanted;
    const saved = await saveRemote(trx, project.id, {
      url,
      sealedCredentials:
        credentials && (await seal({ db: trx, secret: ctx.services.secret }, PURPOSE, JSON.stringify(credentials))),
      isEnabled,
      overwritesDiverged: input.overwritesDiverged ?? before?.overwritesDiverged ?? false,
      setById: ctx.viewer.id,
    });
    trx.announce({ name: 'repositoryRemote.saved', namespaceId: project.id, data: { remoteId: saved.id } });
    if (isEnabled) await addJob(trx, FETCH_REMOTES, {}, { key: FETCH_REMOTES });
    return saved;
  });
}

async function wantedRemote(services: Services, before: RepositoryRemote | null, input: RemoteInput): Promise<Remote> {
  const given = input.url ?? before?.url;
  if (given === undefined || given.trim() === '') throw new ValidationError({ url: ["can't be blank"] });
  const address = parseRemoteAddress(given);
  if (!address) throw new UnprocessableError('The address of a remote must be like https://host/path');
  const { username, password } = input;
  if (![username, password].every((text) => text === undefined || isRemoteCredential(text))) {
    throw new ValidationError({ base: ['User name and password must be one line of at most 1024 characters'] });
  }
  if (username !== undefined || password !== undefined) {
    const isNone = !username && !password;
    return { url: address.url, credentials: isNone ? null : { username: username ?? '', password: password ?? '' } };
  }
  if (address.credentials || !before) return address;
  // A person who changes the address must not receive the credentials that another person entered.
  const isSameHost = new URL(before.url).origin === new URL(address.url).origin;
  return { url: address.url, credentials: isSameHost ? (await unsealed(services, before)).credentials : null };
}

/** Throws RemoteError for what only a person can change; a remote that does not answer at the moment is fetched later. */
async function verifyRemote(ctx: Context, remote: Remote): Promise<void> {
  const folder = await emptyRepository(ctx.services.dataDir);
  try {
    await listRemote(remote, fetchOptions(ctx.services, gitOf(ctx), folder));
  } catch (error) {
    if (!(error instanceof RemoteError) || error.isFinal) throw error;
  }
}

/** The repository keeps what was fetched. */
export function deleteRemote(ctx: Context, project: Namespace): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespace(trx, project.id);
    if (!locked) throw new NotFoundError('Project');
    ctx.require(repositoryPolicy.configureRemote, locked);
    const remote = (await lockRemote(trx, project.id)) ?? missing();
    await removeRemote(trx, project.id);
    trx.announce({ name: 'repositoryRemote.removed', namespaceId: project.id, data: { remoteId: remote.id } });
  });
}

/**
 * Starts a fetch, also of a remote that is no longer fetched after its failures. Throws FetchedRecentlyError, and RemoteError for an
 * address that is refused.
 */
export async function startFetch(ctx: Context, project: Namespace): Promise<void> {
  ctx.require(repositoryPolicy.configureRemote, project);
  const remote = (await remoteOf(ctx.db, project.id)) ?? missing();
  if (!remote.isEnabled) throw new UnprocessableError('The remote is switched off');
  refuseTooEarly(remote);
  let refusal: RemoteError | null = null;
  try {
    await verifyRemote(ctx, await unsealed(ctx.services, remote));
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    refusal = error;
  }
  await ctx.transaction(async (trx) => {
    const locked = (await lockRemote(trx, project.id)) ?? missing();
    refuseTooEarly(locked);
    if (refusal) await saveFailure(ctx.services, trx, { ...locked, failures: 0 }, refusal.message, new Date());
    else {
      const nextFetchAt = new Date();
      await saveRemoteState(trx, locked, { status: 'scheduled', failures: 0, nextFetchAt });
      await addJob(trx, FETCH_REMOTES, {}, { key: FETCH_REMOTES });
    }
  });
  if (refusal) throw refusal;
}

function refuseTooEarly({ startedAt }: RepositoryRemote): void {
  if (startedAt === null) return;
  const seconds = Math.ceil((startedAt.getTime() + MIN_FETCH_MINUTES * 60_000 - Date.now()) / 1000);
  if (seconds > 0) throw new FetchedRecentlyError(seconds);
}

/** Counts a failed fetch: the interval doubles, and after the last failure in a row nothing is fetched. */
export async function saveFailure(
  services: Services,
  db: Context['db'],
  remote: RepositoryRemote,
  lastError: string,
  startedAt: Date,
): Promise<void> {
  const failures = remote.failures + 1;
  const minutes = minutesToNextFetch(failures, fetchMinutes(services));
  await saveRemoteState(db, remote, {
    status: 'failed',
    lastError,
    failures,
    startedAt,
    endedAt: new Date(),
    nextFetchAt: minutes === null ? null : inMinutes(minutes),
  });
}

export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

function missing(): never {
  throw new NotFoundError('Mirror');
}
