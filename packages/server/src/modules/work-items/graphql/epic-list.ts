import type { WorkItemType } from '@milepost/core/work-items';
import type { InputFieldMap } from '@pothos/core';
import type { Context } from '../../../platform/context.ts';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { pageArguments, type PageArguments } from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { prefetchedByPath } from '../../../platform/graphql/preload.ts';
import { readTimeframe, TimeframeInput } from '../../../platform/graphql/timeframe.ts';
import { GroupRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { EpicConnection, EpicRef } from '../graphql.ts';
import type { EpicAddress } from '../policy.ts';
import type { WorkItemFilter } from '../sockets.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { prefetchWorkItemAtPath, visibleWorkItemAt, type Timeframe } from '../store.ts';
import { EpicStateEnum, IssuableSearchableFieldEnum } from './enums.ts';
import type { ListFace } from './filter-inputs.ts';
import { iidsOf } from './filters.ts';
import { firstWorkItem, isFiltered, pageOfWorkItems, searchOf } from './lists.ts';
import { filterOf, pluggedArguments, pluggedInputs } from './plugs.ts';
import { EpicSortEnum, orderOfEpicSort, type EpicSort } from './sorts.ts';

export const onlyEpics: readonly WorkItemType[] = ['epic'];

const NegatedEpicFilterInput = builder.inputType('NegatedEpicFilterInput', {
  description: 'Negated filters of epics',
  fields: (t) => pluggedInputs(t, 'epics', 'not') as InputFieldMap,
});
export const UnionedEpicFilterInput = builder.inputType('UnionedEpicFilterInput', {
  description: 'Alternative filters of epics',
  fields: (t) => pluggedInputs(t, 'epics', 'or') as InputFieldMap,
});

const ownArguments = builder.args((t) => ({
  ids: t.idList({ description: 'Epics with these ids that match the other arguments' }),
  iid: t.id(),
  iids: t.idList(),
  iidStartsWith: t.string(),
  state: t.field({ type: EpicStateEnum }),
  sort: t.field({ type: EpicSortEnum, description: 'Newest first by default' }),
  in: t.field({ type: [IssuableSearchableFieldEnum], description: 'The searched fields; all by default' }),
  timeframe: t.field({
    type: TimeframeInput,
    description: 'Epics that touch these days, without undated ones',
  }),
  undated: t.boolean({
    description:
      'Milepost extension. Only epics without any date, or (false) only those with one. Cannot be combined with a timeframe',
  }),
  createdAfter: t.field({ type: 'Time' }),
  createdBefore: t.field({ type: 'Time' }),
  updatedAfter: t.field({ type: 'Time' }),
  updatedBefore: t.field({ type: 'Time' }),
  not: t.field({ type: NegatedEpicFilterInput }),
  or: t.field({ type: UnionedEpicFilterInput }),
}));

/** The filter arguments of epic lists. Called when fields are built, after every room has registered its own. */
export const epicListArguments = (list: ListFace & ('epics' | 'childEpics')) => ({
  ...pageArguments,
  ...epicArguments(list),
});
const epicArguments = (list: ListFace & ('epics' | 'childEpics')) => ({
  ...ownArguments,
  ...pluggedArguments<'epics'>(list),
});

/** The arguments that say which epics of a group are in a list. */
export const epicScopeArguments = builder.args((t) => ({
  includeDescendantGroups: t.boolean({ description: 'Includes epics of subgroups; true by default' }),
  includeAncestorGroups: t.boolean({ description: 'Includes epics of ancestor groups; false by default' }),
  ancestorIid: t.id({
    description:
      'Milepost extension. Instead the descendants, in any group, of the epic of this group that has this number',
  }),
}));

/** `epics` of a group: the arguments, the listing they plan, and its page. */
export function listEpics(): void {
  builder.objectFields(GroupRef, (t) => ({
    epic: t.field({
      type: EpicRef,
      nullable: true,
      description: 'By its number, or the first one that matches the other arguments as in a list',
      args: { ...epicArguments('epics'), ...epicScopeArguments },
      ...prefetchedByPath((ctx, path, { iid }: { iid?: string | number | null }) =>
        prefetchWorkItemAtPath(ctx, path, iid ?? ''),
      ),
      resolve: async (group, args, ctx) =>
        isFiltered(args, ['iid'])
          ? firstWorkItem(ctx, await epicListing(ctx, group, args))
          : visibleWorkItemAt(ctx, { namespace: group, iid: args.iid ?? '', types: onlyEpics }),
    }),
    epics: t.field({
      type: EpicConnection,
      nullable: true,
      complexity: costOfPage,
      args: { ...epicListArguments('epics'), ...epicScopeArguments },
      resolve: async (group, args, ctx, info) => pageOfWorkItems(ctx, args, await epicListing(ctx, group, args), info),
    }),
  }));
}

export interface EpicListArguments extends PageArguments {
  ids?: readonly (string | number)[] | null;
  iid?: string | number | null;
  iids?: readonly (string | number)[] | null;
  iidStartsWith?: string | null;
  state?: 'opened' | 'closed' | 'all' | null;
  sort?: EpicSort | null;
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
  timeframe?: Timeframe | null;
  undated?: boolean | null;
  createdAfter?: Date | null;
  createdBefore?: Date | null;
  updatedAfter?: Date | null;
  updatedBefore?: Date | null;
  not?: object | null;
  or?: object | null;
}

export interface EpicScopeArguments {
  includeDescendantGroups?: boolean | null;
  includeAncestorGroups?: boolean | null;
  ancestorIid?: string | number | null;
}

/** Plans a list of a group's epics from its arguments. */
export async function epicListing(
  ctx: Context,
  of: Namespace,
  args: EpicListArguments & EpicScopeArguments,
): Promise<WorkItemListing> {
  const listing = plannedEpics(of, args);
  const nearest = { of, iid: args.iid, reachesBelow: args.includeDescendantGroups ?? true };
  return { ...listing, filter: await withNearestEpic(ctx, listing.filter, nearest) };
}

/** As `epicListing`, without resolving which epic an ambiguous number means. */
export function plannedEpics(of: Namespace, args: EpicListArguments & EpicScopeArguments): WorkItemListing {
  const filter = epicFilterOf(args, of);
  const { ancestorIid } = args;
  const isBelow = ancestorIid !== null && ancestorIid !== undefined;
  return {
    // The children of an epic may be in any group.
    scope: isBelow
      ? null
      : {
          of,
          includeDescendants: args.includeDescendantGroups ?? true,
          includeAncestors: args.includeAncestorGroups ?? false,
        },
    types: onlyEpics,
    filter: isBelow ? { ...filter, is: { ...filter.is, ancestor: epicAddress(of, ancestorIid) } } : filter,
    search: searchOf(args),
    order: orderOfEpicSort(args.sort),
  };
}

/** The epic of a group with this number. No epic has the number 0. */
export const epicAddress = (of: Namespace, iid: string | number): EpicAddress => ({
  groupId: of.id,
  rootId: of.rootId,
  iid: iidsOf({ iid })?.[0] ?? 0,
});

/** Converts the arguments to filters. `of`: the group whose epics are listed. */
export function epicFilterOf(args: EpicListArguments, of: Namespace | null): WorkItemFilter {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, timeframe, iidStartsWith } = args;
  const is = {
    createdAfter,
    createdBefore,
    updatedAfter,
    updatedBefore,
    timeframe: readTimeframe(timeframe),
    iidStartsWith,
    ids: args.ids?.map((id) => readGlobalId<'WorkItem'>(String(id), 'Epic', 'WorkItem')),
    iids: iidsOf(args),
    state: args.state === 'all' ? undefined : args.state,
    isUndated: args.undated,
  };
  return filterOf('epics', args, { is }, of);
}

/**
 * Narrows the filter to one epic when it has only a number. Epic numbers are unique per group: if the list includes subgroups,
 * the group's own epic wins, and epics of subgroups match only if the group has no readable one.
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
