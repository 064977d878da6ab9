import { Readable } from 'node:stream';
import { formatDay } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import { parseAddedColumns, type AddedColumn } from '@milepost/core/roadmap/csv-columns';
import { foldedTest, parseFolded } from '@milepost/core/roadmap/lanes/folded';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { laneKeyOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { csvLine } from '@milepost/core/text/csv';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { listingSlices, type ListingSlice } from '../../work-items/store/lists.ts';
import { visibleWorkItem, type WorkItem } from '../../work-items/store.ts';
import { LANE_PAGE, mayReadLanes, type LaneOfPage } from '../commands/lanes.ts';
import { stepsOf } from '../graphql/lanes.ts';
import { laneKeysetOf } from '../store/lanes/lanes.ts';
import { topRuleOf } from '../store/lanes/rows.ts';
import { addedCell, addedHeads, progressShown, type LaneNames } from './csv-columns.ts';
import { allWithin, laneSetOf, LANES_AT_ONCE } from './lanes.ts';
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

/** The name of the file, with the day that it is as of. */
export const csvNameOf = ({ group, settings: { asOf } }: RoadmapQuery): string =>
  `${group.path}-roadmap${asOf ? `-${asOf}` : ''}.csv`;

export interface CsvOptions {
  /** Starts with a UTF-8 byte order mark. */
  hasMark: boolean;
  /** Added columns, as the address names them. */
  columns: string;
}

/** All epics of a query within its dates as CSV, streamed page by page. Throws InputError for an unknown column. */
export async function csvOf(ctx: Context, question: RoadmapQuery, { hasMark, columns }: CsvOptions): Promise<Readable> {
  const added = parseAddedColumns(columns);
  if (!added) throw new InputError(['columns does not have a valid value']);
  // Runs the first page before anything is sent, so that a failure is still answered as an error.
  await listingOf(ctx, question, { isWithinDates: true });
  const hasLanes = added.includes('lane') || added.includes('second_lane');
  const parts =
    hasLanes && isGrouped(ctx, question)
      ? lanesOf(ctx, question)
      : [{ first: '', second: '', isFolded: null, ids: null }];
  return Readable.from(csvPages(ctx, question, hasMark, added, parts), { objectMode: false });
}

/** Public links are drawn without lanes of people and parents. */
function isGrouped(ctx: Context, { group, settings: { groupBy, thenBy } }: RoadmapQuery): boolean {
  return groupBy !== null && mayReadLanes(ctx, group, [groupBy, thenBy]);
}

/** A part of the file: the epics of one lane, or all of them. */
interface CsvPart extends LaneNames {
  ids: readonly WorkItemId[] | null;
}

/** The lanes in the order of the page, those of the second level if there are two. */
async function* lanesOf(ctx: Context, question: RoadmapQuery): AsyncGenerator<CsvPart> {
  const { settings, today } = question;
  // The file has all epics: below one epic also those whose parent does not match.
  const topRule = topRuleOf({ ...question.args, ancestorIid: null });
  const set = await laneSetOf(ctx, question, formatDay(today), topRule);
  const membersOf = await set.members();
  const isFolded = foldedTest(parseFolded(settings.folded));
  const isLaneFolded = (lane: LaneOfPage): boolean => isFolded(laneKeyOf(stepsOf(lane)));
  let cursor: readonly unknown[] | null = null;
  do {
    const page = await set.page({ limit: LANE_PAGE, cursor }, LANES_AT_ONCE);
    for (const lane of page.lanes) {
      const below = settings.thenBy === null ? [null] : await allWithin(lane);
      for (const second of below) {
        yield {
          first: nameOf(lane, settings.groupBy),
          second: second ? nameOf(second, settings.thenBy) : '',
          isFolded: isLaneFolded(lane) || (second !== null && isLaneFolded(second)),
          ids: membersOf(second ?? lane),
        };
      }
    }
    const last = page.lanes.at(-1);
    cursor = page.hasNext && last ? laneKeysetOf(last) : null;
  } while (cursor !== null);
}

const nameOf = ({ value, title }: LaneOfPage, by: GroupKey | null): string =>
  value === null ? (by === 'HEALTH' ? 'No update' : 'None') : (title ?? value);

async function* csvPages(
  ctx: Context,
  question: RoadmapQuery,
  hasMark: boolean,
  added: readonly AddedColumn[],
  parts: Iterable<CsvPart> | AsyncIterable<CsvPart>,
): AsyncGenerator<string> {
  yield `${hasMark ? '\u{FEFF}' : ''}${csvLine([...heads, ...added.map((column) => addedHeads[column])])}`;
  for await (const part of parts) {
    for await (const { page, items: epics } of epicPages(ctx, question, { isWithinDates: true, ids: part.ids })) {
      const lines = await Promise.all(
        epics.map(async (epic) => [
          ...(await cellsOf(page, epic, question)),
          ...(await Promise.all(added.map((column) => addedCell(page, column, epic, question, part)))),
        ]),
      );
      yield lines.map(csvLine).join('');
    }
  }
}

/** The epics of a query by keyset pages. */
export async function* epicPages(
  ctx: Context,
  question: RoadmapQuery,
  { most, ids = null, ...options }: { isWithinDates: boolean; most?: number; ids?: readonly WorkItemId[] | null },
): AsyncGenerator<ListingSlice> {
  const all = await listingOf(ctx, question, options);
  const listing = ids === null ? all : { ...all, filter: { ...all.filter, is: { ...all.filter.is, ids } } };
  yield* listingSlices(ctx, listing, { size: PAGE, ...(most !== undefined && { most }) });
}

async function cellsOf(ctx: Context, epic: WorkItem, { group, settings }: RoadmapQuery): Promise<string[]> {
  const [labels, progress, parent, home] = await Promise.all([
    ctx.load(labelsOfWorkItem, epic.id),
    progressShown(ctx, epic, settings.progressTracking),
    visibleWorkItem(ctx, epic.parentId),
    ctx.load(namespacesById, epic.namespaceId),
  ]);
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
