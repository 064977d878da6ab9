import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { EpicDates } from '@milepost/core/roadmap/snapshots';
import type { Context } from '../../platform/context.ts';

/** An epic with its dates, `YYYY-MM-DD`. */
export interface DatedEpic extends EpicDates {
  id: WorkItemId;
  scope: { traversalIds: readonly NamespaceId[] };
}

/** How far the due date of an epic moved since a snapshot, as text; empty where there is no such snapshot. */
export type DriftReader = (ctx: Context, epic: DatedEpic, snapshotId: string) => Promise<string>;

let drift: DriftReader | null = null;

/** Registered at start by the room that keeps snapshots. */
export function plugInDrift(reader: DriftReader): void {
  drift = reader;
}

/** Null if no room keeps snapshots. */
export function pluggedDrift(): DriftReader | null {
  return drift;
}
