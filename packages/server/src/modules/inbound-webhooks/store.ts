import type { InboundDeliveryId, InboundWebhookId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import type { InboundDeliveryTable, InboundWebhookTable } from './table.ts';

export type InboundWebhook = Selectable<InboundWebhookTable>;
export type InboundDelivery = Selectable<InboundDeliveryTable>;

/** Oldest first. */
export function webhooksOfProject(db: Db, projectId: NamespaceId): Promise<InboundWebhook[]> {
  return db.selectFrom('inboundWebhooks').selectAll().where('projectId', '=', projectId).orderBy('id').execute();
}

export async function findInboundWebhook(
  db: Db,
  projectId: NamespaceId,
  id: InboundWebhookId,
): Promise<InboundWebhook | null> {
  const found = db.selectFrom('inboundWebhooks').selectAll().where('id', '=', id).where('projectId', '=', projectId);
  return (await found.executeTakeFirst()) ?? null;
}

export async function inboundWebhookByUuid(db: Db, uuid: string): Promise<InboundWebhook | null> {
  const found = db
    .selectFrom('inboundWebhooks')
    .selectAll()
    .where(sql<boolean>`uuid = ${uuid}::uuid`);
  return (await found.executeTakeFirst()) ?? null;
}

/** Its deliveries are processed one at a time. */
export async function lockInboundWebhook(trx: Db, id: InboundWebhookId): Promise<InboundWebhook | null> {
  const row = await trx
    .selectFrom('inboundWebhooks')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertInboundWebhook(trx: Db, values: Insertable<InboundWebhookTable>): Promise<InboundWebhook> {
  return trx.insertInto('inboundWebhooks').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function removeInboundWebhook(trx: Db, id: InboundWebhookId): Promise<void> {
  await trx.deleteFrom('inboundWebhooks').where('id', '=', id).execute();
}

/**
 * Stores a delivery to be processed. Null if it was received before; a failed one is queued again.
 */
export async function insertDelivery(
  db: Db,
  values: Insertable<InboundDeliveryTable>,
): Promise<InboundDeliveryId | null> {
  const { rows } = await sql<{ id: InboundDeliveryId }>`
    INSERT INTO inbound_deliveries AS d (webhook_id, delivery_key, event, status, content)
    VALUES (${values.webhookId}, ${values.deliveryKey}, ${values.event}, ${values.status}, ${values.content}::jsonb)
    ON CONFLICT (webhook_id, delivery_key) WHERE status <> 'refused'
      DO UPDATE SET status = 'queued', reason = NULL, attempts = 0 WHERE d.status = 'failed'
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Refused deliveries that are kept per webhook: anybody who knows the address can send them. */
const MAX_REFUSED = 100;

export async function insertRefusal(
  db: Db,
  { webhookId, deliveryKey, event, reason }: Pick<InboundDelivery, 'webhookId' | 'deliveryKey' | 'event' | 'reason'>,
): Promise<void> {
  await db
    .insertInto('inboundDeliveries')
    .values({ webhookId, deliveryKey, event, reason, status: 'refused' })
    .execute();
  await sql`
    DELETE FROM inbound_deliveries WHERE id IN (
      SELECT id FROM inbound_deliveries WHERE webhook_id = ${webhookId} AND status = 'refused'
      ORDER BY id DESC OFFSET ${MAX_REFUSED} LIMIT ${MAX_REFUSED})`.execute(db);
}

export async function lockDelivery(trx: Db, id: InboundDeliveryId): Promise<InboundDelivery | null> {
  const row = await trx.selectFrom('inboundDeliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function findInboundDelivery(
  db: Db,
  webhookId: InboundWebhookId,
  id: InboundDeliveryId,
): Promise<InboundDelivery | null> {
  const found = db.selectFrom('inboundDeliveries').selectAll().where('id', '=', id).where('webhookId', '=', webhookId);
  return (await found.executeTakeFirst()) ?? null;
}

export async function saveDelivery(
  db: Db,
  id: InboundDeliveryId,
  changes: Updateable<InboundDeliveryTable>,
): Promise<void> {
  await db.updateTable('inboundDeliveries').set(changes).where('id', '=', id).execute();
}

/** Counts an attempt; returns the number. */
export async function countAttempt(db: Db, id: InboundDeliveryId): Promise<number> {
  const row = await db
    .updateTable('inboundDeliveries')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/** Newest first, without their content. */
export async function inboundDeliveriesOnPage(
  db: Db,
  webhookId: InboundWebhookId,
  { perPage, offset }: PageRequest,
): Promise<{ rows: Omit<InboundDelivery, 'content'>[]; total: number }> {
  const rows = await db
    .selectFrom('inboundDeliveries')
    .select(['id', 'webhookId', 'deliveryKey', 'event', 'status', 'reason', 'attempts', 'receivedAt', 'processedAt'])
    .where('webhookId', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('inboundDeliveries')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('webhookId', '=', webhookId)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Deletes deliveries that are older than a week. */
export async function deleteOldInboundDeliveries(db: Db): Promise<void> {
  await sql`DELETE FROM inbound_deliveries WHERE received_at < now() - interval '7 days'`.execute(db);
}

/** The accounts of confirmed email addresses, by lower-case address. */
export async function accountsOfEmails(db: Db, emails: readonly string[]): Promise<Map<string, UserId>> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ email: string; id: UserId }>`
    SELECT lower(email) AS email, id FROM users
    WHERE lower(email) = ANY(${wanted}::text[]) AND confirmed_at IS NOT NULL AND NOT is_bot`.execute(db);
  return new Map(rows.map(({ email, id }) => [email, id]));
}
