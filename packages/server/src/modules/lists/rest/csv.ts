import { Readable } from 'node:stream';
import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import { parseDay } from '@milepost/core/days';
import { formatDuration } from '@milepost/core/dates/durations';
import { selectFieldsOf } from '@milepost/core/fields/select-fields';
import { type Feature, hasFeature } from '@milepost/core/settings/features';
import { csvLine } from '@milepost/core/text/csv';
import { fullReference } from '@milepost/core/text/references';
import { webPathOf, type WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { customFieldsOfRoot, type CustomField } from '../../custom-fields/store.ts';
import { customFieldValuesOfWorkItem } from '../../custom-fields/store/values.ts';
import { iterationsById, type Iteration } from '../../iterations/store.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import { milestonesById } from '../../milestones/store.ts';
import { ghost, usersById } from '../../users/store.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { listingSlices } from '../../work-items/store/lists.ts';
import { statusesById } from '../../work-items/store/statuses.ts';
import { assigneesOf } from '../../work-items/store/people.ts';
import { descriptionsById, visibleWorkItem, type WorkItem } from '../../work-items/store.ts';

/** Number of items read at a time; their descriptions may be long. */
const PART = 200;

/** A column: its header and the value of an item. */
interface Column {
  head: string;
  /** Left out of a list where this feature is switched off. */
  feature?: Feature;
  cell: (item: WorkItem, ctx: Context) => string | Promise<string>;
}

/** All items of a listing as CSV, streamed page by page. `hasMark`: starts with a UTF-8 byte order mark. */
export async function csvOfListing(ctx: Context, listing: WorkItemListing, hasMark: boolean): Promise<Readable> {
  const rootId = listing.scope?.of.rootId;
  const of = listing.scope?.of;
  const hasColumn = ({ feature }: Column) => !of || feature === undefined || hasFeature(of, feature);
  const fields = rootId === undefined ? [] : ((await ctx.load(customFieldsOfRoot, rootId)) ?? []);
  const own = listing.types.includes('epic') ? epicColumns : issueColumns;
  const columns = [...own, ...selectColumns(listing.types), ...fieldColumns(fields, listing.types)].filter(hasColumn);
  return Readable.from(linesOf(ctx, listing, columns, hasMark), { objectMode: false });
}

async function* linesOf(
  ctx: Context,
  listing: WorkItemListing,
  columns: readonly Column[],
  hasMark: boolean,
): AsyncGenerator<string> {
  yield `${hasMark ? '\u{FEFF}' : ''}${csvLine(columns.map(({ head }) => head))}`;
  for await (const { page, items } of listingSlices(ctx, listing, { size: PART })) {
    const lines = await Promise.all(
      items.map((item) => Promise.all(columns.map(async ({ cell }) => cell(item, page)))),
    );
    yield lines.map(csvLine).join('');
  }
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');
const timeOf = (time: Date | null): string => time?.toISOString().slice(0, 19).replace('T', ' ') ?? '';
const referenceOf = ({ type, namespacePath, iid }: WorkItem): string =>
  fullReference({ kind: type === 'epic' ? 'epic' : 'issue', path: namespacePath, name: String(iid) });

async function authorOf({ authorId }: WorkItem, ctx: Context) {
  return (authorId === null ? null : await ctx.load(usersById, authorId)) ?? ghost;
}

async function peopleOf({ id }: WorkItem, ctx: Context) {
  return (await ctx.load(assigneesOf, id)) ?? [];
}

const title: Column = { head: 'Title', cell: (item) => item.title };
const description: Column = {
  head: 'Description',
  cell: async ({ id }, ctx) => (await ctx.load(descriptionsById, id))?.description ?? '',
};
const state: Column = { head: 'State', cell: (item) => (item.state === 'closed' ? 'Closed' : 'Open') };
const status: Column = {
  head: 'Status',
  feature: 'statuses',
  cell: async ({ statusId, scope }, ctx) =>
    hasFeature(scope, 'statuses') ? ((await ctx.load(statusesById, statusId))?.name ?? '') : '',
};
const people: readonly Column[] = [
  { head: 'Author', cell: async (item, ctx) => (await authorOf(item, ctx)).name },
  { head: 'Author Username', cell: async (item, ctx) => (await authorOf(item, ctx)).username },
];
const times: readonly Column[] = [
  { head: 'Created At (UTC)', cell: ({ createdAt }) => timeOf(createdAt) },
  { head: 'Updated At (UTC)', cell: ({ updatedAt }) => timeOf(updatedAt) },
  { head: 'Closed At (UTC)', cell: ({ closedAt }) => timeOf(closedAt) },
];
const labels: Column = {
  head: 'Labels',
  cell: async ({ id }, ctx) => ((await ctx.load(labelsOfWorkItem, id)) ?? []).map((label) => label.title).join(', '),
};
const reference: Column = { head: 'Reference', cell: referenceOf };
const url: Column = { head: 'URL', cell: (item, ctx) => ctx.baseUrl + webPathOf(item) };
const confidential: Column = { head: 'Confidential', cell: ({ isConfidential }) => yesOrNo(isConfidential) };
const locked: Column = { head: 'Locked', cell: ({ isDiscussionLocked }) => yesOrNo(isDiscussionLocked) };
const startDate: Column = { head: 'Start Date', cell: (item) => item.startDate ?? '' };
const dueDate: Column = { head: 'Due Date', cell: (item) => item.dueDate ?? '' };

const parentId = (head: string): Column => ({
  head,
  async cell(item, ctx) {
    const parent = await visibleWorkItem(ctx, item.parentId);
    return parent ? referenceOf(parent) : '';
  },
});
const parentTitle = (head: string): Column => ({
  head,
  cell: async (item, ctx) => (await visibleWorkItem(ctx, item.parentId))?.title ?? '',
});

/** The first columns are in the published order, which importers of other tools expect. */
const issueColumns: readonly Column[] = [
  title,
  description,
  { head: 'Issue ID', cell: ({ iid }) => String(iid) },
  url,
  state,
  ...people,
  {
    head: 'Assignee',
    cell: async (item, ctx) => (await peopleOf(item, ctx)).map(({ name }) => name).join(', '),
  },
  {
    head: 'Assignee Username',
    cell: async (item, ctx) => (await peopleOf(item, ctx)).map(({ username }) => username).join(', '),
  },
  confidential,
  locked,
  dueDate,
  ...times,
  {
    head: 'Milestone',
    cell: async ({ milestoneId }, ctx) =>
      (milestoneId === null ? null : await ctx.load(milestonesById, milestoneId))?.title ?? '',
  },
  { head: 'Weight', cell: ({ weight }) => (weight === null ? '' : String(weight)) },
  labels,
  { head: 'Time Estimate', cell: ({ timeEstimate }) => formatDuration(timeEstimate) ?? '' },
  parentId('Epic ID'),
  parentTitle('Epic Title'),
  { head: 'Type', cell: ({ type }) => type.charAt(0).toUpperCase() + type.slice(1) },
  { head: 'Health Status', feature: 'health_status', cell: ({ healthStatus }) => healthStatus ?? '' },
  {
    head: 'Iteration',
    feature: 'iterations',
    cell: async ({ iterationId }, ctx) =>
      nameOfIteration(iterationId === null ? null : await ctx.load(iterationsById, iterationId)),
  },
  startDate,
  reference,
  status,
];

const epicColumns: readonly Column[] = [
  title,
  description,
  { head: 'Epic ID', cell: ({ iid }) => String(iid) },
  url,
  state,
  ...people,
  confidential,
  locked,
  startDate,
  dueDate,
  ...times,
  labels,
  parentId('Parent ID'),
  parentTitle('Parent Title'),
  reference,
  status,
];

function nameOfIteration(iteration: Iteration | null): string {
  const [start, due] = [parseDay(iteration?.startDate ?? ''), parseDay(iteration?.dueDate ?? '')];
  return iteration === null || start === null || due === null ? '' : iterationName(iteration.title, { start, due });
}

/** A column for each select field that items of these types have. */
function selectColumns(types: readonly WorkItemType[]): Column[] {
  return selectFieldsOf(...types).map((name) => ({
    head: name.charAt(0).toUpperCase() + name.slice(1),
    cell: (item) => (selectFieldsOf(item.type).includes(name) ? item[name] : ''),
  }));
}

/** One column for each custom field of these types, by name. */
function fieldColumns(fields: readonly CustomField[], types: readonly WorkItemType[]): Column[] {
  return fields
    .filter((field) => field.archivedAt === null && field.workItemTypes.some((type) => types.includes(type)))
    .map((field): Column => ({
      head: field.name,
      feature: 'custom_fields',
      async cell({ id, scope }, ctx) {
        if (!hasFeature(scope, 'custom_fields')) return '';
        const value = (await ctx.load(customFieldValuesOfWorkItem, id))?.get(field.id);
        if (!value) return '';
        if (value.number !== null) return String(value.number);
        if (value.text !== null) return value.text;
        const chosen = field.options.filter((option) => value.optionIds.includes(option.id));
        return chosen.map((option) => option.value).join(', ');
      },
    }));
}
