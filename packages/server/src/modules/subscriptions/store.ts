import type { LabelId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import {
  defaultNotificationLevel,
  type PresetLevel,
  type NotificationEvent,
  type NotificationLevel,
  type NotificationReason,
} from '@milepost/core/notifications/notifications';
import { accessLevelOf, type Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineRowsLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { insiderNamespaces, visibleNamespaces } from '../namespaces/policy.ts';
import { hiddenNote } from '../notes/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';

/**
 * The SQL of the people whom an item's texts mention: hidden comments mention nobody, and internal notes only those from
 * planner up. Ends with a WHERE clause, to which the caller can append conditions.
 */
function mentionedPeople(itemId: RawBuilder<unknown>, traversalIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT m.user_id FROM mentions m LEFT JOIN notes t ON t.id = m.note_id
    WHERE m.work_item_id = ${itemId} AND ${hiddenNote('t')} IS NOT TRUE AND (t.is_internal IS NOT TRUE
      OR EXISTS (SELECT FROM memberships k WHERE k.user_id = m.user_id AND k.namespace_id = ANY(${traversalIds})
        AND k.access_level >= ${accessLevelOf.planner})
      OR EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.is_admin))`;
}

/**
 * Whether the viewer is notified of each item, by subscription, otherwise by participation: one statement for a page of items.
 * Uses the roles of the viewer instead of `memberships`, because planning that join took longer than the rest of the query.
 */
export const subscribedTo = defineRowsLoader<WorkItemId, Subscribed, boolean>('subscribedTo', {
  rows: ({ viewer }, ids) => sql`
    SELECT w.id, coalesce(
      (SELECT s.is_subscribed FROM subscriptions s WHERE s.work_item_id = w.id AND s.user_id = ${viewer.id}::bigint),
      w.author_id = ${viewer.id}::bigint
        OR EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = w.id AND a.user_id = ${viewer.id}::bigint)
        OR EXISTS (SELECT FROM mentions m LEFT JOIN notes t ON t.id = m.note_id
          WHERE m.work_item_id = w.id AND m.user_id = ${viewer.id}::bigint AND ${hiddenNote('t')} IS NOT TRUE
            AND (t.is_internal IS NOT TRUE OR ${insiderNamespaces(viewer)}))
        OR EXISTS (SELECT FROM notes o WHERE o.work_item_id = w.id AND o.author_id = ${viewer.id}::bigint AND NOT o.is_system),
      false) AS is_subscribed
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id WHERE ${isOneOf('w.id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row.isSubscribed])),
});

interface Subscribed {
  id: WorkItemId;
  isSubscribed: boolean;
}

export async function saveSubscription(trx: Db, workItemId: WorkItemId, userId: UserId, wanted: boolean) {
  await trx
    .insertInto('subscriptions')
    .values({ workItemId, userId, isSubscribed: wanted })
    .onConflict((conflict) =>
      conflict.columns(['workItemId', 'userId']).doUpdateSet({ isSubscribed: wanted, createdAt: sql`now()` }),
    )
    .execute();
}

/**
 * The SQL of a person's effective level for an event in a namespace: the nearest setting, otherwise the global one. For
 * `custom`, a chosen event counts as `watch`, any other as `participating`.
 */
function levelAt(
  userId: RawBuilder<unknown>,
  traversalIds: readonly NamespaceId[],
  event: NotificationEvent | null,
): RawBuilder<PresetLevel> {
  return sql<PresetLevel>`coalesce(
    (SELECT CASE WHEN s.level <> 'custom' THEN s.level WHEN ${isChosen(event)} THEN 'watch' ELSE 'participating' END FROM notification_settings s WHERE s.user_id = ${userId}
      AND (s.namespace_id IS NULL OR s.namespace_id = ANY(${traversalIds}::bigint[]))
      ORDER BY array_position(${traversalIds}::bigint[], s.namespace_id) DESC NULLS LAST LIMIT 1),
    ${defaultNotificationLevel})`;
}

/** Whether a row of settings `s` includes an event. */
function isChosen(event: NotificationEvent | null): RawBuilder<SqlBool> {
  return event === null ? sql<SqlBool>`false` : sql<SqlBool>`${event} = ANY(s.events)`;
}

/** Whether a row of settings `s` includes an event for non-participants. */
function isWatched(event: NotificationEvent | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`(s.level = 'watch' OR (s.level = 'custom' AND ${isChosen(event)}))`;
}

/** The namespace of an event, as far as levels need it. */
interface NamespaceItem {
  id: WorkItemId;
  scope: { traversalIds: readonly NamespaceId[] };
}

/** A person who is notified of an item, with the reason. */
export interface Recipient {
  userId: UserId;
  level: PresetLevel;
  reasons: NotificationReason[];
}

/**
 * Candidates for a notification of an item: participants, subscribers, and people who watch its namespace, or everything where
 * they are members; without those who unsubscribed. The caller checks the policy.
 */
export async function recipientsOf(
  db: Db,
  item: NamespaceItem,
  event: NotificationEvent | null = null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT candidate.user_id, ${levelAt(sql`candidate.user_id`, item.scope.traversalIds, event)} AS level, array_agg(DISTINCT candidate.reason) AS reasons
    FROM (
      SELECT author_id AS user_id, 'author' AS reason FROM work_items WHERE id = ${item.id}
      UNION ALL SELECT user_id, 'assigned' FROM work_item_assignees WHERE work_item_id = ${item.id}
      UNION ALL SELECT author_id, 'commented' FROM notes WHERE work_item_id = ${item.id} AND NOT is_system
      -- Earlier mentions count as participation; a new mention is an event of its own.
      UNION ALL SELECT calls.user_id, 'subscribed' FROM (${mentionedPeople(sql`${item.id}`, sql`${item.scope.traversalIds}::bigint[]`)}) AS calls
      UNION ALL SELECT user_id, 'subscribed' FROM subscriptions WHERE work_item_id = ${item.id} AND is_subscribed
      UNION ALL SELECT m.user_id, 'watching' FROM memberships m JOIN notification_settings s ON s.user_id = m.user_id
        WHERE ${isWatched(event)} AND s.namespace_id IS NULL AND m.namespace_id = ANY(${item.scope.traversalIds}::bigint[])
      UNION ALL SELECT s.user_id, 'watching' FROM notification_settings s
        WHERE ${isWatched(event)} AND s.namespace_id = ANY(${item.scope.traversalIds}::bigint[])
    ) AS candidate
    WHERE candidate.user_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM subscriptions no WHERE no.work_item_id = ${item.id} AND no.user_id = candidate.user_id AND NOT no.is_subscribed)
    GROUP BY candidate.user_id ORDER BY candidate.user_id`.execute(db);
  return rows;
}

/** The subscribers of any of these labels. */
export async function recipientsOfLabels(
  db: Db,
  item: NamespaceItem,
  labelIds: readonly LabelId[],
): Promise<Recipient[]> {
  if (labelIds.length === 0) return [];
  const rows = await db
    .selectFrom('labelSubscriptions')
    .select('userId')
    .distinct()
    .where(sql<boolean>`label_id = ANY(${labelIds}::bigint[])`)
    .execute();
  const userIds = rows.map(({ userId }) => userId);
  return recipientsAmong(db, item, userIds, 'subscribed');
}

/** The recipients among people directly affected by a change, such as mentioned or assigned ones, without the unsubscribed. */
export async function recipientsAmong(
  db: Db,
  item: NamespaceItem,
  userIds: readonly UserId[],
  reason: NotificationReason,
): Promise<Recipient[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Recipient>`
    SELECT u.id AS user_id, ${levelAt(sql`u.id`, item.scope.traversalIds, null)} AS level, ARRAY[${reason}] AS reasons
    FROM users u
    WHERE u.id = ANY(${userIds}::bigint[])
      AND NOT EXISTS (SELECT FROM subscriptions no WHERE no.work_item_id = ${item.id} AND no.user_id = u.id AND NOT no.is_subscribed)
    ORDER BY u.id`.execute(db);
  return rows;
}

/** Whether a person unsubscribed from an item. */
export async function hasUnsubscribed(db: Db, workItemId: WorkItemId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('isSubscribed')
    .where('workItemId', '=', workItemId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.isSubscribed === false;
}

/** A person's level for an event in a namespace. */
export async function notificationLevelAt(
  db: Db,
  userId: UserId,
  traversalIds: readonly NamespaceId[],
  event: NotificationEvent | null = null,
): Promise<PresetLevel> {
  const { rows } = await sql<{ level: PresetLevel }>`
    SELECT ${levelAt(sql`${userId}::bigint`, traversalIds, event)} AS level`.execute(db);
  return rows[0]?.level ?? defaultNotificationLevel;
}

/** A level with its custom events. */
export interface SavedLevel {
  level: NotificationLevel;
  events: NotificationEvent[];
}

/** A person's setting for one group or project, or (null) the global one; null if there is none. */
export async function savedNotificationLevel(
  db: Db,
  userId: UserId,
  namespaceId: NamespaceId | null,
): Promise<SavedLevel | null> {
  const row = await db
    .selectFrom('notificationSettings')
    .select(['level', 'events'])
    .where('userId', '=', userId)
    .where(sql<boolean>`namespace_id IS NOT DISTINCT FROM ${namespaceId}::bigint`)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a person's settings for the transaction: an update keeps the fields it does not name. */
export async function lockNotificationLevels(trx: Db, userId: UserId): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx);
}

export async function saveNotificationLevel(
  trx: Db,
  userId: UserId,
  namespaceId: NamespaceId | null,
  saved: SavedLevel,
): Promise<void> {
  await trx
    .insertInto('notificationSettings')
    .values({ userId, namespaceId, ...saved })
    .onConflict((conflict) => conflict.columns(['userId', 'namespaceId']).doUpdateSet(saved))
    .execute();
}

/** Deletes a person's setting for one group or project. */
export async function deleteNotificationLevel(trx: Db, userId: UserId, namespaceId: NamespaceId): Promise<void> {
  await trx
    .deleteFrom('notificationSettings')
    .where('userId', '=', userId)
    .where('namespaceId', '=', namespaceId)
    .execute();
}

/** A person's setting for one group or project. */
export interface NamespaceLevel extends SavedLevel {
  kind: NamespaceKind;
  fullPath: string;
  fullName: string;
}

/** The viewer's settings for groups and projects that they can still see, by path. */
export async function namespaceLevelsOf(db: Db, viewer: Viewer): Promise<NamespaceLevel[]> {
  const { rows } = await sql<NamespaceLevel>`
    SELECT n.kind, n.full_path, n.full_name, s.level, s.events
    FROM notification_settings s JOIN namespaces n ON n.id = s.namespace_id
    WHERE s.user_id = ${viewer.id} AND ${visibleNamespaces(viewer)} ORDER BY lower(n.full_path)`.execute(db);
  return rows;
}
