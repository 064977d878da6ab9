import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { pageArguments, pageOf, sliceOf, type PageArguments } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { GroupRef, ProjectRef } from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { AutocompletedUserRef, UserCoreRef } from '../users/graphql.ts';
import type { User } from '../users/store.ts';
import { addMutations } from './graphql/mutations.ts';
import {
  AccessLevelEnum,
  GroupMemberConnection,
  GroupMemberRelation,
  implementTypes,
  levelNamed,
  MemberInterfaceConnection,
  ProjectMemberConnection,
  ProjectMemberRelation,
  relationNames,
  type RelationName,
} from './graphql/types.ts';
import {
  countMembers,
  membersInOrder,
  membershipsOf,
  suggestedMembers,
  type MemberFilter,
  type Relation,
} from './store.ts';

/** Maximum number of people suggested in an autocomplete list. */
const MAX_OFFERED = 50;

export function extendSchema(): void {
  implementTypes();
  listMembersOf();
  listMembershipsOf();
  offerPeople();
  addMutations();
}

/** The memberships of a person in namespaces that the viewer can see: their members are visible to the viewer anyway. */
function listMembershipsOf(): void {
  builder.objectFields(UserCoreRef, (t) => ({
    groupMemberships: t.field({
      type: GroupMemberConnection,
      nullable: true,
      description: 'Direct memberships in groups that the viewer may see',
      args: pageArguments,
      resolve: (user, args, ctx) => pageOfMemberships(ctx, user, 'group', args),
    }),
    projectMemberships: t.field({
      type: ProjectMemberConnection,
      nullable: true,
      description: 'Direct memberships in projects that the viewer may see',
      args: pageArguments,
      resolve: (user, args, ctx) => pageOfMemberships(ctx, user, 'project', args),
    }),
  }));
}

async function pageOfMemberships(ctx: Context, { id }: User, kind: 'group' | 'project', args: PageArguments) {
  const slice = sliceOf(args);
  const rows = await membershipsOf(ctx.db, ctx.viewer, { userId: id, kind }, slice);
  return pageOf(rows, slice, ({ namespaceId }) => [namespaceId]);
}

function listMembersOf(): void {
  builder.objectField(GroupRef, 'groupMembers', (t) =>
    t.field({
      type: GroupMemberConnection,
      nullable: true,
      args: {
        ...pageArguments,
        search: t.arg.string(),
        ids: t.arg.idList({ description: 'Types of accounts' }),
        relations: t.arg({ type: [GroupMemberRelation], description: 'Direct and inherited ones by default' }),
        accessLevels: t.arg({ type: [AccessLevelEnum] }),
      },
      resolve: (group, args, ctx) =>
        pageOfMembers(ctx, group, args, {
          ...filterOf(args),
          ...(args.accessLevels && { levels: args.accessLevels.map(levelNamed) }),
        }),
    }),
  );
  builder.objectField(ProjectRef, 'projectMembers', (t) =>
    t.field({
      type: MemberInterfaceConnection,
      nullable: true,
      args: {
        ...pageArguments,
        search: t.arg.string(),
        ids: t.arg.idList({ description: 'Types of accounts' }),
        relations: t.arg({ type: [ProjectMemberRelation], description: 'Direct and inherited ones by default' }),
      },
      resolve: (project, args, ctx) => pageOfMembers(ctx, project, args, filterOf(args)),
    }),
  );
  builder.objectField(GroupRef, 'groupMembersCount', (t) =>
    t.int({
      description: 'Direct members of the group',
      resolve: (group, _args, ctx) => countMembers(ctx.db, ctx.viewer, group, { relations: ['direct'] }),
    }),
  );
}

async function pageOfMembers(ctx: Context, namespace: Namespace, args: PageArguments, filter: MemberFilter) {
  const slice = sliceOf(args);
  const members = await membersInOrder(ctx.db, ctx.viewer, namespace, filter, slice);
  return pageOf(
    members,
    slice,
    ({ user }) => [user.name, user.id],
    () => countMembers(ctx.db, ctx.viewer, namespace, filter),
  );
}

interface FilterArguments {
  search?: string | null;
  ids?: readonly string[] | null;
  relations?: readonly RelationName[] | null;
}

function filterOf({ search, ids, relations }: FilterArguments): MemberFilter {
  const wanted = (relations ?? []).flatMap((name) => relationNames[name]);
  return {
    relations: wanted.length > 0 ? wanted : ['direct', 'inherited'],
    ...(search && { search }),
    ...(ids && { userIds: ids.map((id) => readGlobalId<'User'>(id, 'User')) }),
  };
}

function offerPeople(): void {
  const offer =
    (relations: readonly Relation[]) =>
    (namespace: Namespace, { search }: { search?: string | null }, ctx: Context): Promise<User[]> =>
      suggestedMembers(
        ctx.db,
        ctx.viewer,
        namespace,
        { relations, isActive: true, ...(search && { search }) },
        MAX_OFFERED,
      );
  builder.objectField(GroupRef, 'autocompleteUsers', (t) =>
    t.field({
      type: [AutocompletedUserRef],
      nullable: true,
      description: 'Direct, inherited and shared members of the group, and members below it',
      args: { search: t.arg.string() },
      resolve: offer(['direct', 'inherited', 'shared', 'sharedAbove', 'descendants']),
    }),
  );
  builder.objectField(ProjectRef, 'autocompleteUsers', (t) =>
    t.field({
      type: [AutocompletedUserRef],
      nullable: true,
      description: 'Direct, inherited and shared members of the project',
      args: { search: t.arg.string() },
      resolve: offer(['direct', 'inherited', 'shared', 'sharedAbove']),
    }),
  );
}
