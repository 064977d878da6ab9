import {
  levelDescription,
  MAX_APPROVAL_COMMENT,
  meetsRule,
  NOT_WAITING_PROBLEM,
  SELF_APPROVAL_PROBLEM,
  type ApprovalStatus,
  type ProtectionRule,
} from '@milepost/core/deployments/approvals';
import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { DeploymentId, ProtectionRuleId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { usersById } from '../../users/store.ts';
import { environmentPolicy } from '../policy.ts';
import { lockDeployment } from '../store/deployments.ts';
import { approvalsOfDeployment, insertApproval } from '../store/protection.ts';
import { deploymentsById, environmentsById, lockProtection } from '../store.ts';
import type { Deployment, DeploymentApproval } from '../table.ts';
import { DeploymentRefusedError } from './deployments.ts';
import { approvalRulesOf, changeStatus, protectionsOf, settle } from './settling.ts';

/** Only administrators may approve a deployment of their own. */
class SelfApprovalError extends DomainError {
  override name = 'SelfApprovalError';
  readonly code = 'SELF_APPROVAL' as const;
  readonly kind = 'forbidden' as const;
  override readonly publicMessage = SELF_APPROVAL_PROBLEM;
  constructor() {
    super(SELF_APPROVAL_PROBLEM);
  }
}

export interface GivenApproval {
  status: ApprovalStatus;
  comment?: string | undefined;
  /** The user, group or role of the rule that it counts for; by default the first rule that the viewer meets. */
  representedAs?: string | undefined;
}

/**
 * Approves or rejects a blocked deployment. A rejection sets it to failed; the last missing approval unblocks it. Throws ForbiddenError
 * for those whom no rule names, SelfApprovalError, DeploymentRefusedError and ValidationError.
 */
export function approveDeployment(
  ctx: Context,
  project: Namespace,
  id: DeploymentId,
  { status, comment = '', representedAs }: GivenApproval,
): Promise<DeploymentApproval> {
  ctx.require(environmentPolicy.approve, project);
  if (comment.length > MAX_APPROVAL_COMMENT) {
    throw new ValidationError({ comment: [`is too long (maximum is ${MAX_APPROVAL_COMMENT} characters)`] });
  }
  return ctx.transaction(async (trx) => {
    await lockProtection(trx, project.rootId, 'use');
    const deployment = await lockDeployment(trx, id);
    if (deployment?.projectId !== project.id) throw new NotFoundError('Deployment');
    if (deployment.status !== 'blocked') throw new DeploymentRefusedError(NOT_WAITING_PROBLEM);
    const within = ctx.within(trx);
    const rules = await rulesFor(within, project, deployment);
    if (isOwn(ctx, deployment)) throw new SelfApprovalError();
    if (rules.length === 0) throw new ForbiddenError();
    const rule = representedAs ? await ruleNamed(within, rules, representedAs) : rules[0];
    if (!rule) throw new ValidationError({ represented_as: ['is not a rule that you meet'] });
    const approval = await insertApproval(trx, {
      deploymentId: id,
      userId: ctx.viewer.id,
      status,
      comment,
      ruleId: rule.id,
    });
    if (!approval) throw new DeploymentRefusedError('You have already given your approval or rejection.');
    await (status === 'rejected' ? changeStatus(trx, deployment, 'failed') : settle(within, trx, project, deployment));
    return approval;
  });
}

/** A deployment by its id. Throws NotFoundError when the viewer may not see its project, and ForbiddenError. */
export async function findDeploymentById(
  ctx: Context,
  id: DeploymentId,
): Promise<{ project: Namespace; deployment: Deployment }> {
  const deployment = Number.isSafeInteger(id) ? await ctx.load(deploymentsById, id) : null;
  const project = deployment && (await ctx.load(namespacesById, deployment.projectId));
  if (!deployment || !project || !ctx.viewer.canSee(project.scope)) throw new NotFoundError('Deployment');
  ctx.require(environmentPolicy.read, project);
  return { project, deployment };
}

/** Whether the viewer can approve a deployment now; with `ruleId`, for this rule. */
export async function mayApprove(
  ctx: Context,
  project: Namespace,
  deployment: Deployment,
  ruleId?: ProtectionRuleId,
): Promise<boolean> {
  if (deployment.status !== 'blocked' || isOwn(ctx, deployment)) return false;
  const approvals = (await ctx.load(approvalsOfDeployment, deployment.id)) ?? [];
  if (approvals.some(({ userId }) => ctx.viewer.is(userId))) return false;
  const rules = await rulesFor(ctx, project, deployment);
  return rules.some(({ id }) => ruleId === undefined || id === ruleId);
}

/** Whether the viewer started a deployment and therefore cannot approve it. */
function isOwn({ viewer }: Context, { userId }: Deployment): boolean {
  return viewer.is(userId) && !viewer.isAdmin;
}

/** The rules about approving a deployment that name the viewer. */
async function rulesFor(ctx: Context, project: Namespace, deployment: Deployment): Promise<ProtectionRule[]> {
  const environment = await ctx.load(environmentsById, deployment.environmentId);
  if (!environment || !ctx.can(environmentPolicy.approve, project)) return [];
  const rules = approvalRulesOf(await protectionsOf(ctx, project, environment));
  return rules.filter((rule) => meetsRule(ctx.viewer, rule, project.scope));
}

async function ruleNamed(
  ctx: Context,
  rules: readonly ProtectionRule[],
  wanted: string,
): Promise<ProtectionRule | undefined> {
  const names = await Promise.all(rules.map((rule) => namesOf(ctx, rule)));
  return rules.find((_rule, index) => names[index]?.some((name) => name.toLowerCase() === wanted.toLowerCase()));
}

/** The names that `represented_as` accepts for a rule; the first one is shown. */
async function namesOf(ctx: Context, { accessLevel, userId, groupId }: ProtectionRule): Promise<string[]> {
  if (accessLevel !== null) return [levelDescription(accessLevel)];
  if (userId !== null) {
    const user = await ctx.load(usersById, userId);
    return user ? [user.name, user.username] : [];
  }
  const group = groupId === null ? null : await ctx.load(namespacesById, groupId);
  return group ? [group.name, group.fullPath] : [];
}

/** The name of a rule: a role, or the name of a person or group. A group that the viewer may not see has no name. */
export async function descriptionOf(ctx: Context, rule: ProtectionRule): Promise<string> {
  const group = rule.groupId === null ? null : await ctx.load(namespacesById, rule.groupId);
  if (group && !ctx.viewer.canSee(group.scope)) return 'Private group';
  return (await namesOf(ctx, rule))[0] ?? '';
}
