import { readTokens } from '@milepost/core/filters/address';
import { filterArguments } from '@milepost/core/filters/arguments';
import { epicListSorts, issueListSorts, listSortOf, listStateOf } from '@milepost/core/filters/lists';
import type { Query } from '@milepost/core/query';
import { epicFilterArguments } from '@milepost/core/roadmap/arguments';
import type { Context } from '../../../platform/context.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { epicFilterOf, onlyEpics, withNearestEpic } from '../../work-items/graphql/epic-list.ts';
import { searchOf } from '../../work-items/graphql/lists.ts';
import { issueFilterOf } from '../../work-items/graphql/issue-list.ts';
import { orderOfEpicSort, orderOfIssueSort } from '../../work-items/graphql/sorts.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { issueTypes } from '../../work-items/store.ts';

/** The issues of a list's address, in a project or in a group and everything below it. */
export function issueListing(of: Namespace, address: Query): WorkItemListing {
  const args = filterArguments('issues', readTokens('issues', address));
  const wanted = args.types?.map((type) => type.toLowerCase());
  return {
    scope: { of, includeDescendants: of.kind === 'group' },
    types: issueTypes.filter((type) => !wanted || wanted.includes(type)),
    filter: issueFilterOf({ ...args, state: listStateOf(address) }, of),
    search: searchOf(args),
    order: orderOfIssueSort(issueListSorts[listSortOf(address, issueListSorts)]),
    leavesOutArchived: of.kind === 'group',
  };
}

/** The epics of a list's address, in a group and everything below it. */
export async function epicListing(ctx: Context, group: Namespace, address: Query): Promise<WorkItemListing> {
  const args = epicFilterArguments(group.fullPath, readTokens('epics', address));
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
