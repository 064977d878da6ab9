import type { SnapshotId } from '@milepost/core/ids';
import { driftOf, driftText, type Drift, type EpicDates } from '@milepost/core/roadmap/snapshots';
import type { Context } from '../../../platform/context.ts';
import { namespacesById } from '../../namespaces/store.ts';
import type { DatedEpic } from '../../roadmaps/sockets.ts';
import { snapshotPolicy } from '../policy.ts';
import { snapshotsById } from '../store.ts';
import { epicThen, stateKey } from '../store/compare.ts';

export interface EpicDrift {
  epic: DatedEpic;
  drift: Drift;
  before: EpicDates | null;
}

/** The drift of an epic since a snapshot of its group or of a group above; null if there is no such snapshot. */
export async function driftSince(ctx: Context, epic: DatedEpic, id: SnapshotId): Promise<EpicDrift | null> {
  const snapshot = await ctx.load(snapshotsById, id);
  if (snapshot?.status !== 'saved' || !epic.scope.traversalIds.includes(snapshot.namespaceId)) return null;
  const group = await ctx.load(namespacesById, snapshot.namespaceId);
  if (!group || !ctx.can(snapshotPolicy.read, group)) return null;
  const before = await ctx.load(epicThen, stateKey(id, epic.id));
  return { epic, before: before ?? null, drift: driftOf(before ?? null, epic) };
}

/** The same as the text that the roadmap shows; empty where there is none. */
export async function driftTextSince(ctx: Context, epic: DatedEpic, snapshotId: string): Promise<string> {
  const since = await driftSince(ctx, epic, Number(snapshotId) as SnapshotId);
  return since ? driftText(since.drift) : '';
}
