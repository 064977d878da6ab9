import { ConflictError, ValidationError } from '@milepost/core/errors';
import { isStaleLimit, staleLimits } from '@milepost/core/roadmap/signals';
import type { Context } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { roadmapPolicy } from '../policy.ts';
import { lockStaleLimit, saveStaleLimit } from '../store/stale-limit.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'roadmap.staleLimitChanged': { from: number | null; to: number | null };
  }
}

export interface StaleLimitChange {
  /** Null: the default. */
  days: number | null;
  /** The limit that was shown; undefined is not compared. */
  daysRead?: number | undefined;
}

/** Sets after how many days without a change epics of a tree are stale. Throws ValidationError and ConflictError. */
export async function setStaleLimit(
  ctx: Context,
  group: Namespace,
  { days, daysRead }: StaleLimitChange,
): Promise<void> {
  ctx.require(roadmapPolicy.setStaleLimit, group);
  const { min, max } = staleLimits;
  if (!isStaleLimit(days)) throw new ValidationError({ days: [`must be a whole number from ${min} to ${max}`] });
  if (group.rootId !== group.id) throw new ValidationError({ base: ['Only a top-level group has a stale limit'] });
  await ctx.transaction(async (trx) => {
    const from = await lockStaleLimit(trx, group.id);
    const now = from ?? staleLimits.default;
    if (daysRead !== undefined && daysRead !== now) {
      throw new ConflictError(`Someone else set the stale limit to ${now} days meanwhile`);
    }
    if (from === days) return;
    await saveStaleLimit(trx, group.id, days);
    trx.announce({ name: 'roadmap.staleLimitChanged', namespaceId: group.id, data: { from, to: days } });
  });
}
