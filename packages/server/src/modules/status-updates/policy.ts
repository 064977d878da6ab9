import type { UserId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import type { Viewer } from '@milepost/core/roles';
import { isWithheld, workItemPolicy, type GuardedWorkItem } from '../work-items/policy.ts';

/** Permissions on the status updates of an epic. */
export const statusUpdatesPolicy = {
  read: mayRead,
  post: (viewer, item) => mayRead(viewer, item) && workItemPolicy.plan(viewer, item),
} satisfies Policy<GuardedWorkItem>;

/** A status update with its epic. */
export interface GuardedStatusUpdate {
  item: GuardedWorkItem;
  authorId: UserId | null;
  /** Its author was banned: visible to administrators only. */
  isHidden: boolean;
}

export const statusUpdatePolicy = {
  read: sees,
  update: (viewer, update) => !update.item.isArchived && sees(viewer, update) && viewer.is(update.authorId),
  /** Delete and restore: the author, and maintainers. */
  destroy: (viewer, update) =>
    !update.item.isArchived &&
    sees(viewer, update) &&
    (viewer.is(update.authorId) || viewer.atLeast('maintainer', update.item.scope)),
} satisfies Policy<GuardedStatusUpdate>;

/** Not on public links, which show neither people nor their texts. */
function mayRead(viewer: Viewer, item: GuardedWorkItem): boolean {
  if (viewer.linkedTo !== null || item.type !== 'epic' || !hasFeature(item.scope, 'health_status')) return false;
  return workItemPolicy.read(viewer, item);
}

function sees(viewer: Viewer, update: GuardedStatusUpdate): boolean {
  return mayRead(viewer, update.item) && !isWithheld(viewer, update);
}

/** The SQL of `GuardedStatusUpdate.isHidden` over a row of this alias. The few banned people are read once per statement. */
export function hiddenUpdate(alias: string): RawBuilder<boolean> {
  return sql<boolean>`((${sql.ref(`${alias}.author_id`)} IN (SELECT id FROM users WHERE state = 'banned')) IS TRUE)`;
}

/** The SQL of the part of `statusUpdatePolicy.read` that concerns the update itself. */
export function readableUpdates(viewer: Viewer, alias: string): RawBuilder<SqlBool> {
  return viewer.isAdmin ? sql<SqlBool>`true` : sql<SqlBool>`(NOT ${hiddenUpdate(alias)})`;
}
