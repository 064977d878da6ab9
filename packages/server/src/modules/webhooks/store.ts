import { audiences } from '@milepost/core/hierarchy';
import type { NamespaceId, NoteId, StatusUpdateId, WebhookDeliveryId, WebhookId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import { hiddenNote } from '../notes/policy.ts';
import { hiddenUpdate } from '../status-updates/policy.ts';
import type { WebhookDeliveryTable, WebhookTable } from './table.ts';

export type Webhook = Selectable<WebhookTable>;
export type WebhookDelivery = Selectable<WebhookDeliveryTable>;
export type EventColumn =
  | 'issuesEvents'
  | 'confidentialIssuesEvents'
  | 'noteEvents'
  | 'confidentialNoteEvents'
  | 'statusUpdateEvents';

/** The webhooks of a group or project itself, oldest first. */
export function webhooksOnPage(db: Db, namespaceId: NamespaceId, { perPage, offset }: PageRequest): Promise<Webhook[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('purpose', '=', 'events')
    .orderBy('id')
    .limit(perPage)
    .offset(offset)
    .execute();
}

export async function countWebhooks(db: Db, namespaceId: NamespaceId): Promise<number> {
  const row = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('namespaceId', '=', namespaceId)
    .where('purpose', '=', 'events')
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findWebhook(db: Db, namespaceId: NamespaceId, id: WebhookId): Promise<Webhook | null> {
  const found = db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('namespaceId', '=', namespaceId)
    .where('purpose', '=', 'events');
  return (await found.executeTakeFirst()) ?? null;
}

export function insertWebhook(trx: Db, values: Insertable<WebhookTable>): Promise<Webhook> {
  return trx.insertInto('webhooks').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function saveWebhook(trx: Db, id: WebhookId, values: Updateable<WebhookTable>): Promise<Webhook> {
  return trx
    .updateTable('webhooks')
    .set({ ...values, updatedAt: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeWebhook(trx: Db, id: WebhookId): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** The events that a webhook receives. */
export type SubscribedHook = Pick<Webhook, 'id' | EventColumn>;

/** The webhooks of a group or project and of its ancestors, oldest first. */
export function hooksAbove(trx: Db, namespaceId: NamespaceId): Promise<SubscribedHook[]> {
  return trx
    .selectFrom('webhooks as h')
    .select(['h.id', 'h.issuesEvents', 'h.confidentialIssuesEvents', 'h.noteEvents', 'h.confidentialNoteEvents'])
    .select('h.statusUpdateEvents')
    .where(
      sql<boolean>`h.namespace_id = ANY((SELECT traversal_ids FROM namespaces WHERE id = ${namespaceId})::bigint[])`,
    )
    .orderBy('h.id')
    .execute();
}

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

/** The newest (non-)confidential item of a namespace and everything below it; null if there is none. */
export async function newestItem(
  db: Db,
  traversalIds: readonly NamespaceId[],
  isConfidential: boolean,
): Promise<WorkItemId | null> {
  const row = await db
    .selectFrom('workItems as w')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select('w.id')
    .where(namespacesBelow(traversalIds))
    .where('w.isConfidential', '=', isConfidential)
    .where('w.audience', '<>', audiences.administrators)
    .orderBy('w.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The newest internal or public comment of a namespace and its descendants; null if there is none. */
export async function newestNote(
  db: Db,
  traversalIds: readonly NamespaceId[],
  isConfidential: boolean,
): Promise<NoteId | null> {
  const row = await db
    .selectFrom('notes as note')
    .innerJoin('workItems as w', 'w.id', 'note.workItemId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select('note.id')
    .where(namespacesBelow(traversalIds))
    .where('note.isSystem', '=', false)
    .where(sql<boolean>`(note.is_internal OR w.is_confidential) = ${isConfidential}`)
    .where(sql<boolean>`NOT ${hiddenNote('note')}`)
    .where('w.audience', '<>', audiences.administrators)
    .orderBy('note.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The newest visible status update of a namespace and its descendants; null if there is none. */
export async function newestStatusUpdate(db: Db, traversalIds: readonly NamespaceId[]): Promise<StatusUpdateId | null> {
  const row = await db
    .selectFrom('statusUpdates as u')
    .innerJoin('workItems as w', 'w.id', 'u.workItemId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select('u.id')
    .where(namespacesBelow(traversalIds))
    .where('u.deletedAt', 'is', null)
    .where(sql<boolean>`NOT ${hiddenUpdate('u')}`)
    .where('w.isConfidential', '=', false)
    .where('w.audience', '<>', audiences.administrators)
    .orderBy('u.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
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

/** Encrypts the tokens of earlier versions one by one; each row is locked while it is read. */
export async function sealPlainTokens(db: Db, sealToken: (token: string) => Buffer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('webhooks')
      .select(['id', 'plainToken'])
      .where('plainToken', 'is not', null)
      .forUpdate()
      .execute();
    for (const { id, plainToken } of rows) {
      if (plainToken === null) continue;
      const values = { plainToken: null, sealedToken: sealToken(plainToken) };
      await trx.updateTable('webhooks').set(values).where('id', '=', id).execute();
    }
    return rows.length;
  });
}

/** Some encrypted tokens, to verify the secret. */
export async function someSealedTokens(db: Db, limit: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('sealedToken')
    .where('sealedToken', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ sealedToken }) => (sealedToken ? [sealedToken] : []));
}
