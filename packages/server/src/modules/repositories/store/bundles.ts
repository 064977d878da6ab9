import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GitBusyError, GitCommandError } from '../../../platform/git/errors.ts';
import type { Repo } from './commits.ts';
import { isRefName } from './names.ts';

/** A bundle that cannot become a repository. `problem` is for the report of an import. */
export class BundleError extends Error {
  override name = 'BundleError';
  readonly problem: string;
  constructor(problem: string) {
    super(`The bundle ${problem}`);
    this.problem = problem;
  }
}

/** The commits of branches, and the one that `HEAD` of the source named. */
export interface BundleRefs {
  branches: ReadonlyMap<string, string>;
  head: string | null;
}

/** All lines before the objects; 200,000 refs take some 20 megabytes. */
const MAX_HEAD_BYTES = 32 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const LINE_END = 0x0a;
/** Checking the objects of a repository of ten gigabytes takes minutes. */
const UNPACK_TIMEOUT_MS = 2 * 60 * 60_000;
/** Each waits for a free process, ten seconds by default. */
const MAX_STARTS = 60;

interface Limits {
  /** Bytes of the objects; Infinity for no limit. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/**
 * Unpacks a bundle (gitformat-bundle) into an empty repository, as it arrives: no copy of it is written. Its objects are checked like those
 * of a push, and its branches and tags are made; other refs are dropped. Throws BundleError for a bundle that is damaged, incomplete or
 * too large, or has an object that a push may not have.
 */
export async function unpackBundle(repo: Repo, chunks: AsyncIterable<Buffer>, limits: Limits): Promise<BundleRefs> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    return await unpack(repo, source, limits);
  } catch (error) {
    // The rest is read and dropped: ending its iterator would end the archive around it.
    if (error instanceof BundleError) while (!(await source.next()).done);
    throw error;
  }
}

async function unpack(repo: Repo, source: AsyncIterator<Buffer>, limits: Limits): Promise<BundleRefs> {
  const { lines, rest } = await readHead(source);
  const refs = refsOf(lines);
  await storeObjects(repo, packOf(rest, source), limits);
  const wanted = refs.filter(({ name }) => /^refs\/(heads|tags)\/./.test(name));
  await makeRefs(repo, wanted);
  const branches = wanted.flatMap(({ name, oid }): [string, string][] => {
    const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
    return branch === undefined ? [] : [[branch, oid]];
  });
  return { branches: new Map(branches), head: refs.find(({ name }) => name === 'HEAD')?.oid ?? null };
}

const SIGNATURES: ReadonlySet<string> = new Set(['# v2 git bundle', '# v3 git bundle']);

/** Reads up to the empty line before the objects. */
async function readHead(source: AsyncIterator<Buffer>): Promise<{ lines: string[]; rest: Buffer }> {
  const read: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await source.next();
    if (done || size > MAX_HEAD_BYTES) throw new BundleError('is not a Git bundle, or damaged');
    const before = read.at(-1);
    read.push(value);
    // The two line ends may be in two chunks.
    const isSplit = before?.at(-1) === LINE_END && value[0] === LINE_END;
    const end = isSplit ? size - 1 : size + value.indexOf('\n\n');
    size += value.length;
    if (!isSplit && !value.includes('\n\n')) continue;
    const head = Buffer.concat(read);
    const lines = head.toString('utf8', 0, end).split('\n');
    if (!SIGNATURES.has(lines[0] ?? '')) throw new BundleError('is not a Git bundle, or damaged');
    return { lines, rest: head.subarray(end + 2) };
  }
}

function refsOf([, ...lines]: readonly string[]): { name: string; oid: string }[] {
  const refs: { name: string; oid: string }[] = [];
  for (const line of lines) {
    if (line === '@object-format=sha1') continue;
    if (line.startsWith('@'))
      throw new BundleError(`needs ${JSON.stringify(line.slice(1, 100))}, which is not supported`);
    if (line.startsWith('-')) throw new BundleError('is incomplete: it needs commits that it does not contain');
    const [, oid, name] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
    if (oid === undefined || name === undefined || !isRefName(name)) {
      throw new BundleError(`has an invalid ref: ${JSON.stringify(line.slice(0, 200))}`);
    }
    refs.push({ name, oid });
  }
  return refs;
}

async function* packOf(rest: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for (;;) {
    const { done, value } = await source.next();
    if (done) return;
    yield value;
  }
}

/** Checks the objects and writes them to a pack. `strict` also requires every object that another one names. */
async function storeObjects({ git, folder }: Repo, pack: AsyncIterable<Buffer>, limits: Limits): Promise<void> {
  const { maxBytes, signal } = limits;
  const limit = Number.isFinite(maxBytes) ? [`--max-input-size=${Math.max(1, Math.floor(maxBytes))}`] : [];
  const args = ['index-pack', '--stdin', '--strict', ...limit];
  const process = await whenFree(() => git.start(args, { folder, timeoutMs: UNPACK_TIMEOUT_MS }), signal);
  process.stdout.resume();
  const stop = (): void => process.stop();
  signal?.addEventListener('abort', stop, { once: true });
  let failure: unknown = null;
  try {
    // Git closes its input when it refuses the objects: its exit code says why. An error of the archive ends git.
    const fed = pipeline(Readable.from(watched(pack, (error) => (failure = error))), process.stdin).catch(stop);
    await process.ended.catch((error: unknown) => {
      signal?.throwIfAborted();
      if (error instanceof GitBusyError) throw new BundleError('takes too long to unpack');
      throw error instanceof GitCommandError ? new BundleError(problemOf(error, maxBytes)) : error;
    });
    await fed;
  } catch (error) {
    throw failure ?? error;
  } finally {
    signal?.removeEventListener('abort', stop);
    process.stop();
  }
}

/** An import waits longer for a process than a request does. */
async function whenFree<Value>(start: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof GitBusyError) || attempt === MAX_STARTS) throw error;
    }
  }
}

async function* watched(source: AsyncIterable<Buffer>, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** The message of git may hold paths of the server: only the part about the objects is shown. */
function problemOf({ stderr }: GitCommandError, maxBytes: number): string {
  if (stderr.includes('maximum allowed size')) return `is larger than the limit of ${maxBytes / MEGABYTE} MB`;
  const [, oid, reason] = /\bobject ([0-9a-f]{40}): (\w+):/.exec(stderr) ?? [];
  if (oid !== undefined) return `contains an object that is refused: ${oid.slice(0, 12)}, ${reason}`;
  return 'is damaged or incomplete';
}

/** Creates all refs or none. */
async function makeRefs({ git, folder }: Repo, refs: readonly { name: string; oid: string }[]): Promise<void> {
  const input = refs.map(({ name, oid }) => `create ${name} ${oid}\n`).join('');
  try {
    await git.run(['update-ref', '--stdin'], { folder, input, timeoutMs: UNPACK_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error;
    throw new BundleError(
      'has refs that cannot be made: two in the way of each other, or to objects that it does not contain',
    );
  }
  await git.run(['pack-refs', '--all'], { folder, timeoutMs: UNPACK_TIMEOUT_MS });
}
