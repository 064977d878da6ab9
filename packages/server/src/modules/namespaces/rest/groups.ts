import type { Static } from 'typebox';
import { Type } from 'typebox';
import { roleOfAccessLevel, visibilities } from '@milepost/core/roles';
import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { InputError, idInput } from '../../../platform/rest/input.ts';
import {
  KeysetPage,
  keysetInput,
  keysetRequest,
  RestPage,
  pageRequest,
  pagingInput,
} from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { createGroup, updateGroup } from '../commands/writing.ts';
import { findVisibleGroup } from '../commands.ts';
import { presentGroup, presentProject, presentSimpleProject, presentWholeGroup } from './presenters.ts';
import { assistantChangesOf, assistantInput } from './assistant.ts';
import { featureChangesOf, featureInput } from './features.ts';
import {
  cursorKeyOf,
  listNamespaces,
  namespaceOrders,
  namespacesInOrder,
  type NamespaceFilter,
  type NamespaceOrder,
} from '../store/list.ts';
import type { Namespace } from '../store.ts';

export const visibilityInput = Type.Optional(Type.Union(visibilities.map((each) => Type.Literal(each))));

/** The parameters that lists of groups and of projects share. */
export const listInput = {
  ...pagingInput,
  ...keysetInput,
  search: Type.Optional(Type.String({ description: 'Part of the name or path' })),
  visibility: visibilityInput,
  owned: Type.Optional(Type.Boolean({ description: 'Only where the viewer is an owner' })),
  min_access_level: Type.Optional(
    Type.Integer({ description: 'Only where the viewer has at least this access level' }),
  ),
  archived: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean({ description: 'The opposite of archived' })),
  marked_for_deletion: Type.Optional(
    Type.Boolean({ description: 'Milepost extension: only deleted ones that can be restored, or only others' }),
  ),
  sort: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
};

const groupListInput = Type.Object({
  ...listInput,
  order_by: Type.Optional(
    Type.Union([Type.Literal('name'), Type.Literal('path'), Type.Literal('id'), Type.Literal('similarity')]),
  ),
  skip_groups: Type.Optional(Type.Array(idInput(), { description: 'Ids to leave out' })),
  all_available: Type.Optional(
    Type.Boolean({
      description: 'Also groups where the viewer is not a member; the default for anonymous viewers and administrators',
    }),
  ),
  top_level_only: Type.Optional(Type.Boolean()),
});

const projectListInput = Type.Object({
  ...listInput,
  order_by: Type.Optional(
    Type.Union([...namespaceOrders, 'last_activity_at', 'star_count', 'similarity'].map((each) => Type.Literal(each))),
  ),
  simple: Type.Optional(Type.Boolean({ description: 'Only the short form of each project' })),
  include_subgroups: Type.Optional(Type.Boolean({ description: 'Projects of groups below as well' })),
  search_namespaces: Type.Optional(Type.Boolean({ description: 'Whether the search includes ancestor groups' })),
  with_issues_enabled: Type.Optional(Type.Boolean({ description: 'Accepted for compatibility; has no effect' })),
  with_shared: Type.Optional(
    Type.Boolean({ description: 'Accepted for compatibility; shared projects are not listed' }),
  ),
});

const fields = {
  description: Type.Optional(Type.String()),
  visibility: visibilityInput,
};

/** The parameters that only a group has. */
const twoFactorFields = {
  require_two_factor_authentication: Type.Optional(
    Type.Boolean({ description: 'Whether members, also of everything below, need a second factor' }),
  ),
  two_factor_grace_period: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 8760, description: 'Hours that members have to set it up' }),
  ),
};

const tags = ['groups'];

/** The parameters of a change that a new group or project does not have. */
export const changedFields = {
  name: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  ...featureInput,
  lower_descendants: Type.Optional(
    Type.Boolean({ description: 'Milepost extension: also lowers everything below that is more visible' }),
  ),
  lock_version: Type.Optional(
    Type.Integer({ description: 'Milepost extension: answers 409 if the settings were saved since this version' }),
  ),
};

interface ChangedInput {
  lower_descendants?: boolean;
  lock_version?: number;
}

/** The changes of a group or project, by their names in commands. */
export function changesOf<Input extends ChangedInput>(input: Input) {
  const { features, rest } = featureChangesOf(input);
  const { lower_descendants, lock_version, ...changes } = rest;
  return {
    ...changes,
    features,
    ...(lower_descendants !== undefined && { lowersBelow: lower_descendants }),
    ...(lock_version !== undefined && { lockVersion: lock_version }),
  };
}

/** Groups: all, the subgroups of one, and a single one. */
export function addGroupRoutes(routes: Routes): void {
  routes.get('/groups', { summary: 'Groups', tags, input: groupListInput }, ({ input }, ctx) => {
    const isAll = input.all_available ?? (!ctx.viewer.isSignedIn || ctx.viewer.isAdmin);
    return pageOfGroups(ctx, input, {
      ...(!isAll && { role: 'guest' }),
      ...(input.top_level_only && { isTopLevel: true }),
    });
  });

  routes.get(
    '/groups/:id',
    {
      summary: 'One group',
      tags,
      input: Type.Object({ with_projects: Type.Optional(Type.Boolean({ default: true })) }),
    },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, idOf(params));
      if (input.with_projects === false) return presentWholeGroup(group, ctx);
      const filter = { kind: 'project', parentId: group.id } as const;
      const { namespaces } = await listNamespaces(ctx.db, ctx.viewer, filter, { offset: 0, perPage: 100 });
      return presentWholeGroup(group, ctx, namespaces);
    },
  );

  routes.get(
    '/groups/:id/subgroups',
    { summary: 'Groups directly below', tags, input: groupListInput },
    async ({ params, input }, ctx) =>
      pageOfGroups(ctx, input, { parentId: (await findVisibleGroup(ctx, idOf(params))).id }),
  );
  routes.get(
    '/groups/:id/descendant_groups',
    { summary: 'Groups below, on every level', tags, input: groupListInput },
    async ({ params, input }, ctx) =>
      pageOfGroups(ctx, input, { below: (await findVisibleGroup(ctx, idOf(params))).scope.traversalIds }),
  );
  routes.get(
    '/groups/:id/projects',
    { summary: 'Projects of a group', tags, input: projectListInput },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, idOf(params));
      const scope = input.include_subgroups ? { below: group.scope.traversalIds } : { parentId: group.id };
      return pageOfProjects(ctx, input, { ...scope, ...(input.search_namespaces && { searchesAbove: true }) });
    },
  );

  routes.post(
    '/groups',
    {
      summary: 'Create a group',
      tags,
      signedIn: true,
      input: Type.Object({
        name: Type.String(),
        path: Type.String(),
        parent_id: Type.Optional(Type.Union([idInput(), Type.Null()])),
        ...fields,
      }),
    },
    async ({ input }, ctx) => {
      const { parent_id: parent = null, ...wanted } = input;
      return presentWholeGroup(await createGroup(ctx, { ...wanted, parent }), ctx, []);
    },
  );
  routes.put(
    '/groups/:id',
    {
      summary: 'Change a group',
      tags,
      signedIn: true,
      input: Type.Object({ ...changedFields, ...fields, ...twoFactorFields, ...assistantInput }),
    },
    async ({ params, input }, ctx) => {
      const group = await findVisibleGroup(ctx, idOf(params));
      const { assistant, rest: others } = assistantChangesOf(input);
      const { require_two_factor_authentication: isRequired, two_factor_grace_period: grace, ...rest } = others;
      const changes = {
        ...changesOf(rest),
        ...assistant,
        ...(isRequired !== undefined && { requiresTwoFactor: isRequired }),
        ...(grace !== undefined && { twoFactorGracePeriod: grace }),
      };
      return presentWholeGroup(await updateGroup(ctx, group.id, changes), ctx);
    },
  );
}

function pageOfGroups(ctx: Context, input: Static<typeof groupListInput>, filter: NamespaceFilter) {
  const whole: NamespaceFilter = {
    kind: 'group',
    ...filter,
    ...filterOf(input),
    ...(input.skip_groups && { skipIds: input.skip_groups as NamespaceId[] }),
  };
  const order = { by: orderBy(input.order_by ?? 'name'), descending: input.sort === 'desc' };
  return pageOf(ctx, input, whole, order, (group) => presentGroup(group, ctx));
}

/** One page of projects, for every list of projects. */
export function pageOfProjects(ctx: Context, input: Static<typeof projectListInput>, filter: NamespaceFilter) {
  const whole: NamespaceFilter = { kind: 'project', ...filter, ...filterOf(input) };
  const order = { by: orderBy(input.order_by ?? 'created_at'), descending: input.sort !== 'asc' };
  const present = input.simple ? presentSimpleProject : presentProject;
  return pageOf(ctx, input, whole, order, (project) => present(project, ctx));
}

/** A numbered page, or a keyset page if requested. */
async function pageOf(
  ctx: Context,
  input: Parameters<typeof pageRequest>[0] & Parameters<typeof keysetRequest>[0],
  filter: NamespaceFilter,
  order: NamespaceOrder,
  present: (namespace: Namespace) => unknown,
): Promise<RestPage<unknown> | KeysetPage<unknown>> {
  const slice = keysetRequest(input);
  if (slice) {
    const found = await namespacesInOrder(ctx.db, ctx.viewer, filter, slice, order);
    const last = found.length > slice.limit ? found[slice.limit - 1] : undefined;
    const rows = await Promise.all(found.slice(0, slice.limit).map(present));
    return new KeysetPage(rows, last ? cursorKeyOf(last, order) : null);
  }
  const wanted = pageRequest(input);
  const { namespaces, total } = await listNamespaces(ctx.db, ctx.viewer, filter, wanted, order);
  return new RestPage(await Promise.all(namespaces.map(present)), total, wanted);
}

interface SharedInput {
  search?: string;
  visibility?: NamespaceFilter['visibility'];
  owned?: boolean;
  min_access_level?: number;
  archived?: boolean;
  active?: boolean;
  marked_for_deletion?: boolean;
}

function filterOf(input: SharedInput): NamespaceFilter {
  const role = input.owned ? 'owner' : roleAt(input.min_access_level);
  const isArchived = input.archived ?? (input.active === undefined ? undefined : !input.active);
  return {
    ...(input.search && { search: input.search }),
    ...(input.visibility && { visibility: input.visibility }),
    ...(role && { role }),
    ...(isArchived !== undefined && { isArchived }),
    ...(input.marked_for_deletion !== undefined && { isDeleted: input.marked_for_deletion }),
  };
}

function roleAt(level: number | undefined) {
  if (level === undefined) return null;
  const role = roleOfAccessLevel(level);
  if (!role) throw new InputError(['min_access_level does not have a valid value']);
  return role;
}

/** Unsupported orders (stars, similarity) fall back to the closest supported one. */
function orderBy(wanted: string): NamespaceOrder['by'] {
  if (wanted === 'last_activity_at') return 'updated_at';
  return namespaceOrders.find((each) => each === wanted) ?? (wanted === 'similarity' ? 'name' : 'id');
}

/** The id or full path in the URL, already decoded by Fastify. */
export function idOf(params: Readonly<Record<string, string>>): string {
  const { id } = params;
  if (!id) throw new NotFoundError('Namespace');
  return id;
}
