import type { FrequentType } from '@milepost/core/frequent-items';
import type { NamespaceId } from '@milepost/core/ids';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import {
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { prefetchBelow } from '../../../platform/graphql/preload.ts';
import { listFrequent } from '../commands/frequent.ts';
import { visibleNamespace } from '../commands.ts';
import { GroupConnection, GroupRef, NamespaceRef, ProjectConnection, ProjectRef } from '../graphql.ts';
import {
  countNamespaces,
  countsBelow,
  cursorKeyOf,
  namespaceOrders,
  namespacesInOrder,
  type NamespaceFilter,
  type NamespaceOrder,
} from '../store/list.ts';
import { namespacesById, type Namespace } from '../store.ts';

/** Queries for groups and projects: by path, below a group, and all. */
export function extendLists(): void {
  listBelow();
  query();
}

function listBelow(): void {
  builder.objectFields(GroupRef, (t) => ({
    descendantGroups: t.field({
      type: GroupConnection,
      nullable: true,
      args: {
        ...pageArguments,
        search: t.arg.string(),
        owned: t.arg.boolean(),
        includeParentDescendants: t.arg.boolean({ description: 'Groups of every level below; true by default' }),
      },
      resolve: (group, args, ctx) =>
        pageOfNamespaces(ctx, args, {
          kind: 'group',
          ...(args.includeParentDescendants === false ? { parentId: group.id } : { below: group.scope.traversalIds }),
          ...(args.search && { search: args.search }),
          ...(args.owned && { role: 'owner' }),
        }),
    }),
    projects: t.field({
      type: ProjectConnection,
      args: {
        ...pageArguments,
        search: t.arg.string(),
        ids: t.arg.idList(),
        includeSubgroups: t.arg.boolean({ description: 'Those of groups below as well; false by default' }),
        includeArchived: t.arg.boolean({ description: 'True by default' }),
        withIssuesEnabled: t.arg.boolean(),
      },
      resolve: (group, args, ctx) =>
        pageOfNamespaces(ctx, args, {
          kind: 'project',
          ...(args.includeSubgroups ? { below: group.scope.traversalIds } : { parentId: group.id }),
          ...(args.search && { search: args.search }),
          ...(args.ids && { ids: idsOf(args.ids, 'Project') }),
          ...(args.includeArchived === false && { isArchived: false }),
        }),
    }),
    descendantGroupsCount: t.int({
      resolve: async (group, _args, ctx) => (await ctx.load(countsBelow, group.id))?.groups ?? 0,
    }),
    projectsCount: t.int({
      resolve: async (group, _args, ctx) => (await ctx.load(countsBelow, group.id))?.projects ?? 0,
    }),
  }));
}

function query(): void {
  const byPath =
    (kind: Namespace['kind'] | null) =>
    async (_root: object, { fullPath }: { fullPath: string | number }, ctx: Context, info: GraphQLResolveInfo) => {
      prefetchBelow(ctx, String(fullPath), info);
      const found = await visibleNamespace(ctx, String(fullPath));
      return kind === null || found?.kind === kind ? found : null;
    };
  const frequent = (type: FrequentType) => async (_root: object, _args: object, ctx: Context) => {
    if (!ctx.viewer.isSignedIn) return null;
    return ctx.loadMany(
      namespacesById,
      (await listFrequent(ctx, type)).map(({ id }) => id),
    );
  };
  builder.queryFields((t) => ({
    group: t.field({
      type: GroupRef,
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: byPath('group'),
    }),
    project: t.field({
      type: ProjectRef,
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: byPath('project'),
    }),
    namespace: t.field({
      type: NamespaceRef,
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: byPath(null),
    }),
    frecentGroups: t.field({
      type: [GroupRef],
      nullable: true,
      description: 'The groups that the viewer uses often, used most first; null without sign-in',
      resolve: frequent('groups'),
    }),
    frecentProjects: t.field({
      type: [ProjectRef],
      nullable: true,
      description: 'The projects that the viewer uses often, used most first; null without sign-in',
      resolve: frequent('projects'),
    }),
    groups: t.field({
      type: GroupConnection,
      nullable: true,
      args: {
        ...pageArguments,
        ids: t.arg.idList(),
        search: t.arg.string(),
        topLevelOnly: t.arg.boolean(),
        ownedOnly: t.arg.boolean(),
        allAvailable: t.arg.boolean({ description: 'Also groups where the viewer is not a member; true by default' }),
        active: t.arg.boolean({ description: 'Only archived ones, or only active ones' }),
        sort: t.arg.string({
          description: 'name, path, id, created_at or updated_at with _asc or _desc; name_asc by default',
        }),
      },
      resolve: (_root, args, ctx) =>
        pageOfNamespaces(
          ctx,
          args,
          {
            kind: 'group',
            ...(args.ids && { ids: idsOf(args.ids, 'Group') }),
            ...(args.search && { search: args.search }),
            ...(args.topLevelOnly && { isTopLevel: true }),
            ...roleFilter(args.ownedOnly, args.allAvailable === false),
            ...(typeof args.active === 'boolean' && { isArchived: !args.active }),
          },
          orderOf(args.sort),
        ),
    }),
    projects: t.field({
      type: ProjectConnection,
      nullable: true,
      args: {
        ...pageArguments,
        ids: t.arg.idList(),
        fullPaths: t.arg.stringList(),
        search: t.arg.string(),
        searchNamespaces: t.arg.boolean({ description: 'Whether the search includes ancestor groups' }),
        membership: t.arg.boolean({ description: 'Only those where the viewer is a member' }),
        active: t.arg.boolean({ description: 'Only archived ones, or only active ones' }),
        withIssuesEnabled: t.arg.boolean(),
        sort: t.arg.string({ description: 'As for groups; id_desc by default' }),
      },
      resolve: (_root, args, ctx) =>
        pageOfNamespaces(
          ctx,
          args,
          {
            kind: 'project',
            ...(args.ids && { ids: idsOf(args.ids, 'Project') }),
            ...(args.fullPaths && { fullPaths: args.fullPaths.map((path) => path.toLowerCase()) }),
            ...(args.search && { search: args.search, searchesAbove: args.searchNamespaces ?? false }),
            ...roleFilter(false, args.membership),
            ...(typeof args.active === 'boolean' && { isArchived: !args.active }),
          },
          orderOf(args.sort ?? 'id_desc'),
        ),
    }),
  }));
}

async function pageOfNamespaces(
  ctx: Context,
  args: PageArguments,
  filter: NamespaceFilter,
  order: NamespaceOrder = { by: 'name', descending: false },
): Promise<Page<Namespace>> {
  const slice = sliceOf(args);
  const found = await namespacesInOrder(ctx.db, ctx.viewer, filter, slice, order);
  return pageOf(
    found,
    slice,
    (namespace) => cursorKeyOf(namespace, order),
    () => countNamespaces(ctx.db, ctx.viewer, filter),
  );
}

function roleFilter(
  isOwner: boolean | null | undefined,
  isMember: boolean | null | undefined,
): Pick<NamespaceFilter, 'role'> {
  if (isOwner) return { role: 'owner' };
  return isMember ? { role: 'guest' } : {};
}

function idsOf(ids: readonly (string | number)[], type: 'Group' | 'Project'): NamespaceId[] {
  return ids.map((id) => readGlobalId<'Namespace'>(String(id), type));
}

/** `name_asc` and similar values; by name for anything else. */
function orderOf(sort: string | null | undefined): NamespaceOrder {
  const text = (sort ?? '').toLowerCase();
  const by = namespaceOrders.find((each) => text.startsWith(`${each}_`)) ?? 'name';
  return { by, descending: text.endsWith('_desc') };
}
