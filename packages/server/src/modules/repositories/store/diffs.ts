import { LRUCache } from 'lru-cache';
import { GitCommandError } from '../../../platform/git/errors.ts';
import { linesOf, type Repo } from './commits.ts';

/** Files of one answer; more are left out. */
const MAX_FILES = 1_000;
/** A file with a longer diff is shown without it. */
const MAX_FILE_BYTES = 200 * 1024;
/** All diffs of one answer. */
const MAX_DIFF_BYTES = 20 * 1024 * 1024;

export interface FileDiff {
  oldPath: string;
  newPath: string;
  oldMode: string;
  newMode: string;
  diff: string;
  isNew: boolean;
  isRenamed: boolean;
  isDeleted: boolean;
  isTooLarge: boolean;
  /** Left out because the whole answer would be too large. */
  isCollapsed: boolean;
}

export interface Diffs {
  files: readonly FileDiff[];
  /** Whether files are left out. */
  isCut: boolean;
}

const safe = ['-r', '-M', '-l400', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index'] as const;

/** What changed between two commits; without the first one, what the second one changed, compared with its first parent. */
export async function readDiffs({ git, folder }: Repo, from: string | null, to: string): Promise<Diffs> {
  const sides = from === null ? ['--root', '--no-commit-id', '-m', '--first-parent', to] : [from, to];
  const [raw, patch] = await Promise.all([
    git.run(['diff-tree', ...safe, '--raw', '-z', ...sides], { folder }),
    git.run(['diff-tree', ...safe, '--patch', ...sides], { folder, maxBytes: MAX_DIFF_BYTES, isCut: true }),
  ]);
  const files = filesOf(raw.toString('utf8'));
  const isCutAt = patch.length >= MAX_DIFF_BYTES;
  // Lines of a hunk begin with a space, `+`, `-` or `\`. A line ends with `\n` only, while `^` also matches after `\r`.
  const parts = patch
    .toString('utf8')
    .split(/(?<=\n)(?=diff --git )/)
    .filter((part) => part.startsWith('diff --git '));
  if (isCutAt) parts.pop();
  let next = 0;
  const shown = files.slice(0, MAX_FILES).map((file) => {
    // A file that became a link, or the reverse, is a deletion and an addition.
    const count = file.status === 'T' ? 2 : 1;
    const own = parts.slice(next, next + count);
    next += count;
    return fileDiff(file, own.map(hunksOf).join(''), own.length < count);
  });
  return { files: shown, isCut: files.length > shown.length };
}

interface ChangedFile {
  status: string;
  oldMode: string;
  newMode: string;
  oldPath: string;
  newPath: string;
}

function fileDiff({ status, ...paths }: ChangedFile, diff: string, isCollapsed: boolean): FileDiff {
  const isTooLarge = Buffer.byteLength(diff) > MAX_FILE_BYTES;
  return {
    ...paths,
    diff: isTooLarge || isCollapsed ? '' : diff,
    isNew: status === 'A',
    isRenamed: status === 'R',
    isDeleted: status === 'D',
    isTooLarge,
    isCollapsed,
  };
}

/** Applies the same limits to changes that were not read from a repository. */
export function limitDiffs(files: readonly FileDiff[]): Diffs {
  let size = 0;
  const shown = files.slice(0, MAX_FILES).map((file) => {
    const bytes = Buffer.byteLength(file.diff);
    const isTooLarge = file.isTooLarge || bytes > MAX_FILE_BYTES;
    const isCollapsed = !isTooLarge && size + bytes > MAX_DIFF_BYTES;
    if (isTooLarge || isCollapsed) return { ...file, diff: '', isTooLarge, isCollapsed };
    size += bytes;
    return { ...file, isCollapsed };
  });
  return { files: shown, isCut: files.length > shown.length };
}

/** The hunks of the diff of one file, without the lines that name it. */
export function hunksOf(part: string): string {
  const start = /^(@@ |Binary files )/m.exec(part);
  return start ? part.slice(start.index) : '';
}

function filesOf(raw: string): ChangedFile[] {
  const fields = raw.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at < fields.length - 1;) {
    const [, oldMode = '', newMode = '', letter = ''] =
      /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/.exec(fields[at] ?? '') ?? [];
    if (letter === '') {
      at += 1;
      continue;
    }
    const oldPath = fields[at + 1] ?? '';
    const isPair = letter === 'R' || letter === 'C';
    const newPath = isPair ? (fields[at + 2] ?? '') : oldPath;
    files.push({ status: letter, oldMode, newMode, oldPath, newPath });
    at += isPair ? 3 : 2;
  }
  return files;
}

export interface Stats {
  additions: number;
  deletions: number;
  total: number;
}

/** The lines that each commit added and removed, compared with its first parent. */
export async function readStats({ git, folder }: Repo, ids: readonly string[]): Promise<ReadonlyMap<string, Stats>> {
  const stats = new Map<string, Stats>();
  if (ids.length === 0) return stats;
  const output = await git.run(
    [
      'log',
      '--no-walk=unsorted',
      '--format=commit %H',
      '--numstat',
      '-m',
      '--first-parent',
      '--root',
      '-M',
      '-l400',
      '--no-ext-diff',
      '--no-textconv',
      ...ids,
    ],
    { folder },
  );
  let current: Stats = { additions: 0, deletions: 0, total: 0 };
  for (const line of linesOf(output)) {
    const id = /^commit ([0-9a-f]+)$/.exec(line)?.[1];
    if (id !== undefined) {
      current = { additions: 0, deletions: 0, total: 0 };
      stats.set(id, current);
      continue;
    }
    const [, added = '0', removed = '0'] = /^(\d+)\t(\d+)\t/.exec(line) ?? [];
    current.additions += Number(added);
    current.deletions += Number(removed);
    current.total = current.additions + current.deletions;
  }
  return stats;
}

/** Commits never change, so neither does what two of them have in common. False for unrelated histories. */
const bases = new LRUCache<string, string | false>({ max: 5_000 });

/** The newest commit that both have; null for unrelated histories. */
export async function mergeBase({ git, folder }: Repo, one: string, other: string): Promise<string | null> {
  const key = `${folder}\0${one}\0${other}`;
  const known = bases.get(key);
  if (known !== undefined) return known || null;
  const base = await git.run(['merge-base', one, other], { folder }).then(
    (output) => linesOf(output)[0] ?? null,
    (error: unknown) => {
      if (error instanceof GitCommandError && error.exitCode === 1) return null;
      throw error;
    },
  );
  bases.set(key, base ?? false);
  return base;
}
