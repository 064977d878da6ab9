import { parseDay, type Day } from '@milepost/core/days';
import type { Visibility } from '@milepost/core/roles';
import { doraPeriods } from '../../../modules/analytics/store/deployments.ts';
import { countCreated } from '../../../modules/analytics/store/issues.ts';
import { requestsInReview } from '../../../modules/analytics/store/merge-requests.ts';
import { approveDeployment } from '../../../modules/deployments/commands/approvals.ts';
import {
  createDeployment,
  deleteDeployment,
  findDeployment,
  updateDeployment,
} from '../../../modules/deployments/commands/deployments.ts';
import {
  listProtections,
  protectEnvironment,
  unprotectEnvironment,
  updateProtection,
} from '../../../modules/deployments/commands/protection.ts';
import {
  createEnvironment,
  deleteEnvironment,
  findDeployableProject,
  findEnvironment,
  stopEnvironment,
  updateEnvironment,
} from '../../../modules/deployments/commands.ts';
import { findVisibleGroup, findVisibleProject } from '../../../modules/namespaces/commands.ts';
import type { Namespace } from '../../../modules/namespaces/store.ts';
import { findCode } from '../../../modules/repositories/commands.ts';
import type { Context } from '../../../platform/context.ts';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const project = (build: Builders, visibility: Visibility) => build.project({ visibility });
const group = (build: Builders, visibility: Visibility) => build.group({ visibility });

async function environment(build: Builders, visibility: Visibility) {
  const at = await project(build, visibility);
  return { project: at, environment: await build.environment({ project: at, state: 'stopped' }) };
}

async function deployment(build: Builders, visibility: Visibility) {
  const at = await environment(build, visibility);
  return { ...at, deployment: await build.deployment({ environment: at.environment, status: 'created' }) };
}

/** A deployment that waits for an approval of a developer. */
async function blocked(build: Builders, visibility: Visibility) {
  const at = await environment(build, visibility);
  await build.protection({ namespace: at.project, name: at.environment.name, approvals: [{ accessLevel: 30 }] });
  return { ...at, deployment: await build.deployment({ environment: at.environment, status: 'blocked' }) };
}

const protectedIn =
  (namespace: typeof project) =>
  async (build: Builders, visibility: Visibility): Promise<Namespace> => {
    const at = await namespace(build, visibility);
    await build.protection({ namespace: at, name: 'production' });
    return at;
  };

const at = (ctx: Context, { id }: Namespace) => findDeployableProject(ctx, id);
const rules = { deployAccessLevels: [{ accessLevel: 40 }] };

const protecting = ([kind, least, given, find]: (typeof kinds)[number]): PermissionRow[] => [
  permission({
    operation: `see the protected environments of a ${kind}`,
    least,
    isReading: true,
    given: protectedIn(given),
    perform: async (ctx, { id }) => listProtections(ctx, await find(ctx, id)),
  }),
  permission({
    operation: `protect an environment of a ${kind}`,
    least,
    given,
    perform: async (ctx, { id }) => protectEnvironment(ctx, await find(ctx, id), 'production', rules),
  }),
  permission({
    operation: `change a protected environment of a ${kind}`,
    least,
    given: protectedIn(given),
    perform: async (ctx, { id }) => updateProtection(ctx, await find(ctx, id), 'production', rules),
  }),
  permission({
    operation: `end the protection of an environment of a ${kind}`,
    least,
    given: protectedIn(given),
    perform: async (ctx, { id }) => unprotectEnvironment(ctx, await find(ctx, id), 'production'),
  }),
];
const kinds = [
  ['project', 'maintainer', project, findVisibleProject],
  ['group', 'owner', group, findVisibleGroup],
] as const;

export const deploymentPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see an environment',
    least: 'reporter',
    isReading: true,
    given: environment,
    perform: async (ctx, subject) => findEnvironment(ctx, await at(ctx, subject.project), subject.environment.id),
  }),
  permission({
    operation: 'create an environment',
    least: 'developer',
    given: project,
    perform: async (ctx, subject) => createEnvironment(ctx, await at(ctx, subject), 'production', {}),
  }),
  permission({
    operation: 'change the address of an environment',
    least: 'developer',
    given: environment,
    perform: async (ctx, subject) =>
      updateEnvironment(ctx, await at(ctx, subject.project), subject.environment.id, { externalUrl: null }),
  }),
  permission({
    operation: 'change the tier of an environment',
    least: 'maintainer',
    given: environment,
    perform: async (ctx, subject) =>
      updateEnvironment(ctx, await at(ctx, subject.project), subject.environment.id, { tier: 'testing' }),
  }),
  permission({
    operation: 'stop an environment',
    least: 'developer',
    given: environment,
    perform: async (ctx, subject) => stopEnvironment(ctx, await at(ctx, subject.project), subject.environment.id),
  }),
  permission({
    operation: 'delete a stopped environment',
    least: 'maintainer',
    given: environment,
    perform: async (ctx, subject) => deleteEnvironment(ctx, await at(ctx, subject.project), subject.environment.id),
  }),
  permission({
    operation: 'see a deployment',
    least: 'reporter',
    isReading: true,
    given: deployment,
    perform: async (ctx, subject) => findDeployment(ctx, await at(ctx, subject.project), subject.deployment.id),
  }),
  permission({
    operation: 'report a deployment',
    least: 'developer',
    given: project,
    perform: async (ctx, subject) =>
      createDeployment(ctx, await at(ctx, subject), {
        environment: 'production',
        sha: 'a'.repeat(40),
        ref: 'main',
        isTag: false,
        status: 'running',
      }),
  }),
  permission({
    operation: 'change the status of a deployment',
    least: 'developer',
    given: deployment,
    perform: async (ctx, subject) =>
      updateDeployment(ctx, await at(ctx, subject.project), subject.deployment.id, 'running'),
  }),
  permission({
    operation: 'delete a deployment',
    least: 'maintainer',
    given: deployment,
    perform: async (ctx, subject) => deleteDeployment(ctx, await at(ctx, subject.project), subject.deployment.id),
  }),
  permission({
    operation: 'approve a deployment for a rule that names developers',
    least: 'developer',
    given: blocked,
    perform: async (ctx, subject) =>
      approveDeployment(ctx, await at(ctx, subject.project), subject.deployment.id, { status: 'approved' }),
  }),
  ...kinds.flatMap(protecting),
];

/** Days of analytics. */
const range = { from: parseDay('2026-01-01') as Day, to: parseDay('2026-01-31') as Day };
const environments = { tiers: ['production'] as const };
const dora = (ctx: Context, namespace: Namespace) =>
  doraPeriods(ctx, { namespace, range, projectIds: null, environments }, 'all');

export const analyticsPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the analytics of a group',
    least: 'visitor',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => {
      const namespace = await findVisibleGroup(ctx, id);
      await countCreated(ctx, { namespace, range, projectIds: null, filter: { is: {}, not: {}, or: {} } });
      return dora(ctx, namespace);
    },
  }),
  permission({
    operation: 'see the DORA metrics of a project',
    least: 'reporter',
    isReading: true,
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => dora(ctx, await findDeployableProject(ctx, id)),
  }),
  permission({
    operation: 'see the time in review of merge requests of a private project',
    least: 'reporter',
    seenFrom: 'guest',
    isReading: true,
    given: (build) => build.project({ visibility: 'private' }),
    perform: async (ctx, { id }) => {
      const { project } = await findCode(ctx, id);
      return requestsInReview(ctx, project.id, {}, { page: 1, perPage: 20, offset: 0 });
    },
  }),
];
