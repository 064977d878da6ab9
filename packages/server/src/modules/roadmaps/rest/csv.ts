import { Readable } from 'node:stream';
import { progressOf } from '@milepost/core/roadmap/progress';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { csvLine } from '../../../platform/csv.ts';
import { rollupSeenBelow } from '../../hierarchy/store/rollups.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { listingSlices, type ListingSlice } from '../../work-items/store/lists.ts';
import { visibleWorkItem, type WorkItem } from '../../work-items/store.ts';
import { listingOf, type RoadmapQuery } from './listing.ts';
import { pathsWithin } from './paths.ts';

/** Number of epics read at a time. */
const PAGE = 500;

const heads = [
  'Title',
  'Reference',
  'Group',
  'State',
  'Start date',
  'Due date',
  'Labels',
  'Progress (%)',
  'Closed',
  'Total',
  'Parent',
  'Confidential',
  'URL',
];

/** All epics of a query within its dates as CSV, streamed page by page. `hasMark`: starts with a UTF-8 byte order mark. */
export async function csvOf(ctx: Context, question: RoadmapQuery, hasMark: boolean): Promise<Readable> {
  // Runs the first page before anything is sent, so that a failure is still answered as an error.
  await listingOf(ctx, question, { isWithinDates: true });
  return Readable.from(csvPages(ctx, question, hasMark), { objectMode: false });
}

async function* csvPages(ctx: Context, question: RoadmapQuery, hasMark: boolean): AsyncGenerator<string> {
  yield `${hasMark ? '\u{FEFF}' : ''}${csvLine(heads)}`;
  for await (const { page, items: epics } of epicPages(ctx, question, { isWithinDates: true })) {
    const lines = await Promise.all(epics.map((epic) => cellsOf(page, epic, question)));
    yield lines.map(csvLine).join('');
  }
}

/** The epics of a query by keyset pages. */
export async function* epicPages(
  ctx: Context,
  question: RoadmapQuery,
  { most, ...options }: { isWithinDates: boolean; most?: number },
): AsyncGenerator<ListingSlice> {
  const listing = await listingOf(ctx, question, options);
  yield* listingSlices(ctx, listing, { size: PAGE, ...(most !== undefined && { most }) });
}

async function cellsOf(ctx: Context, epic: WorkItem, { group, settings }: RoadmapQuery): Promise<string[]> {
  const [labels, below, parent, home] = await Promise.all([
    ctx.load(labelsOfWorkItem, epic.id),
    rollupSeenBelow(ctx, epic),
    visibleWorkItem(ctx, epic.parentId),
    ctx.load(namespacesById, epic.namespaceId),
  ]);
  const progress = progressOf(
    {
      isClosed: epic.state === 'closed',
      descendantWeightSum: { closedIssues: below.closedWeight, openedIssues: below.openedWeight },
      descendantCounts: { closedIssues: below.closedIssues, openedIssues: below.openedIssues },
    },
    settings.progressTracking,
  );
  const paths = pathsWithin(ctx.viewer, group);
  const referenceOf = (item: WorkItem) => `${paths.path(item.namespacePath)}&${item.iid}`;
  return [
    epic.title,
    referenceOf(epic),
    paths.name(home?.fullName ?? ''),
    epic.state,
    epic.startDate ?? '',
    epic.dueDate ?? '',
    (labels ?? []).map((label) => label.title).join(', '),
    progress ? String(progress.percentage) : '',
    String(progress?.closed ?? 0),
    String(progress?.total ?? 0),
    parent ? `${referenceOf(parent)} ${parent.title}` : '',
    epic.isConfidential ? 'yes' : 'no',
    paths.isWhole ? ctx.baseUrl + webPathOf(epic) : '',
  ];
}
