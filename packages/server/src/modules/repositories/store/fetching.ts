import type { RemoteCredentials } from '@milepost/core/repositories/remotes';
import { DomainError } from '@milepost/core/errors';
import type { Git } from '../../../platform/git/git.ts';
import { GitCommandError } from '../../../platform/git/errors.ts';
import type { GitProcess } from '../../../platform/git/process.ts';
import { PrivateAddressError } from '../../../platform/network/public-addresses.ts';
import { packBytes } from './folders.ts';
import { openTunnel, TunnelFullError, type Tunnel } from '../../../platform/network/tunnel.ts';

/** How long a remote may take to list its branches. */
const LIST_TIMEOUT_MS = 20_000;
/** How long one fetch may take. */
const FETCH_TIMEOUT_MS = 60 * 60_000;
/** What a remote may list: 100,000 branches take some ten megabytes. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
/** How often the size of what arrives is looked at. */
const WATCH_MS = 2_000;
/** Where the newest state of the remote is, below `refs/`. Clones do not see it. */
export const MIRROR_REFS = 'refs/mirror';

/** A remote could not be fetched. The message has neither credentials nor what the remote wrote. */
export class RemoteError extends DomainError {
  override name = 'RemoteError';
  readonly code = 'REMOTE' as const;
  readonly kind = 'unprocessable' as const;
  constructor(
    message: string,
    /** Trying again does not help before somebody changes something. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

export interface Remote {
  url: string;
  credentials: RemoteCredentials | null;
}

export interface FetchOptions {
  git: Git;
  /** A repository. */
  folder: string;
  isLocalAllowed: boolean;
  /** A file of certificates to trust in place of those of the system. */
  caFile: string | null;
  signal?: AbortSignal | undefined;
}

/** What a remote has: names of branches, and the one that HEAD points to. */
export interface RemoteHeads {
  head: string | null;
  branches: ReadonlySet<string>;
}

/** Asks a remote for its branches. Throws RemoteError, GitMissingError or GitBusyError. */
export async function listRemote(remote: Remote, options: FetchOptions): Promise<RemoteHeads> {
  const args = ['ls-remote', '--symref', remote.url, 'HEAD', 'refs/heads/*'];
  const output = await run(remote, options, args, { timeoutMs: LIST_TIMEOUT_MS, maxBytes: MAX_LIST_BYTES });
  const branches = new Set<string>();
  let head: string | null = null;
  for (const line of output.split('\n')) {
    const [value = '', name = ''] = line.split('\t');
    if (name === 'HEAD') head = /^ref: refs\/heads\/(.+)$/.exec(value)?.[1] ?? head;
    const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
    if (branch !== undefined) branches.add(branch);
  }
  return { head: head !== null && branches.has(head) ? head : null, branches };
}

/** Fetches branches and tags below MIRROR_REFS and removes those that the remote no longer has. Throws as `listRemote` does. */
export async function fetchRemote(remote: Remote, options: FetchOptions, maxBytes: number): Promise<void> {
  const refs = ['heads', 'tags'].map((kind) => `+refs/${kind}/*:${MIRROR_REFS}/${kind}/*`);
  const flags = ['--quiet', '--prune', '--force', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const before = await packBytes(options.folder);
  // What arrives may be compressed once more.
  const isFull = async (): Promise<boolean> => (await packBytes(options.folder)) - before > maxBytes;
  const args = ['fetch', ...flags, remote.url, ...refs];
  await run(remote, options, args, { timeoutMs: FETCH_TIMEOUT_MS, maxBytes, isFull });
}

/** Prints the credentials of the environment: they are no argument of any process. */
const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$MILEPOST_REMOTE_USER" "$MILEPOST_REMOTE_PASSWORD"; }; f';

function configOf(remote: Remote, { proxy }: Tunnel, caFile: string | null): string[] {
  return [
    'protocol.https.allow=always',
    `http.proxy=${proxy}`,
    'http.followRedirects=false',
    'http.sslVerify=true',
    ...(caFile === null ? [] : [`http.sslCAInfo=${caFile}`]),
    'http.lowSpeedLimit=1000',
    'http.lowSpeedTime=60',
    'credential.helper=',
    ...(remote.credentials === null ? [] : [`credential.helper=${CREDENTIAL_HELPER}`]),
    'fetch.fsckObjects=true',
    'fetch.writeCommitGraph=false',
    'transfer.bundleURI=false',
  ];
}

interface RunLimits {
  timeoutMs: number;
  /** What may be received, and printed. */
  maxBytes: number;
  /** Whether the process wrote more than it may. */
  isFull?: () => Promise<boolean>;
}

async function run(
  remote: Remote,
  { git, folder, isLocalAllowed, caFile, signal }: FetchOptions,
  args: readonly string[],
  { timeoutMs, maxBytes, isFull }: RunLimits,
): Promise<string> {
  const url = new URL(remote.url);
  if (maxBytes <= 0) throw tooLarge();
  const tunnel = await openTunnel(url, { isLocalAllowed, maxBytes });
  let cause: RemoteError | null = null;
  let process: GitProcess | null = null;
  const stop = (): void => process?.stop();
  const stopFor = (reason: RemoteError): void => {
    cause ??= reason;
    stop();
  };
  const timer = setTimeout(() => {
    stopFor(new RemoteError(`${url.hostname} took too long to answer`, false));
  }, timeoutMs);
  const watch = setInterval(() => {
    isFull?.().then(
      (full) => full && stopFor(tooLarge()),
      () => undefined,
    );
  }, WATCH_MS);
  signal?.addEventListener('abort', stop);
  try {
    process = await git.start(args, {
      folder,
      config: configOf(remote, tunnel, caFile),
      env: {
        // Without a terminal: git must not ask for credentials.
        GIT_ASKPASS: 'false',
        ...(remote.credentials && {
          MILEPOST_REMOTE_USER: remote.credentials.username,
          MILEPOST_REMOTE_PASSWORD: remote.credentials.password,
        }),
      },
    });
    if (signal?.aborted) stop();
    process.stdin.end();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    await process.ended;
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    stop();
    if (cause !== null) throw cause;
    if (error instanceof GitCommandError) throw errorOf(url, tunnel.failure, error.stderr);
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', stop);
    tunnel.close();
  }
}

const tooLarge = (): RemoteError => new RemoteError('The remote is larger than a repository may be', false);

/** What git wrote may repeat what the remote sent, so only its meaning is kept. */
function errorOf({ hostname }: URL, failure: Error | null, stderr: string): RemoteError {
  if (failure instanceof PrivateAddressError) return new RemoteError(failure.message, true);
  if (failure instanceof TunnelFullError) return tooLarge();
  const status = /returned error: (\d{3})/.exec(stderr)?.[1] ?? '';
  if (status.startsWith('3')) {
    return new RemoteError('The remote redirects to another address. Enter that address.', true);
  }
  if (status === '401' || status === '403' || /Authentication failed|could not read (Username|Password)/.test(stderr)) {
    return new RemoteError('The remote refused the user name or password', true);
  }
  if (status === '404' || /repository .* not found/.test(stderr)) {
    return new RemoteError('There is no repository at this address', true);
  }
  if (status !== '') return new RemoteError(`${hostname} answered ${status}`, false);
  if (/certificate|SSL|TLS/i.test(stderr)) {
    return new RemoteError(`The certificate of ${hostname} is not valid`, false);
  }
  if (failure !== null) return new RemoteError(`${hostname} cannot be reached${reasonOf(failure)}`, false);
  if (/fsck|unpack|index-pack|bad object|invalid/i.test(stderr)) {
    return new RemoteError('The remote has objects that are damaged or not allowed', false);
  }
  return new RemoteError('The remote could not be fetched', false);
}

function reasonOf(failure: Error): string {
  const { code } = failure as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' ? ': its name does not resolve' : code === undefined ? '' : ` (${code})`;
}
