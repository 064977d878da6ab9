import { issueArgumentsOf, readIssueTokens } from '@milepost/core/filters/issues';
import { epicListSorts, issueListSorts, listSortOf, listStateOf } from '@milepost/core/filters/lists';
import type { Query } from '@milepost/core/query';
import { filterArgumentsOf } from '@milepost/core/roadmap/arguments';
import { readFilters } from '@milepost/core/roadmap/filters';
import type { Context } from '../../../platform/context.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { epicFilterOf, onlyEpics, withNearestEpic } from '../../work-items/graphql/epic-list.ts';
import { searchOf } from '../../work-items/graphql/lists.ts';
import { issueFilterOf } from '../../work-items/graphql/issue-list.ts';
import { orderOfEpicSort, orderOfIssueSort } from '../../work-items/graphql/sorts.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { issueTypes } from '../../work-items/store.ts';

/** What clients call a health status, and how it is stored. */
const healthStatuses = {
  NONE: 'none',
  ANY: 'any',
  onTrack: 'on_track',
  needsAttention: 'needs_attention',
  atRisk: 'at_risk',
} as const;

/** The issues that the address of a list shows, of a project or of a group with all below it. */
export function issueListing(of: Namespace, address: Query): WorkItemListing {
  const { types, healthStatusFilter, not, ...args } = issueArgumentsOf(readIssueTokens(address));
  const wanted = types?.map((type) => type.toLowerCase());
  return {
    scope: { of, includeDescendants: of.kind === 'group' },
    types: issueTypes.filter((type) => !wanted || wanted.includes(type)),
    filter: issueFilterOf(
      {
        ...args,
        state: listStateOf(address),
        ...(healthStatusFilter && { healthStatusFilter: healthStatuses[healthStatusFilter] }),
        ...(not && {
          not: { ...not, healthStatusFilter: not.healthStatusFilter?.map((each) => healthStatuses[each]) },
        }),
      },
      of,
    ),
    search: searchOf(args),
    order: orderOfIssueSort(issueListSorts[listSortOf(address, issueListSorts)]),
    leavesOutArchived: of.kind === 'group',
  };
}

/** The epics that the address of a list shows, of a group with all below it. */
export async function epicListing(ctx: Context, group: Namespace, address: Query): Promise<WorkItemListing> {
  const args = filterArgumentsOf(group.fullPath, readFilters(address));
  const of = args.fullPath === group.fullPath ? group : await findVisibleGroup(ctx, args.fullPath);
  const nearest = { of, iid: args.iid, reachesBelow: args.includeDescendantGroups };
  return {
    scope: { of, includeDescendants: args.includeDescendantGroups },
    types: onlyEpics,
    filter: await withNearestEpic(ctx, epicFilterOf({ ...args, state: listStateOf(address) }, of), nearest),
    search: searchOf(args),
    order: orderOfEpicSort(epicListSorts[listSortOf(address, epicListSorts)]),
  };
}
