import { webPathOf } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { epicAt } from '../../work-items/rest/epics.ts';
import { issueTypes, type WorkItem } from '../../work-items/store.ts';
import { addReferenced, type ChildKind } from '../commands/references.ts';
import { removeChild } from '../commands.ts';
import { relationPathOf } from '../graphql/epics.ts';
import { childAt } from './children.ts';
import { addTaskListRoutes } from './task-lists.ts';

const tags = ['pages'];
const added = Type.Object({
  issuable_references: Type.Array(Type.String(), {
    maxItems: 100,
    description: 'References (`&5`, `group&5`, `group/project#12`) or addresses',
  }),
});

const faces = [
  { kind: 'epic', name: 'epics', part: 'links', types: ['epic'] },
  { kind: 'issue', name: 'issues', part: 'issues', types: issueTypes },
] as const satisfies readonly { kind: ChildKind; name: string; part: string; types: readonly WorkItem['type'][] }[];

/** Endpoints of the forms in the epic page's tree: `/groups/FULL/PATH/-/epics/5/links` for epics, `…/issues` for issues. */
export function addNamespaceRoutes(routes: Routes): void {
  addTaskListRoutes(routes);
  for (const { kind, name, part, types } of faces) {
    const path = `/group/:id/epics/:epic_iid/${part}`;
    routes.post(
      path,
      { summary: `Add existing ${name} to an epic`, tags, signedIn: true, status: 200, input: added },
      async ({ params, input }, ctx) => {
        const epic = await epicAt(ctx, params);
        return presentAll(ctx, await addReferenced(ctx, epic, kind, input.issuable_references));
      },
    );
    routes.delete(
      `${path}/:child_id`,
      { summary: `Remove one of the ${name} of an epic`, tags, signedIn: true, status: 200 },
      async ({ params }, ctx) => {
        const epic = await epicAt(ctx, params);
        const { id } = await childAt(ctx, epic, idParam(params, 'child_id'), types);
        return presentAll(ctx, [await removeChild(ctx, { parentId: epic.id, childId: id })]);
      },
    );
  }
}

async function presentAll(ctx: Context, items: readonly WorkItem[]): Promise<object> {
  const issuables = await Promise.all(
    items.map(async (item) => ({
      id: item.id,
      iid: item.iid,
      type: item.type,
      title: item.title,
      state: item.state,
      confidential: item.isConfidential,
      path: webPathOf(item),
      relation_path: await relationPathOf(item, {}, ctx),
    })),
  );
  return { issuables };
}
