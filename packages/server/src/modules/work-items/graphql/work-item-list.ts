import type { WorkItemType } from '@milepost/core/work-items';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { readTimeframe, TimeframeInput } from '../../../platform/graphql/timeframe.ts';
import { GroupRef, NamespaceRef, ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { IssueRef, WorkItemConnection, WorkItemRef } from '../graphql.ts';
import { issueTypes, visibleWorkItem, visibleWorkItemAt } from '../store.ts';
import { typesAmong, type TypeArguments } from './enums.ts';
import { onlyEpics } from './epic-list.ts';
import { issueFilterOf, issueListArguments, negatedInputs, unionedInputs } from './issue-list.ts';
import { readItemId } from './item-mutations.ts';
import { pageOfWorkItems, searchOf } from './lists.ts';
import { orderOfIssueSort, WorkItemSortEnum } from './sorts.ts';

const NegatedWorkItemFilterInput = builder.inputType('NegatedWorkItemFilterInput', {
  fields: (t) => negatedInputs(t, 'workItems'),
});
const UnionedWorkItemFilterInput = builder.inputType('UnionedWorkItemFilterInput', {
  fields: (t) => unionedInputs(t, 'workItems'),
});

/** `workItems` of groups and projects, and single items by their ids. */
export function listItems(): void {
  for (const face of [GroupRef, ProjectRef, NamespaceRef]) workItemsOf(face);
  byId();
}

function workItemsOf(face: typeof GroupRef): void {
  builder.objectField(face, 'workItem', (t) =>
    t.field({
      type: WorkItemRef,
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: (namespace, { iid }, ctx) => visibleWorkItemAt(ctx, { namespace, iid }),
    }),
  );
  builder.objectField(face, 'workItems', (t) =>
    t.field({
      type: WorkItemConnection,
      nullable: true,
      complexity: costOfPage,
      args: {
        ...issueListArguments('workItems'),
        sort: t.arg({ type: WorkItemSortEnum }),
        ids: t.arg({ type: ['WorkItemID'] }),
        timeframe: t.arg({ type: TimeframeInput, description: 'Items that touch these days, without undated ones' }),
        includeDescendants: t.arg.boolean({ description: 'Includes items of subgroups and projects below' }),
        includeAncestors: t.arg.boolean({ description: 'Includes items of the groups above' }),
        includeArchived: t.arg.boolean({ description: 'Includes items of archived projects; false by default' }),
        excludeProjects: t.arg.boolean({ description: 'Only items of groups' }),
        excludeGroupWorkItems: t.arg.boolean({ description: 'Only items of projects' }),
        not: t.arg({ type: NegatedWorkItemFilterInput }),
        or: t.arg({ type: UnionedWorkItemFilterInput }),
      },
      resolve: (of, args, ctx, info) => {
        const filter = issueFilterOf(args, of);
        Object.assign(filter.is, {
          ...(args.ids?.length && { ids: args.ids.map(readItemId) }),
          ...(args.timeframe && { timeframe: readTimeframe(args.timeframe) }),
        });
        return pageOfWorkItems(
          ctx,
          args,
          {
            scope: {
              of,
              includeDescendants: args.includeDescendants ?? false,
              includeAncestors: args.includeAncestors ?? false,
            },
            types: typesWanted(of, args),
            filter,
            search: searchOf(args),
            order: orderOfIssueSort(args.sort),
            leavesOutArchived: of.kind === 'group' && !args.includeArchived,
          },
          info,
        );
      },
    }),
  );
}

interface HeldArguments extends TypeArguments {
  includeDescendants?: boolean | null;
  includeAncestors?: boolean | null;
  excludeProjects?: boolean | null;
  excludeGroupWorkItems?: boolean | null;
}

function typesWanted(of: Namespace, args: HeldArguments): WorkItemType[] {
  const holdsEpics = (of.kind === 'group' || args.includeAncestors === true) && !args.excludeGroupWorkItems;
  const holdsIssues = (of.kind === 'project' || args.includeDescendants === true) && !args.excludeProjects;
  const held: WorkItemType[] = [...(holdsEpics ? onlyEpics : []), ...(holdsIssues ? issueTypes : [])];
  return typesAmong(held, args);
}

function byId(): void {
  builder.queryFields((t) => ({
    issue: t.field({
      type: IssueRef,
      nullable: true,
      args: { id: t.arg({ type: 'IssueID', required: true }) },
      resolve: async (_root, { id }, ctx) => {
        const item = await visibleWorkItem(ctx, readGlobalId<'WorkItem'>(id, 'Issue', 'WorkItem'));
        return item && item.type !== 'epic' ? item : null;
      },
    }),
    workItem: t.field({
      type: WorkItemRef,
      nullable: true,
      args: { id: t.arg({ type: 'WorkItemID', required: true }) },
      resolve: (_root, { id }, ctx) => visibleWorkItem(ctx, readGlobalId<'WorkItem'>(id, 'WorkItem', 'Issue', 'Epic')),
    }),
  }));
}
