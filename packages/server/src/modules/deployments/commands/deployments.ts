import { transitionProblem, type ReportedStatus } from '@milepost/core/deployments/deployments';
import { DomainError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { DeploymentId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { nextIid, type Namespace } from '../../namespaces/store.ts';
import { isRefName } from '../../repositories/store/names.ts';
import { announceEnvironment, environmentToDeploy } from '../commands.ts';
import { environmentPolicy } from '../policy.ts';
import { insertDeployment, lockDeployment, removeDeployment } from '../store/deployments.ts';
import { currentDeployments, deploymentsById, environmentsById, lockProtection, saveEnvironment } from '../store.ts';
import type { Deployment } from '../table.ts';
import { announceStatus, approvalRulesOf, changeStatus, requireDeployer } from './settling.ts';

/** The state of a deployment does not allow the change. */
export class DeploymentRefusedError extends DomainError {
  override name = 'DeploymentRefusedError';
  readonly code = 'DEPLOYMENT_REFUSED' as const;
  readonly kind = 'invalid' as const;
}

/** A deployment of a project. Throws NotFoundError for one of another project. */
export async function findDeployment(ctx: Context, project: Namespace, id: DeploymentId): Promise<Deployment> {
  const deployment = await ctx.load(deploymentsById, id);
  if (deployment?.projectId !== project.id) throw new NotFoundError('Deployment');
  return deployment;
}

export interface ReportedDeployment {
  /** The name of the environment; it is created unless it exists. */
  environment: string;
  sha: string;
  ref: string;
  isTag: boolean;
  status: ReportedStatus;
}

/**
 * Stores a deployment that a pipeline reports. It is blocked if the environment's rules require approvals. Throws ValidationError, and
 * ForbiddenError for those whom a protected environment does not name.
 */
export function createDeployment(ctx: Context, project: Namespace, reported: ReportedDeployment): Promise<Deployment> {
  ctx.require(environmentPolicy.write, project);
  const { ref, isTag, status } = reported;
  const sha = reported.sha.toLowerCase();
  if (!/^[0-9a-f]{40}$/.test(sha)) throw new ValidationError({ sha: ['must be 40 hexadecimal digits'] });
  if (!isRefName(ref)) throw new ValidationError({ ref: ['is invalid'] });
  return ctx.transaction(async (trx) => {
    await lockProtection(trx, project.rootId, 'use');
    const environment = await environmentToDeploy(trx, project, reported.environment);
    const protections = await requireDeployer(ctx.within(trx), project, environment);
    const deployment = await insertDeployment(trx, {
      projectId: project.id,
      environmentId: environment.id,
      iid: await nextIid(trx, project.id, 'deployments'),
      status: approvalRulesOf(protections).length > 0 ? 'blocked' : status,
      ref,
      isTag,
      sha,
      userId: ctx.viewer.id,
    });
    if (environment.state !== 'available') {
      announceEnvironment(trx, await saveEnvironment(trx, environment.id, { state: 'available' }));
    }
    announceStatus(trx, deployment);
    return deployment;
  });
}

/**
 * Changes the status of a deployment. Throws DeploymentRefusedError when it has ended, or is blocked, and ForbiddenError for those
 * whom a protected environment does not name.
 */
export function updateDeployment(
  ctx: Context,
  project: Namespace,
  id: DeploymentId,
  status: ReportedStatus,
): Promise<Deployment> {
  ctx.require(environmentPolicy.write, project);
  return changing(ctx, project, id, async (trx, deployment) => {
    const within = ctx.within(trx);
    const environment = await within.load(environmentsById, deployment.environmentId);
    if (environment) await requireDeployer(within, project, environment);
    const problem = transitionProblem(deployment.status, status);
    if (problem !== null) throw new DeploymentRefusedError(problem);
    return deployment.status === status ? deployment : changeStatus(trx, deployment, status);
  });
}

/** Deletes a deployment that neither runs nor is the current one of its environment. */
export function deleteDeployment(ctx: Context, project: Namespace, id: DeploymentId): Promise<Deployment> {
  ctx.require(environmentPolicy.destroy, project);
  return changing(ctx, project, id, async (trx, deployment) => {
    if (deployment.status === 'running') throw new DeploymentRefusedError('Cannot destroy running deployment');
    const current = await ctx.within(trx).load(currentDeployments, deployment.environmentId);
    if (current?.id === id) throw new DeploymentRefusedError('Deployment currently deployed to environment');
    await removeDeployment(trx, id);
    trx.announce({ name: 'deployment.deleted', namespaceId: project.id, data: { deploymentId: id } });
    return deployment;
  });
}

function changing(
  ctx: Context,
  project: Namespace,
  id: DeploymentId,
  change: (trx: Trx, deployment: Deployment) => Promise<Deployment>,
): Promise<Deployment> {
  return ctx.transaction(async (trx) => {
    const deployment = await lockDeployment(trx, id);
    if (deployment?.projectId !== project.id) throw new NotFoundError('Deployment');
    return change(trx, deployment);
  });
}
