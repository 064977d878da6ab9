import { LRUCache } from 'lru-cache';
import type { Git } from '../../../platform/git/git.ts';
import { isRefName } from './names.ts';

/** Commits and trees beyond this are refused. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

export interface Signature {
  name: string;
  email: string;
  /** ISO 8601 with the offset of the author: `2026-11-23T18:00:00.000+01:00`. */
  date: string;
}

export interface Commit {
  id: string;
  treeId: string;
  parentIds: readonly string[];
  author: Signature;
  committer: Signature;
  message: string;
}

export interface Repo {
  git: Git;
  folder: string;
}

/** The commit of a branch, tag, SHA of at least seven digits, or `HEAD`; null if there is none. */
export async function resolveCommit(repo: Repo, ref: string): Promise<string | null> {
  const { git, folder } = repo;
  if (ref === 'HEAD') return (await git.objects.info(folder, 'HEAD^{commit}'))?.oid ?? null;
  if (!isRefName(ref)) return null;
  const names = ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  if (/^[0-9a-f]{7,40}$/i.test(ref)) names.push(ref);
  for (const name of names) {
    const found = await git.objects.info(folder, `${name}^{commit}`);
    if (found?.type === 'commit') return found.oid;
  }
  return null;
}

export async function readCommit({ git, folder }: Repo, id: string): Promise<Commit | null> {
  const object = await git.objects.read(folder, id, MAX_OBJECT_BYTES);
  return object?.type === 'commit' ? parseCommit(object.oid, object.content) : null;
}

export async function readCommits(repo: Repo, ids: readonly string[]): Promise<Commit[]> {
  const found = await Promise.all(ids.map((id) => readCommit(repo, id)));
  return found.filter((commit) => commit !== null);
}

/** A commit by its message alone. */
export type CommitMessage = Pick<Commit, 'id' | 'message'>;

/** What git may write to list messages: a few huge ones must not keep it busy. */
const MAX_LISTED_BYTES = 64 * 1024 * 1024;

/**
 * The messages of the newest commits of a range, newest first, by one process. `maxBytes`: of all together; a message that does not fit is
 * left out.
 */
export async function listMessages(
  { git, folder }: Repo,
  range: string,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<CommitMessage[]> {
  const found: CommitMessage[] = [];
  let [listed, kept] = [0, 0];
  // The record that is arriving.
  let [parts, size]: [Buffer[], number] = [[], 0];
  const args = ['log', '-z', '--format=%H%n%B', `--max-count=${limit}`, '--end-of-options', range, '--'];
  await git.read(args, { folder }, (chunk) => {
    listed += chunk.length;
    for (let start = 0, end = chunk.indexOf(0); start < chunk.length; end = chunk.indexOf(0, start)) {
      const part = chunk.subarray(start, end === -1 ? undefined : end);
      size += part.length;
      if (kept + size <= maxBytes) parts.push(part);
      start += part.length + 1;
      if (end === -1) break;
      if (kept + size <= maxBytes) {
        const text = Buffer.concat(parts).toString('utf8');
        const line = text.indexOf('\n');
        found.push({ id: text.slice(0, line), message: text.slice(line + 1) });
        kept += size;
      }
      [parts, size] = [[], 0];
    }
    return listed <= MAX_LISTED_BYTES;
  });
  return found;
}

function parseCommit(id: string, content: Buffer): Commit {
  const text = content.toString('utf8');
  const end = text.indexOf('\n\n');
  const head = end === -1 ? text : text.slice(0, end);
  const parentIds: string[] = [];
  let treeId = '';
  let author = signatureOf('');
  let committer = author;
  for (const line of head.split('\n')) {
    const space = line.indexOf(' ');
    const value = line.slice(space + 1);
    switch (line.slice(0, Math.max(0, space))) {
      case 'tree':
        treeId = value;
        break;
      case 'parent':
        parentIds.push(value);
        break;
      case 'author':
        author = signatureOf(value);
        break;
      case 'committer':
        committer = signatureOf(value);
        break;
      default:
    }
  }
  return { id, treeId, parentIds, author, committer, message: end === -1 ? '' : text.slice(end + 2) };
}

function signatureOf(text: string): Signature {
  const [, name = '', email = '', seconds = '0', zone = '+0000'] =
    /^(.*?) ?<([^>]*)> (\d{1,12}) ([+-]\d{4})$/.exec(text) ?? [];
  const sign = zone.startsWith('-') ? -1 : 1;
  const minutes = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
  const time = new Date((Number(seconds) + minutes * 60) * 1000);
  const date = Number.isNaN(time.getTime()) ? '1970-01-01T00:00:00.000' : time.toISOString().slice(0, -1);
  return { name, email, date: `${date}${zone.slice(0, 3)}:${zone.slice(3)}` };
}

/** Commits that the search for the last change of a path reads by itself; a longer history is for git. */
const MAX_WALK = 500;
const lastChanges = new LRUCache<string, string>({ max: 20_000 });

/** The newest commit that changed this path. */
export async function lastCommitOf(repo: Repo, commitId: string, path: string): Promise<string> {
  const key = `${repo.folder}\0${commitId}\0${path}`;
  const known = lastChanges.get(key);
  if (known !== undefined) return known;
  const found = (await walkToChange(repo, commitId, path)) ?? (await logToChange(repo, commitId, path));
  lastChanges.set(key, found);
  return found;
}

/** Follows the first parent that has the same content, as `git log` does; null after too many. */
async function walkToChange(repo: Repo, commitId: string, path: string): Promise<string | null> {
  const { git, folder } = repo;
  const at = async (id: string): Promise<string | null> =>
    (await git.objects.info(folder, `${id}:${path}`))?.oid ?? null;
  const content = await at(commitId);
  let current = commitId;
  for (let steps = 0; steps < MAX_WALK; steps += 1) {
    const commit = await readCommit(repo, current);
    let same: string | null = null;
    for (const parent of commit?.parentIds ?? []) {
      if ((await at(parent)) !== content) continue;
      same = parent;
      break;
    }
    if (same === null) return current;
    current = same;
  }
  return null;
}

async function logToChange({ git, folder }: Repo, commitId: string, path: string): Promise<string> {
  const output = await git.run(['log', '-1', '--format=%H', '--end-of-options', commitId, '--', path], {
    folder,
    env: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return output.toString('utf8').trim() || commitId;
}

export interface CommitFilter {
  since?: Date | undefined;
  until?: Date | undefined;
  path?: string | undefined;
  /** Also those that changed the file of `path` under its earlier names. */
  isFollowing?: boolean | undefined;
  author?: string | undefined;
  /** Of all branches and tags. */
  isAll?: boolean | undefined;
  isFirstParent?: boolean | undefined;
  /** No parent before all its children. */
  isTopological?: boolean | undefined;
  offset: number;
  limit: number;
}

/** Ids of the newest commits up to these, each a commit id or a range of two. */
export async function listCommits({ git, folder }: Repo, from: string | null, filter: CommitFilter): Promise<string[]> {
  const { since, until, path, author, isAll, isFirstParent, isTopological, offset, limit } = filter;
  // Git skips commits before it follows the file: too many.
  const isFollowing = filter.isFollowing === true && path !== undefined;
  const output = await git.run(
    [
      'log',
      '--format=%H',
      ...(isFollowing ? ['--follow', `--max-count=${offset + limit}`] : [`--skip=${offset}`, `--max-count=${limit}`]),
      ...(since === undefined ? [] : [`--since=${instant(since)}`]),
      ...(until === undefined ? [] : [`--until=${instant(until)}`]),
      ...(author === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--author=${author}`]),
      ...(isFirstParent ? ['--first-parent'] : []),
      ...(isTopological ? ['--topo-order'] : []),
      ...(isAll ? ['--all'] : []),
      '--end-of-options',
      ...(from === null ? [] : [from]),
      '--',
      ...(path === undefined ? [] : [path]),
    ],
    { folder, env: { GIT_LITERAL_PATHSPECS: '1' } },
  );
  return linesOf(output).slice(isFollowing ? offset : 0);
}

/** Git parses no years after 2099. */
function instant(time: Date): string {
  return `@${Math.max(0, Math.floor(time.getTime() / 1000))} +0000`;
}

export function linesOf(output: Buffer): string[] {
  return output.toString('utf8').split('\n').filter(Boolean);
}
