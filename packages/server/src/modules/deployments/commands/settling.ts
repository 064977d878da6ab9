import { meetsRule, tallyOf, type ProtectionRule, type RuleTally } from '@milepost/core/deployments/approvals';
import type { DeploymentStatus } from '@milepost/core/deployments/deployments';
import { ForbiddenError } from '@milepost/core/errors';
import type { DeploymentId, NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Context, Trx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { viewersById } from '../../members/commands/identify.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { mayDeploy } from '../policy.ts';
import { lockBlockedBelow, saveStatus } from '../store/deployments.ts';
import { approvalsOfDeployment, peopleOfRule, protectionsOfNamespace, type Protection } from '../store/protection.ts';
import { setDeploymentTodos } from '../../todos/store/deployments.ts';
import { environmentsById } from '../store.ts';
import type { Deployment, DeploymentApproval, Environment } from '../table.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    /** A deployment was created, or has another status. */
    'deployment.statusChanged': { deploymentId: DeploymentId; status: DeploymentStatus };
    /** An approval was given that leaves the deployment waiting, or the rules of a waiting one changed. */
    'deployment.approvalsChanged': { deploymentId: DeploymentId };
    'deployment.deleted': { deploymentId: DeploymentId };
  }
}

/** The protections of an environment: that of its name in the project, and those of its tier in the groups above. */
export async function protectionsOf(
  ctx: Context,
  project: Namespace,
  environment: Pick<Environment, 'name' | 'tier'>,
): Promise<Protection[]> {
  const all = await ctx.loadMany(protectionsOfNamespace, project.scope.traversalIds);
  return all
    .flat()
    .filter(({ namespaceId, name }) => name === (namespaceId === project.id ? environment.name : environment.tier));
}

/** Throws ForbiddenError unless each protection of the environment names the viewer. Returns the protections. */
export async function requireDeployer(
  ctx: Context,
  project: Namespace,
  environment: Pick<Environment, 'name' | 'tier'>,
): Promise<Protection[]> {
  const protections = await protectionsOf(ctx, project, environment);
  if (!mayDeploy(ctx.viewer, protections, project.scope)) throw new ForbiddenError();
  return protections;
}

export type ApprovalTally = RuleTally<ProtectionRule, DeploymentApproval>;

/** The rules about approving, those of groups first. */
export function approvalRulesOf(protections: readonly Protection[]): ProtectionRule[] {
  return protections.flatMap(({ rules }) => rules).filter(({ requiredApprovals }) => requiredApprovals !== null);
}

/** The approvals of a deployment by rule. */
export async function tally(
  ctx: Context,
  { project, environment, deployment }: { project: Namespace; environment: Environment; deployment: Deployment },
): Promise<ApprovalTally[]> {
  const [protections, approvals] = await Promise.all([
    protectionsOf(ctx, project, environment),
    ctx.load(approvalsOfDeployment, deployment.id),
  ]);
  const authors = (approvals ?? []).flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const viewers = await ctx.loadMany(viewersById, authors);
  return tallyOf(approvalRulesOf(protections), approvals ?? [], (userId, rule) => {
    const viewer = viewers.find(({ id }) => id === userId);
    return viewer !== undefined && meetsRule(viewer, rule, project.scope);
  });
}

/** Sets the status of a deployment and announces it. */
export async function changeStatus(trx: Trx, { id }: Deployment, status: DeploymentStatus): Promise<Deployment> {
  const deployment = await saveStatus(trx, id, status);
  announceStatus(trx, deployment);
  return deployment;
}

export function announceStatus(trx: Trx, { id, projectId, status }: Deployment): void {
  trx.announce({
    name: 'deployment.statusChanged',
    namespaceId: projectId,
    data: { deploymentId: id, status },
  });
}

/** Unblocks a locked deployment if no approval is missing. `ctx` reads within the transaction. */
export async function settle(ctx: Context, trx: Trx, project: Namespace, deployment: Deployment): Promise<Deployment> {
  const environment = await ctx.load(environmentsById, deployment.environmentId);
  if (!environment) return deployment;
  const rules = await tally(ctx, { project, environment, deployment });
  if (rules.every(({ pending }) => pending === 0)) return changeStatus(trx, deployment, 'created');
  trx.announce({
    name: 'deployment.approvalsChanged',
    namespaceId: project.id,
    data: { deploymentId: deployment.id },
  });
  return deployment;
}

/** Creates to-dos for those who can approve a blocked deployment, and completes those of all others. `ctx` reads within the transaction. */
export async function callApprovers(ctx: Context, trx: Db, deployment: Deployment): Promise<void> {
  const [project, environment, approvals] = await Promise.all([
    ctx.load(namespacesById, deployment.projectId),
    ctx.load(environmentsById, deployment.environmentId),
    ctx.load(approvalsOfDeployment, deployment.id),
  ]);
  if (!project || !environment) return;
  const rules = approvalRulesOf(await protectionsOf(ctx, project, environment));
  const callable = rules.map((rule) => peopleOfRule(rule, project.scope));
  const decided = (approvals ?? []).map(({ userId }) => userId);
  await setDeploymentTodos(trx, {
    deploymentId: deployment.id,
    projectId: project.id,
    authorId: deployment.userId,
    // Its author cannot approve it, unless an administrator; and nobody approves twice.
    people: sql`SELECT u.id FROM users u WHERE u.id IN (${sql.join(callable, sql` UNION `)})
      AND (u.id IS DISTINCT FROM ${deployment.userId}::bigint OR u.is_admin) AND u.id <> ALL(${decided}::bigint[])`,
  });
}

/** Applies changed rules to all deployments of these groups and projects that wait for approval. */
export async function settleBlockedOf(ctx: Context, trx: Trx, namespaceIds: readonly NamespaceId[]): Promise<void> {
  // Loaders of a context cache: rules are read after the change.
  const fresh = ctx.within(trx);
  for (const deployment of await lockBlockedBelow(trx, namespaceIds)) {
    const project = await fresh.load(namespacesById, deployment.projectId);
    if (project) await settle(fresh, trx, project, deployment);
  }
}
