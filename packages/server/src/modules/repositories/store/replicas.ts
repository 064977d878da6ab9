import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { NamespaceId } from '@milepost/core/ids';
import type { Git } from '../../../platform/git/git.ts';
import type { GitProcess } from '../../../platform/git/process.ts';
import { createRepositoryFolder, folderOf } from './folders.ts';

/** What a repository points to: of all of its refs, those of clones and others. */
export interface RepositoryRefs {
  /** The ref that HEAD names. */
  head: string;
  /** Object ids by full name. */
  refs: Readonly<Record<string, string>>;
}

/** A large repository has some hundred thousand refs. */
const MAX_REFS_BYTES = 64 * 1024 * 1024;
const PACK_TIMEOUT_MS = 60 * 60_000;

/** Reads every ref. Throws as `git.run` does. */
export async function readRefs(git: Git, folder: string): Promise<RepositoryRefs> {
  const output = await git.run(['for-each-ref', '--format=%(objectname) %(refname)'], {
    folder,
    maxBytes: MAX_REFS_BYTES,
  });
  const head = await git.run(['symbolic-ref', 'HEAD'], { folder });
  const refs: Record<string, string> = {};
  for (const line of output.toString().split('\n')) {
    const [id, name] = line.split(' ');
    if (id && name) refs[name] = id;
  }
  return { head: head.toString().trim(), refs };
}

/** SHA-256 over head and refs: two repositories with the same digest have the same content. */
export function digestOf({ head, refs }: RepositoryRefs): string {
  const lines = Object.entries(refs)
    .map(([name, id]) => `${name} ${id}\n`)
    .sort();
  return createHash('sha256')
    .update(`${head}\n${lines.join('')}`)
    .digest('hex');
}

/** Starts a pack with everything that `wants` reach and `haves` do not; ids that are unknown here are ignored. */
export async function startPack(
  git: Git,
  folder: string,
  wants: readonly string[],
  haves: readonly string[],
): Promise<GitProcess> {
  const [known, wanted] = await Promise.all([present(git, folder, haves), present(git, folder, wants)]);
  const process = await git.start(['pack-objects', '--revs', '--stdout', '--quiet', '--delta-base-offset'], {
    folder,
    timeoutMs: PACK_TIMEOUT_MS,
  });
  process.stdin.end([...wanted, ...(known.length > 0 ? ['--not', ...known] : []), ''].join('\n'));
  return process;
}

async function present(git: Git, folder: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const output = await git.run(['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    folder,
    input: `${ids.join('\n')}\n`,
    maxBytes: MAX_REFS_BYTES,
  });
  return output
    .toString()
    .split('\n')
    .flatMap((line) => (/^[0-9a-f]+ (commit|tag|tree|blob)$/.test(line) ? [line.split(' ')[0] ?? ''] : []));
}

/** Adds the objects of a pack, which is checked as it arrives. Throws as `git.run` does. */
export async function addPack(git: Git, folder: string, pack: Readable): Promise<void> {
  await git.run(['index-pack', '--stdin', '--strict'], { folder, input: pack, timeoutMs: PACK_TIMEOUT_MS });
}

/** Makes the refs of a repository equal to these. Their objects are here. */
export async function writeRefs(git: Git, folder: string, wanted: RepositoryRefs): Promise<void> {
  const { refs: found } = await readRefs(git, folder);
  const removed = Object.keys(found).filter((name) => !(name in wanted.refs));
  const changed = Object.entries(wanted.refs).filter(([name, id]) => found[name] !== id);
  // Separately: a removed ref may be the folder of a new one.
  for (const commands of [
    removed.map((name) => `delete ${name}\n`),
    changed.map(([name, id]) => `update ${name} ${id}\n`),
  ]) {
    if (commands.length > 0) await git.run(['update-ref', '--stdin'], { folder, input: commands.join('') });
  }
  await git.run(['symbolic-ref', 'HEAD', wanted.head], { folder });
}

/** The state of the row that the copy of a repository corresponds to. */
export interface CopyMark {
  pushedAt: string | null;
  digest: string;
}

/** In the folder of the repository; git ignores it. */
const MARK = 'milepost-copy.json';

/** Null for a repository that is no copy, or an incomplete one. */
export async function readMark(dataDir: string, projectId: NamespaceId): Promise<CopyMark | null> {
  try {
    return JSON.parse(await readFile(join(folderOf(dataDir, projectId), MARK), 'utf8')) as CopyMark;
  } catch {
    return null;
  }
}

export async function writeMark(dataDir: string, projectId: NamespaceId, mark: CopyMark): Promise<void> {
  await writeFile(join(folderOf(dataDir, projectId), MARK), JSON.stringify(mark));
}

/** The folder of the copy of a repository; makes an empty one. */
export function copyFolder(dataDir: string, projectId: NamespaceId): Promise<string> {
  return createRepositoryFolder(dataDir, projectId);
}

export async function removeCopy(dataDir: string, projectId: NamespaceId): Promise<void> {
  await rm(folderOf(dataDir, projectId), { recursive: true, force: true });
}
