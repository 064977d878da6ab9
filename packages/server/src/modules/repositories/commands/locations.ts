import type { Context } from '../../../platform/context.ts';
import type { NamespaceKey } from '../../namespaces/commands.ts';
import { findCode, type ProjectCode } from '../commands.ts';
import { resolveCommit, type Repo } from '../store/commits.ts';
import { pathInCommit } from '../store/names.ts';
import { entryAt, listTree, type TreeEntry } from '../store/trees.ts';
import { repoOf } from './refs.ts';

/** Parts of an address that may belong to the name of the branch. */
const MAX_REF_PARTS = 20;
/** A larger file is not shown, but can be downloaded. */
const MAX_SHOWN_BYTES = 512 * 1024;
/** The bytes that decide whether a file is text. */
const SNIFFED_BYTES = 8_000;

/** A file or folder of a commit, by an address such as `feature/one/docs/guide.md`. */
export interface Location {
  code: ProjectCode;
  repo: Repo;
  /** A branch, tag or commit. */
  ref: string;
  commitId: string;
  /** Empty for the root. */
  path: string;
  /** Of a folder. */
  entries: readonly TreeEntry[] | null;
  /** Of a file. */
  file: { entry: TreeEntry; size: number; text: string | null } | null;
}

/**
 * Splits an address into a ref and a path: the longest beginning that is a branch, tag or commit. The empty address is the default branch.
 * Null if there is no such ref, file or folder.
 */
export async function findLocation(ctx: Context, key: NamespaceKey, at: string): Promise<Location | null> {
  const code = await findCode(ctx, key);
  const repo = repoOf(ctx, code);
  const parts = at.split('/').filter(Boolean);
  const defaultBranch = code.repository?.defaultBranch ?? null;
  if (defaultBranch === null) return null;
  if (parts.length === 0) return locationAt(code, repo, defaultBranch, '');
  for (let count = Math.min(parts.length, MAX_REF_PARTS); count > 0; count -= 1) {
    const found = await locationAt(code, repo, parts.slice(0, count).join('/'), parts.slice(count).join('/'));
    if (found) return found;
  }
  return null;
}

async function locationAt(code: ProjectCode, repo: Repo, ref: string, given: string): Promise<Location | null> {
  const commitId = ref.includes('\0') ? null : await resolveCommit(repo, ref);
  if (commitId === null || given.includes('\0')) return null;
  const path = given === '' ? '' : pathInCommit(given);
  if (path === null) return null;
  const place = { code, repo, ref, commitId, path };
  const entries = await listTree(repo, commitId, path);
  if (entries) return { ...place, entries, file: null };
  const entry = await entryAt(repo, commitId, path);
  return entry?.type === 'blob'
    ? { ...place, entries: null, file: { entry, ...(await shownFile(repo, entry)) } }
    : null;
}

async function shownFile({ git, folder }: Repo, { id }: TreeEntry): Promise<{ size: number; text: string | null }> {
  const size = (await git.objects.info(folder, id))?.size ?? 0;
  if (size > MAX_SHOWN_BYTES) return { size, text: null };
  const content = (await git.objects.read(folder, id, MAX_SHOWN_BYTES))?.content ?? Buffer.alloc(0);
  return { size, text: content.subarray(0, SNIFFED_BYTES).includes(0) ? null : content.toString('utf8') };
}
