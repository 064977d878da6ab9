import type { UserId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import type { LabelSnapshot } from '../../labels/store.ts';

/** A past change of a work item. */
export interface StateEvent {
  id: number;
  actorId: UserId | null;
  createdAt: Date;
  state: 'closed' | 'reopened';
}

/** A milestone or an iteration was set, changed or removed. */
export interface TimeboxEvent {
  id: number;
  actorId: UserId | null;
  createdAt: Date;
  fromId: number | null;
  toId: number | null;
}

export interface WeightEvent {
  id: number;
  actorId: UserId | null;
  createdAt: Date;
  weight: number | null;
}

export interface LabelEvent {
  id: number;
  actorId: UserId | null;
  createdAt: Date;
  action: 'add' | 'remove';
  label: LabelSnapshot;
}

export interface EventListing {
  workItemId: WorkItemId;
  /** Only the event of this id. */
  id?: number;
}

/** One numbered page of the close and reopen events of a work item, and their total number. */
export async function stateEvents(
  ctx: Context,
  { workItemId, id }: EventListing,
  page: PageRequest,
): Promise<{ events: StateEvent[]; total: number }> {
  const about = sql<boolean>`name = ANY(ARRAY['workItem.closed', 'workItem.reopened'])`;
  const { rows, total } = await eventsOn(ctx, { workItemId, id }, about, page);
  const events = rows.map(({ name, data: _data, ...rest }) => ({
    ...rest,
    state: name === 'workItem.closed' ? ('closed' as const) : ('reopened' as const),
  }));
  return { events, total };
}

/** Reads the events of an item's milestone or iteration. */
export function timeboxEvents(name: 'workItem.milestoneChanged' | 'workItem.iterationChanged') {
  return async (
    ctx: Context,
    listing: EventListing,
    page: PageRequest,
  ): Promise<{ events: TimeboxEvent[]; total: number }> => {
    const { rows, total } = await eventsOn(ctx, listing, sql<boolean>`name = ${name}`, page);
    const events = rows.map(({ id, actorId, createdAt, data }) => {
      const { fromId, toId } = data as Pick<TimeboxEvent, 'fromId' | 'toId'>;
      return { id, actorId, createdAt, fromId, toId };
    });
    return { events, total };
  };
}

/** One numbered page of the weight events of a work item, and their total number. */
export async function weightEvents(
  ctx: Context,
  listing: EventListing,
  page: PageRequest,
): Promise<{ events: WeightEvent[]; total: number }> {
  const about = sql<boolean>`name = 'workItem.updated' AND data -> 'changes' -> 'weight' IS NOT NULL`;
  const { rows, total } = await eventsOn(ctx, listing, about, page);
  const events = rows.map(({ id, actorId, createdAt, data }) => {
    const { changes } = data as { changes: { weight: { to: number | null } } };
    return { id, actorId, createdAt, weight: changes.weight.to };
  });
  return { events, total };
}

async function eventsOn(
  ctx: Context,
  { workItemId, id }: EventListing,
  about: RawBuilder<boolean>,
  page: PageRequest,
): Promise<{ rows: RecordedEvent[]; total: number }> {
  const query = ctx.db
    .selectFrom('events')
    .where('workItemId', '=', workItemId)
    .where(about)
    .$if(id !== undefined, (narrowed) => narrowed.where('id', '=', id ?? 0));
  const rows = await query
    .select(['id', 'name', 'actorId', 'createdAt', 'data'])
    .orderBy('id')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

interface RecordedEvent {
  id: number;
  name: string;
  actorId: UserId | null;
  createdAt: Date;
  data: unknown;
}

/** Range of event ids per change: a change of several labels is published as one event per label. */
const LABELS_PER_CHANGE = 1_000;

/** One numbered page of the label events of a work item, and their total number. */
export async function labelEvents(
  ctx: Context,
  { workItemId, id }: EventListing,
  page: PageRequest,
): Promise<{ events: LabelEvent[]; total: number }> {
  const all = sql`
    SELECT e.id * ${LABELS_PER_CHANGE} + part.position AS id, e.actor_id AS "actorId", e.created_at AS "createdAt",
      part.action, part.label
    FROM events e CROSS JOIN LATERAL (
      SELECT action, label, row_number() OVER () - 1 AS position FROM (
        SELECT 'add' AS action, label FROM jsonb_array_elements(e.data -> 'added') label
        UNION ALL SELECT 'remove', label FROM jsonb_array_elements(e.data -> 'removed') label
      ) parts LIMIT ${LABELS_PER_CHANGE}
    ) part
    WHERE e.work_item_id = ${workItemId} AND e.name = 'workItem.labelsChanged'`;
  const isWanted = id === undefined ? sql`true` : sql`id = ${id}`;
  const { rows: events } = await sql<LabelEvent>`
    SELECT * FROM (${all}) events WHERE ${isWanted} ORDER BY id LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (${all}) events WHERE ${isWanted}`.execute(ctx.db);
  return { events, total: rows[0]?.total ?? 0 };
}
