import {
  MAX_PROTECTED_ENVIRONMENTS,
  MAX_REQUIRED_APPROVALS,
  MAX_RULES,
  ruleLevels,
} from '@milepost/core/deployments/approvals';
import { environmentProblems, environmentTiers } from '@milepost/core/deployments/environments';
import { ConflictError, NotFoundError, sentencesOf, UnprocessableError } from '@milepost/core/errors';
import type { NamespaceId, ProtectionRuleId, UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { sharesOfNamespace } from '../../members/store/shares.ts';
import { levelsOf } from '../../members/store.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { protectionPolicy } from '../policy.ts';
import {
  insertProtection,
  insertRule,
  protectionsOfNamespace,
  removeProtection,
  removeRule,
  saveRule,
  type Protection,
  type RuleValues,
} from '../store/protection.ts';
import { lockProtection } from '../store.ts';
import { settleBlockedOf } from './settling.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'environment.protectionChanged': { name: string; change: 'added' | 'updated' | 'removed' };
  }
}

/** A row as it was sent: without `id` it is added, with one it is changed, or removed. */
export interface GivenRule {
  id?: ProtectionRuleId | undefined;
  accessLevel?: number | null | undefined;
  userId?: UserId | null | undefined;
  groupId?: NamespaceId | null | undefined;
  groupInheritanceType?: number | undefined;
  requiredApprovals?: number | undefined;
  isRemoved?: boolean | undefined;
}

export interface GivenRules {
  deployAccessLevels?: readonly GivenRule[] | undefined;
  approvalRules?: readonly GivenRule[] | undefined;
}

/** The protected environments of a group or project. Throws ForbiddenError for those who may not manage them. */
export async function listProtections(ctx: Context, namespace: Namespace): Promise<readonly Protection[]> {
  ctx.require(protectionPolicy.read, namespace);
  return (await ctx.load(protectionsOfNamespace, namespace.id)) ?? [];
}

/** The protected environment of this name. Throws NotFoundError when it is not protected, and ForbiddenError. */
export async function findProtection(ctx: Context, namespace: Namespace, name: string): Promise<Protection> {
  const found = (await listProtections(ctx, namespace)).find((each) => each.name === name);
  if (!found) throw new NotFoundError('Protected environment');
  return found;
}

/** Protects an environment of a project, or a tier of everything below a group. Throws ConflictError when it is protected. */
export async function protectEnvironment(
  ctx: Context,
  namespace: Namespace,
  name: string,
  rules: GivenRules,
): Promise<Protection> {
  ctx.require(protectionPolicy.manage, namespace);
  checkName(namespace, name);
  await changing(ctx, namespace, [name, 'added'], async (trx) => {
    const within = ctx.within(trx);
    const present = (await within.load(protectionsOfNamespace, namespace.id)) ?? [];
    if (present.some((each) => each.name === name)) {
      throw new ConflictError(`Protected environment '${name}' already exists`);
    }
    if (present.length >= MAX_PROTECTED_ENVIRONMENTS) {
      throw new UnprocessableError(
        `A ${namespace.kind} can have at most ${MAX_PROTECTED_ENVIRONMENTS} protected environments`,
      );
    }
    const id = await insertProtection(trx, namespace.id, name);
    if (id === null) throw new ConflictError(`Protected environment '${name}' already exists`);
    await writeRules(within, trx, namespace, { id, rules: [] }, rules);
  });
  return findProtection(ctx, namespace, name);
}

/** Changes the rules of a protected environment. Throws NotFoundError for one, or a row, that does not exist. */
export async function updateProtection(
  ctx: Context,
  namespace: Namespace,
  name: string,
  rules: GivenRules,
): Promise<Protection> {
  ctx.require(protectionPolicy.manage, namespace);
  await changing(ctx, namespace, [name, 'updated'], async (trx) => {
    const within = ctx.within(trx);
    await writeRules(within, trx, namespace, await findProtection(within, namespace, name), rules);
  });
  return findProtection(ctx, namespace, name);
}

/** Ends a protection; deployments that waited for its approvals alone are unblocked. */
export async function unprotectEnvironment(ctx: Context, namespace: Namespace, name: string): Promise<void> {
  ctx.require(protectionPolicy.manage, namespace);
  await changing(ctx, namespace, [name, 'removed'], async (trx) => {
    const { id } = await findProtection(ctx.within(trx), namespace, name);
    await removeProtection(trx, id);
  });
}

async function changing(
  ctx: Context,
  namespace: Namespace,
  [name, how]: readonly [string, 'added' | 'updated' | 'removed'],
  change: (trx: Trx) => Promise<void>,
) {
  await ctx.transaction(async (trx) => {
    await lockProtection(trx, namespace.rootId, 'change');
    await change(trx);
    trx.announce({ name: 'environment.protectionChanged', namespaceId: namespace.id, data: { name, change: how } });
    await settleBlockedOf(ctx, trx, [namespace.id]);
  });
}

function checkName({ kind }: Namespace, name: string): void {
  if (kind === 'group' && !environmentTiers.some((tier) => tier === name)) {
    throw new UnprocessableError(`name must be one of ${environmentTiers.join(', ')}`);
  }
  const problems = environmentProblems({ name });
  if (problems) throw new UnprocessableError(sentencesOf(problems).join(', '));
}

async function writeRules(
  ctx: Context,
  trx: Trx,
  namespace: Namespace,
  { id, rules: before }: Pick<Protection, 'id' | 'rules'>,
  { deployAccessLevels = [], approvalRules = [] }: GivenRules,
): Promise<void> {
  for (const [kind, given] of [
    ['deploy_access_levels', deployAccessLevels],
    ['approval_rules', approvalRules],
  ] as const) {
    const isApproval = kind === 'approval_rules';
    const own = before.filter(({ requiredApprovals }) => (requiredApprovals !== null) === isApproval);
    const removed = given.filter(({ isRemoved }) => isRemoved).length;
    const added = given.filter((row) => row.id === undefined && !row.isRemoved).length;
    const after = own.length - removed + added;
    if (after > MAX_RULES) throw new UnprocessableError(`${kind} can have at most ${MAX_RULES} rows`);
    if (!isApproval && after < 1) throw new UnprocessableError(`${kind} must have at least one row`);
    for (const [index, row] of given.entries()) {
      const known = own.find((each) => each.id === row.id);
      if (row.id !== undefined && !known) throw new NotFoundError('Protected environment rule');
      if (row.isRemoved) {
        if (known) await removeRule(trx, known.id);
        continue;
      }
      const values = valuesOf(row, known, isApproval);
      const problem = await ruleProblem(ctx, namespace, values);
      if (problem !== null) throw new UnprocessableError(`${kind}[${index}] ${problem}`);
      await (known ? saveRule(trx, known.id, values) : insertRule(trx, id, values));
    }
  }
}

/** The values of a row after the change: a new role, person or group replaces the previous one. */
function valuesOf(row: GivenRule, known: RuleValues | undefined, isApproval: boolean): RuleValues {
  const names = [row.accessLevel, row.userId, row.groupId].some((value) => value !== undefined && value !== null);
  const named = names ? row : (known ?? row);
  return {
    accessLevel: named.accessLevel ?? null,
    userId: named.userId ?? null,
    groupId: named.groupId ?? null,
    groupInheritanceType: row.groupInheritanceType ?? known?.groupInheritanceType ?? 0,
    requiredApprovals: isApproval ? (row.requiredApprovals ?? known?.requiredApprovals ?? 1) : null,
  };
}

/** Why a group or project cannot have this rule; null if it can. */
export async function ruleProblem(ctx: Context, namespace: Namespace, rule: RuleValues): Promise<string | null> {
  return problemOf(rule) ?? accessProblem(ctx, namespace, rule);
}

function problemOf({
  accessLevel,
  userId,
  groupId,
  groupInheritanceType,
  requiredApprovals,
}: RuleValues): string | null {
  if ([accessLevel, userId, groupId].filter((value) => value !== null).length !== 1) {
    return 'must name exactly one of access_level, user_id and group_id';
  }
  if (accessLevel !== null && !ruleLevels.some((level) => level === accessLevel)) {
    return `has an unknown access_level: it must be one of ${ruleLevels.join(', ')}`;
  }
  if (groupInheritanceType !== 0 && groupInheritanceType !== 1) return 'must have a group_inheritance_type of 0 or 1';
  if (requiredApprovals !== null && (requiredApprovals < 1 || requiredApprovals > MAX_REQUIRED_APPROVALS)) {
    return `must have required_approvals from 1 to ${MAX_REQUIRED_APPROVALS}`;
  }
  return null;
}

/** A person needs a role in the project; a group must have been given one by a share, or be below the protected group. */
async function accessProblem(
  ctx: Context,
  namespace: Namespace,
  { userId, groupId }: RuleValues,
): Promise<string | null> {
  if (userId !== null) {
    const levels = await levelsOf(ctx.db, namespace, [userId]);
    return levels.has(userId) ? null : `names a user without access to the ${namespace.kind}`;
  }
  if (groupId === null) return null;
  const shares = await ctx.loadMany(sharesOfNamespace, namespace.scope.traversalIds);
  if (shares.flat().some((share) => share.groupId === groupId)) return null;
  const group = await ctx.load(namespacesById, groupId);
  const isBelow =
    group?.kind === 'group' && namespace.kind === 'group' && group.scope.traversalIds.includes(namespace.id);
  return isBelow ? null : `names a group that the ${namespace.kind} is not shared with`;
}
