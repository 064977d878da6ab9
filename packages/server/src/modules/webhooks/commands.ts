import { NotFoundError, UnprocessableError, ValidationError } from '@milepost/core/errors';
import type { WebhookId } from '@milepost/core/ids';
import {
  MAX_WEBHOOKS,
  webhookEvents,
  webhookProblems,
  type UnsupportedWebhookEvent,
  type WebhookText,
} from '@milepost/core/webhooks';
import type { Context, Trx } from '../../platform/context.ts';
import { destinationProblem } from '../../platform/network/public-addresses.ts';
import type { Namespace } from '../namespaces/store.ts';
import { sealToken } from './commands/tokens.ts';
import { webhookPolicy } from './policy.ts';
import {
  countWebhooks,
  eventColumns,
  findWebhook,
  insertWebhook,
  removeWebhook,
  saveWebhook,
  type EventColumn,
  type Webhook,
} from './store.ts';

/** `host`: without the path, which may be a secret. */
interface AnnouncedWebhook {
  webhookId: WebhookId;
  host: string;
}

declare module '../../platform/context.ts' {
  interface Events {
    'webhook.created': AnnouncedWebhook;
    'webhook.updated': AnnouncedWebhook;
    'webhook.deleted': AnnouncedWebhook;
  }
}

/** The changeable fields of a webhook. Undefined leaves a field unchanged. */
export interface WebhookFields extends WebhookText, Partial<Record<EventColumn, boolean | undefined>> {
  enableSslVerification?: boolean | undefined;
  /** Requested events that are not sent here. */
  unsupportedEvents?: readonly UnsupportedWebhookEvent[];
}

/**
 * The webhook of a group or project. Throws ForbiddenError if the viewer may not manage webhooks there, NotFoundError if there
 * is none.
 */
export async function webhookOf(ctx: Context, namespace: Namespace, id: number): Promise<Webhook> {
  ctx.require(webhookPolicy.read, namespace);
  const hook = await findWebhook(ctx.db, namespace.id, id as WebhookId);
  if (!hook) throw new NotFoundError('Webhook');
  return hook;
}

/**
 * Throws ValidationError naming every invalid field, or when the limit is reached; UnprocessableError for a webhook of unsupported
 * events alone.
 */
export async function createWebhook(
  ctx: Context,
  namespace: Namespace,
  fields: WebhookFields & { url: string },
): Promise<Webhook> {
  ctx.require(webhookPolicy.manage, namespace);
  check(fields);
  refuseUnsupported(fields, {});
  await checkDestination(ctx, fields.url);
  return ctx.transaction(async (trx) => {
    if ((await countWebhooks(trx, namespace.id)) >= MAX_WEBHOOKS) {
      throw new ValidationError({ base: [`There can be at most ${MAX_WEBHOOKS} webhooks`] });
    }
    const hook = await insertWebhook(trx, {
      ...(await given(ctx, trx, fields)),
      url: fields.url,
      namespaceId: namespace.id,
      createdById: ctx.viewer.id,
    });
    trx.announce({ name: 'webhook.created', namespaceId: namespace.id, data: announced(hook) });
    return hook;
  });
}

export async function updateWebhook(
  ctx: Context,
  namespace: Namespace,
  id: number,
  fields: WebhookFields,
): Promise<Webhook> {
  ctx.require(webhookPolicy.manage, namespace);
  const { url } = await webhookOf(ctx, namespace, id);
  check(fields);
  if (fields.url !== url) await checkDestination(ctx, fields.url);
  return ctx.transaction(async (trx) => {
    const hook = await webhookOf(ctx.within(trx), namespace, id);
    refuseUnsupported(fields, hook);
    const saved = await saveWebhook(trx, hook.id, await given(ctx, trx, fields));
    trx.announce({ name: 'webhook.updated', namespaceId: namespace.id, data: announced(saved) });
    return saved;
  });
}

export function deleteWebhook(ctx: Context, namespace: Namespace, id: number): Promise<void> {
  return ctx.transaction(async (trx) => {
    ctx.require(webhookPolicy.manage, namespace);
    const hook = await webhookOf(ctx.within(trx), namespace, id);
    await removeWebhook(trx, hook.id);
    trx.announce({ name: 'webhook.deleted', namespaceId: namespace.id, data: announced(hook) });
  });
}

function announced({ id, url }: Webhook): AnnouncedWebhook {
  return { webhookId: id, host: new URL(url).host };
}

function check(fields: WebhookFields): void {
  const isReadable = fields.url === undefined || URL.canParse(fields.url);
  const problems = webhookProblems(fields) ?? (isReadable ? null : { url: ['must be a valid URL of http or https'] });
  if (problems) throw new ValidationError(problems);
}

/** A webhook of unsupported events alone would be accepted and never sent. */
function refuseUnsupported(fields: WebhookFields, before: Partial<Record<EventColumn, boolean>>): void {
  const { unsupportedEvents = [] } = fields;
  if (unsupportedEvents.length === 0 || eventColumns.some((column) => fields[column] ?? before[column])) return;
  throw new UnprocessableError(
    `No webhook is sent for ${unsupportedEvents.join(', ')}. Request at least one of ${webhookEvents.join(', ')}`,
  );
}

/** Throws ValidationError for a URL of this machine or of a private network, unless the installation allows them. */
async function checkDestination({ services }: Context, url: string | undefined): Promise<void> {
  if (url === undefined || services.webhooksAllowLocal) return;
  const problem = await destinationProblem(new URL(url));
  if (problem !== null) throw new ValidationError({ url: [problem] });
}

/** The columns to store; an empty token removes the stored one. */
async function given(
  { services: { secret } }: Context,
  trx: Trx,
  { token, unsupportedEvents: _unsupported, ...fields }: WebhookFields,
) {
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (token === undefined) return set;
  return { ...set, plainToken: null, sealedToken: token ? await sealToken({ db: trx, secret }, token) : null };
}
