import type { NamespaceId, NoteId, StatusUpdateId, WebhookId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import { hiddenNote } from '../notes/policy.ts';
import { hiddenUpdate } from '../status-updates/policy.ts';
import type { WebhookTable } from './table.ts';

export type Webhook = Selectable<WebhookTable>;
export const eventColumns = [
  'issuesEvents',
  'confidentialIssuesEvents',
  'noteEvents',
  'confidentialNoteEvents',
  'statusUpdateEvents',
  'deploymentEvents',
  'mergeRequestsEvents',
] as const;
export type EventColumn = (typeof eventColumns)[number];

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

/** The webhooks of the namespace `n` and of its ancestors as JSON, oldest first; null for none. */
export const hooksAboveItem = sql<SubscribedHook[] | null>`(
  SELECT json_agg(json_build_object('id', h.id, 'issuesEvents', h.issues_events,
    'confidentialIssuesEvents', h.confidential_issues_events, 'noteEvents', h.note_events,
    'confidentialNoteEvents', h.confidential_note_events, 'statusUpdateEvents', h.status_update_events,
    'deploymentEvents', h.deployment_events,
    'mergeRequestsEvents', h.merge_requests_events) ORDER BY h.id)
  FROM webhooks h WHERE h.namespace_id = ANY(n.traversal_ids))`;

/** The webhooks of a group or project and of its ancestors, oldest first. */
export function hooksAbove(trx: Db, namespaceId: NamespaceId): Promise<SubscribedHook[]> {
  return trx
    .selectFrom('webhooks as h')
    .select(['h.id', 'h.issuesEvents', 'h.confidentialIssuesEvents', 'h.noteEvents', 'h.confidentialNoteEvents'])
    .select(['h.statusUpdateEvents', 'h.deploymentEvents', 'h.mergeRequestsEvents'])
    .where(
      sql<boolean>`h.namespace_id = ANY((SELECT traversal_ids FROM namespaces WHERE id = ${namespaceId})::bigint[])`,
    )
    .orderBy('h.id')
    .execute();
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
    .where('w.isHidden', '=', false)
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
    .where('w.isHidden', '=', false)
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
    .where('w.isHidden', '=', false)
    .orderBy('u.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Encrypts the tokens of earlier versions one by one; each row is locked while it is read. */
export async function sealPlainTokens(db: Db, sealToken: (trx: Db, token: string) => Promise<Buffer>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('webhooks')
      .select(['id', 'plainToken'])
      .where('plainToken', 'is not', null)
      .forUpdate()
      .execute();
    for (const { id, plainToken } of rows) {
      if (plainToken === null) continue;
      const values = { plainToken: null, sealedToken: await sealToken(trx, plainToken) };
      await trx.updateTable('webhooks').set(values).where('id', '=', id).execute();
    }
    return rows.length;
  });
}
