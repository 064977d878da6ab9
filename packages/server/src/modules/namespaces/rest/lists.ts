import type { NamespaceId } from '@milepost/core/ids';
import { roleOfAccessLevel, visibilities } from '@milepost/core/roles';
import { Type, type Static } from 'typebox';
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
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import {
  cursorKeyOf,
  listNamespaces,
  namespaceOrders,
  namespacesInOrder,
  type NamespaceFilter,
  type NamespaceOrder,
} from '../store/list.ts';
import type { Namespace } from '../store.ts';
import { presentGroup, presentProject, presentSimpleProject } from './presenters.ts';

export const visibilityInput = Type.Optional(Type.Union(visibilities.map((each) => Type.Literal(each))));

/** The parameters that lists of groups and of projects share. */
const listInput = {
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

export const groupListInput = Type.Object({
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

const none = 'Milepost has none: nothing matches';

/** The parameters that all lists of projects share. */
export const projectListInput = Type.Object({
  ...listInput,
  order_by: Type.Optional(
    Type.Union([...namespaceOrders, 'last_activity_at', 'star_count', 'similarity'].map((each) => Type.Literal(each))),
  ),
  simple: Type.Optional(Type.Boolean({ description: 'Only the short form of each project' })),
  search_namespaces: Type.Optional(Type.Boolean({ description: 'Whether the search includes ancestor groups' })),
  with_issues_enabled: Type.Optional(Type.Boolean({ description: 'Only projects with issues' })),
  id_after: Type.Optional(idInput({ description: 'Only ids above this one' })),
  id_before: Type.Optional(idInput({ description: 'Only ids below this one' })),
  last_activity_after: timeInput('Changed at or after this time'),
  last_activity_before: timeInput('Changed at or before this time'),
  updated_after: timeInput('Changed at or after this time'),
  updated_before: timeInput('Changed at or before this time'),
  starred: Type.Optional(Type.Boolean({ description: `Only starred projects. ${none}` })),
  topic: Type.Optional(Type.String({ description: `Only projects with these topics. ${none}` })),
});

export const groupProjectListInput = Type.Object({
  ...projectListInput.properties,
  include_subgroups: Type.Optional(Type.Boolean({ description: 'Projects of groups below as well' })),
  with_shared: Type.Optional(
    Type.Boolean({ description: 'Accepted for compatibility; shared projects are not listed' }),
  ),
});

/** One page of groups, for every list of groups. */
export function pageOfGroups(ctx: Context, input: Static<typeof groupListInput>, filter: NamespaceFilter) {
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
  const whole: NamespaceFilter = { kind: 'project', ...filter, ...filterOf(input), ...projectFilterOf(input) };
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

function projectFilterOf(input: Static<typeof projectListInput>): NamespaceFilter {
  const { last_activity_after: activeAfter, last_activity_before: activeBefore } = input;
  return {
    ...(input.search_namespaces && { searchesAbove: true }),
    ...((input.starred || input.topic) && { ids: [] }),
    feature: input.with_issues_enabled ? 'issues' : undefined,
    idAfter: input.id_after as NamespaceId | undefined,
    idBefore: input.id_before as NamespaceId | undefined,
    updatedAfter: timeOf('last_activity_after', activeAfter) ?? timeOf('updated_after', input.updated_after),
    updatedBefore: timeOf('last_activity_before', activeBefore) ?? timeOf('updated_before', input.updated_before),
  };
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
