import { ValidationError } from '@milepost/core/errors';
import { builder } from '../../platform/graphql/builder.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { IssuePermissionsRef } from '../work-items/graphql/issues.ts';
import { WorkItemPermissionsRef } from '../work-items/graphql/items.ts';
import { findIssue } from '../work-items/graphql/issue-mutations.ts';
import { EpicRef, IssueRef, issueFaces } from '../work-items/graphql.ts';
import { visibleWorkItem } from '../work-items/store.ts';
import { markAsDuplicate, moveIssue, promoteToEpic, type Succession } from './commands.ts';
import { movePolicy } from './policy.ts';

export function extendSchema(): void {
  showSuccessors();
  showVerdicts();
  mutateIssues();
}

function showSuccessors(): void {
  for (const face of issueFaces) {
    builder.objectFields(face, (t) => ({
      moved: t.boolean({
        nullable: true,
        description: 'Whether it was moved to another project',
        resolve: (issue) => issue.movedToId !== null,
      }),
      movedTo: t.field({
        type: IssueRef,
        nullable: true,
        description: 'The issue it was moved to, if the viewer may see that',
        resolve: (issue, _args, ctx) => visibleWorkItem(ctx, issue.movedToId),
      }),
      closedAsDuplicateOf: t.field({
        type: IssueRef,
        nullable: true,
        description: 'The issue it duplicates, if the viewer may see that',
        resolve: (issue, _args, ctx) => visibleWorkItem(ctx, issue.duplicatedToId),
      }),
      promotedToEpic: t.field({
        type: EpicRef,
        nullable: true,
        description: 'Milepost extension. The epic it was promoted to, if the viewer may see that',
        resolve: (issue, _args, ctx) => visibleWorkItem(ctx, issue.promotedToId),
      }),
    }));
  }
}

/** Whether the viewer may move the item; the target is checked by the mutation. */
function showVerdicts(): void {
  builder.objectFields(IssuePermissionsRef, (t) => ({
    promoteToEpic: t.boolean({
      description: 'Milepost extension.',
      resolve: (issue, _args, ctx) => issue.promotedToId === null && ctx.can(movePolicy.promote, issue),
    }),
    moveIssue: t.boolean({
      description: 'Milepost extension.',
      resolve: (issue, _args, ctx) => issue.movedToId === null && ctx.can(movePolicy.move, issue),
    }),
  }));
  builder.objectFields(WorkItemPermissionsRef, (t) => ({
    moveWorkItem: t.boolean({ resolve: (item, _args, ctx) => ctx.can(movePolicy.move, item) }),
    cloneWorkItem: t.boolean({ resolve: (item, _args, ctx) => ctx.can(movePolicy.clone, item) }),
  }));
}

function mutateIssues(): void {
  mutation('promoteToEpic', {
    description: 'Promotes an issue to an epic, and closes the issue',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      groupPath: t.id({ description: "The group of the epic; the project's group by default" }),
    }),
    resolve: async (input, ctx) => {
      const issue = await findIssue(ctx, input.projectPath, input.iid);
      const group = input.groupPath ? await findVisibleGroup(ctx, input.groupPath) : null;
      return promoteToEpic(ctx, issue.id, group);
    },
    payload: (t) => ({
      issue: t.field({ type: IssueRef, nullable: true, resolve: originalOf }),
      epic: t.field({ type: EpicRef, nullable: true, resolve: ({ result }) => result?.successor }),
    }),
  });
  mutation('issueMove', {
    description: 'Moves an issue to another project',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      targetProjectPath: t.id({ required: true }),
    }),
    resolve: async (input, ctx) => {
      const issue = await findIssue(ctx, input.projectPath, input.iid);
      return moveIssue(ctx, issue.id, await findVisibleProject(ctx, input.targetProjectPath));
    },
    payload: (t) => ({
      issue: t.field({
        type: IssueRef,
        nullable: true,
        description: 'The issue in its new project',
        resolve: ({ result }) => result?.successor,
      }),
    }),
  });
  mutation('issueMarkAsDuplicate', {
    description: 'Milepost extension. Closes an issue as a duplicate of another',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      duplicateOfId: t.field({ type: 'IssueID', required: true }),
    }),
    resolve: async (input, ctx) => {
      const issue = await findIssue(ctx, input.projectPath, input.iid);
      const other = await visibleWorkItem(ctx, readGlobalId<'WorkItem'>(input.duplicateOfId, 'Issue', 'WorkItem'));
      if (!other) throw new ValidationError({ duplicate_of: ['does not exist'] });
      return markAsDuplicate(ctx, issue.id, other.id);
    },
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: originalOf }) }),
  });
}

const originalOf = ({ result }: { result: Succession | null }) => result?.original;
