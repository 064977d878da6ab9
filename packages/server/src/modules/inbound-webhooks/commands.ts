import { randomUUID } from 'node:crypto';
import { NotFoundError, UnprocessableError, ValidationError } from '@milepost/core/errors';
import { canProcessAgain, forgeNames, MAX_INBOUND_WEBHOOKS, type Forge } from '@milepost/core/merge-requests/forges';
import type { InboundDeliveryId, InboundWebhookId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import type { Context, Services } from '../../platform/context.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import type { SealedColumn } from '../../platform/sealing/rotate.ts';
import { seal, unseal } from '../../platform/sealing/sealing.ts';
import { randomLetters } from '../../platform/util/tokens.ts';
import { lockNamespaceForMembers } from '../members/commands.ts';
import { deleteMembershipsOf, saveMembership } from '../members/store/writing.ts';
import type { Namespace } from '../namespaces/store.ts';
import { insertUser, saveUser } from '../users/store.ts';
import { inboundWebhookPolicy } from './policy.ts';
import {
  findInboundDelivery,
  findInboundWebhook,
  insertInboundWebhook,
  removeInboundWebhook,
  saveDelivery,
  webhooksOfProject,
  type InboundWebhook,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'inboundWebhook.created': { inboundWebhookId: InboundWebhookId; name: string };
    'inboundWebhook.deleted': { inboundWebhookId: InboundWebhookId; name: string };
  }
}

const PURPOSE = 'inbound webhook secret';
export const sealedInbound: SealedColumn = { table: 'inbound_webhooks', column: 'sealed_secret', purpose: PURPOSE };
export const PROCESS_INBOUND = 'inboundWebhooks.process';

export const secretOf = (services: Services, { sealedSecret }: InboundWebhook): Promise<string> =>
  unseal(services, PURPOSE, sealedSecret);

/** The inbound webhooks of a project. Throws ForbiddenError. */
export function inboundWebhooks(ctx: Context, project: Namespace): Promise<InboundWebhook[]> {
  ctx.require(inboundWebhookPolicy.read, project);
  return webhooksOfProject(ctx.db, project.id);
}

export async function inboundWebhookOf(ctx: Context, project: Namespace, id: number): Promise<InboundWebhook> {
  ctx.require(inboundWebhookPolicy.read, project);
  const webhook = await findInboundWebhook(ctx.db, project.id, id as InboundWebhookId);
  if (!webhook) throw new NotFoundError('Inbound webhook');
  return webhook;
}

/** Creates a webhook with an account of its own, a developer of the project. The secret is returned once. */
export function createInboundWebhook(
  ctx: Context,
  project: Namespace,
  wanted: { forge: Forge; name?: string | undefined },
): Promise<{ webhook: InboundWebhook; secret: string }> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, project);
    ctx.require(inboundWebhookPolicy.manage, locked);
    const name = wanted.name?.trim() || forgeNames[wanted.forge];
    if (name.length > 255) throw new ValidationError({ name: ['is too long (maximum is 255 characters)'] });
    if ((await webhooksOfProject(trx, locked.id)).length >= MAX_INBOUND_WEBHOOKS) {
      throw new ValidationError({ base: [`There can be at most ${MAX_INBOUND_WEBHOOKS} inbound webhooks`] });
    }
    const username = `project_${locked.id}_bot_${randomLetters(16).toLowerCase()}`;
    const bot = await insertUser(trx, {
      username,
      name,
      email: `${username}@noreply.invalid`,
      botOfId: locked.id,
      confirmedAt: new Date(),
    });
    const accessLevel = accessLevelOf.developer;
    await saveMembership(trx, {
      namespaceId: locked.id,
      userId: bot.id,
      accessLevel,
      createdById: ctx.viewer.id,
      expiresAt: null,
    });
    trx.announce({ name: 'member.added', namespaceId: locked.id, data: { userId: bot.id, accessLevel } });
    const secret = randomLetters(40);
    const webhook = await insertInboundWebhook(trx, {
      projectId: locked.id,
      forge: wanted.forge,
      name,
      uuid: randomUUID(),
      sealedSecret: await seal({ db: trx, secret: ctx.services.secret }, PURPOSE, secret),
      botId: bot.id,
      createdById: ctx.viewer.id,
    });
    trx.announce({
      name: 'inboundWebhook.created',
      namespaceId: locked.id,
      data: { inboundWebhookId: webhook.id, name: webhook.name },
    });
    return { webhook, secret };
  });
}

/** Removes a webhook and its deliveries. Its account is blocked and loses its role; what it wrote stays. */
export function deleteInboundWebhook(ctx: Context, project: Namespace, id: number): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, project);
    ctx.require(inboundWebhookPolicy.manage, locked);
    const webhook = await inboundWebhookOf(ctx.within(trx), locked, id);
    await removeInboundWebhook(trx, webhook.id);
    if (webhook.botId !== null) {
      await deleteMembershipsOf(trx, webhook.botId);
      await saveUser(trx, webhook.botId, { state: 'blocked' });
      const data = { userId: webhook.botId, unassigns: false };
      trx.announce({ name: 'member.removed', namespaceId: locked.id, data });
    }
    trx.announce({
      name: 'inboundWebhook.deleted',
      namespaceId: locked.id,
      data: { inboundWebhookId: webhook.id, name: webhook.name },
    });
  });
}

/** Queues a delivery again. Throws UnprocessableError for one without content. */
export function processAgain(ctx: Context, project: Namespace, id: number, deliveryId: number): Promise<void> {
  return ctx.transaction(async (trx) => {
    ctx.require(inboundWebhookPolicy.manage, project);
    const webhook = await inboundWebhookOf(ctx.within(trx), project, id);
    const delivery = await findInboundDelivery(trx, webhook.id, deliveryId as InboundDeliveryId);
    if (!delivery) throw new NotFoundError('Delivery');
    if (!canProcessAgain(delivery.status)) {
      throw new UnprocessableError('Only a delivery that was processed or failed can be processed again');
    }
    await saveDelivery(trx, delivery.id, { status: 'queued', reason: null, attempts: 0 });
    await queueDelivery(trx, delivery.id);
  });
}

export function queueDelivery(db: Context['db'], id: InboundDeliveryId): Promise<void> {
  return addJob(db, PROCESS_INBOUND, { deliveryId: id }, { key: `${PROCESS_INBOUND}.${id}` });
}
