import { formatDay } from '@milepost/core/days';
import type { ProgressClass } from '@milepost/core/filters/signal-values';
import { healthBelow } from '@milepost/core/hierarchy';
import { scopeOf } from '@milepost/core/labels';
import { colorScopeOf } from '@milepost/core/roadmap/appearance';
import type { AddedColumn } from '@milepost/core/roadmap/csv-columns';
import { progressOf, type Progress, type ProgressTracking } from '@milepost/core/roadmap/progress';
import { progressClassOf } from '@milepost/core/roadmap/progress-classes';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../../platform/context.ts';
import { rollupSeenBelow } from '../../hierarchy/store/rollups.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { statusUpdatesPolicy } from '../../status-updates/policy.ts';
import { latestUpdateOf } from '../../status-updates/store.ts';
import { assigneesOf } from '../../work-items/store/people.ts';
import { statusesById } from '../../work-items/store/statuses.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { signalKey } from '../graphql/signals.ts';
import { pluggedDrift } from '../sockets.ts';
import { signalsOfEpics } from '../store/epic-signals.ts';
import type { RoadmapQuery } from './listing.ts';

/** The lanes that contain an epic; names are empty, and `isFolded` is null, without lanes. */
export interface LaneNames {
  first: string;
  second: string;
  isFolded: boolean | null;
}

export const addedHeads: Readonly<Record<AddedColumn, string>> = {
  lane: 'Lane',
  second_lane: 'Second lane',
  health: 'Health',
  owners: 'Owners',
  signals: 'Signals',
  drift: 'Drift',
  status_update_date: 'Status update date',
  lane_folded: 'Lane folded',
  color: 'Color',
  as_of: 'As of',
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
    case 'health':
      return healthShown(ctx, epic);
    case 'owners':
      return ownersOf(ctx, epic);
    case 'signals': {
      const key = signalKey(epic.id, formatDay(today), settings.progressTracking);
      return ((await ctx.load(signalsOfEpics, key)) ?? []).join(', ');
    }
    case 'lane_folded':
      return lanes.isFolded === null ? '' : lanes.isFolded ? 'yes' : 'no';
    case 'color':
      return colorOf(ctx, epic, settings);
    case 'as_of':
      return formatDay(today);
    case 'drift':
      return settings.compare === null ? '' : ((await pluggedDrift()?.(ctx, epic, settings.compare)) ?? '');
    default:
      if (!ctx.can(statusUpdatesPolicy.read, epic)) return '';
      return (await ctx.load(latestUpdateOf, epic.id))?.createdAt.toISOString().slice(0, 10) ?? '';
  }
}

async function healthShown(ctx: Context, epic: WorkItem): Promise<string> {
  if (!hasFeature(epic.scope, 'health_status')) return '';
  return epic.healthStatus ?? healthBelow(await rollupSeenBelow(ctx, epic)) ?? '';
}

const progressClasses: Readonly<Record<ProgressClass, string>> = {
  NONE: 'Nothing below',
  ZERO: '0%',
  STARTED: '1 to 49%',
  HALF: '50 to 99%',
  DONE: '100%',
};

/** The value that the color of the epic's bar stands for, as the legend names it. */
async function colorOf(ctx: Context, epic: WorkItem, settings: RoadmapSettings): Promise<string> {
  const { colorBy, progressTracking } = settings;
  const scope = colorScopeOf(colorBy)?.toLowerCase();
  if (scope !== undefined) {
    const labels = (await ctx.load(labelsOfWorkItem, epic.id)) ?? [];
    return labels.find(({ title }) => scopeOf(title) === scope)?.title ?? 'None';
  }
  switch (colorBy) {
    case 'HEALTH':
      return (await healthShown(ctx, epic)) || 'No update';
    case 'STATUS':
      return (hasFeature(epic.scope, 'statuses') && (await ctx.load(statusesById, epic.statusId))?.name) || 'None';
    case 'PROGRESS':
      return progressClasses[progressClassOf((await progressShown(ctx, epic, progressTracking))?.percentage ?? null)];
    case 'GROUP':
      return (await ctx.load(namespacesById, epic.namespaceId))?.name ?? '';
    default:
      return epic.color ?? '';
  }
}

/** The progress of an epic with what the viewer may see below it. */
export async function progressShown(
  ctx: Context,
  epic: WorkItem,
  tracking: ProgressTracking,
): Promise<Progress | null> {
  const below = await rollupSeenBelow(ctx, epic);
  const source = {
    isClosed: epic.state === 'closed',
    descendantWeightSum: { closedIssues: below.closedWeight, openedIssues: below.openedWeight },
    descendantCounts: { closedIssues: below.closedIssues, openedIssues: below.openedIssues },
  };
  return progressOf(source, tracking);
}

/** Public links name no people. */
async function ownersOf(ctx: Context, epic: WorkItem): Promise<string> {
  if (ctx.viewer.linkedTo !== null) return '';
  const people = (await ctx.load(assigneesOf, epic.id)) ?? [];
  return people.map(({ name }) => name).join(', ');
}
