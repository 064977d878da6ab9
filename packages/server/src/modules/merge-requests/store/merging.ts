import { DomainError } from '@milepost/core/errors';
import { LRUCache } from 'lru-cache';
import { GitCommandError } from '../../../platform/git/errors.ts';
import { isAtLeast, requireGit } from '../../../platform/git/version.ts';
import { linesOf, type Repo } from '../../repositories/store/commits.ts';

/** Merging needs `git merge-tree --write-tree`. */
export class GitTooOldToMergeError extends DomainError {
  override name = 'GitTooOldToMergeError';
  readonly code = 'GIT_TOO_OLD_TO_MERGE' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('Git 2.38 or newer is required to merge.');
  }
}

const MERGE_TIMEOUT_MS = 60_000;
/** The output of git: the tree and the names of conflicting files. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Maximum number of conflicting files that are named. */
const MAX_CONFLICTS = 1_000;

/** The result of merging two commits without a working tree. */
export interface Preview {
  /** The merged tree; null where it has conflicts. */
  treeId: string | null;
  /** Paths of conflicting files. Empty also for histories without a common commit. */
  conflicts: readonly string[];
}

/** Commits never change, so neither does the merge of two. */
const previews = new LRUCache<string, Preview>({ max: 2_000 });
const keyOf = ({ folder }: Repo, target: string, source: string): string => `${folder}\0${target}\0${source}`;

/** The preview if it is known already: lists do not run git for each row. */
export function knownPreview(repo: Repo, target: string, source: string): Preview | null {
  return previews.get(keyOf(repo, target, source)) ?? null;
}

/** Merges two commits without a working tree and without touching a branch. */
export async function previewMerge(repo: Repo, target: string, source: string): Promise<Preview> {
  const known = knownPreview(repo, target, source);
  if (known) return known;
  const preview = await mergeTree(repo, target, source);
  previews.set(keyOf(repo, target, source), preview);
  return preview;
}

async function mergeTree({ git, folder }: Repo, target: string, source: string): Promise<Preview> {
  if (!isAtLeast(await requireGit(), [2, 38])) throw new GitTooOldToMergeError();
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', target, source];
  const process = await git.start(args, { folder, timeoutMs: MERGE_TIMEOUT_MS });
  process.stdin.end();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk);
  }
  const [treeId = '', ...names] = Buffer.concat(chunks).toString('utf8').split('\0');
  try {
    await process.ended;
    return { treeId, conflicts: [] };
  } catch (error) {
    // 1: conflicts. 128: histories without a common commit.
    const exitCode = error instanceof GitCommandError ? error.exitCode : null;
    if (exitCode !== 1 && !(error instanceof GitCommandError && /unrelated histories/.test(error.stderr))) throw error;
    const conflicts = [...new Set(names.filter((name) => name !== ''))].slice(0, MAX_CONFLICTS);
    return { treeId: null, conflicts: exitCode === 1 ? conflicts : [] };
  }
}

/** Merge commits that the search for an earlier merge reads. */
const MAX_MERGES = 1_000;
const earlierMerges = new LRUCache<string, { mergeId: string; targetId: string } | false>({ max: 2_000 });

/** The merge commit in the history of the target by which a commit came into it, with what the target was before; null if there is none. */
export async function earlierMerge(
  repo: Repo,
  target: string,
  source: string,
): Promise<{ mergeId: string; targetId: string } | null> {
  const key = keyOf(repo, target, source);
  const known = earlierMerges.get(key);
  if (known !== undefined) return known || null;
  const args = ['rev-list', '--merges', '--parents', '--ancestry-path', `--max-count=${MAX_MERGES}`];
  const lines = linesOf(
    await repo.git.run([...args, '--end-of-options', `${source}..${target}`], { folder: repo.folder }),
  );
  const ids = lines.map((line) => line.split(' ')).find(([, , ...others]) => others.includes(source));
  const found = ids?.[0] !== undefined && ids[1] !== undefined ? { mergeId: ids[0], targetId: ids[1] } : null;
  earlierMerges.set(key, found ?? false);
  return found;
}

const counts = new LRUCache<string, number>({ max: 5_000 });

/** The number of commits of a range such as `a..b`. */
export async function countCommits({ git, folder }: Repo, range: string): Promise<number> {
  const key = `${folder}\0${range}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const output = await git.run(['rev-list', '--count', '--end-of-options', range], { folder });
  const count = Number(output.toString('utf8').trim());
  counts.set(key, count);
  return count;
}

/** The number of files that differ between two commits. */
export async function countFiles({ git, folder }: Repo, from: string, to: string): Promise<number> {
  const key = `${folder}\0${from} ${to}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const output = await git.run(['diff-tree', '-r', '-M', '-l400', '--name-only', '-z', from, to], { folder });
  const count = output.toString('utf8').split('\0').length - 1;
  counts.set(key, count);
  return count;
}

export interface LineCounts {
  additions: number;
  deletions: number;
}

const lineCounts = new LRUCache<string, LineCounts>({ max: 5_000 });

/** The numbers of lines that differ between two commits. */
export async function countLines({ git, folder }: Repo, from: string, to: string): Promise<LineCounts> {
  const key = `${folder}\0${from} ${to}`;
  const known = lineCounts.get(key);
  if (known !== undefined) return known;
  const output = await git.run(['diff-tree', '-r', '-M', '-l400', '--shortstat', from, to], { folder });
  const numberOf = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(output.toString('utf8'))?.[1] ?? 0);
  const count = { additions: numberOf('insertion'), deletions: numberOf('deletion') };
  lineCounts.set(key, count);
  return count;
}
