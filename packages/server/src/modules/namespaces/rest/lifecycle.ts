import { MAX_ITEMS_OF_DIRECT_TRANSFER } from '@milepost/core/namespaces';
import { type TProperties, Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idInput, InputError } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { removeDeleted, restoreNamespace, scheduleDeletion, setArchived } from '../commands/lifecycle.ts';
import { transferNamespace } from '../commands/transfers.ts';
import { findVisibleGroup, findVisibleProject } from '../commands.ts';
import { pluggedTransfers } from '../sockets.ts';
import { listNamespaces } from '../store/list.ts';
import type { Namespace } from '../store.ts';
import type { NamespaceKind } from '../table.ts';
import { idOf } from './groups.ts';
import { presentNamespace, presentProject, presentWholeGroup } from './presenters.ts';

const deletion = Type.Object({
  permanently_remove: Type.Optional(
    Type.Boolean({ description: 'Removes a namespace that is marked for deletion at once' }),
  ),
  full_path: Type.Optional(Type.String({ description: 'The full path, to confirm `permanently_remove`' })),
});
const restoration = Type.Object({
  path: Type.Optional(Type.String({ description: 'Milepost extension: another path, if the former one is taken' })),
});

const byJob = `with more than ${MAX_ITEMS_OF_DIRECT_TRANSFER} items and another top-level group, a job does it after the answer`;

/** Archive, transfer, deletion and restoration: the same for groups and projects. */
export function addLifecycleRoutes(routes: Routes): void {
  for (const kind of ['group', 'project'] as const) {
    addArchiveRoutes(routes, kind);
    addDeletionRoutes(routes, kind);
    addTransferLocations(routes, kind);
  }
  addTransferRoutes(routes);
}

function addArchiveRoutes(routes: Routes, kind: NamespaceKind): void {
  for (const [verb, isArchived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    routes.post(
      `/${kind}s/:id/${verb}`,
      { summary: `${isArchived ? 'Archive' : 'Unarchive'} a ${kind}`, tags: [`${kind}s`], signedIn: true },
      async ({ params }, ctx) => {
        const namespace = await find(ctx, kind, params);
        return present(await setArchived(ctx, kind, namespace.id, isArchived), ctx);
      },
    );
  }
}

function addDeletionRoutes(routes: Routes, kind: NamespaceKind): void {
  const tags = [`${kind}s`];
  routes.delete(
    `/${kind}s/:id`,
    {
      summary: `Delete a ${kind} with everything in it; it can be restored for 7 days`,
      tags,
      signedIn: true,
      status: 202,
      input: deletion,
    },
    async ({ params, input }, ctx) => {
      const { id } = await find(ctx, kind, params);
      if (input.permanently_remove) await removeDeleted(ctx, kind, id, input.full_path ?? '');
      else await scheduleDeletion(ctx, kind, id);
      return { message: '202 Accepted' };
    },
  );
  routes.post(
    `/${kind}s/:id/restore`,
    { summary: `Restore a deleted ${kind}`, tags, signedIn: true, input: restoration },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, kind, params);
      return present(await restoreNamespace(ctx, kind, namespace.id, input), ctx);
    },
  );
}

function addTransferRoutes(routes: Routes): void {
  const ofOtherRooms = Object.assign({}, ...pluggedTransfers().map(({ properties }) => properties)) as TProperties;
  routes.post(
    '/groups/:id/transfer',
    {
      summary: `Move a group into another group, or to the top level; ${byJob}`,
      tags: ['groups'],
      signedIn: true,
      input: Type.Object({
        group_id: Type.Optional(
          Type.Union([idInput(), Type.Null()], { description: 'The new parent; the top level by default' }),
        ),
        ...ofOtherRooms,
      }),
    },
    async ({ params, input }, ctx) => {
      const group = await find(ctx, 'group', params);
      return present(await transferNamespace(ctx, 'group', group.id, input.group_id ?? null, input), ctx);
    },
  );
  routes.put(
    '/projects/:id/transfer',
    {
      summary: `Move a project into another group; ${byJob}`,
      tags: ['projects'],
      signedIn: true,
      input: Type.Object({
        namespace: Type.Union([Type.Integer(), Type.String()], { description: 'The id or full path of the group' }),
        ...ofOtherRooms,
      }),
    },
    async ({ params, input }, ctx) => {
      const project = await find(ctx, 'project', params);
      if (input.namespace === '') throw new InputError(['namespace is empty']);
      return present(await transferNamespace(ctx, 'project', project.id, input.namespace, input), ctx);
    },
  );
}

/** The possible targets of a transfer: groups in which the viewer may create a group or project. */
function addTransferLocations(routes: Routes, kind: NamespaceKind): void {
  routes.get(
    `/${kind}s/:id/transfer_locations`,
    {
      summary: `Groups that a ${kind} may be moved into`,
      tags: [`${kind}s`],
      signedIn: true,
      input: Type.Object({
        ...pagingInput,
        search: Type.Optional(Type.String({ description: 'Part of a name or path, those of ancestors included' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, kind, params);
      const wanted = pageRequest(input);
      const { namespaces, total } = await listNamespaces(
        ctx.db,
        ctx.viewer,
        {
          kind: 'group',
          role: kind === 'group' ? 'maintainer' : 'developer',
          isArchived: false,
          outside: namespace.scope.traversalIds,
          ...(namespace.parentId !== null && { skipIds: [namespace.parentId] }),
          ...(input.search && { search: input.search, searchesAbove: true }),
        },
        wanted,
        { by: 'full_path', descending: false },
      );
      return new RestPage(await Promise.all(namespaces.map((each) => presentNamespace(each, ctx))), total, wanted);
    },
  );
}

function find(ctx: Context, kind: NamespaceKind, params: Readonly<Record<string, string>>): Promise<Namespace> {
  return kind === 'group' ? findVisibleGroup(ctx, idOf(params)) : findVisibleProject(ctx, idOf(params));
}

function present(namespace: Namespace, ctx: Context): Promise<object> {
  return namespace.kind === 'group' ? presentWholeGroup(namespace, ctx) : presentProject(namespace, ctx);
}
