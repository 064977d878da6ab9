import {
  environmentProblems,
  slugOfName,
  tierOfName,
  type AutoStopSetting,
  type EnvironmentTier,
} from '@milepost/core/deployments/environments';
import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { EnvironmentId, NamespaceId } from '@milepost/core/ids';
import type { Context, Trx } from '../../platform/context.ts';
import { findVisibleProject, type NamespaceKey } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { requireDeployer, settleBlockedOf } from './commands/settling.ts';
import { environmentPolicy } from './policy.ts';
import {
  environmentNamed,
  environmentsById,
  insertEnvironment,
  isSlugTaken,
  lockEnvironment,
  lockEnvironmentsOf,
  lockProtection,
  removeEnvironment,
  saveEnvironment,
} from './store.ts';
import type { Environment } from './table.ts';

declare module '../../platform/context.ts' {
  interface Events {
    /** An environment of the project was created, changed or deleted. */
    'environment.changed': { environmentId: EnvironmentId };
  }
}

/**
 * The project of this id or full path, whose environments the viewer may read. Throws NotFoundError and ForbiddenError.
 */
export async function findDeployableProject(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const project = await findVisibleProject(ctx, key);
  ctx.require(environmentPolicy.read, project);
  return project;
}

/** An environment of a project. Throws NotFoundError for one of another project. */
export async function findEnvironment(ctx: Context, project: Namespace, id: EnvironmentId): Promise<Environment> {
  const environment = await ctx.load(environmentsById, id);
  if (environment?.projectId !== project.id) throw new NotFoundError('Environment');
  return environment;
}

export interface EnvironmentFields {
  description?: string | null | undefined;
  externalUrl?: string | null | undefined;
  tier?: EnvironmentTier | undefined;
  autoStopSetting?: AutoStopSetting | undefined;
  kubernetesNamespace?: string | null | undefined;
  fluxResourcePath?: string | null | undefined;
}

/** Creates an environment. Throws ValidationError for invalid fields and a name that exists. */
export function createEnvironment(
  ctx: Context,
  project: Namespace,
  name: string,
  fields: EnvironmentFields,
): Promise<Environment> {
  ctx.require(environmentPolicy.write, project);
  check({ name, ...fields });
  return ctx.transaction(async (trx) => {
    await lockEnvironmentsOf(trx, project.id);
    if (await environmentNamed(trx, project.id, name)) {
      throw new ValidationError({ name: ['has already been taken'] });
    }
    return insertNamed(trx, project, name, fields);
  });
}

/** The environment of this name, created unless it exists. Throws ValidationError for an invalid name. */
export async function environmentToDeploy(trx: Trx, project: Namespace, name: string): Promise<Environment> {
  const known = await environmentNamed(trx, project.id, name);
  if (known) return known;
  check({ name });
  await lockEnvironmentsOf(trx, project.id);
  return (await environmentNamed(trx, project.id, name)) ?? insertNamed(trx, project, name, {});
}

async function insertNamed(
  trx: Trx,
  project: Namespace,
  name: string,
  { tier, ...fields }: EnvironmentFields,
): Promise<Environment> {
  const environment = await insertEnvironment(trx, {
    projectId: project.id,
    name,
    slug: await freeSlug(trx, project.id, name),
    tier: tier ?? tierOfName(name),
    ...stored(fields),
  });
  announceEnvironment(trx, environment);
  return environment;
}

/** The columns of the given fields; an empty text removes a value. */
function stored({ autoStopSetting, ...texts }: Omit<EnvironmentFields, 'tier'>) {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  const columns: { [Name in keyof typeof texts]?: string | null } = Object.fromEntries(
    given.map(([name, text]) => [name, text || null]),
  );
  return { ...columns, ...(autoStopSetting && { autoStopSetting }) };
}

async function freeSlug(trx: Trx, projectId: NamespaceId, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = slugOfName(name, number);
    if (!(await isSlugTaken(trx, projectId, slug))) return slug;
  }
}

/** Changes an environment. Another tier may have other rules, which apply to its blocked deployments, too. */
export function updateEnvironment(
  ctx: Context,
  project: Namespace,
  id: EnvironmentId,
  { tier, ...fields }: EnvironmentFields,
): Promise<Environment> {
  ctx.require(environmentPolicy.write, project);
  check(fields);
  return changing(ctx, project, id, async (trx, before) => {
    const isOtherTier = tier !== undefined && tier !== before.tier;
    // Another tier could take the environment out of a protection that only maintainers may change.
    if (isOtherTier) ctx.require(environmentPolicy.destroy, project);
    const environment = await saveEnvironment(trx, id, {
      ...stored(fields),
      ...(tier && { tier }),
    });
    if (isOtherTier) await settleBlockedOf(ctx.within(trx), trx, [project.id]);
    return environment;
  });
}

/**
 * Stops an environment; a later deployment makes it available again. Throws ForbiddenError for those whom its protection does not name.
 */
export function stopEnvironment(ctx: Context, project: Namespace, id: EnvironmentId): Promise<Environment> {
  ctx.require(environmentPolicy.write, project);
  return changing(ctx, project, id, async (trx, environment) => {
    await requireDeployer(ctx.within(trx), project, environment);
    return saveEnvironment(trx, id, { state: 'stopped' });
  });
}

/** Deletes a stopped environment with its deployments. Throws ForbiddenError while it is not stopped. */
export function deleteEnvironment(ctx: Context, project: Namespace, id: EnvironmentId): Promise<Environment> {
  ctx.require(environmentPolicy.destroy, project);
  return changing(ctx, project, id, async (trx, environment) => {
    if (environment.state !== 'stopped') throw new ForbiddenError();
    await removeEnvironment(trx, id);
    return environment;
  });
}

async function changing(
  ctx: Context,
  project: Namespace,
  id: EnvironmentId,
  change: (trx: Trx, environment: Environment) => Promise<Environment>,
): Promise<Environment> {
  return ctx.transaction(async (trx) => {
    await lockProtection(trx, project.rootId, 'change');
    const environment = await lockEnvironment(trx, id);
    if (environment?.projectId !== project.id) throw new NotFoundError('Environment');
    const changed = await change(trx, environment);
    announceEnvironment(trx, changed);
    return changed;
  });
}

function check(fields: Parameters<typeof environmentProblems>[0]): void {
  const problems = environmentProblems(fields);
  if (problems) throw new ValidationError(problems);
}

export function announceEnvironment(trx: Trx, { id, projectId }: Environment): void {
  trx.announce({ name: 'environment.changed', namespaceId: projectId, data: { environmentId: id } });
}
