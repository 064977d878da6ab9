import type { Context } from '../../platform/context.ts';
import type { WorkItem } from '../work-items/store.ts';

/** How far the due date of an epic moved since a snapshot, as text; empty where there is no such snapshot. */
export type DriftReader = (ctx: Context, epic: WorkItem, snapshotId: string) => Promise<string>;

let drift: DriftReader | null = null;

/** Registered at start by the room that keeps snapshots. */
export function plugInDrift(reader: DriftReader): void {
  drift = reader;
}

/** Null if no room keeps snapshots. */
export function pluggedDrift(): DriftReader | null {
  return drift;
}
