import type { ProtectionRule } from '@milepost/core/deployments/approvals';
import type { DeploymentId, NamespaceId, ProtectedEnvironmentId, ProtectionRuleId, UserId } from '@milepost/core/ids';
import type { NamespaceScope } from '@milepost/core/roles';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { DeploymentApproval, ProtectedEnvironmentTable } from '../table.ts';

export interface Protection extends Selectable<ProtectedEnvironmentTable> {
  /** Those about deploying and those about approving, in the order of their ids. */
  rules: readonly ProtectionRule[];
}

type RuleRow = ProtectionRule & { protectedEnvironmentId: ProtectedEnvironmentId };

/** The protected environments of each namespace itself, with their rules: one statement for all. */
export const protectionsOfNamespace = defineLoader<NamespaceId, readonly Protection[]>(
  'protectionsOfNamespace',
  async (ctx, ids) => {
    const found = await ctx.db
      .selectFrom('protectedEnvironments')
      .selectAll()
      .where(isOneOf('namespaceId', ids))
      .orderBy('name')
      .execute();
    const { rows } = await sql<RuleRow>`
      SELECT r.*, g.traversal_ids AS group_traversal_ids
      FROM protected_environment_rules r LEFT JOIN namespaces g ON g.id = r.group_id
      WHERE r.protected_environment_id = ANY(${found.map(({ id }) => id)}::bigint[]) ORDER BY r.id`.execute(ctx.db);
    const protections = found.map((each) => ({
      ...each,
      rules: rows.filter(({ protectedEnvironmentId }) => protectedEnvironmentId === each.id),
    }));
    return new Map(ids.map((id) => [id, protections.filter(({ namespaceId }) => namespaceId === id)]));
  },
);

export async function insertProtection(
  trx: Db,
  namespaceId: NamespaceId,
  name: string,
): Promise<ProtectedEnvironmentId | null> {
  const row = await trx
    .insertInto('protectedEnvironments')
    .values({ namespaceId, name })
    .onConflict((conflict) => conflict.columns(['namespaceId', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function removeProtection(trx: Db, id: ProtectedEnvironmentId): Promise<void> {
  await trx.deleteFrom('protectedEnvironments').where('id', '=', id).execute();
}

export interface RuleValues {
  accessLevel: number | null;
  userId: UserId | null;
  groupId: NamespaceId | null;
  groupInheritanceType: number;
  requiredApprovals: number | null;
}

export async function insertRule(trx: Db, protectedEnvironmentId: ProtectedEnvironmentId, rule: RuleValues) {
  await trx
    .insertInto('protectedEnvironmentRules')
    .values({ protectedEnvironmentId, ...rule })
    .execute();
}

export async function saveRule(trx: Db, id: ProtectionRuleId, rule: RuleValues): Promise<void> {
  await trx.updateTable('protectedEnvironmentRules').set(rule).where('id', '=', id).execute();
}

export async function removeRule(trx: Db, id: ProtectionRuleId): Promise<void> {
  await trx.deleteFrom('protectedEnvironmentRules').where('id', '=', id).execute();
}

/** The approvals of each deployment in the order in which they were given. */
export const approvalsOfDeployment = defineLoader<DeploymentId, readonly DeploymentApproval[]>(
  'approvalsOfDeployment',
  async (ctx, ids) => {
    const rows = await ctx.db
      .selectFrom('deploymentApprovals')
      .selectAll()
      .where(isOneOf('deploymentId', ids))
      .orderBy('id')
      .execute();
    return new Map(ids.map((id) => [id, rows.filter(({ deploymentId }) => deploymentId === id)]));
  },
);

/** Writes an approval; null when the person has given one for this deployment. */
export async function insertApproval(
  trx: Db,
  approval: Pick<DeploymentApproval, 'deploymentId' | 'userId' | 'status' | 'comment' | 'ruleId'>,
): Promise<DeploymentApproval | null> {
  const row = await trx
    .insertInto('deploymentApprovals')
    .values(approval)
    .onConflict((conflict) => conflict.columns(['deploymentId', 'userId']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** How many people meet each of these rules: one statement for all. The scope is that of a project, or of a group for its own members. */
export async function countPeopleOfRules(
  db: Db,
  rules: readonly ProtectionRule[],
  scope: NamespaceScope,
): Promise<ReadonlyMap<ProtectionRuleId, number>> {
  if (rules.length === 0) return new Map();
  const counted = rules.map(
    (rule) => sql`SELECT ${rule.id}::bigint AS id, count(*)::int AS people FROM (${peopleOfRule(rule, scope)}) of_rule`,
  );
  const { rows } = await sql<{ id: ProtectionRuleId; people: number }>`${sql.join(counted, sql` UNION ALL `)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, people }) => [id, people]));
}

/**
 * The SQL of `meetsRule`: the ids of active people who meet a rule in a project and may read its environments. Administrators count
 * for rules that name them only.
 */
export function peopleOfRule(rule: ProtectionRule, scope: NamespaceScope): RawBuilder<unknown> {
  const level = rule.accessLevel ?? 0;
  const isReader = sql`EXISTS (SELECT FROM memberships r
    WHERE r.user_id = u.id AND r.namespace_id = ANY(${scope.traversalIds}::bigint[]) AND r.access_level >= 20)`;
  if (level === 60) return sql`SELECT u.id FROM users u WHERE u.is_admin AND u.state = 'active'`;
  if (rule.userId !== null) {
    return sql`SELECT u.id FROM users u WHERE u.id = ${rule.userId} AND u.state = 'active' AND (u.is_admin OR ${isReader})`;
  }
  const namespaceIds =
    rule.groupId === null
      ? scope.traversalIds
      : rule.groupInheritanceType === 1
        ? (rule.groupTraversalIds ?? [])
        : [rule.groupId];
  return sql`SELECT u.id FROM users u WHERE u.state = 'active' AND ${isReader} AND u.id IN (
    SELECT m.user_id FROM memberships m WHERE m.namespace_id = ANY(${namespaceIds}::bigint[])
      AND m.access_level >= ${Math.max(level, 10)})`;
}
