import { createHash, createHmac } from 'node:crypto';
import { ForbiddenError, NotFoundError, UnauthenticatedError, DomainError } from '@milepost/core/errors';
import { MAX_INBOUND_BYTES, type Forge } from '@milepost/core/merge-requests/forges';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../../platform/context.ts';
import { readJson } from '../../../platform/http/bodies.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { Slots } from '../../../platform/util/slots.ts';
import { isSameSecret } from '../../../platform/util/tokens.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { queueDelivery, secretOf } from '../commands.ts';
import { inboundWebhookPolicy } from '../policy.ts';
import { inboundWebhookByUuid, insertDelivery, insertRefusal, type InboundWebhook } from '../store.ts';
import { contentOf } from './events.ts';

export class DeliveryTooLargeError extends DomainError {
  override name = 'DeliveryTooLargeError';
  readonly code = 'DELIVERY_TOO_LARGE' as const;
  readonly kind = 'tooLarge' as const;
  constructor() {
    super(`A delivery has at most ${MAX_INBOUND_BYTES / 1024 / 1024} MB`);
  }
}

/** Too many large deliveries are being received. Nothing was stored, and a retry may succeed. */
export class TooManyDeliveriesError extends DomainError {
  override name = 'TooManyDeliveriesError';
  readonly code = 'TOO_MANY_DELIVERIES' as const;
  readonly kind = 'unavailable' as const;
  readonly retryAfter = 10;
  constructor() {
    super('Too many large deliveries are being received. Retry later.');
  }
}

/** Larger bodies wait for a slot: a body is in memory before its signature can be verified. */
const SMALL_BYTES = 1024 * 1024;
/** Half of them per webhook, so that one whose address is known to a stranger leaves slots to others. */
const MAX_LARGE_BODIES = 4;
const largeBodies = new Slots(MAX_LARGE_BODIES, () => new TooManyDeliveriesError());

/** A request of a forge, before its body is read. */
export interface Incoming {
  uuid: string;
  header(name: string): string | undefined;
  /** Null: not stated. */
  size: number | null;
  body: AsyncIterable<Buffer>;
  /** How long it may wait for a slot; ten seconds unless given. */
  waitTimeoutMs?: number;
}

const headers: Readonly<Record<Forge, { event: string; key: string }>> = {
  github: { event: 'x-github-event', key: 'x-github-delivery' },
  gitlab: { event: 'x-gitlab-event', key: 'x-gitlab-event-uuid' },
  gitea: { event: 'x-gitea-event', key: 'x-gitea-delivery' },
};

export type Receipt = 'accepted' | 'ignored' | 'already received';

/**
 * Verifies a delivery and stores it for the job. Throws NotFoundError for an unknown address, UnauthenticatedError for a wrong signature,
 * InputError for a body that is no JSON or not such an event, DeliveryTooLargeError and TooManyDeliveriesError.
 */
export async function receiveDelivery(services: Services, incoming: Incoming): Promise<Receipt> {
  const webhook = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(incoming.uuid)
    ? await inboundWebhookByUuid(services.db, incoming.uuid)
    : null;
  if (!webhook) throw new NotFoundError('Inbound webhook');
  const named = headers[webhook.forge];
  const event = (incoming.header(named.event) ?? '').slice(0, 100);
  const key = (incoming.header(named.key) ?? '').slice(0, 255);
  try {
    return await verified(services, webhook, { ...incoming, event, key });
  } catch (error) {
    if (error instanceof DomainError || error instanceof InputError) {
      const reason = error instanceof UnauthenticatedError ? 'The signature or token is wrong' : error.message;
      await insertRefusal(services.db, { webhookId: webhook.id, deliveryKey: key, event, reason });
    }
    throw error;
  }
}

type Delivered = Incoming & { event: string; key: string };

async function verified(services: Services, webhook: InboundWebhook, incoming: Delivered): Promise<Receipt> {
  const secret = await secretOf(services, webhook);
  if (webhook.forge === 'gitlab' && !isSameSecret(incoming.header('x-gitlab-token') ?? '', secret)) {
    throw new UnauthenticatedError();
  }
  const { size, waitTimeoutMs } = incoming;
  if ((size ?? 0) > MAX_INBOUND_BYTES) throw new DeliveryTooLargeError();
  const isSmall = size !== null && size <= SMALL_BYTES;
  const release = isSmall ? null : await largeBodies.acquire(webhook.uuid, waitTimeoutMs);
  try {
    const body = await readBody(incoming);
    if (webhook.forge !== 'gitlab' && !isSigned(webhook.forge, incoming, body, secret)) {
      throw new UnauthenticatedError();
    }
    return await stored(services, webhook, incoming, body);
  } finally {
    release?.();
  }
}

async function stored(
  services: Services,
  webhook: InboundWebhook,
  { event, key }: Delivered,
  body: Buffer,
): Promise<Receipt> {
  const ctx = new Context(services, anonymous);
  const project = await ctx.load(namespacesById, webhook.projectId);
  if (!project || project.deletedAt !== null) throw new NotFoundError('Inbound webhook');
  if (!ctx.can(inboundWebhookPolicy.receive, project)) {
    throw new ForbiddenError('The project is archived or being transferred');
  }
  const content = contentOf(webhook.forge, event, readJson(body));
  const values = {
    webhookId: webhook.id,
    // A forge that names no delivery repeats the same body.
    deliveryKey: key || createHash('sha256').update(body).digest('hex'),
    event,
    content: content && JSON.stringify(content),
    status: content === null ? 'ignored' : content.kind === 'ping' ? 'processed' : 'queued',
  } as const;
  return ctx.transaction(async (trx) => {
    const id = await insertDelivery(trx, values);
    if (content === null) return 'ignored';
    if (id === null) return 'already received';
    if (values.status === 'queued') await queueDelivery(trx, id);
    return 'accepted';
  });
}

function isSigned(
  forge: Exclude<Forge, 'gitlab'>,
  { header }: Pick<Incoming, 'header'>,
  body: Buffer,
  secret: string,
): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return forge === 'github'
    ? isSameSecret(header('x-hub-signature-256') ?? '', `sha256=${expected}`)
    : isSameSecret(header('x-gitea-signature') ?? '', expected);
}

async function readBody({ body }: Pick<Incoming, 'body'>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MAX_INBOUND_BYTES) throw new DeliveryTooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
