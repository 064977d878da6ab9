import type { ProtectionRule } from '@milepost/core/deployments/approvals';
import type { Context } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import { descriptionOf } from '../commands/approvals.ts';
import { tally } from '../commands/settling.ts';
import { countPeopleOfRules, type Protection } from '../store/protection.ts';
import { currentDeployments, environmentsById } from '../store.ts';
import type { Deployment, DeploymentApproval, Environment } from '../table.ts';

export function presentEnvironment(environment: Environment) {
  return {
    id: environment.id,
    name: environment.name,
    slug: environment.slug,
    description: environment.description,
    external_url: environment.externalUrl,
    state: environment.state,
    tier: environment.tier,
    created_at: environment.createdAt,
    updated_at: environment.updatedAt,
    enable_advanced_logs_querying: false,
    logs_api_path: null,
    auto_stop_at: null,
    auto_stop_setting: environment.autoStopSetting,
    kubernetes_namespace: environment.kubernetesNamespace,
    flux_resource_path: environment.fluxResourcePath,
  };
}

/** With what runs there. */
export async function presentWholeEnvironment(ctx: Context, project: Namespace, environment: Environment) {
  const current = await ctx.load(currentDeployments, environment.id);
  return {
    ...presentEnvironment(environment),
    last_deployment: current && (await presentDeployment(ctx, project, current)),
    cluster_agent: null,
  };
}

export async function presentDeployment(ctx: Context, project: Namespace, deployment: Deployment) {
  const environment = await ctx.load(environmentsById, deployment.environmentId);
  const rules = environment ? await tally(ctx, { project, environment, deployment }) : [];
  const isWaiting = deployment.status === 'blocked';
  return {
    id: deployment.id,
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    tag: deployment.isTag,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    finished_at: deployment.finishedAt,
    status: deployment.status,
    user: await presentPerson(ctx, deployment.userId),
    environment: environment && {
      id: environment.id,
      name: environment.name,
      slug: environment.slug,
      external_url: environment.externalUrl,
    },
    deployable: null,
    pending_approval_count: isWaiting ? rules.reduce((sum, { pending }) => sum + pending, 0) : 0,
    approvals: await Promise.all(rules.flatMap(({ approvals }) => approvals).map((each) => presentApproval(ctx, each))),
    approval_summary: {
      rules: await Promise.all(
        rules.map(async ({ rule, approvals }) => ({
          ...(await presentRule(ctx, rule)),
          deployment_approvals: await Promise.all(approvals.map((each) => presentApproval(ctx, each))),
        })),
      ),
    },
  };
}

export async function presentApproval(ctx: Context, approval: DeploymentApproval) {
  return {
    user: await presentPerson(ctx, approval.userId),
    status: approval.status,
    created_at: approval.createdAt,
    comment: approval.comment,
  };
}

async function presentRule(ctx: Context, rule: ProtectionRule) {
  return {
    id: rule.id,
    access_level: rule.accessLevel,
    access_level_description: await descriptionOf(ctx, rule),
    user_id: rule.userId,
    group_id: rule.groupId,
    group_inheritance_type: rule.groupInheritanceType,
    ...(rule.requiredApprovals !== null && { required_approvals: rule.requiredApprovals }),
  };
}

export async function presentProtection(ctx: Context, { name, namespaceId, rules }: Protection) {
  const namespace = await ctx.load(namespacesById, namespaceId);
  const people = namespace ? await countPeopleOfRules(ctx.db, rules, namespace.scope) : null;
  const shown = await Promise.all(
    rules.map(async (rule) => ({ ...(await presentRule(ctx, rule)), people_count: people?.get(rule.id) ?? 0 })),
  );
  return {
    name,
    deploy_access_levels: shown.filter((rule) => !('required_approvals' in rule)),
    // Approvals are counted by rule; the published field for one number without rules is always 0.
    required_approval_count: 0,
    approval_rules: shown.filter((rule) => 'required_approvals' in rule),
  };
}
