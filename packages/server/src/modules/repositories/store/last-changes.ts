import { LRUCache } from 'lru-cache';
import { GitCommandError } from '../../../platform/git/errors.ts';
import { lastCommitOf, type Repo } from './commits.ts';
import type { TreeEntry } from './trees.ts';

/** Reading the history of a folder ends after this time; what is missing then is searched entry by entry. */
const HISTORY_TIMEOUT_MS = 5_000;
/** Bytes of one token of the output: longer ones are no path. */
const MAX_TOKEN = 8_192;

const folders = new LRUCache<string, ReadonlyMap<string, string>>({ max: 1_000 });

/** The newest commit that changed each of these entries of a folder, by name. One process for all of them. */
export async function lastChangesOf(
  repo: Repo,
  commitId: string,
  path: string,
  entries: readonly TreeEntry[],
): Promise<ReadonlyMap<string, string>> {
  const key = [repo.folder, commitId, path, entries.at(0)?.name, entries.length].join('\0');
  const known = folders.get(key);
  if (known) return known;
  const found = await readHistory(repo, commitId, path, new Set(entries.map(({ name }) => name)));
  // What only a merge changed is not in the output.
  for (const { name, path: entryPath } of entries) {
    if (!found.has(name)) found.set(name, await lastCommitOf(repo, commitId, entryPath));
  }
  folders.set(key, found);
  return found;
}

/** Follows the history until every name was seen. */
async function readHistory(
  { git, folder }: Repo,
  commitId: string,
  path: string,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const prefix = path === '' ? '' : `${path}/`;
  const args = ['log', '--format=%x01%H', '--name-only', '--no-renames', '-z', '--end-of-options', commitId, '--'];
  const process = await git.start([...args, ...(path === '' ? [] : [path])], {
    folder,
    env: { GIT_LITERAL_PATHSPECS: '1' },
    timeoutMs: HISTORY_TIMEOUT_MS,
  });
  process.stdin.end();
  let commit = '';
  const take = (token: string): void => {
    const text = token.replace(/^\n+/, '');
    // oxlint-disable-next-line no-control-regex
    const head = /^\x01([0-9a-f]{40})\n*/.exec(text);
    if (head) commit = head[1] ?? '';
    const changed = head ? text.slice(head[0].length) : text;
    if (!changed.startsWith(prefix)) return;
    const [name = ''] = changed.slice(prefix.length).split('/', 1);
    if (wanted.has(name) && !found.has(name)) found.set(name, commit);
  };
  let rest = '';
  try {
    process.stdout.setEncoding('utf8');
    for await (const chunk of process.stdout as AsyncIterable<string>) {
      const tokens = (rest + chunk).split('\0');
      rest = (tokens.pop() ?? '').slice(0, MAX_TOKEN);
      for (const token of tokens) take(token);
      if (found.size === wanted.size) break;
    }
    take(rest);
  } finally {
    process.stop();
  }
  try {
    await process.ended;
  } catch (error) {
    // Stopped, because everything was found or the time was over.
    if (!(error instanceof GitCommandError) && found.size === 0) throw error;
  }
  return found;
}
