import { approvalStatuses, type ProtectionRule } from '@milepost/core/deployments/approvals';
import { deploymentStatuses } from '@milepost/core/deployments/deployments';
import { environmentTiers } from '@milepost/core/deployments/environments';
import { formatGlobalId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/namespaces';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType } from '../../../platform/graphql/connections.ts';
import { AccessLevelRef } from '../../members/graphql/types.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { ghost, usersById } from '../../users/store.ts';
import { descriptionOf, mayApprove } from '../commands/approvals.ts';
import { approvalRulesOf, protectionsOf, tally, type ApprovalTally } from '../commands/settling.ts';
import { environmentPolicy, mayDeploy } from '../policy.ts';
import { latestDeployments, recentDeployments } from '../store/overview.ts';
import { approvalsOfDeployment } from '../store/protection.ts';
import { currentDeployments, environmentsById } from '../store.ts';
import type { Deployment, DeploymentApproval, Environment } from '../table.ts';
import { CiJobRef, commitOf, CommitRef, DeploymentTagRef, tagsOf } from './code.ts';

export const EnvironmentRef = builder.objectRef<Environment>('Environment');
export const DeploymentRef = builder.objectRef<Deployment>('Deployment');
export const DeploymentApprovalRef = builder.objectRef<DeploymentApproval>('DeploymentApproval');
export const EnvironmentConnection = connectionType('Environment', EnvironmentRef);
export const DeploymentConnection = connectionType('Deployment', DeploymentRef);
const DeploymentPermissionsRef = builder.objectRef<Deployment>('DeploymentPermissions');
const SummaryRef = builder.objectRef<{ deployment: Deployment; rules: readonly ApprovalTally[] }>(
  'DeploymentApprovalSummary',
);
const RuleRef = builder.objectRef<{ deployment: Deployment; of: ApprovalTally }>(
  'ProtectedEnvironmentApprovalRuleForSummary',
);

const upper = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), { value }])) as Record<
    Uppercase<Value>,
    { value: Value }
  >;

export const DeploymentStatusEnum = builder.enumType('DeploymentStatus', { values: upper(deploymentStatuses) });
export const ApprovalStatusEnum = builder.enumType('DeploymentsApprovalStatus', { values: upper(approvalStatuses) });
export const TierEnum = builder.enumType('DeploymentTier', { values: upper(environmentTiers) });
const SummaryStatusEnum = builder.enumType('DeploymentApprovalSummaryStatus', {
  values: ['APPROVED', 'PENDING_APPROVAL', 'REJECTED'] as const,
});

async function projectAndEnvironmentOf(ctx: Context, deployment: Deployment) {
  const [project, environment] = await Promise.all([
    ctx.load(namespacesById, deployment.projectId),
    ctx.load(environmentsById, deployment.environmentId),
  ]);
  return { project: project as Namespace, environment: environment as Environment };
}

async function protectionsAt(ctx: Context, environment: Environment) {
  const project = (await ctx.load(namespacesById, environment.projectId)) as Namespace;
  return { project, protections: await protectionsOf(ctx, project, environment) };
}

export function describeTypes(): void {
  describeEnvironment();
  describeDeployment();
  describeApprovals();
}

function describeEnvironment(): void {
  EnvironmentRef.implement({
    description: 'Where the code of a project runs',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('Environment', id) }),
      name: t.exposeString('name'),
      slug: t.exposeString('slug', { nullable: true }),
      description: t.exposeString('description', { nullable: true }),
      externalUrl: t.exposeString('externalUrl', { nullable: true }),
      state: t.exposeString('state'),
      tier: t.field({ type: TierEnum, nullable: true, resolve: ({ tier }) => tier }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ updatedAt }) => updatedAt }),
      path: t.string({
        resolve: async ({ id, projectId }, _args, ctx) => {
          const project = (await ctx.load(namespacesById, projectId)) as Namespace;
          return `${webPathOf(project)}/-/environments#environment-${id}`;
        },
      }),
      currentDeployment: t.field({
        type: DeploymentRef,
        nullable: true,
        description: 'Milepost extension. What runs there: the last successful deployment',
        resolve: ({ id }, _args, ctx) => ctx.load(currentDeployments, id),
      }),
      latestDeployment: t.field({
        type: DeploymentRef,
        nullable: true,
        description: 'Milepost extension. The newest deployment that has begun',
        resolve: ({ id }, _args, ctx) => ctx.load(latestDeployments, id),
      }),
      recentStatuses: t.field({
        type: [DeploymentStatusEnum],
        description: 'Milepost extension. Of the last deployments, oldest first',
        resolve: async ({ id }, _args, ctx) => (await ctx.load(recentDeployments, id))?.statuses ?? [],
      }),
      deploymentsPerWeek: t.float({
        description: 'Milepost extension. Average of the last four weeks',
        resolve: async ({ id }, _args, ctx) => ((await ctx.load(recentDeployments, id))?.lastFourWeeks ?? 0) / 4,
      }),
      isProtected: t.boolean({
        description: 'Milepost extension. Whether the project or a group above protects it',
        resolve: async (environment, _args, ctx) => (await protectionsAt(ctx, environment)).protections.length > 0,
      }),
      requiredApprovalCount: t.int({
        description: 'Milepost extension. The approvals that a deployment needs',
        resolve: async (environment, _args, ctx) =>
          approvalRulesOf((await protectionsAt(ctx, environment)).protections).reduce(
            (sum, { requiredApprovals }) => sum + (requiredApprovals ?? 0),
            0,
          ),
      }),
    }),
  });
}

function describeDeployment(): void {
  DeploymentRef.implement({
    description: 'The arrival of a commit in an environment',
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: ({ id }) => formatGlobalId('Deployment', id) }),
      iid: t.string({ nullable: true, resolve: ({ iid }) => String(iid) }),
      status: t.field({ type: DeploymentStatusEnum, nullable: true, resolve: ({ status }) => status }),
      ref: t.exposeString('ref', { nullable: true }),
      refPath: t.string({
        nullable: true,
        resolve: async (deployment, _args, ctx) => {
          const { project } = await projectAndEnvironmentOf(ctx, deployment);
          return `${webPathOf(project)}/-/tree/${deployment.ref.split('/').map(encodeURIComponent).join('/')}`;
        },
      }),
      sha: t.exposeString('sha', { nullable: true }),
      tag: t.exposeBoolean('isTag', { nullable: true }),
      tags: t.field({
        type: [DeploymentTagRef],
        nullable: true,
        resolve: async (each, _args, ctx) => tagsOf(ctx, each),
      }),
      commit: t.field({
        type: CommitRef,
        nullable: true,
        description: 'Null if the repository here does not have it',
        resolve: (each, _args, ctx) => commitOf(ctx, each),
      }),
      job: t.field({
        type: CiJobRef,
        nullable: true,
        description: 'Always null, because pipelines run outside Milepost',
        resolve: () => null,
      }),
      triggerer: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: async ({ userId }, _args, ctx) =>
          (userId === null ? null : await ctx.load(usersById, userId)) ?? ghost,
      }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ updatedAt }) => updatedAt }),
      finishedAt: t.field({ type: 'Time', nullable: true, resolve: ({ finishedAt }) => finishedAt }),
      environment: t.field({
        type: EnvironmentRef,
        nullable: true,
        description: 'Milepost extension',
        resolve: ({ environmentId }, _args, ctx) => ctx.load(environmentsById, environmentId),
      }),
      approvalSummary: t.field({
        type: SummaryRef,
        nullable: true,
        description: 'Null if the environment has no rules about approving',
        resolve: async (deployment, _args, ctx) => {
          const rules = await tally(ctx, { ...(await projectAndEnvironmentOf(ctx, deployment)), deployment });
          return rules.length === 0 ? null : { deployment, rules };
        },
      }),
      userPermissions: t.field({ type: DeploymentPermissionsRef, resolve: (deployment) => deployment }),
    }),
  });
  DeploymentPermissionsRef.implement({
    fields: (t) => ({
      approveDeployment: t.boolean({
        description: 'Whether the viewer may approve or reject it now',
        resolve: async (deployment, _args, ctx) => {
          const { project } = await projectAndEnvironmentOf(ctx, deployment);
          return mayApprove(ctx, project, deployment);
        },
      }),
      updateDeployment: t.boolean({
        resolve: async (deployment, _args, ctx) => {
          const { project, environment } = await projectAndEnvironmentOf(ctx, deployment);
          const protections = await protectionsOf(ctx, project, environment);
          return ctx.can(environmentPolicy.write, project) && mayDeploy(ctx.viewer, protections, project.scope);
        },
      }),
    }),
  });
}

function describeApprovals(): void {
  const pendingOf = (deployment: Deployment, { pending }: ApprovalTally) =>
    deployment.status === 'blocked' ? pending : 0;
  DeploymentApprovalRef.implement({
    description: 'An approval or rejection',
    fields: (t) => ({
      status: t.field({ type: ApprovalStatusEnum, nullable: true, resolve: ({ status }) => status }),
      comment: t.exposeString('comment', { nullable: true }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ createdAt }) => createdAt }),
      user: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: async ({ userId }, _args, ctx) =>
          (userId === null ? null : await ctx.load(usersById, userId)) ?? ghost,
      }),
    }),
  });
  SummaryRef.implement({
    description: 'What a deployment waits for',
    fields: (t) => ({
      status: t.field({
        type: SummaryStatusEnum,
        nullable: true,
        resolve: async ({ deployment }, _args, ctx) => {
          if (deployment.status === 'blocked') return 'PENDING_APPROVAL';
          const approvals = (await ctx.load(approvalsOfDeployment, deployment.id)) ?? [];
          return approvals.some(({ status }) => status === 'rejected') ? 'REJECTED' : 'APPROVED';
        },
      }),
      totalRequiredApprovals: t.int({
        nullable: true,
        resolve: ({ rules }) => rules.reduce((sum, { rule }) => sum + (rule.requiredApprovals ?? 0), 0),
      }),
      totalPendingApprovalCount: t.int({
        nullable: true,
        resolve: ({ deployment, rules }) => rules.reduce((sum, of) => sum + pendingOf(deployment, of), 0),
      }),
      rules: t.field({
        type: [RuleRef],
        nullable: true,
        resolve: ({ deployment, rules }) => rules.map((of) => ({ deployment, of })),
      }),
    }),
  });
  RuleRef.implement({
    description: 'Who has to approve, and who has',
    fields: (t) => ({
      name: t.string({
        description: 'Milepost extension. What `representedAs` can name: a role, or the name of a person or group',
        resolve: ({ of }, _args, ctx) => descriptionOf(ctx, of.rule),
      }),
      accessLevel: t.field({
        type: AccessLevelRef,
        nullable: true,
        resolve: ({ of }) => (of.rule.accessLevel === null ? null : { level: of.rule.accessLevel }),
      }),
      user: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ of }, _args, ctx) => (of.rule.userId === null ? null : ctx.load(usersById, of.rule.userId)),
      }),
      group: t.field({
        type: GroupRef,
        nullable: true,
        resolve: ({ of }, _args, ctx) => groupOf(ctx, of.rule),
      }),
      requiredApprovals: t.int({ nullable: true, resolve: ({ of }) => of.rule.requiredApprovals }),
      approvedCount: t.int({ nullable: true, resolve: ({ of }) => of.approved }),
      pendingApprovalCount: t.int({ nullable: true, resolve: ({ deployment, of }) => pendingOf(deployment, of) }),
      approvals: t.field({
        type: [DeploymentApprovalRef],
        nullable: true,
        resolve: ({ of }) => of.approvals as DeploymentApproval[],
      }),
      canApprove: t.boolean({
        nullable: true,
        resolve: async ({ deployment, of }, _args, ctx) => {
          const { project } = await projectAndEnvironmentOf(ctx, deployment);
          return mayApprove(ctx, project, deployment, of.rule.id);
        },
      }),
    }),
  });
}

async function groupOf(ctx: Context, { groupId }: ProtectionRule): Promise<Namespace | null> {
  const group = groupId === null ? null : await ctx.load(namespacesById, groupId);
  return group && ctx.viewer.canSee(group.scope) ? group : null;
}
