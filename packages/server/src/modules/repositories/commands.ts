import { DomainError, ForbiddenError, NotFoundError } from '@milepost/core/errors';
import { MIRROR_REFUSAL } from '@milepost/core/repositories/remotes';
import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { NotHereError } from '../../platform/sites/errors.ts';
import type { Git } from '../../platform/git/git.ts';
import { visibleNamespace, type NamespaceKey } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { repositoryPolicy } from './policy.ts';
import { createRepositoryFolder, emptyRepository, folderOf, isUsable } from './store/folders.ts';
import { isMirror } from './store/remotes.ts';
import { insertRepository, repositoriesByProject } from './store.ts';
import type { Repository } from './table.ts';

/** The database knows the repository, but its folder is missing. */
export class RepositoryUnavailableError extends DomainError {
  override name = 'RepositoryUnavailableError';
  readonly code = 'REPOSITORY_UNAVAILABLE' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('The repository is unavailable.');
  }
}

/** A change of a repository that follows a remote. */
export class MirrorError extends ForbiddenError {
  override name = 'MirrorError';
  override readonly publicMessage = MIRROR_REFUSAL;
  constructor() {
    super(MIRROR_REFUSAL);
  }
}

/** A project whose code the viewer may read, with its repository: null before the first push. */
export interface ProjectCode {
  project: Namespace;
  repository: Repository | null;
  /** Absolute; that of an empty repository before the first push. */
  folder: string;
}

/**
 * The code of the project of this id or full path. Throws NotFoundError when there is no project that the viewer may see, ForbiddenError
 * when they may see it but not its code, and RepositoryUnavailableError when its folder is missing.
 */
export function findCode(ctx: Context, key: NamespaceKey): Promise<ProjectCode> {
  return readCode(ctx, key, () => {
    throw new RepositoryUnavailableError();
  });
}

/** The same for lists of what the database has: a repository whose folder is missing counts as empty. */
export function findCodeOfList(ctx: Context, key: NamespaceKey): Promise<ProjectCode> {
  return readCode(ctx, key, () => emptyRepository(ctx.services.dataDir));
}

async function readCode(ctx: Context, key: NamespaceKey, whenMissing: () => Promise<string>): Promise<ProjectCode> {
  const project = await visibleNamespace(ctx, key);
  if (project?.kind !== 'project') throw new NotFoundError('Project');
  ctx.require(repositoryPolicy.read, project);
  const { dataDir } = ctx.services;
  const repository = await ctx.load(repositoriesByProject, project.id);
  if (!repository) return { project, repository, folder: await emptyRepository(dataDir) };
  const folder = folderOf(dataDir, project.id);
  const { hasRepository, isPrimaryReachable } = ctx.services.site;
  if (hasRepository && !(await hasRepository(project.id, repository.pushedAt))) {
    if (isPrimaryReachable) throw new NotHereError();
    return { project, repository, folder: await whenMissing() };
  }
  return { project, repository, folder: (await isUsable(folder)) ? folder : await whenMissing() };
}

/** The same to push to. Throws ForbiddenError for those who may not, and MirrorError for all while it follows a remote. */
export async function findCodeToPush(ctx: Context, key: NamespaceKey): Promise<ProjectCode> {
  const code = await findCode(ctx, key);
  if (!ctx.can(repositoryPolicy.push, code.project)) {
    throw new ForbiddenError(
      code.project.archivedAt === null
        ? 'You are not allowed to push code to this project.'
        : 'This project is archived: its repository is read-only.',
    );
  }
  await requireNoMirror(ctx, code.project.id);
  return code;
}

/** Throws MirrorError while the project follows a remote. */
export async function requireNoMirror(ctx: Context, projectId: NamespaceId): Promise<void> {
  if (await ctx.load(isMirror, projectId)) throw new MirrorError();
}

/** Runs git for the viewer, within the limits that all callers share. `address`: of an anonymous one. */
export const gitOf = (ctx: Context, address = 'anonymous'): Git =>
  ctx.services.git.for(String(ctx.viewer.id ?? address));

/** Creates the repository of a project unless it exists. */
export async function createRepository(ctx: Context, project: Namespace): Promise<string> {
  return ctx.transaction(async (trx) => {
    await insertRepository(trx, project.id);
    return createRepositoryFolder(ctx.services.dataDir, project.id);
  });
}
