import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { SnapshotId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { findSnapshot } from '../commands.ts';
import type { Comparison } from '../store/compare.ts';

/**
 * The comparison of a snapshot with another one of its group, or with today. Throws NotFoundError, and ValidationError for one
 * that is not saved yet.
 */
export async function comparisonOf(ctx: Context, id: SnapshotId, toId: SnapshotId | null): Promise<Comparison> {
  const { snapshot: from, group } = await findSnapshot(ctx, id);
  const to = toId === null ? null : (await findSnapshot(ctx, toId)).snapshot;
  if (to && to.namespaceId !== group.id) throw new NotFoundError('Snapshot');
  if (from.status !== 'saved' || (to && to.status !== 'saved')) {
    throw new ValidationError({ base: ['The snapshot is not saved yet'] });
  }
  return { group, from, to };
}
