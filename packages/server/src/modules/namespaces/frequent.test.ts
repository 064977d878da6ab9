import { FREQUENT_LIMIT } from '@milepost/core/frequent-items';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test, tokenFor } from '../../testing/http.ts';
import type { Person } from '../../testing/cast.ts';
import type { World } from '../../testing/world.ts';

const url = '/-/frequent_items';
const as = async (world: World, who: Person) => ({ 'private-token': await tokenFor(world, who) });

describe('what someone uses often', () => {
  test('EP-NT-15, EP-NT-17 and LM-IS-15: a POST with type and id counts a use, once a day', async ({
    send,
    build,
    world,
    db,
  }) => {
    const project = await build.project();
    const headers = await as(world, 'paul');
    const use = () => send({ method: 'POST', url, headers, payload: { type: 'projects', id: project.id } });
    const known = () =>
      db.selectFrom('frequentItems').select('frequency').where('namespaceId', '=', project.id).execute();
    expect((await use()).status).toBe(204);
    await use();
    expect(await known()).toEqual([{ frequency: 1 }]);
    for (const day of [2, 3]) {
      await sql`UPDATE frequent_items SET last_accessed_at = now() - interval '25 hours' WHERE namespace_id = ${project.id}`.execute(
        db,
      );
      await use();
      expect(await known()).toEqual([{ frequency: day }]);
    }
    const list = await send({ method: 'GET', url: `${url}?type=projects`, headers });
    expect(list.body).toMatchObject([{ id: project.id, frequency: 3, full_path: project.fullPath }]);
    expect((await send({ method: 'GET', url: `${url}?type=groups`, headers })).body).toEqual([]);
  });

  test('is private: visitors are sent to sign in, and an invisible namespace is not found', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group({ visibility: 'private', members: {} });
    const payload = { type: 'groups', id: group.id };
    expect((await send({ method: 'POST', url, payload })).status).toBe(401);
    const answer = await send({ method: 'POST', url, headers: await as(world, 'otto'), payload });
    expect(answer.status).toBe(404);
  });

  test('LM-IS-12, LM-IS-13 and LM-IS-16: used on three days is frequent, most used first, then most recent', async ({
    send,
    build,
    world,
    db,
  }) => {
    const headers = await as(world, 'gwen');
    const group = await build.group();
    const used = async (days: number, lastUse: number): Promise<number> => {
      const project = await build.project({ group });
      const payload = { type: 'projects', id: project.id };
      for (let day = 0; day < days; day++) {
        await sql`UPDATE frequent_items SET last_accessed_at = now() - interval '25 hours' WHERE namespace_id = ${project.id}`.execute(
          db,
        );
        await send({ method: 'POST', url, headers, payload });
      }
      await sql`UPDATE frequent_items SET last_accessed_at = ${new Date(lastUse)} WHERE namespace_id = ${project.id}`.execute(
        db,
      );
      return project.id;
    };
    const [often, rarely, early, late] = [await used(5, 1), await used(2, 9), await used(3, 2), await used(3, 3)];
    const list = await send({ method: 'GET', url: `${url}?type=projects`, headers });
    const ids = (list.body as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual([often, late, early]);
    expect(ids).not.toContain(rarely);
  });

  test('LM-IS-14: the number of entries is limited', async ({ send, build, world, db }) => {
    const group = await build.group();
    const headers = await as(world, 'rita');
    for (let count = 0; count <= FREQUENT_LIMIT; count++) {
      const project = await build.project({ group });
      await send({ method: 'POST', url, headers, payload: { type: 'projects', id: project.id } });
    }
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM frequent_items f JOIN namespaces n ON n.id = f.namespace_id
      WHERE f.user_id = ${world.userIds.rita} AND n.kind = 'project'`.execute(db);
    expect(rows).toEqual([{ count: FREQUENT_LIMIT }]);
  });
});
