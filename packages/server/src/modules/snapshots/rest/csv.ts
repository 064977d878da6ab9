import { Readable } from 'node:stream';
import { signedDays } from '@milepost/core/roadmap/snapshots';
import type { WorkItemId } from '@milepost/core/ids';
import { csvLine } from '@milepost/core/text/csv';
import type { Context } from '../../../platform/context.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { visibleWorkItem } from '../../work-items/store.ts';
import { comparedAfter, sortKeyOf, type ComparedEpic, type Comparison } from '../store/compare.ts';

/** Number of epics read at a time. */
const PAGE = 5_000;

const heads = [
  'Title',
  'Reference',
  'Start date then',
  'Due date then',
  'Start date',
  'Due date',
  'Drift',
  'State then',
  'State',
  'Parent then',
  'Parent',
  'Progress then (%)',
  'Progress (%)',
  'Labels added',
  'Labels removed',
];

/** A comparison as CSV, streamed page by page. */
export async function comparisonCsv(ctx: Context, comparison: Comparison): Promise<Readable> {
  // Reads the first page before anything is sent, so that a failure is still answered as an error.
  const first = await comparedAfter(ctx, comparison, { limit: PAGE, cursor: null });
  return Readable.from(pages(ctx, comparison, first), { objectMode: false });
}

async function* pages(ctx: Context, comparison: Comparison, first: ComparedEpic[]): AsyncGenerator<string> {
  yield csvLine(heads);
  let rows = first;
  while (rows.length > 0) {
    const lines = await Promise.all(rows.map((row) => cellsOf(ctx, row)));
    yield lines.map(csvLine).join('');
    const last = rows.at(-1);
    rows =
      last && rows.length === PAGE
        ? await comparedAfter(ctx, comparison, { limit: PAGE, cursor: sortKeyOf(last) })
        : [];
  }
}

async function cellsOf(ctx: Context, epic: ComparedEpic): Promise<string[]> {
  const home = await ctx.load(namespacesById, epic.homeId);
  return [
    epic.title,
    `${home?.fullPath ?? ''}&${epic.iid}`,
    epic.fromStartDate ?? '',
    epic.fromDueDate ?? '',
    epic.toStartDate ?? '',
    epic.toDueDate ?? '',
    epic.isInFrom ? (epic.isInTo ? driftIn(epic) : 'removed') : 'added',
    epic.fromState ?? '',
    epic.toState ?? '',
    await parentOf(ctx, epic.fromParentId),
    await parentOf(ctx, epic.toParentId),
    epic.isInFrom ? percentageOf(epic.fromProgress) : '',
    epic.isInTo ? percentageOf(epic.toProgress) : '',
    epic.addedLabels.join(', '),
    epic.removedLabels.join(', '),
  ];
}

/** Empty where one of the plans has no due date. */
function driftIn({ drift }: ComparedEpic): string {
  return drift === null ? '' : signedDays(drift);
}

async function parentOf(ctx: Context, id: WorkItemId | null): Promise<string> {
  const parent = await visibleWorkItem(ctx, id);
  return parent ? `${parent.namespacePath}&${parent.iid} ${parent.title}` : '';
}

/** By weight, or by count where nothing has a weight. */
export function percentageOf([closedWeight = 0, weight = 0, closed = 0, total = 0]: readonly number[]): string {
  const [done, all] = weight > 0 ? [closedWeight, weight] : [closed, total];
  return all > 0 ? String(Math.round((done * 100) / all)) : '';
}
