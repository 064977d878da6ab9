import { EPIC_LEVELS } from '@milepost/core/hierarchy';
import { describe, expect } from 'vitest';
import { test, tokenFor } from '../../../testing/http.ts';
import type { Person } from '../../../testing/cast.ts';
import type { World } from '../../../testing/world.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { siblingsUnder } from '../store/siblings.ts';

const as = async (world: World, who: Person) => ({ 'private-token': await tokenFor(world, who) });
const pathOf = (epic: WorkItem) => `/groups/${epic.namespacePath}/-/epics/${epic.iid}`;

describe('the endpoints of an epic’s tree', () => {
  test('EP-NT-04 and EP-NT-17: epics are added by reference, by path and by address, as the first children in that order', async ({
    send,
    build,
    world,
    db,
  }) => {
    const group = await build.group();
    const below = await build.group({ parent: group });
    const parent = await build.epic({ group });
    const old = await build.epic({ parent });
    const [one, two, three] = [
      await build.epic({ group, title: 'One' }),
      await build.epic({ group: below, title: 'Two' }),
      await build.epic({ group: below, title: 'Three' }),
    ];
    const references = [
      `&${one.iid}`,
      `${below.fullPath}&${two.iid}`,
      `http://milepost.test${pathOf(three)}`,
      `&${one.iid}`,
    ];
    const answer = await send({
      method: 'POST',
      url: `${pathOf(parent)}/links`,
      headers: await as(world, 'paul'),
      payload: { issuable_references: references },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        issuables: [
          { id: one.id, title: 'One', relation_path: `${pathOf(parent)}/links/${one.id}` },
          { id: two.id, title: 'Two' },
          { id: three.id, title: 'Three' },
        ],
      },
    });
    const order = (await siblingsUnder(db, parent.id)).map(({ id }) => id);
    expect(order).toEqual([one.id, two.id, three.id, old.id]);
  });

  test('EP-NT-06: issues are added by reference, and removed on their relation path', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    const issue = await build.issue({ project, title: 'Walls' });
    const headers = await as(world, 'paul');
    const url = `${pathOf(epic)}/issues`;
    const reference = `${project.fullPath.split('/').at(-1) ?? ''}#${issue.iid}`;
    const added = await send({ method: 'POST', url, headers, payload: { issuable_references: [reference] } });
    const relation = `${url}/${issue.id}`;
    expect(added).toMatchObject({ status: 200, body: { issuables: [{ id: issue.id, relation_path: relation }] } });
    expect((await send({ method: 'DELETE', url: relation, headers: await as(world, 'gwen') })).status).toBe(403);
    const removed = await send({ method: 'DELETE', url: relation, headers });
    expect(removed).toMatchObject({ status: 200, body: { issuables: [{ id: issue.id, relation_path: null }] } });
    expect(await send({ method: 'DELETE', url: relation, headers })).toMatchObject({
      status: 404,
      body: { message: '404 Issue Not Found' },
    });
  });

  test('ER-EP-05: a missing or invisible item, or one of another kind, is a 404, and nothing of the list is added', async ({
    send,
    build,
    world,
    db,
  }) => {
    const group = await build.group();
    const hidden = await build.group({ visibility: 'private', members: {} });
    const parent = await build.epic({ group });
    const fine = await build.epic({ group });
    const secret = await build.epic({ group: hidden });
    const headers = await as(world, 'paul');
    for (const bad of ['&9999', 'nonsense', `${hidden.fullPath}&${secret.iid}`, `${group.fullPath}#1`]) {
      const payload = { issuable_references: [`&${fine.iid}`, bad] };
      const answer = await send({ method: 'POST', url: `${pathOf(parent)}/links`, headers, payload });
      expect(answer).toMatchObject({ status: 404, body: { message: '404 Epic Not Found' } });
    }
    expect(await siblingsUnder(db, parent.id)).toEqual([]);
  });

  test('ER-EP-06 and ER-EP-10: one level too many is a 409 with a reason; so are other refusals', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    let deepest = await build.epic({ group });
    for (let level = 2; level <= EPIC_LEVELS; level++) deepest = await build.epic({ parent: deepest });
    const lone = await build.epic({ group });
    const headers = await as(world, 'paul');
    const add = (parent: WorkItem, child: WorkItem) =>
      send({
        method: 'POST',
        url: `${pathOf(parent)}/links`,
        headers,
        payload: { issuable_references: [`&${child.iid}`] },
      });
    expect(await add(deepest, lone)).toMatchObject({
      status: 409,
      body: { message: 'Epic hierarchy level too deep' },
    });
    const secret = await build.epic({ group, confidential: true });
    expect(await add(secret, lone)).toMatchObject({
      status: 400,
      body: { message: 'A confidential parent can only contain confidential items. Make the child confidential first' },
    });
    const child = await build.epic({ parent: lone });
    expect(await add(child, lone)).toMatchObject({
      status: 400,
      body: { message: 'A work item cannot contain one of its own ancestors' },
    });
    expect(await add(lone, child)).toMatchObject({ status: 409, body: { message: 'Epic(s) already assigned' } });
  });

  test('PM-EP-07 and PM-EP-09: roles below planner in the epic’s group cannot add or remove', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const parent = await build.epic({ group });
    const [child, other] = [await build.epic({ parent }), await build.epic({ group })];
    for (const [who, status] of [
      ['gwen', 403],
      ['otto', 403],
    ] as const) {
      const headers = await as(world, who);
      const payload = { issuable_references: [`&${other.iid}`] };
      expect((await send({ method: 'POST', url: `${pathOf(parent)}/links`, headers, payload })).status).toBe(status);
      expect((await send({ method: 'DELETE', url: `${pathOf(parent)}/links/${child.id}`, headers })).status).toBe(
        status,
      );
    }
    const payload = { issuable_references: [`&${other.iid}`] };
    expect((await send({ method: 'POST', url: `${pathOf(parent)}/links`, payload })).status).toBe(401);
  });
});
