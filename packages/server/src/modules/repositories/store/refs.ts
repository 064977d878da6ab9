import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ValidationError } from '@milepost/core/errors';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Git } from '../../../platform/git/git.ts';
import { GitCommandError } from '../../../platform/git/errors.ts';
import { linesOf, type Repo } from './commits.ts';

export type RefKind = 'heads' | 'tags';

export interface Ref {
  name: string;
  /** The object that it points to: of an annotated tag, the tag. */
  target: string;
}

/** The object id of a ref that does not exist, in an update of it. */
export const NO_OID = '0'.repeat(40);

export interface RefPage {
  refs: Ref[];
  /** Of all pages. */
  total: number;
}

/** `updated`: when the commit, or the annotated tag, was made. `version`: `v10` is after `v2`. */
export type RefOrder = 'name' | 'updated' | 'version';

const sortKeys: Readonly<Record<RefOrder, string>> = {
  name: 'refname',
  updated: 'creatordate',
  version: 'version:refname',
};

interface RefListing {
  search?: string | undefined;
  /** Instead of a search: which of all names are wanted. */
  matching?: ((names: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
  order: RefOrder;
  isDescending: boolean;
  offset: number;
  perPage: number;
}

/**
 * One page of branches or tags, of those that match a search: `^term` at the start, `term$` at the end, else
 * anywhere. Only the lines of the page are decoded: a repository may have 100,000 refs.
 */
export async function pageOfRefs(
  { git, folder }: Repo,
  kind: RefKind,
  { search = '', matching, order, isDescending, offset, perPage }: RefListing,
): Promise<RefPage> {
  const prefix = `refs/${kind}/`;
  const direction = isDescending ? '-' : '';
  // The last key is the first that counts: names order what was made in the same second.
  const sort = ['refname', sortKeys[order]].map((key) => `--sort=${direction}${key}`);
  const args = ['for-each-ref', ...sort, '--format=%(objectname) %(refname)', prefix];
  const output = await git.run(args, { folder });
  const kept = matching && (await matching(namesIn(output, prefix)));
  const isWanted = kept ? (name: string) => kept.has(name) : search === '' ? null : matcherOf(search);
  const refs: Ref[] = [];
  let total = 0;
  for (
    let start = 0, end = output.indexOf(NEWLINE);
    end !== -1;
    start = end + 1, end = output.indexOf(NEWLINE, start)
  ) {
    const isOnPage = total >= offset && refs.length < perPage;
    if (isWanted || isOnPage) {
      const nameAt = output.indexOf(SPACE, start) + 1;
      const name = output.toString('utf8', nameAt + prefix.length, end);
      if (isWanted && !isWanted(name)) continue;
      if (isOnPage) refs.push({ target: output.toString('latin1', start, nameAt - 1), name });
    }
    total += 1;
  }
  return { refs, total };
}

const NEWLINE = 0x0a;
const SPACE = 0x20;

const namesIn = (output: Buffer, prefix: string): string[] =>
  linesOf(output).map((line) => line.slice(line.indexOf(' ') + 1 + prefix.length));

/**
 * Those of the names that a regular expression matches, by the engine of PostgreSQL: in that of JavaScript a hostile one would stop
 * this process. Without back references its time is linear. Throws ValidationError for an invalid one.
 */
export async function namesMatching(db: Db, names: readonly string[], regex: string): Promise<ReadonlySet<string>> {
  if (/\\[1-9]/.test(regex)) throw new ValidationError({ regex: ['must not have back references'] });
  try {
    const matches = sql<{ name: string }>`SELECT name FROM unnest(${names}::text[]) name WHERE name ~ ${regex}`;
    return new Set((await matches.execute(db)).rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: unknown }).code === INVALID_REGEX) throw new ValidationError({ regex: ['is invalid'] });
    throw error;
  }
}

const INVALID_REGEX = '2201B';

function matcherOf(search: string): (name: string) => boolean {
  const term = search.toLowerCase();
  if (term.startsWith('^')) return (name) => name.toLowerCase().startsWith(term.slice(1));
  if (term.endsWith('$')) return (name) => name.toLowerCase().endsWith(term.slice(0, -1));
  return (name) => name.toLowerCase().includes(term);
}

/** What a ref points to; null if it does not exist. */
export async function refTarget({ git, folder }: Repo, kind: RefKind, name: string): Promise<string | null> {
  return (await git.objects.info(folder, `refs/${kind}/${name}`))?.oid ?? null;
}

/** Which of these branches are part of the history of a commit. */
export async function mergedBranches(
  { git, folder }: Repo,
  commitId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const patterns = names.map((name) => `refs/heads/${name}`);
  const output = await git.run(['for-each-ref', '--format=%(refname:lstrip=2)', `--merged=${commitId}`, ...patterns], {
    folder,
  });
  return new Set(linesOf(output));
}

/** The branches and tags whose history holds a commit. */
export async function refsWith({ git, folder }: Repo, commitId: string): Promise<{ type: string; name: string }[]> {
  const format = '--format=%(refname)';
  const output = await git.run(['for-each-ref', format, `--contains=${commitId}`, 'refs/heads/', 'refs/tags/'], {
    folder,
  });
  return linesOf(output).map((ref) => {
    const [, kind, ...rest] = ref.split('/');
    return { type: kind === 'heads' ? 'branch' : 'tag', name: rest.join('/') };
  });
}

/** Commits after one that are looked at. */
const MAX_DESCENDANTS = 10_000;

/** The commits of branches and tags that have a commit in their history, newest first. */
export async function descendantsOf({ git, folder }: Repo, commitId: string): Promise<string[]> {
  const args = [
    'rev-list',
    '--ancestry-path',
    `--max-count=${MAX_DESCENDANTS}`,
    '--branches',
    '--tags',
    `^${commitId}`,
  ];
  return linesOf(await git.run(args, { folder }));
}

/** Creates a ref. False if it exists, or conflicts with another one (`a` and `a/b`). */
export function insertRef({ git, folder }: Repo, kind: RefKind, name: string, target: string): Promise<boolean> {
  return updated(git, folder, [`refs/${kind}/${name}`, target, NO_OID]);
}

/** Removes a ref that points to this. False if it moved meanwhile. */
export function removeRef({ git, folder }: Repo, kind: RefKind, name: string, target: string): Promise<boolean> {
  return updated(git, folder, ['-d', `refs/${kind}/${name}`, target]);
}

async function updated(git: Git, folder: string, args: readonly string[]): Promise<boolean> {
  try {
    await git.run(['update-ref', ...args], { folder });
    return true;
  } catch (error) {
    if (error instanceof GitCommandError && error.exitCode === 128) return false;
    throw error;
  }
}

/** Points HEAD to a branch, for clones. */
export async function pointHead(git: Git, folder: string, branch: string): Promise<void> {
  const target = `refs/heads/${branch}`;
  // As in every new repository.
  const isThere = (await readFile(join(folder, 'HEAD'), 'utf8')) === `ref: ${target}\n`;
  if (!isThere) await git.run(['symbolic-ref', 'HEAD', target], { folder });
}

/** Writes the object of an annotated tag and returns its id. */
export async function insertTagObject(
  { git, folder }: Repo,
  tag: { name: string; target: string; message: string; tagger: { name: string; email: string } },
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const clean = (text: string): string => text.replaceAll(/[<>\n\0]/g, '');
  const tagger = `${clean(tag.tagger.name)} <${clean(tag.tagger.email)}> ${seconds} +0000`;
  const input = `object ${tag.target}\ntype commit\ntag ${tag.name}\ntagger ${tagger}\n\n${tag.message.trimEnd()}\n`;
  return linesOf(await git.run(['mktag'], { folder, input }))[0] ?? '';
}
