import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitCommandError } from '../../../platform/git/errors.ts';
import { linesOf, type Repo } from './commits.ts';
import { NO_OID } from './refs.ts';

interface Person {
  name: string;
  email: string;
}

export interface NewCommit {
  treeId: string;
  parentIds: readonly string[];
  message: string;
  author: Person;
  /** The author by default. */
  committer?: Person;
}

/** Writes a commit and returns its id. */
export async function writeCommit({ git, folder }: Repo, commit: NewCommit): Promise<string> {
  const { treeId, parentIds, message, author, committer = author } = commit;
  const output = await git.run(['commit-tree', treeId, ...parentIds.flatMap((id) => ['-p', id])], {
    folder,
    input: `${message.replaceAll('\0', '').trimEnd()}\n`,
    env: {
      GIT_AUTHOR_NAME: nameOf(author),
      GIT_AUTHOR_EMAIL: emailOf(author),
      GIT_COMMITTER_NAME: nameOf(committer),
      GIT_COMMITTER_EMAIL: emailOf(committer),
    },
  });
  return linesOf(output)[0] ?? '';
}

const nameOf = ({ name }: Person): string => name.replaceAll(/[<>\n\0]/g, '').trim() || 'Milepost';
const emailOf = ({ email }: Person): string => email.replaceAll(/[<>\s\0]/g, '');

/** Moves a branch from one commit to another. False if it moved meanwhile. */
export async function moveBranch({ git, folder }: Repo, name: string, from: string, to: string): Promise<boolean> {
  try {
    await git.run(['update-ref', `refs/heads/${name}`, to, from], { folder });
    return true;
  } catch (error) {
    if (error instanceof GitCommandError && error.exitCode === 128) return false;
    throw error;
  }
}

/** Writes the content of a file and returns its id. */
export async function writeBlob({ git, folder }: Repo, content: Buffer): Promise<string> {
  return linesOf(await git.run(['hash-object', '-w', '--stdin'], { folder, input: content }))[0] ?? '';
}

/** A file of a new tree. */
export interface TreeChange {
  path: string;
  mode: string;
  /** Null: it is removed. */
  blobId: string | null;
}

/** Writes the tree of a commit (null: an empty one) with these changes; null for paths that git refuses. */
export async function writeTree(
  { git, folder }: Repo,
  commitId: string | null,
  changes: readonly TreeChange[],
): Promise<string | null> {
  const index = join(folder, `index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  // As in pushed trees: no path that another system takes for `.git`.
  const config = ['core.protectHFS=true', 'core.protectNTFS=true'];
  // A removed file makes room for a folder of its name.
  const ordered = changes.toSorted((one, other) => Number(one.blobId !== null) - Number(other.blobId !== null));
  const input = ordered
    .map(({ path, mode, blobId }) => `${blobId === null ? '0' : mode} ${blobId ?? NO_OID}\t${path}\0`)
    .join('');
  try {
    if (commitId !== null) await git.run(['read-tree', commitId], { folder, env });
    await git.run(['update-index', '-z', '--index-info'], { folder, env, config, input });
    const treeId = linesOf(await git.run(['write-tree'], { folder, env }))[0] ?? '';
    // Git leaves out what it refuses.
    const added = changes.filter(({ blobId }) => blobId !== null);
    const found = await Promise.all(added.map(({ path }) => git.objects.info(folder, `${treeId}:${path}`)));
    return found.every((object, index) => object?.oid === added[index]?.blobId) ? treeId : null;
  } catch (error) {
    if (error instanceof GitCommandError && error.exitCode === 128) return null;
    throw error;
  } finally {
    for (const file of [index, `${index}.lock`]) await rm(file, { force: true });
  }
}
