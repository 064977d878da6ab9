import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { epicAt } from '../../work-items/rest/epics.ts';
import type { RestFields } from '../../work-items/rest/plugs.ts';
import { presentEpic, presentIssue } from '../../work-items/rest/presenters.ts';
import { findVisibleWorkItemById, issueTypes, type WorkItem } from '../../work-items/store.ts';
import { addChild, removeChild } from '../commands.ts';
import { childAt, childPosition, childrenListed, moveChild, presentChildren } from './children.ts';

const tags = ['epic issues'];

/** The issues of an epic. The id of the relation is the issue's own id. */
export function addEpicIssueRoutes(routes: Routes): void {
  const path = '/groups/:id/epics/:epic_iid/issues';

  routes.get(
    path,
    { summary: 'Issues of an epic, in its order', tags, signedIn: true, input: childrenListed },
    async ({ params, input }, ctx) => {
      const epic = await epicAt(ctx, params);
      return presentChildren(ctx, epic, issueTypes, input, (issue) => presentEpicIssue(ctx, issue));
    },
  );

  routes.post(
    `${path}/:issue_id`,
    { summary: 'Add an issue as the first child of an epic', tags, signedIn: true },
    async ({ params }, ctx) => {
      const epic = await epicAt(ctx, params);
      const issue = await findVisibleWorkItemById(ctx, idParam<'WorkItem'>(params, 'issue_id'), issueTypes);
      return presentTie(ctx, epic, await addChild(ctx, { parentId: epic.id, childId: issue.id }));
    },
  );

  routes.put(
    `${path}/:epic_issue_id`,
    { summary: 'Move an issue among those of its epic', tags, signedIn: true, input: childPosition },
    async ({ params, input }, ctx) => {
      const epic = await epicAt(ctx, params);
      await moveChild(ctx, epic, await childAt(ctx, epic, idParam(params, 'epic_issue_id'), issueTypes), input);
      return presentChildren(ctx, epic, issueTypes, input, (issue) => presentEpicIssue(ctx, issue, true));
    },
  );

  routes.delete(
    `${path}/:epic_issue_id`,
    { summary: 'Remove an issue from its epic', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const epic = await epicAt(ctx, params);
      const { id } = await childAt(ctx, epic, idParam(params, 'epic_issue_id'), issueTypes);
      return presentTie(ctx, epic, await removeChild(ctx, { parentId: epic.id, childId: id }));
    },
  );
}

async function presentEpicIssue(ctx: Context, issue: WorkItem, isAlone = false): Promise<RestFields> {
  return {
    ...(await presentIssue(ctx, issue, { isAlone })),
    epic_issue_id: issue.id,
    relative_position: issue.relativePosition,
  };
}

async function presentTie(ctx: Context, epic: WorkItem, issue: WorkItem) {
  const [shownEpic, shownIssue] = await Promise.all([presentEpic(ctx, epic), presentIssue(ctx, issue)]);
  return { id: issue.id, epic: shownEpic, issue: shownIssue };
}
