import { builder } from '../../platform/graphql/builder.ts';
import { pageArguments, pageOf, sliceOf } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { GroupPermissionsRef, ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import { createEnvironment, findDeployableProject } from './commands.ts';
import { approveDeployment, findDeploymentById } from './commands/approvals.ts';
import { describeCode } from './graphql/code.ts';
import {
  ApprovalStatusEnum,
  DeploymentApprovalRef,
  DeploymentConnection,
  DeploymentRef,
  DeploymentStatusEnum,
  describeTypes,
  EnvironmentConnection,
  EnvironmentRef,
  TierEnum,
} from './graphql/types.ts';
import { environmentPolicy, protectionPolicy } from './policy.ts';
import { countDeployments, deploymentByIid, deploymentsInOrder } from './store/deployments.ts';
import { environmentCounts, type EnvironmentCounts } from './store/overview.ts';
import { countEnvironments, environmentNamed, environmentsInOrder } from './store.ts';

const CountsRef = builder.objectRef<EnvironmentCounts>('EnvironmentCounts');

export function extendSchema(): void {
  describeTypes();
  describeCode();
  CountsRef.implement({
    description: 'Milepost extension. Numbers of environments of a project',
    fields: (t) => ({ active: t.exposeInt('active'), stopped: t.exposeInt('stopped') }),
  });
  describeProject();
  describePermissions();
  mutate();
}

function describeProject(): void {
  builder.objectFields(ProjectRef, (t) => ({
    environment: t.field({
      type: EnvironmentRef,
      nullable: true,
      args: { name: t.arg.string() },
      resolve: async (project, { name }, ctx) =>
        ctx.can(environmentPolicy.read, project) && name ? environmentNamed(ctx.db, project.id, name) : null,
    }),
    environments: t.field({
      type: EnvironmentConnection,
      nullable: true,
      description: 'By name. Null for those who may not read environments',
      args: {
        ...pageArguments,
        name: t.arg.string(),
        search: t.arg.string({ description: 'Part of the name' }),
        states: t.arg.stringList({ description: 'available, stopping, stopped' }),
      },
      resolve: async (project, { name, search, states, ...args }, ctx) => {
        if (!ctx.can(environmentPolicy.read, project)) return null;
        const filter = {
          name: name || undefined,
          search: search || undefined,
          states: states?.length ? (states as never) : undefined,
        };
        const slice = sliceOf(args);
        return pageOf(
          await environmentsInOrder(ctx.db, project.id, filter, slice),
          slice,
          (row) => [row.name.toLowerCase(), row.id],
          () => countEnvironments(ctx.db, project.id, filter),
        );
      },
    }),
    environmentCounts: t.field({
      type: CountsRef,
      nullable: true,
      description: 'Milepost extension',
      resolve: (project, _args, ctx) =>
        ctx.can(environmentPolicy.read, project) ? environmentCounts(ctx.db, project.id) : null,
    }),
    deployment: t.field({
      type: DeploymentRef,
      nullable: true,
      args: { iid: t.arg.id({ required: true }) },
      resolve: async (project, { iid }, ctx) => {
        const isIid = /^\d{1,9}$/.test(iid);
        return isIid && ctx.can(environmentPolicy.read, project)
          ? deploymentByIid(ctx.db, project.id, Number(iid))
          : null;
      },
    }),
    deployments: t.field({
      type: DeploymentConnection,
      nullable: true,
      description: 'Milepost extension. Newest first',
      args: {
        ...pageArguments,
        environmentId: t.arg.id(),
        status: t.arg({ type: DeploymentStatusEnum }),
      },
      resolve: async (project, { environmentId, status, ...args }, ctx) => {
        if (!ctx.can(environmentPolicy.read, project)) return null;
        const filter = {
          environmentId: environmentId ? readGlobalId<'Environment'>(environmentId, 'Environment') : undefined,
          status: status ?? undefined,
        };
        const slice = sliceOf(args);
        return pageOf(
          await deploymentsInOrder(ctx.db, project.id, filter, slice),
          slice,
          (row) => [row.id],
          () => countDeployments(ctx.db, project.id, filter),
        );
      },
    }),
  }));
}

function describePermissions(): void {
  builder.objectFields(ProjectPermissionsRef, (t) => ({
    readEnvironment: t.boolean({ resolve: (project, _args, ctx) => ctx.can(environmentPolicy.read, project) }),
    createDeployment: t.boolean({ resolve: (project, _args, ctx) => ctx.can(environmentPolicy.write, project) }),
    createEnvironment: t.boolean({ resolve: (project, _args, ctx) => ctx.can(environmentPolicy.write, project) }),
    destroyEnvironment: t.boolean({ resolve: (project, _args, ctx) => ctx.can(environmentPolicy.destroy, project) }),
    adminProtectedEnvironments: t.boolean({
      description: 'Milepost extension',
      resolve: (project, _args, ctx) => ctx.can(protectionPolicy.manage, project),
    }),
  }));
  builder.objectField(GroupPermissionsRef, 'adminProtectedEnvironments', (t) =>
    t.boolean({
      description: 'Milepost extension',
      resolve: (group, _args, ctx) => ctx.can(protectionPolicy.manage, group),
    }),
  );
}

function mutate(): void {
  mutation('environmentCreate', {
    description: 'Creates an environment of a project',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      name: t.string({ required: true }),
      description: t.string(),
      externalUrl: t.string(),
      tier: t.field({ type: TierEnum }),
    }),
    resolve: async ({ projectPath, name, description, externalUrl, tier }, ctx) => {
      const project = await findDeployableProject(ctx, projectPath);
      return createEnvironment(ctx, project, name, { description, externalUrl, tier: tier ?? undefined });
    },
    payload: (t) => ({
      environment: t.field({ type: EnvironmentRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('approveDeployment', {
    description: 'Approves or rejects a deployment that waits for approval',
    input: (t) => ({
      id: t.field({ type: 'DeploymentID', required: true }),
      status: t.field({ type: ApprovalStatusEnum, required: true }),
      comment: t.string(),
      representedAs: t.string({
        description: 'The user, group or role of the rule; by default the first that you meet',
      }),
    }),
    resolve: async ({ id, status, comment, representedAs }, ctx) => {
      const { project, deployment } = await findDeploymentById(ctx, readGlobalId<'Deployment'>(id, 'Deployment'));
      return approveDeployment(ctx, project, deployment.id, {
        status,
        comment: comment ?? undefined,
        representedAs: representedAs ?? undefined,
      });
    },
    payload: (t) => ({
      deploymentApproval: t.field({ type: DeploymentApprovalRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
}
