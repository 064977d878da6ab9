import { sql } from 'kysely';
import { expect } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { castNames, type CastName } from '../testing/cast.ts';
import { testWithDocuments, tokenFor } from '../testing/http.ts';
import type { World } from '../testing/world.ts';

const document = /* GraphQL */ `
  query seen($fullPath: ID!, $search: String) {
    currentUser {
      username
    }
    group(fullPath: $fullPath) {
      name
      epics(search: $search) {
        count
        nodes {
          title
          descendantCounts {
            openedIssues
          }
          userPermissions {
            adminEpic
          }
        }
      }
    }
  }
`;

const test = testWithDocuments({
  seen: document,
  broken: 'query broken { group(fullPath: "nowhere") { epics(after: "?") { count } } }',
});

interface Seen {
  data: { group: { name: string; epics: { count: number; nodes: { title: string }[] } } | null };
}

async function ask(
  { server, world }: { server: FastifyInstance; world: World },
  who: CastName,
  body: object,
): Promise<string> {
  const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
  const response = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload: body });
  return response.body;
}

const persisted = (fullPath: string, search?: string) => ({
  persisted: true,
  query: 'seen',
  variables: { fullPath, ...(search && { search }) },
});

test('a cached page costs one statement', async ({ build, server, world }) => {
  const group = await build.group({ visibility: 'public' });
  await build.epic({ group, title: 'Walls' });
  const as = { server, world };
  const first = await ask(as, 'nobody', persisted(group.fullPath));
  // Concurrent tests write into other databases of this PostgreSQL, which also invalidates the cache, but not every time.
  await expect
    .poll(
      async () => {
        const before = world.statements.length;
        expect(await ask(as, 'nobody', persisted(group.fullPath))).toBe(first);
        return world.statements.length - before;
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(1);
});

test('every role gets the same response cached and uncached', async ({ build, server, world }) => {
  const as = { server, world };
  for (const visibility of ['public', 'internal', 'private'] as const) {
    const group = await build.group({ visibility });
    await build.epic({ group, title: 'Plain' });
    await build.epic({ group, title: 'Secret', confidential: true });
    for (let round = 0; round < 2; round += 1) {
      for (const who of castNames) {
        const fresh = await ask(as, who, { query: document, variables: { fullPath: group.fullPath } });
        expect(await ask(as, who, persisted(group.fullPath)), `${who} in a ${visibility} group`).toBe(fresh);
      }
    }
  }
});

test('every committed change shows in the next response', async ({ build, server, world, call }) => {
  const group = await build.group({ visibility: 'private' });
  const epic = await build.epic({ group, title: 'Walls' });
  const as = { server, world };
  const titles = async (who: CastName = 'gwen') =>
    (JSON.parse(await ask(as, who, persisted(group.fullPath))) as Seen).data.group?.epics.nodes.map(
      ({ title }) => title,
    );

  expect(await titles()).toEqual(['Walls']);
  await call('paul', 'PUT', `/groups/${group.id}/epics/${epic.iid}`, { title: 'Doors' });
  expect(await titles()).toEqual(['Doors']);
  await world.db.updateTable('workItems').set({ title: 'Roofs' }).where('id', '=', epic.id).execute();
  expect(await titles()).toEqual(['Roofs']);

  // A transaction that was open while the response was computed, and commits afterwards.
  await world.db.transaction().execute(async (trx) => {
    await trx.updateTable('workItems').set({ title: 'Cellars' }).where('id', '=', epic.id).execute();
    expect(await titles()).toEqual(['Roofs']);
  });
  expect(await titles()).toEqual(['Cellars']);

  await sql`DELETE FROM members WHERE user_id = ${world.userIds.gwen} AND namespace_id = ${group.id}`.execute(world.db);
  expect(await titles()).toBeUndefined();
  expect(await titles('paul')).toEqual(['Cellars']);
});

test('no response is older than its request under concurrent reads and writes', async ({ build, server, world }) => {
  const group = await build.group({ visibility: 'public' });
  const epic = await build.epic({ group, title: '0' });
  const as = { server, world };
  const written = { last: 0, isDone: false };
  const write = async (): Promise<void> => {
    for (let next = 1; next <= 60; next += 1) {
      await world.db
        .updateTable('workItems')
        .set({ title: String(next) })
        .where('id', '=', epic.id)
        .execute();
      written.last = next;
    }
    written.isDone = true;
  };
  const read = async (): Promise<number> => {
    let asked = 0;
    while (!written.isDone) {
      const before = written.last;
      const { data } = JSON.parse(await ask(as, 'nobody', persisted(group.fullPath))) as Seen;
      expect(Number(data.group?.epics.nodes[0]?.title)).toBeGreaterThanOrEqual(before);
      asked += 1;
    }
    return asked;
  };
  const [, ...reads] = await Promise.all([write(), read(), read(), read(), read()]);
  expect(reads.every((count) => count > 0)).toBe(true);
});

test('a response with errors is not cached', async ({ server, world }) => {
  const as = { server, world };
  for (let round = 0; round < 3; round += 1) {
    const body = JSON.parse(await ask(as, 'nobody', { persisted: true, query: 'unknown' })) as { errors?: unknown[] };
    expect(body.errors).toHaveLength(1);
  }
});
