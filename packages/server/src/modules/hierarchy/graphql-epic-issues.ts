import { formatGlobalId } from '@milepost/core/ids';
import { isBlocked } from '../links/graphql.ts';
import { LabelConnection, labelsPage } from '../labels/graphql.ts';
import { milestoneOf, MilestoneRef } from '../milestones/graphql.ts';
import { UserCoreConnection, UserCoreRef } from '../users/graphql.ts';
import { HealthStatusEnum, IssueStateEnum, IssueTypeEnum } from '../work-items/graphql-enums.ts';
import { addCommonFields, assigneesPage, authorOf, globalIdOf } from '../work-items/graphql-fields.ts';
import { IssuePermissionsRef } from '../work-items/graphql-issues.ts';
import { EpicRef } from '../work-items/graphql.ts';
import { visibleWorkItem } from '../work-items/store.ts';
import { relationPathOf } from './graphql-epics.ts';
import { EpicIssueRef } from './graphql.ts';
import { childFlagsOf } from './store.ts';

/** An issue as the tree of an epic shows it. */
export function describeEpicIssue(): void {
  EpicIssueRef.implement({
    description: 'An issue as a child of an epic',
    fields: (t) => ({
      id: t.id({ resolve: (issue) => globalIdOf(issue, 'Issue') }),
      epicIssueId: t.id({ resolve: (issue) => formatGlobalId('EpicIssue', issue.id) }),
      type: t.field({ type: IssueTypeEnum, nullable: true, resolve: (issue) => issue.type }),
      state: t.field({ type: IssueStateEnum, resolve: (issue) => issue.state }),
      author: t.field({ type: UserCoreRef, resolve: authorOf }),
      assignees: t.field({ type: UserCoreConnection, nullable: true, resolve: assigneesPage }),
      labels: t.field({ type: LabelConnection, nullable: true, resolve: labelsPage }),
      milestone: t.field({ type: MilestoneRef, nullable: true, resolve: milestoneOf }),
      epic: t.field({
        type: EpicRef,
        nullable: true,
        resolve: (issue, _args, ctx) => visibleWorkItem(ctx, issue.parentId),
      }),
      hasChildren: t.boolean({
        description: 'Whether there are tasks below it',
        resolve: async (issue, _args, ctx) => (await ctx.load(childFlagsOf, issue.id))?.hasIssues ?? false,
      }),
      blocked: t.boolean({ resolve: isBlocked }),
      weight: t.exposeInt('weight', { nullable: true }),
      healthStatus: t.field({ type: HealthStatusEnum, nullable: true, resolve: (issue) => issue.healthStatus }),
      dueDate: t.field({ type: 'Time', nullable: true, resolve: (issue) => issue.dueDate }),
      discussionLocked: t.exposeBoolean('isDiscussionLocked'),
      relativePosition: t.exposeInt('relativePosition', { nullable: true }),
      userPermissions: t.field({ type: IssuePermissionsRef, resolve: (issue) => issue }),
      relationPath: t.string({ nullable: true, resolve: relationPathOf }),
    }),
  });
  addCommonFields(EpicIssueRef);
}
