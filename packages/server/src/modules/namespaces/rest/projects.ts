import { Type } from 'typebox';
import type { Routes } from '../../../platform/rest/routes.ts';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { createProject, deleteNamespace, setArchived, updateProject } from '../commands/writing.ts';
import { findVisibleNamespace, findVisibleProject } from '../commands.ts';
import { idOf, listInput, pageOfProjects, visibilityInput } from './groups.ts';
import { presentNamespace, presentProject } from './presenters.ts';
import { countsBelow, listNamespaces, namespaceOrders } from '../store/list.ts';

const projectListInput = Type.Object({
  ...listInput,
  order_by: Type.Optional(
    Type.Union([...namespaceOrders, 'last_activity_at', 'star_count', 'similarity'].map((each) => Type.Literal(each))),
  ),
  simple: Type.Optional(Type.Boolean({ description: 'Only what identifies a project' })),
  membership: Type.Optional(Type.Boolean({ description: 'Only where the viewer has a role' })),
  search_namespaces: Type.Optional(Type.Boolean({ description: 'Whether the search includes ancestor groups' })),
});

const fields = {
  description: Type.Optional(Type.String()),
  visibility: visibilityInput,
};

const tags = ['projects'];

/** Projects: all, and a single one. */
export function addProjectRoutes(routes: Routes): void {
  routes.get('/projects', { summary: 'Projects', tags, input: projectListInput }, ({ input }, ctx) =>
    pageOfProjects(ctx, input, {
      ...(input.membership && { role: 'guest' }),
      ...(input.search_namespaces && { searchesAbove: true }),
    }),
  );
  routes.get('/projects/:id', { summary: 'One project', tags }, async ({ params }, ctx) =>
    presentProject(await findVisibleProject(ctx, idOf(params)), ctx),
  );
  routes.get(
    '/projects/:id/groups',
    {
      summary: 'The groups above a project that the viewer may see',
      tags,
      input: Type.Object({
        ...pagingInput,
        search: Type.Optional(Type.String()),
        skip_groups: Type.Optional(Type.Array(idInput(), { description: 'Ids to leave out' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const project = await findVisibleProject(ctx, idOf(params));
      const wanted = pageRequest(input);
      const skipped = new Set<number>(input.skip_groups ?? []);
      const ids = project.scope.traversalIds.slice(0, -1).filter((id) => !skipped.has(id));
      const filter = { ids, ...(input.search && { search: input.search }) };
      const { namespaces, total } = await listNamespaces(ctx.db, ctx.viewer, filter, wanted, {
        by: 'id',
        descending: true,
      });
      return new RestPage(
        namespaces.map(({ id, name, avatarUrl, fullName, fullPath }) => ({
          id,
          name,
          avatar_url: avatarUrl,
          web_url: `${ctx.baseUrl}/groups/${fullPath}`,
          full_name: fullName,
          full_path: fullPath,
        })),
        total,
        wanted,
      );
    },
  );
  routes.post(
    '/projects',
    {
      summary: 'Create a project',
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.Optional(Type.String({ description: 'Required without a path' })),
        path: Type.Optional(Type.String()),
        namespace_id: idInput({ description: 'The group it belongs to' }),
        ...fields,
      }),
    },
    async ({ input }, ctx) => {
      const { namespace_id: parent, name = input.path ?? '', ...wanted } = input;
      return presentProject(await createProject(ctx, { ...wanted, name, parent }), ctx);
    },
  );
  routes.put(
    '/projects/:id',
    {
      summary: 'Change a project',
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.Optional(Type.String()),
        path: Type.Optional(Type.String()),
        request_access_enabled: Type.Optional(Type.Boolean({ description: 'Whether people may ask for access' })),
        ...fields,
      }),
    },
    async ({ params, input: { request_access_enabled: requestAccessEnabled, ...input } }, ctx) => {
      const changes = { ...input, ...(requestAccessEnabled !== undefined && { requestAccessEnabled }) };
      const project = await findVisibleProject(ctx, idOf(params));
      return presentProject(await updateProject(ctx, project.id, changes), ctx);
    },
  );
  routes.delete(
    '/projects/:id',
    { summary: 'Remove a project with everything in it', tags, signedIn: true, status: 202 },
    async ({ params }, ctx) => {
      await deleteNamespace(ctx, 'project', (await findVisibleProject(ctx, idOf(params))).id);
      return { message: '202 Accepted' };
    },
  );
  for (const [verb, isArchived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    routes.post(
      `/projects/:id/${verb}`,
      { summary: isArchived ? 'Archive a project' : 'Unarchive a project', tags, signedIn: true },
      async ({ params }, ctx) => {
        const project = await findVisibleProject(ctx, idOf(params));
        return presentProject(await setArchived(ctx, 'project', project.id, isArchived), ctx);
      },
    );
  }
}

/** Namespaces: the older API for groups. */
export function addNamespaceRoutes(routes: Routes): void {
  routes.get(
    '/namespaces',
    {
      summary: 'Groups the viewer has a role in',
      tags: ['namespaces'],
      signedIn: true,
      input: Type.Object({
        ...pagingInput,
        search: Type.Optional(Type.String({ description: 'Part of the name or path' })),
        owned_only: Type.Optional(Type.Boolean()),
        top_level_only: Type.Optional(Type.Boolean()),
      }),
    },
    async ({ input }, ctx) => {
      const wanted = pageRequest(input);
      const { namespaces, total } = await listNamespaces(
        ctx.db,
        ctx.viewer,
        {
          kind: 'group',
          role: input.owned_only ? 'owner' : 'guest',
          ...(input.search && { search: input.search }),
          ...(input.top_level_only && { isTopLevel: true }),
        },
        wanted,
        { by: 'id', descending: false },
      );
      return new RestPage(
        namespaces.map((namespace) => presentNamespace(namespace, ctx)),
        total,
        wanted,
      );
    },
  );
  routes.get(
    '/namespaces/:id',
    { summary: 'One group or project', tags: ['namespaces'], signedIn: true },
    async ({ params }, ctx) => {
      const namespace = await findVisibleNamespace(ctx, idOf(params));
      const counts = await ctx.load(countsBelow, namespace.id);
      return { ...presentNamespace(namespace, ctx), projects_count: counts?.projects ?? 0 };
    },
  );
}
