import { webPathOf } from '@milepost/core/namespaces';
import type { DeploymentId } from '@milepost/core/ids';
import { defineLoader, type Listener } from '../../platform/context.ts';
import { namespacesById } from '../namespaces/store.ts';
import type { TodoSubject } from '../todos/sockets.ts';
import { finishDeploymentTodos } from '../todos/store/deployments.ts';
import { callApprovers } from './commands/settling.ts';
import { queueDeployment } from './commands/webhooks.ts';
import { deploymentsById, environmentsById } from './store.ts';

/** Creates to-dos for those who can approve a blocked deployment, and completes them when it is no longer blocked. */
export const keepTodos: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'deployment.statusChanged' && announcement.name !== 'deployment.approvalsChanged') return;
  const within = ctx.within(trx);
  const deployment = await within.load(deploymentsById, announcement.data.deploymentId);
  if (!deployment) return;
  await (deployment.status === 'blocked'
    ? callApprovers(within, trx, deployment)
    : finishDeploymentTodos(trx, deployment.id));
};

/** Sends a deployment to webhooks when it is created or has another status. */
export const sendToWebhooks: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'deployment.statusChanged') return;
  const within = ctx.within(trx);
  const deployment = await within.load(deploymentsById, announcement.data.deploymentId);
  if (deployment) await queueDeployment(within, trx, deployment);
};

/** What the to-do about a deployment shows. */
export const deploymentSubjects = defineLoader<DeploymentId, TodoSubject>('deploymentSubjects', async (ctx, ids) => {
  const subjects = new Map<DeploymentId, TodoSubject>();
  for (const deployment of await ctx.loadMany(deploymentsById, ids)) {
    const [project, environment] = await Promise.all([
      ctx.load(namespacesById, deployment.projectId),
      ctx.load(environmentsById, deployment.environmentId),
    ]);
    if (!project || !environment) continue;
    subjects.set(deployment.id, {
      title: `${environment.name}: ${deployment.ref} ${deployment.sha.slice(0, 8)}`,
      path: `${webPathOf(project)}/-/environments?tab=waiting`,
    });
  }
  return subjects;
});
