import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamespaceId } from '@milepost/core/ids';
import { hasCode } from '../../../platform/util/errors.ts';

/*
 * The folder of the repositories: DATA/repositories/ID.git, by the id of the project. Transfers and renames leave it as it is. A
 * folder gets its final name when it is complete.
 */
const FOLDER = 'repositories';
const NAME = /^(\d{1,15})\.git$/;
/** The empty repository that answers for every project without one. */
const EMPTY = 'empty.git';
/** A repository that an import has read but not assigned to its project yet. */
const IMPORTED = 'import-';
export const INITIAL_BRANCH = 'main';

/**
 * The whole configuration of a repository. It is compared before each use and replaced where it differs: a repository cannot name a
 * program that git runs.
 */
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

export function folderOf(dataDir: string, projectId: NamespaceId): string {
  return join(dataDir, FOLDER, `${projectId}.git`);
}

/** An empty repository, which nothing is ever pushed to. */
export async function emptyRepository(dataDir: string): Promise<string> {
  const folder = join(dataDir, FOLDER, EMPTY);
  await createFolder(dataDir, folder);
  return folder;
}

/** Creates the folder of a project's repository unless it exists. */
export async function createRepositoryFolder(dataDir: string, projectId: NamespaceId): Promise<string> {
  const folder = folderOf(dataDir, projectId);
  await createFolder(dataDir, folder);
  return folder;
}

/** An empty repository for an import, which `adoptImported` gives to a project. */
export async function createImported(dataDir: string): Promise<string> {
  const folder = join(dataDir, FOLDER, `${IMPORTED}${randomUUID()}`);
  await fillFolder(folder);
  return folder;
}

/** Makes an imported repository that of a project, whose row is new: a folder from an import that was killed before is replaced. */
export async function adoptImported(dataDir: string, imported: string, projectId: NamespaceId): Promise<void> {
  const folder = folderOf(dataDir, projectId);
  await rm(folder, { recursive: true, force: true });
  await rename(imported, folder);
}

async function createFolder(dataDir: string, folder: string): Promise<void> {
  if (await isUsable(folder)) return;
  const draft = join(dataDir, FOLDER, `draft-${randomUUID()}`);
  await fillFolder(draft);
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
  }
}

async function fillFolder(draft: string): Promise<void> {
  for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    await mkdir(join(draft, name), { recursive: true });
  await writeFile(join(draft, 'config'), CONFIG);
  // Backups hold files only, and git needs both folders. It ignores names that begin with a dot.
  await writeFile(join(draft, 'refs/.keep'), '');
  await writeFile(join(draft, 'objects/info/.keep'), '');
  await writeFile(join(draft, 'HEAD'), `ref: refs/heads/${INITIAL_BRANCH}\n`);
}

/** Whether the folder exists. Restores Milepost's configuration in it. */
export async function isUsable(folder: string): Promise<boolean> {
  let config: string | null;
  try {
    config = await readFile(join(folder, 'config'), 'utf8');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    config = null;
  }
  if (config === CONFIG) return true;
  if (!(await stat(folder).catch(() => null))) return false;
  const draft = join(folder, `config-${randomUUID()}`);
  await writeFile(draft, CONFIG);
  await rename(draft, join(folder, 'config'));
  return true;
}

/** The bytes of the packs, with those that are still arriving. */
export async function packBytes(folder: string): Promise<number> {
  const packs = join(folder, 'objects/pack');
  const found = await Promise.all((await namesIn(packs)).map((name) => stat(join(packs, name)).catch(() => null)));
  return found.reduce((sum, each) => sum + (each?.size ?? 0), 0);
}

/** With the interval of the job, nothing stays longer than an hour. A push without progress is cut after a minute. */
const ABANDONED_AFTER_MS = 30 * 60 * 1000;
/** An import may still read other parts of its archive long after the repository. */
const ABANDONED_IMPORT_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes folders without a row and incomplete ones, and what aborted pushes left in repositories, if nothing in them changed for half an hour.
 * `known` returns the projects that have a row.
 */
export async function sweepFolders(
  dataDir: string,
  known: (projectIds: readonly NamespaceId[]) => Promise<ReadonlySet<NamespaceId>>,
): Promise<void> {
  const top = join(dataDir, FOLDER);
  const names = (await namesIn(top)).filter((name) => name !== EMPTY);
  const ids = names.flatMap((name) => idOf(name) ?? []);
  const withRow = ids.length === 0 ? new Set<NamespaceId>() : await known(ids);
  for (const name of names) {
    const id = idOf(name);
    if (id !== null && withRow.has(id)) await sweepAborted(join(top, name, 'objects'));
    else await removeOld(join(top, name), name.startsWith(IMPORTED) ? ABANDONED_IMPORT_AFTER_MS : ABANDONED_AFTER_MS);
  }
}

/** Git keeps the objects of a push apart until they are checked, and packs that arrive under a temporary name. */
async function sweepAborted(objects: string): Promise<void> {
  for (const name of await namesIn(objects)) {
    if (/^(tmp_objdir-|incoming-)/.test(name)) await removeOld(join(objects, name));
  }
  for (const name of await namesIn(join(objects, 'pack'))) {
    if (name.startsWith('tmp_')) await removeOld(join(objects, 'pack', name));
  }
}

/** The projects that have a folder. */
export async function copiedProjects(dataDir: string): Promise<NamespaceId[]> {
  return (await namesIn(join(dataDir, FOLDER))).flatMap((name) => idOf(name) ?? []);
}

function idOf(name: string): NamespaceId | null {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? null : (Number(digits) as NamespaceId);
}

async function namesIn(folder: string, recursive = false): Promise<string[]> {
  try {
    return await readdir(folder, { recursive });
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function removeOld(path: string, after = ABANDONED_AFTER_MS): Promise<void> {
  if (Date.now() - (await changedAt(path)) >= after) await rm(path, { recursive: true, force: true });
}

/** When the newest file of a folder changed: a pack that is still arriving does not change its folder. */
async function changedAt(path: string): Promise<number> {
  let newest = 0;
  for (const name of ['', ...(await namesIn(path, true))]) {
    newest = Math.max(newest, (await stat(join(path, name)).catch(() => null))?.mtimeMs ?? 0);
  }
  return newest;
}
