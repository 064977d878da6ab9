import type { LabelId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import {
  defaultNotificationLevel,
  type PresetLevel,
  type NotificationEvent,
  type NotificationLevel,
  type NotificationReason,
} from '@milepost/core/notifications';
import { accessLevelOf, type Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { visibleNamespaces } from '../namespaces/policy.ts';
import { hiddenNote } from '../notes/policy.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import { todayInSql } from '../users/store/tokens.ts';

/** Whether this person is notified of the item of a row (alias `w`): as they said, else where they take part in it. */
export function isSubscribed(userId: UserId): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(
    (SELECT s.is_subscribed FROM subscriptions s WHERE s.work_item_id = w.id AND s.user_id = ${userId}),
    w.author_id = ${userId}
      OR EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = w.id AND a.user_id = ${userId})
      OR EXISTS (${callsOn(sql`w.id`, sql`(SELECT n.traversal_ids FROM namespaces n WHERE n.id = w.namespace_id)::bigint[]`)} AND m.user_id = ${userId})
      OR EXISTS (SELECT FROM notes o WHERE o.work_item_id = w.id AND o.author_id = ${userId} AND NOT o.is_system),
    false)`;
}

/**
 * The SQL of whom an item's texts call, as far as they are told: no hidden comment calls anybody, and an internal note those who plan
 * there. Ends in its conditions, so that more can follow.
 */
function callsOn(itemId: RawBuilder<unknown>, traversalIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT m.user_id FROM mentions m LEFT JOIN notes t ON t.id = m.note_id
    WHERE m.work_item_id = ${itemId} AND ${hiddenNote('t')} IS NOT TRUE AND (t.is_internal IS NOT TRUE
      OR EXISTS (SELECT FROM members k WHERE k.user_id = m.user_id AND k.namespace_id = ANY(${traversalIds})
        AND k.access_level >= ${accessLevelOf.planner} AND (k.expires_at IS NULL OR k.expires_at > ${todayInSql}))
      OR EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.is_admin))`;
}

/** Whether the viewer is notified of each item: one statement for a page of items. */
export const subscribedTo = defineLoader<WorkItemId, boolean>('subscribedTo', async (ctx, ids) => {
  const { id } = ctx.viewer;
  if (id === null) return new Map();
  const { rows } = await sql<{ id: WorkItemId; isSubscribed: boolean }>`
    SELECT w.id, ${isSubscribed(id)} AS is_subscribed FROM work_items w WHERE w.id = ANY(${ids}::bigint[])`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row.isSubscribed]));
});

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
 * The SQL of how much somebody is notified of an event in a place: as they said for the nearest that holds it, else for everywhere. Who
 * chose single events is notified of those like one who watches, and of all others like one who takes part.
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

/** Whether an event is among those of a row of settings `s`. */
function isChosen(event: NotificationEvent | null): RawBuilder<SqlBool> {
  return event === null ? sql<SqlBool>`false` : sql<SqlBool>`${event} = ANY(s.events)`;
}

/** Whether a row of settings `s` asks for an event that one has no part in. */
function isWatched(event: NotificationEvent | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`(s.level = 'watch' OR (s.level = 'custom' AND ${isChosen(event)}))`;
}

/** Where something happens, as far as levels need to know. */
interface NamespaceItem {
  id: WorkItemId;
  scope: { traversalIds: readonly NamespaceId[] };
}

/** Somebody who is notified of an item, and why. */
export interface Recipient {
  userId: UserId;
  level: PresetLevel;
  reasons: NotificationReason[];
}

/**
 * Whoever might hear of an item: those who take part in it, those who asked to, and those who watch where it lives, or
 * everything where they are members; without those who said no. Whether they may read it is for the policy to say.
 */
export async function recipientsOf(
  db: Db,
  item: NamespaceItem,
  event: NotificationEvent | null = null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT heard.user_id, ${levelAt(sql`heard.user_id`, item.scope.traversalIds, event)} AS level, array_agg(DISTINCT heard.reason) AS reasons
    FROM (
      SELECT author_id AS user_id, 'author' AS reason FROM work_items WHERE id = ${item.id}
      UNION ALL SELECT user_id, 'assigned' FROM work_item_assignees WHERE work_item_id = ${item.id}
      UNION ALL SELECT author_id, 'commented' FROM notes WHERE work_item_id = ${item.id} AND NOT is_system
      -- Called once upon a time: it is this change that says whether it calls them again.
      UNION ALL SELECT calls.user_id, 'subscribed' FROM (${callsOn(sql`${item.id}`, sql`${item.scope.traversalIds}::bigint[]`)}) AS calls
      UNION ALL SELECT user_id, 'subscribed' FROM subscriptions WHERE work_item_id = ${item.id} AND is_subscribed
      UNION ALL SELECT m.user_id, 'watching' FROM members m JOIN notification_settings s ON s.user_id = m.user_id
        WHERE ${isWatched(event)} AND s.namespace_id IS NULL AND m.namespace_id = ANY(${item.scope.traversalIds}::bigint[])
          AND (m.expires_at IS NULL OR m.expires_at > ${todayInSql})
      UNION ALL SELECT s.user_id, 'watching' FROM notification_settings s
        WHERE ${isWatched(event)} AND s.namespace_id = ANY(${item.scope.traversalIds}::bigint[])
    ) AS heard
    WHERE heard.user_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM subscriptions no WHERE no.work_item_id = ${item.id} AND no.user_id = heard.user_id AND NOT no.is_subscribed)
    GROUP BY heard.user_id ORDER BY heard.user_id`.execute(db);
  return rows;
}

/** Who subscribed to any of these labels. */
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

/** The same for people whom a change concerns by itself: called by name, assigned. They hear unless they said no. */
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

/** Whether somebody said that they do not want to hear of an item. */
export async function hasUnsubscribed(db: Db, workItemId: WorkItemId, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('isSubscribed')
    .where('workItemId', '=', workItemId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.isSubscribed === false;
}

/** How much somebody is notified of an event in a place. */
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

/** A level, and what was chosen by it. */
export interface SavedLevel {
  level: NotificationLevel;
  events: NotificationEvent[];
}

/** What somebody said for one group or project, or (null) for everywhere else; null where they said nothing. */
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

/** Lets what else changes somebody's levels wait for the rest of the transaction: it keeps what it does not name. */
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

/** Takes back what somebody said for one group or project. */
export async function forgetNotificationLevel(trx: Db, userId: UserId, namespaceId: NamespaceId): Promise<void> {
  await trx
    .deleteFrom('notificationSettings')
    .where('userId', '=', userId)
    .where('namespaceId', '=', namespaceId)
    .execute();
}

/** What somebody said for one group or project. */
export interface NamespaceLevel extends SavedLevel {
  kind: NamespaceKind;
  fullPath: string;
  fullName: string;
}

/** All that the viewer said for groups and projects which they still may see, by path. */
export async function namespaceLevelsOf(db: Db, viewer: Viewer): Promise<NamespaceLevel[]> {
  const { rows } = await sql<NamespaceLevel>`
    SELECT n.kind, n.full_path, n.full_name, s.level, s.events
    FROM notification_settings s JOIN namespaces n ON n.id = s.namespace_id
    WHERE s.user_id = ${viewer.id} AND ${visibleNamespaces(viewer)} ORDER BY lower(n.full_path)`.execute(db);
  return rows;
}
