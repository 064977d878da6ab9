import type { WorkItemType } from '@milepost/core/work-items';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import {
  asksOnlyForCount,
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { TimeframeInput } from '../../../platform/graphql/timeframe.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { EpicStateEnum, IssuableSearchableFieldEnum } from './enums.ts';
import {
  customFieldArgument,
  customFieldsOf,
  listOf,
  NegatedEpicFilterInput,
  negatedFields,
  numbersOf,
  UnionedEpicFilterInput,
  unionedFields,
  withoutEmpty,
  type CustomFieldArgument,
} from './filters.ts';
import { EpicSortEnum } from './sorts.ts';
import type { FilterFields, WorkItemFilter } from '../sockets.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { countWorkItems, listKey, workItemsAfter } from '../store/lists.ts';
import { visibleWorkItemAt, type Timeframe, type WorkItem } from '../store.ts';

/** The arguments by which lists of epics are narrowed, those of a group and those below one epic alike. */
export const epicListArguments = builder.args((t) => ({
  ...pageArguments,
  ids: t.idList({ description: 'These epics, where they fit the rest' }),
  iid: t.id(),
  iids: t.idList(),
  iidStartsWith: t.string(),
  state: t.field({ type: EpicStateEnum }),
  sort: t.field({ type: EpicSortEnum, description: 'Newest first when left out' }),
  search: t.string(),
  in: t.field({ type: [IssuableSearchableFieldEnum], description: 'Where the search looks; everywhere when left out' }),
  timeframe: t.field({
    type: TimeframeInput,
    description: 'Epics that touch these days; those without any date left out',
  }),
  undated: t.boolean({
    description:
      'An addition of ours: only epics without any date, or (false) only those with one; goes without a timeframe',
  }),
  labelName: t.stringList(),
  authorUsername: t.string(),
  milestoneTitle: t.string({ description: 'Epics with an issue of this milestone' }),
  myReactionEmoji: t.string(),
  confidential: t.boolean(),
  ...customFieldArgument,
  createdAfter: t.field({ type: 'Time' }),
  createdBefore: t.field({ type: 'Time' }),
  updatedAfter: t.field({ type: 'Time' }),
  updatedBefore: t.field({ type: 'Time' }),
  not: t.field({ type: NegatedEpicFilterInput }),
  or: t.field({ type: UnionedEpicFilterInput }),
}));

export interface EpicListArguments extends PageArguments {
  ids?: readonly (string | number)[] | null;
  iid?: string | number | null;
  iids?: readonly (string | number)[] | null;
  iidStartsWith?: string | null;
  state?: 'opened' | 'closed' | 'all' | null;
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
  timeframe?: Timeframe | null;
  undated?: boolean | null;
  labelName?: readonly string[] | null;
  authorUsername?: string | null;
  milestoneTitle?: string | null;
  myReactionEmoji?: string | null;
  confidential?: boolean | null;
  customField?: CustomFieldArgument;
  createdAfter?: Date | null;
  createdBefore?: Date | null;
  updatedAfter?: Date | null;
  updatedBefore?: Date | null;
  not?: Parameters<typeof negatedFields>[0];
  or?: Parameters<typeof unionedFields>[0];
}

/** What the arguments ask for, in the words of the filter language. */
export function epicFilterOf(args: EpicListArguments): WorkItemFilter {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, timeframe, iidStartsWith, myReactionEmoji } = args;
  const is = withoutEmpty({
    createdAfter,
    createdBefore,
    updatedAfter,
    updatedBefore,
    timeframe,
    iidStartsWith,
    myReactionEmoji,
    ids: args.ids?.map((id) => readGlobalId<'WorkItem'>(String(id), 'Epic', 'WorkItem')),
    iids: iidsOf(args),
    state: args.state === 'all' ? undefined : args.state,
    isUndated: args.undated,
    isConfidential: args.confidential,
    customFields: customFieldsOf(args.customField),
    authorUsername: listOf(args.authorUsername),
    labelName: args.labelName,
    milestoneTitle: listOf(args.milestoneTitle),
  });
  return { is, not: negatedFields(args.not), or: unionedFields(args.or) };
}

/**
 * The filter narrowed to one epic where a number alone asks for one: groups number their epics by themselves, so in a list
 * that reaches below the group the group's own epic is meant, and those below where it has none that the viewer may read.
 */
export async function withNearestEpic(
  ctx: Context,
  filter: WorkItemFilter,
  { of, iid, reachesBelow }: { of: Namespace; iid: string | number | null | undefined; reachesBelow: boolean },
): Promise<WorkItemFilter> {
  const own = iid && reachesBelow ? await visibleWorkItemAt(ctx, { namespace: of, iid, types: onlyEpics }) : null;
  if (!own) return filter;
  const ids = filter.is.ids?.filter((id) => id === own.id) ?? [own.id];
  return { ...filter, is: { ...filter.is, ids } };
}

/** `iid` and `iids` together; a number that nothing can have finds nothing. */
export function iidsOf(args: {
  iid?: string | number | null;
  iids?: readonly (string | number)[] | null;
}): FilterFields['iids'] {
  const wanted = [...(args.iid ? [args.iid] : []), ...(args.iids ?? [])];
  if (wanted.length === 0) return undefined;
  const numbers = numbersOf(wanted) ?? [];
  return numbers.length === 0 ? [0] : numbers;
}

/** The text to look for and where. */
export function searchOf(args: {
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
}): WorkItemListing['search'] {
  return args.search ? { text: args.search, in: args.in?.length ? args.in : ['title', 'description'] } : null;
}

/** One page of a listing, or its count alone where no more is asked; what it was narrowed to goes along with each row. */
export async function pageOfWorkItems(
  ctx: Context,
  args: PageArguments,
  listing: WorkItemListing,
  info: GraphQLResolveInfo,
): Promise<Page<WorkItem>> {
  const slice = sliceOf(args);
  const { timeframe } = listing.filter.is;
  const rows = asksOnlyForCount(info) ? [] : await workItemsAfter(ctx, listing, slice);
  const keys = new Map(rows.map((row) => [row.id, listKey(row)]));
  const nodes: WorkItem[] = timeframe ? rows.map((row) => ({ ...row, listTimeframe: timeframe })) : rows;
  const keyOf = ({ id }: WorkItem) => keys.get(id) ?? [];
  return pageOf(nodes, slice, keyOf, (limit) => countWorkItems(ctx, listing, limit));
}

export const onlyEpics: readonly WorkItemType[] = ['epic'];
