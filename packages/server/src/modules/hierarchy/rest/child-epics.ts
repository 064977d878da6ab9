import { shortReference } from '@milepost/core/text/references';
import { webPathOf } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { createWorkItem } from '../../work-items/commands.ts';
import { epicAt } from '../../work-items/rest/epics.ts';
import { presentEpic } from '../../work-items/rest/presenters.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { addChild, removeChild } from '../commands.ts';
import { childAt, childPosition, childrenListed, moveChild, presentChildren } from './children.ts';
import { childFlagsOf } from '../store.ts';

const tags = ['epic links'];

/** The child epics of an epic. */
export function addChildEpicRoutes(routes: Routes): void {
  const path = '/groups/:id/epics/:epic_iid/epics';

  routes.get(
    path,
    { summary: 'Child epics of an epic, in its order', tags, signedIn: true, input: childrenListed },
    async ({ params, input }, ctx) => {
      const epic = await epicAt(ctx, params);
      return presentChildren(ctx, epic, ['epic'], input, (child) => presentEpic(ctx, child));
    },
  );

  routes.post(
    path,
    {
      summary: 'Create an epic under another',
      tags,
      signedIn: true,
      input: Type.Object({
        title: Type.String(),
        confidential: Type.Optional(Type.Boolean({ description: 'Defaults to the confidentiality of its parent' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const parent = await epicAt(ctx, params);
      const child = await createWorkItem(ctx, {
        namespace: await findVisibleGroup(ctx, params['id'] ?? ''),
        type: 'epic',
        title: input.title,
        parentId: parent.id,
        ...(input.confidential !== undefined && { isConfidential: input.confidential }),
      });
      return presentNewChild(ctx, parent, child);
    },
  );

  routes.post(
    `${path}/:child_epic_id`,
    { summary: 'Add an epic as the first child of another', tags, signedIn: true },
    async ({ params }, ctx) => {
      const parent = await epicAt(ctx, params);
      const { id } = await findVisibleWorkItemById(ctx, idParam<'WorkItem'>(params, 'child_epic_id'), ['epic']);
      return presentEpic(ctx, await addChild(ctx, { parentId: parent.id, childId: id }));
    },
  );

  routes.put(
    `${path}/:child_epic_id`,
    { summary: 'Move an epic among the children of its parent', tags, signedIn: true, input: childPosition },
    async ({ params, input }, ctx) => {
      const parent = await epicAt(ctx, params);
      await moveChild(ctx, parent, await childAt(ctx, parent, idParam(params, 'child_epic_id'), ['epic']), input);
      return presentChildren(ctx, parent, ['epic'], input, (child) => presentEpic(ctx, child));
    },
  );

  routes.delete(
    `${path}/:child_epic_id`,
    { summary: 'Remove an epic from its parent', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const parent = await epicAt(ctx, params);
      const { id } = await childAt(ctx, parent, idParam(params, 'child_epic_id'), ['epic']);
      return presentEpic(ctx, await removeChild(ctx, { parentId: parent.id, childId: id }));
    },
  );
}

async function presentNewChild(ctx: Context, parent: WorkItem, child: WorkItem) {
  const flags = await ctx.load(childFlagsOf, child.id);
  return {
    id: child.id,
    iid: child.iid,
    title: child.title,
    group_id: child.namespaceId,
    parent_id: parent.id,
    has_children: flags?.hasEpics ?? false,
    has_issues: flags?.hasIssues ?? false,
    reference: shortReference({ kind: 'epic', path: child.namespacePath, name: String(child.iid) }),
    url: ctx.baseUrl + webPathOf(child),
    relation_url: `${ctx.baseUrl}${webPathOf(parent)}/links/${child.id}`,
  };
}
