import { workItemTypes } from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { IssueTypeEnum, typesAmong } from '../../work-items/graphql/enums.ts';
import { itemsOptional } from '../../work-items/graphql/filters.ts';
import {
  issueFilterOf,
  negatedInputs,
  unionedInputs,
  type IssueListArguments,
} from '../../work-items/graphql/issue-list.ts';
import { searchOf } from '../../work-items/graphql/lists.ts';
import { pluggedInputs } from '../../work-items/graphql/plugs.ts';
import type { WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { issueTypes } from '../../work-items/store.ts';

const NegatedBoardIssueInput = builder.inputType('NegatedBoardIssueInput', {
  fields: (t) => negatedInputs(t, 'issues'),
});
const UnionedBoardIssueInput = builder.inputType('UnionedBoardIssueInput', {
  fields: (t) => unionedInputs(t, 'issues'),
});

/** The filters of cards: those of issue lists. */
export const BoardIssueInput = builder.inputType('BoardIssueInput', {
  fields: (t) => ({
    ...pluggedInputs(t, 'issues', 'is'),
    iids: t.stringList({ required: itemsOptional }),
    search: t.string(),
    types: t.field({ type: [IssueTypeEnum] }),
    not: t.field({ type: NegatedBoardIssueInput }),
    or: t.field({ type: UnionedBoardIssueInput }),
  }),
});

interface ListArguments {
  types?: readonly string[] | null;
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
}

/** The list of all cards of a group or project with these filters. Archived projects of a group have none. */
export function listingOf(of: Namespace, given: object): WorkItemListing {
  const args = given as IssueListArguments & ListArguments;
  return {
    scope: { of, includeDescendants: of.kind === 'group' },
    types: typesAmong(args.types ? workItemTypes : issueTypes, args),
    filter: issueFilterOf(args, of),
    search: searchOf(args),
    order: { by: 'createdAt', isDescending: true },
    leavesOutArchived: of.kind !== 'project',
  };
}
