import type { NamespaceId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/namespaces';
import type { Context, Trx } from '../../../platform/context.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { repositoriesByProject } from '../../repositories/store.ts';
import { usersById } from '../../users/store.ts';
import { namespaceFields, personPayload } from '../../webhooks/commands/payload.ts';
import { queueEvent } from '../../webhooks/commands/queue.ts';
import { hooksAbove } from '../../webhooks/store.ts';
import { newestDeployment } from '../store/deployments.ts';
import { environmentsById } from '../store.ts';
import type { Deployment } from '../table.ts';

/** Writes a changed deployment into the outbox of webhooks. `ctx` reads within the transaction. */
export async function queueDeployment(ctx: Context, trx: Trx, deployment: Deployment): Promise<void> {
  const hooks = (await hooksAbove(trx, deployment.projectId)).filter(({ deploymentEvents }) => deploymentEvents);
  const payload = hooks.length === 0 ? null : await payloadOf(ctx, deployment);
  if (!payload) return;
  await queueEvent(
    trx,
    hooks.map(({ id }) => id),
    'deployment_events',
    payload,
  );
}

/** The payload of the newest deployment of a project, or of a group and everything below it; null without one. */
export async function samplePayload(ctx: Context, traversalIds: readonly NamespaceId[]): Promise<object | null> {
  const deployment = await newestDeployment(ctx.db, traversalIds);
  return deployment && payloadOf(ctx, deployment);
}

async function payloadOf(ctx: Context, deployment: Deployment): Promise<object | null> {
  const [project, environment, user] = await Promise.all([
    ctx.load(namespacesById, deployment.projectId),
    ctx.load(environmentsById, deployment.environmentId),
    deployment.userId === null ? null : ctx.load(usersById, deployment.userId),
  ]);
  if (!project || !environment) return null;
  const { id, iid, status, ref, sha, isTag, updatedAt } = deployment;
  // No git here: a missing or busy one must not stop a deployment.
  const hasCode = (await ctx.load(repositoriesByProject, project.id)) !== null;
  return {
    object_kind: 'deployment',
    status,
    status_changed_at: updatedAt,
    deployment_id: id,
    deployment_iid: iid,
    // Milepost runs no pipelines.
    deployable_id: null,
    deployable_url: null,
    environment: environment.name,
    environment_tier: environment.tier,
    environment_slug: environment.slug,
    environment_external_url: environment.externalUrl,
    ...namespaceFields(ctx, project),
    ref,
    tag: isTag,
    sha,
    short_sha: sha.slice(0, 8),
    user: user ? personPayload(user, ctx.baseUrl) : null,
    commit_url: hasCode ? `${ctx.baseUrl}${webPathOf(project)}/-/commit/${sha}` : null,
  };
}
