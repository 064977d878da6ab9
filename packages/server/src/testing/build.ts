import type { NamespaceId, UserId } from '@milepost/core/ids';
import { accessLevelOf, type Role, type Visibility } from '@milepost/core/roles';
import { sql } from 'kysely';
import { namespaceOf, type Namespace } from '../modules/namespaces/store.ts';
import type { NamespaceKind } from '../modules/namespaces/table.ts';
import { userColumns, type User } from '../modules/users/store.ts';
import type { UserState } from '../modules/users/table.ts';
import { cast, people, type CastName, type Person } from './cast.ts';
import { contextAs, recordMembership, type World } from './world.ts';

export interface GroupToBuild {
  parent?: Namespace;
  visibility?: Visibility;
  path?: string;
  name?: string;
  description?: string;
  /** Direct members. By default a top-level group has the whole cast, each with their own role. */
  members?: Partial<Record<Person, Role>>;
  archived?: boolean;
}

export type ProjectToBuild = Omit<GroupToBuild, 'parent'> & { group?: Namespace };

export interface UserToBuild {
  username?: string;
  name?: string;
  email?: string;
  isAdmin?: boolean;
  passwordHash?: string | null;
  hasSecondFactor?: boolean;
  state?: UserState;
}

/** Creates groups, projects, people and memberships directly in the database, with default parents. */
export function namespaceBuilders(world: World) {
  async function group(wanted: GroupToBuild = {}): Promise<Namespace> {
    const made = await namespace('group', wanted.parent ?? null, wanted);
    await addMembers(made, wanted.members ?? (wanted.parent ? {} : castRoles()));
    return made;
  }

  async function project(wanted: ProjectToBuild = {}): Promise<Namespace> {
    const parent = wanted.group ?? (await group(wanted.visibility ? { visibility: wanted.visibility } : {}));
    const made = await namespace('project', parent, wanted);
    await addMembers(made, wanted.members ?? {});
    return made;
  }

  async function namespace(
    kind: NamespaceKind,
    parent: Namespace | null,
    wanted: Omit<GroupToBuild, 'parent'>,
  ): Promise<Namespace> {
    const path = wanted.path ?? `${kind}-${world.next()}`;
    const name = wanted.name ?? path;
    const { rows } = await sql<{
      id: NamespaceId;
    }>`SELECT nextval(pg_get_serial_sequence('namespaces', 'id')) AS id`.execute(world.db);
    const id = rows[0]?.id as NamespaceId;
    const row = await world.db
      .insertInto('namespaces')
      .values({
        id,
        kind,
        parentId: parent?.id ?? null,
        traversalIds: [...(parent?.scope.traversalIds ?? []), id],
        path,
        fullPath: parent ? `${parent.fullPath}/${path}` : path,
        name,
        fullName: parent ? `${parent.fullName} / ${name}` : name,
        description: wanted.description ?? '',
        visibility: wanted.visibility ?? parent?.visibility ?? 'private',
        archivedAt: wanted.archived ? new Date() : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return namespaceOf(row);
  }

  async function addMembers(namespace: Namespace, members: Partial<Record<Person, Role>>): Promise<void> {
    const rows = Object.entries(members).map(([name, role]) => ({
      namespaceId: namespace.id,
      userId: world.userIds[name as Person],
      accessLevel: accessLevelOf[role],
    }));
    if (rows.length === 0) return;
    await world.db.insertInto('members').values(rows).execute();
    for (const row of rows) recordMembership(world, row.userId, row.namespaceId, row.accessLevel);
  }

  /** Adds a person of the cast, or any account, as a member. */
  async function member(
    namespace: Namespace,
    who: Person | User,
    role: Role,
    expiresAt: string | null = null,
  ): Promise<void> {
    const userId = typeof who === 'string' ? world.userIds[who] : who.id;
    await world.db
      .insertInto('members')
      .values({ namespaceId: namespace.id, userId, accessLevel: accessLevelOf[role], expiresAt })
      .onConflict((conflict) =>
        conflict.columns(['namespaceId', 'userId']).doUpdateSet({ accessLevel: accessLevelOf[role], expiresAt }),
      )
      .execute();
    const today = new Date().toISOString().slice(0, 10);
    if (expiresAt === null || expiresAt > today) recordMembership(world, userId, namespace.id, accessLevelOf[role]);
  }

  /** Shares a group or project with a group. Roles by it are those of the database: `as` does not know them. */
  async function share(
    namespace: Namespace,
    withGroup: Namespace,
    most: Role = 'developer',
    expiresAt: string | null = null,
  ): Promise<void> {
    const accessLevel = accessLevelOf[most];
    await world.db
      .insertInto('groupShares')
      .values({ namespaceId: namespace.id, groupId: withGroup.id, accessLevel, expiresAt })
      .onConflict((conflict) => conflict.columns(['namespaceId', 'groupId']).doUpdateSet({ accessLevel, expiresAt }))
      .execute();
  }

  /** Somebody asks for access. */
  async function accessRequest({ id }: Namespace, who: User): Promise<void> {
    await world.db.insertInto('accessRequests').values({ namespaceId: id, userId: who.id }).execute();
  }

  async function user(wanted: UserToBuild = {}): Promise<User> {
    const username = wanted.username ?? `user-${world.next()}`;
    return world.db
      .insertInto('users')
      .values({
        username,
        name: wanted.name ?? username,
        email: wanted.email ?? `${username}@milepost.test`,
        isAdmin: wanted.isAdmin ?? false,
        passwordHash: wanted.passwordHash ?? null,
        hasSecondFactor: wanted.hasSecondFactor ?? false,
        state: wanted.state ?? 'active',
      })
      .returning(userColumns)
      .executeTakeFirstOrThrow();
  }

  /** The id of a person of the cast. */
  const idOf = (name: Person): UserId => world.userIds[name];

  return {
    group,
    project,
    member,
    share,
    accessRequest,
    user,
    idOf,
    /** A new number, for unique names. */
    next: () => world.next(),
    /** The context of this person, with the memberships built so far. */
    as: (name: CastName) => contextAs(world, name),
  };
}

function castRoles(): Partial<Record<Person, Role>> {
  const roles: Partial<Record<Person, Role>> = {};
  for (const name of people) {
    const { role } = cast[name];
    if (role) roles[name] = role;
  }
  return roles;
}
