import { rm } from 'node:fs/promises';
import type { NamespaceId } from '@milepost/core/ids';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { GitMissingError } from '../../../platform/git/errors.ts';
import { sizeOf } from '../../repositories/commands/receive.ts';
import { BundleError, unpackBundle, type BundleRefs } from '../../repositories/store/bundles.ts';
import { adoptImported, createImported, folderOf, INITIAL_BRANCH, isUsable } from '../../repositories/store/folders.ts';
import { insertNewRepository, repositoryOf } from '../../repositories/store.ts';
import type { Counted } from '../store/merge-planning.ts';
import type { Tally } from './tally.ts';

/** The repository of an archive, in a folder that is not yet that of a project. */
export interface UnpackedRepository extends BundleRefs {
  folder: string;
  sizeBytes: number;
}

/** Unpacks a bundle within the size limit of repositories. Throws BundleError, also without a usable git. */
export async function unpackRepository(
  { git, dataDir }: Services,
  chunks: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<UnpackedRepository> {
  const folder = await createImported(dataDir);
  try {
    const maxBytes = git.limits.maxRepositoryBytes;
    const refs = await unpackBundle({ git, folder }, chunks, { maxBytes, signal });
    return { folder, ...refs, sizeBytes: await sizeOf(git, folder) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof GitMissingError) throw new BundleError(`was not unpacked: ${error.message}`);
    throw error;
  }
}

/**
 * Gives the project of an archive its repository. An existing one stays as it is. `adopt` must be the last step of the transaction: it
 * gives the folder its final name.
 */
export async function mergeRepository(
  { git, dataDir }: Services,
  trx: Db,
  { projectId, repository, wanted, tally }: RepositoryToMerge,
): Promise<MergedRepository> {
  const present = await presentFolder(trx, dataDir, projectId);
  if (present !== null) return { added: 0, present: repository ? 1 : 0, folder: present, adopt: nothing };
  if (!repository) return { added: 0, present: 0, folder: null, adopt: nothing };
  const { folder, sizeBytes } = repository;
  const defaultBranch = chooseDefaultBranch(repository, wanted);
  const isNew = await insertNewRepository(trx, { projectId, defaultBranch, sizeBytes });
  // Somebody pushed meanwhile.
  if (!isNew) return { added: 0, present: 1, folder: null, adopt: nothing };
  if (wanted !== null && wanted !== defaultBranch) {
    const instead = defaultBranch === null ? 'the repository has none' : `${defaultBranch} is the default branch`;
    tally.problem('project.bundle', `has no branch ${JSON.stringify(wanted)}: ${instead}`);
  }
  if (defaultBranch !== null) await git.run(['symbolic-ref', 'HEAD', `refs/heads/${defaultBranch}`], { folder });
  return { added: 1, present: 0, folder, adopt: () => adoptImported(dataDir, folder, projectId) };
}

/** The folder of the repository that the project has; null for none, or a missing folder. */
async function presentFolder(trx: Db, dataDir: string, projectId: NamespaceId): Promise<string | null> {
  const folder = folderOf(dataDir, projectId);
  return (await repositoryOf(trx, projectId)) && (await isUsable(folder)) ? folder : null;
}

const nothing = (): Promise<void> => Promise.resolve();

export interface MergedRepository extends Counted {
  /** Where the commits are until the end of the transaction; null without a repository. */
  folder: string | null;
  adopt: () => Promise<void>;
}

interface RepositoryToMerge {
  projectId: NamespaceId;
  /** Null for an archive without a usable one. */
  repository: UnpackedRepository | null;
  /** The default branch by the project's description. */
  wanted: string | null;
  tally: Tally;
}

/** The wanted branch, else one at the commit of `HEAD`, else `main`, `master`, or the first one by name. */
function chooseDefaultBranch({ branches, head }: BundleRefs, wanted: string | null): string | null {
  if (wanted !== null && branches.has(wanted)) return wanted;
  const names = [INITIAL_BRANCH, 'master', ...[...branches.keys()].toSorted()].filter((name) => branches.has(name));
  return names.find((name) => branches.get(name) === head) ?? names[0] ?? null;
}
