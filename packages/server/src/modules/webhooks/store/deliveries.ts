import type { WebhookDeliveryId, WebhookId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import type { WebhookDeliveryTable } from '../table.ts';

export type WebhookDelivery = Selectable<WebhookDeliveryTable>;

export async function insertDeliveries(
  trx: Db,
  hookIds: readonly WebhookId[],
  values: Omit<Insertable<WebhookDeliveryTable>, 'webhookId'>,
): Promise<WebhookDeliveryId[]> {
  const rows = await trx
    .insertInto('webhookDeliveries')
    .values(hookIds.map((webhookId) => ({ webhookId, ...values })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the payload of a delivery written in this transaction. */
export async function replacePayload(trx: Db, ids: readonly WebhookDeliveryId[], payload: string): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ payload })
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
}

/**
 * Duration of the lease on a webhook and its delivery. The process renews it while it waits for an answer, so this is the delay
 * after a crash.
 */
export const LEASE_SECONDS = 6;

export interface Outgoing {
  id: WebhookDeliveryId;
  webhookId: WebhookId;
  hookUuid: string;
  purpose: 'events' | 'status_check';
  url: string;
  sealedToken: Buffer | null;
  plainToken: string | null;
  enableSslVerification: boolean;
  eventUuid: string;
  event: string;
  payload: string;
  attempts: number;
}

/** Acquires the lease on a webhook. */
export const leaseOfHook = (id: WebhookId): string => `webhooks.${id}`;

/** Webhooks with due deliveries and no sender, longest waiting first. */
export async function hooksWithQueuedMessages(db: Db, limit: number): Promise<WebhookId[]> {
  const { rows } = await sql<{ id: WebhookId }>`
    SELECT h.id FROM webhooks h
    CROSS JOIN LATERAL (
      SELECT d.next_attempt_at AS since FROM webhook_deliveries d
      WHERE d.webhook_id = h.id AND d.next_attempt_at <= now() ORDER BY d.id LIMIT 1
    ) first
    WHERE NOT EXISTS (SELECT FROM leases l WHERE l.name = 'webhooks.' || h.id AND l.ends_at > now())
    ORDER BY first.since, h.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Leases one delivery; after a crash, another process can take it when the lease expires. `first`: the oldest due delivery of
 * this webhook. `only`: this one, due or not. Null if there is none.
 */
export async function leaseDelivery(
  db: Db,
  wanted: { only: WebhookDeliveryId } | { first: WebhookId },
): Promise<Outgoing | null> {
  const isWanted =
    'only' in wanted
      ? sql`d.id = ${wanted.only}`
      : sql`d.webhook_id = ${wanted.first} AND d.next_attempt_at <= now() ORDER BY d.id LIMIT 1`;
  const { rows } = await sql<Outgoing>`
    UPDATE webhook_deliveries t SET attempts = t.attempts + 1, attempted_at = now(),
      next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    FROM webhooks h
    WHERE t.id = (SELECT d.id FROM webhook_deliveries d WHERE ${isWanted} FOR UPDATE SKIP LOCKED) AND h.id = t.webhook_id
    RETURNING t.id, t.webhook_id, h.uuid AS hook_uuid, h.purpose, h.url, h.sealed_token, h.plain_token, h.enable_ssl_verification, t.event_uuid, t.event,
      t.payload, t.attempts`.execute(db);
  return rows[0] ?? null;
}

/** Renews the leases of deliveries in progress. Deliveries that were settled or postponed meanwhile stay unchanged. */
export async function renewDeliveryLeases(db: Db, ids: readonly WebhookDeliveryId[]): Promise<void> {
  await sql`UPDATE webhook_deliveries SET next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ANY(${ids}::bigint[]) AND next_attempt_at <= now() + make_interval(secs => ${LEASE_SECONDS})`.execute(
    db,
  );
}

/** Stores the result of an attempt. */
export async function settleDelivery(
  db: Db,
  id: WebhookDeliveryId,
  values: Updateable<WebhookDeliveryTable>,
): Promise<void> {
  await db.updateTable('webhookDeliveries').set(values).where('id', '=', id).execute();
}

/** Newest first. */
export function deliveriesOnPage(
  db: Db,
  hookId: WebhookId,
  { perPage, offset }: PageRequest,
): Promise<WebhookDelivery[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', hookId)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset(offset)
    .execute();
}

export async function countDeliveries(db: Db, hookId: WebhookId): Promise<number> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhookId', '=', hookId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findDelivery(db: Db, hookId: WebhookId, id: WebhookDeliveryId): Promise<WebhookDelivery | null> {
  const found = db.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).where('webhookId', '=', hookId);
  return (await found.executeTakeFirst()) ?? null;
}

/** Deletes settled deliveries that are older than a week. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE created_at < now() - interval '7 days' AND next_attempt_at IS NULL`.execute(
    db,
  );
}
