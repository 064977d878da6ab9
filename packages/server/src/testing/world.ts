import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import { anonymous, Viewer } from '@milepost/core/roles';
import { makeServices } from '../app/services.ts';
import { Context, type Services } from '../platform/context.ts';
import { connect, type ConnectionTarget } from '../platform/database/connect.ts';
import type { Db } from '../platform/database/tables.ts';
import { cast, people, type CastName, type Person } from './cast.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** A database with the cast in it. */
export interface World {
  db: Db;
  services: Services;
  userIds: Readonly<Record<Person, UserId>>;
  /** Direct memberships from builders, so that `as` needs no statement. */
  levels: Map<UserId, Map<NamespaceId, number>>;
  /** Every statement sent so far; a test that counts clears it first. */
  statements: string[];
  /** How to connect to the database, for a process of its own. */
  target: ConnectionTarget;
  /** A new number in this database, for paths, usernames and titles. */
  next(): number;
}

/** A separate test database, or a given migrated one, and its disposal. */
export async function createWorld(given?: TestDatabase): Promise<{ world: World; end: () => Promise<void> }> {
  const database = given ?? (await createTestDatabase());
  const statements: string[] = [];
  const { db } = connect(database.target, {
    size: 5,
    // A request that waits on a busy machine must not fail with "the database is not available".
    timeoutMs: 60_000,
    onStatement: (text) => void statements.push(text),
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-world-'));
  const end = async () => {
    await db.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const services = makeServices(db, { url: 'http://milepost.test', dataDir });
  let last = 0;
  const world: World = {
    db,
    services,
    userIds: await addCast(db),
    levels: new Map(),
    statements,
    target: database.target,
    next: () => ++last,
  };
  return { world, end };
}

async function addCast(db: Db): Promise<Record<Person, UserId>> {
  const rows = await db
    .insertInto('users')
    .values(
      people.map((username) => ({
        username,
        name: cast[username].name,
        email: `${username}@milepost.test`,
        isAdmin: username === 'root',
      })),
    )
    .returning(['username', 'id'])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.username, row.id])) as Record<Person, UserId>;
}

/** The context of this person, with the roles from builders so far. */
export function contextAs(world: World, name: CastName): Context {
  return new Context(world.services, viewerAs(world, name));
}

export function viewerAs(world: World, name: CastName): Viewer {
  if (name === 'nobody') return anonymous;
  const id = world.userIds[name];
  return new Viewer(id, name === 'root', new Map(world.levels.get(id)));
}

/** Records a membership that is in the database. */
export function recordMembership(world: World, userId: UserId, namespaceId: NamespaceId, level: number): void {
  const levels = world.levels.get(userId) ?? new Map<NamespaceId, number>();
  levels.set(namespaceId, level);
  world.levels.set(userId, levels);
}
