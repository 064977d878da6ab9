import { formatDay } from '@milepost/core/days';
import { healthBelow } from '@milepost/core/hierarchy';
import type { AddedColumn } from '@milepost/core/roadmap/csv-columns';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../../platform/context.ts';
import { rollupSeenBelow } from '../../hierarchy/store/rollups.ts';
import { statusUpdatesPolicy } from '../../status-updates/policy.ts';
import { latestUpdateOf } from '../../status-updates/store.ts';
import { usersById } from '../../users/store.ts';
import { assigneeIdsOf } from '../../work-items/store/people.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { signalKey } from '../graphql/signals.ts';
import { pluggedDrift } from '../sockets.ts';
import { signalsOfEpics } from '../store/epic-signals.ts';
import type { RoadmapQuery } from './listing.ts';

/** The names of the lanes that contain an epic; empty without lanes. */
export interface LaneNames {
  first: string;
  second: string;
}

export const addedHeads: Readonly<Record<AddedColumn, string>> = {
  lane: 'Lane',
  second_lane: 'Second lane',
  health: 'Health',
  owners: 'Owners',
  signals: 'Signals',
  drift: 'Drift',
  status_update_date: 'Status update date',
};

/** The cell of an epic in one of the added columns. */
export async function addedCell(
  ctx: Context,
  column: AddedColumn,
  epic: WorkItem,
  { settings, today }: RoadmapQuery,
  lanes: LaneNames,
): Promise<string> {
  switch (column) {
    case 'lane':
      return lanes.first;
    case 'second_lane':
      return lanes.second;
    case 'health': {
      if (!hasFeature(epic.scope, 'health_status')) return '';
      return epic.healthStatus ?? healthBelow(await rollupSeenBelow(ctx, epic)) ?? '';
    }
    case 'owners':
      return ownersOf(ctx, epic);
    case 'signals': {
      const key = signalKey(epic.id, formatDay(today), settings.progressTracking);
      return ((await ctx.load(signalsOfEpics, key)) ?? []).join(', ');
    }
    case 'drift':
      return settings.compare === null ? '' : ((await pluggedDrift()?.(ctx, epic, settings.compare)) ?? '');
    default:
      if (!ctx.can(statusUpdatesPolicy.read, epic)) return '';
      return (await ctx.load(latestUpdateOf, epic.id))?.createdAt.toISOString().slice(0, 10) ?? '';
  }
}

/** Public links name no people. */
async function ownersOf(ctx: Context, epic: WorkItem): Promise<string> {
  if (ctx.viewer.linkedTo !== null) return '';
  const ids = (await ctx.load(assigneeIdsOf, epic.id)) ?? [];
  const people = await Promise.all(ids.map((id) => ctx.load(usersById, id)));
  return people.flatMap((person) => (person ? [person.name] : [])).join(', ');
}
