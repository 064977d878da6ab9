import type { NamespaceId, ProtectionRuleId, UserId } from '../ids.ts';
import { accessLevelOf, type NamespaceScope, type Viewer } from '../roles.ts';

/** The access levels that a rule can name: developers, maintainers, administrators. */
export const ruleLevels = [30, 40, 60] as const;

export const MAX_REQUIRED_APPROVALS = 5;
export const MAX_APPROVAL_COMMENT = 255;
/** Maximum number of rows of one kind of a protected environment. */
export const MAX_RULES = 50;
/** Maximum number of protected environments of a group or project. */
export const MAX_PROTECTED_ENVIRONMENTS = 100;

export const approvalStatuses = ['approved', 'rejected'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const SELF_APPROVAL_PROBLEM = 'You cannot approve a deployment that you started.';
export const NOT_WAITING_PROBLEM = 'This deployment is no longer waiting for approval.';

/** One role, person or group of a protected environment. */
export interface ProtectionRule {
  id: ProtectionRuleId;
  accessLevel: number | null;
  userId: UserId | null;
  groupId: NamespaceId | null;
  /** From the top-level group to the group; null for a role or person. */
  groupTraversalIds: readonly NamespaceId[] | null;
  /** 1: members of the groups above count, too. */
  groupInheritanceType: number;
  /** Null: the rule is about deploying. */
  requiredApprovals: number | null;
}

/** Whether a person is among those that a rule names. The scope is that of the project. */
export function meetsRule(viewer: Viewer, rule: ProtectionRule, scope: NamespaceScope): boolean {
  if (rule.accessLevel !== null) return viewer.levelIn(scope) >= rule.accessLevel;
  if (rule.userId !== null) return viewer.is(rule.userId);
  const groups = viewer.namespacesWith('guest');
  const counted = rule.groupInheritanceType === 1 ? (rule.groupTraversalIds ?? []) : [rule.groupId];
  return counted.some((id) => id !== null && groups.includes(id));
}

/** The name of a rule for a role. */
export function levelDescription(level: number): string {
  if (level >= 60) return 'Instance admins';
  return level >= accessLevelOf.maintainer ? 'Maintainers' : 'Developers + Maintainers';
}

interface GivenApproval {
  userId: UserId | null;
  status: ApprovalStatus;
  ruleId: ProtectionRuleId | null;
}

/** A rule with the approvals that count for it. */
export interface RuleTally<Rule, Approval> {
  rule: Rule;
  approvals: readonly Approval[];
  approved: number;
  /** Missing approvals. */
  pending: number;
}

/**
 * Counts approvals by rule. An approval counts for the rule it was given for, or, if that was removed, for the first rule that its author
 * meets; it does not count if its author no longer meets the rule.
 */
export function tallyOf<Rule extends ProtectionRule, Approval extends GivenApproval>(
  rules: readonly Rule[],
  approvals: readonly Approval[],
  meets: (userId: UserId, rule: Rule) => boolean,
): RuleTally<Rule, Approval>[] {
  const ruleOf = ({ userId, ruleId }: Approval): Rule | undefined => {
    if (userId === null) return undefined;
    const given = rules.find(({ id }) => id === ruleId);
    return given && meets(userId, given) ? given : rules.find((rule) => meets(userId, rule));
  };
  const counted = approvals.map((approval) => ({ approval, rule: ruleOf(approval) }));
  return rules.map((rule) => {
    const own = counted.filter((each) => each.rule === rule).map(({ approval }) => approval);
    const approved = own.filter(({ status }) => status === 'approved').length;
    return { rule, approvals: own, approved, pending: Math.max(0, (rule.requiredApprovals ?? 0) - approved) };
  });
}
