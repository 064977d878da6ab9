import { formatGlobalId } from '@milepost/core/ids';
import { builder } from '../../../platform/graphql/builder.ts';
import { EpicIssueRef } from '../../work-items/graphql.ts';
import { relationPathOf } from './epics.ts';
import { childFlagsOf } from '../store.ts';

/** What an issue shows only as a child of an epic; all else is on both faces of an issue. */
export function extendEpicIssue(): void {
  builder.objectFields(EpicIssueRef, (t) => ({
    epicIssueId: t.id({ resolve: (issue) => formatGlobalId('EpicIssue', issue.id) }),
    hasChildren: t.boolean({
      description: 'Whether there are tasks below it',
      resolve: async (issue, _args, ctx) => (await ctx.load(childFlagsOf, issue.id))?.hasIssues ?? false,
    }),
    relationPath: t.string({ nullable: true, resolve: relationPathOf }),
  }));
}
