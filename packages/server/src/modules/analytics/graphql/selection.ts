import type { DayRange } from '@milepost/core/dates/analytics';
import type { NamespaceId } from '@milepost/core/ids';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import type { MergeRequestFilter } from '../../merge-requests/store/lists.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { filterOf } from '../../work-items/graphql/plugs.ts';
import type { IssueSelection } from '../store/issues.ts';
import type { RequestSelection } from '../store/merge-requests.ts';

/** Each field is a statement that may read many rows. */
export const COST = 20;

/** The published arguments that limit what is counted. */
export interface ItemArguments {
  labelNames?: readonly string[] | null;
  projectIds?: readonly string[] | null;
  authorUsername?: string | null;
  assigneeUsernames?: readonly string[] | null;
  milestoneTitle?: string | null;
}

export function issuesOf(
  namespace: Namespace,
  { labelNames, milestoneTitle, authorUsername, assigneeUsernames, ...args }: ItemArguments,
  range: DayRange,
): IssueSelection {
  const given = {
    ...(labelNames?.length && { labelName: labelNames }),
    ...(milestoneTitle && { milestoneTitle: [milestoneTitle] }),
    ...(authorUsername && { authorUsername }),
    ...(assigneeUsernames?.length && { assigneeUsernames }),
  };
  return {
    namespace,
    range,
    projectIds: projectIdsOf(args),
    filter: filterOf('issues', given as object, {}, namespace),
  };
}

export function requestsOf(namespace: Namespace, args: ItemArguments): RequestSelection {
  const { labelNames, milestoneTitle, authorUsername, assigneeUsernames } = args;
  const filters: MergeRequestFilter[] = [
    ...(labelNames?.length ? [{ labels: labelNames }] : []),
    ...(milestoneTitle ? [{ milestone: { title: milestoneTitle } }] : []),
    ...(authorUsername ? [{ author: { username: authorUsername } }] : []),
    ...(assigneeUsernames ?? []).map((username) => ({ assignees: [{ username }] })),
  ];
  return { namespace, filters, projectIds: projectIdsOf(args) };
}

export function projectIdsOf({ projectIds }: Pick<ItemArguments, 'projectIds'>): readonly NamespaceId[] | null {
  return projectIds?.length ? projectIds.map((id) => readGlobalId<'Namespace'>(id, 'Project')) : null;
}
