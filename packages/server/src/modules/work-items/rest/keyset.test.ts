import { describe, expect } from 'vitest';
import type { Call } from '../../../testing/http.ts';
import { test } from '../../../testing/http.ts';

/** Follows the links of a keyset list to its end. */
async function follow(call: Call, path: string, seen: string[][] = []): Promise<string[][]> {
  const { status, headers, body } = await call<{ title?: string; name?: string }[]>('ada', 'GET', path);
  expect(status).toBe(200);
  expect(headers['x-total']).toBeUndefined();
  expect(headers['x-next-page']).toBeUndefined();
  seen.push(body.map(({ title, name }) => title ?? name ?? ''));
  const next = typeof headers['link'] === 'string' ? /^<([^>]+)>; rel="next"$/.exec(headers['link'])?.[1] : undefined;
  return next ? follow(call, next.slice(next.indexOf('/api/v4') + '/api/v4'.length), seen) : seen;
}

describe('lists by keyset', () => {
  test('epics, issues, groups and projects are followed by links, each row once', async ({ call, build }) => {
    const group = await build.group({ path: 'keyset' });
    const project = await build.project({ group, path: 'first', name: 'first' });
    await build.project({ group, path: 'second', name: 'second' });
    for (const name of ['x', 'y', 'z']) await build.group({ parent: group, path: name, name });
    for (const title of ['a', 'b', 'c', 'd', 'e']) {
      await build.epic({ group, title });
      await build.issue({ project, title });
    }
    const keyset = 'pagination=keyset&per_page=2';
    const inPairs = [['a', 'b'], ['c', 'd'], ['e']];
    expect(await follow(call, `/groups/keyset/epics?${keyset}&order_by=id&sort=asc`)).toEqual(inPairs);
    expect(await follow(call, `/groups/keyset/issues?${keyset}&order_by=id&sort=asc`)).toEqual(inPairs);
    expect(await follow(call, `/projects/${project.id}/issues?${keyset}&order_by=created_at&sort=asc`)).toEqual(
      inPairs,
    );
    expect(await follow(call, `/groups/keyset/epics?${keyset}&order_by=title&sort=desc&search=b`)).toEqual([['b']]);
    expect(await follow(call, `/groups/keyset/subgroups?${keyset}&order_by=name&sort=desc`)).toEqual([
      ['z', 'y'],
      ['x'],
    ]);
    expect(await follow(call, `/groups/keyset/projects?${keyset}&order_by=id&sort=desc`)).toEqual([
      ['second', 'first'],
    ]);
    const projects = (
      await follow(call, `/projects?${keyset}&order_by=id&search=keyset&search_namespaces=true`)
    ).flat();
    expect(projects).toEqual(['second', 'first']);
  });

  test('an invalid cursor is refused', async ({ call, build }) => {
    await build.group({ path: 'keyset-wrong' });
    const answer = await call('ada', 'GET', '/groups/keyset-wrong/epics?pagination=keyset&cursor=nonsense');
    expect(answer).toMatchObject({ status: 400, body: { error: 'cursor is invalid' } });
  });
});

describe('orders that other rooms bring', () => {
  test('issues by popularity, priority, priority of labels and the end of their milestone', async ({
    call,
    build,
    db,
    world,
  }) => {
    const project = await build.project();
    const soon = await build.milestone({ namespace: project, title: 'soon', dueDate: '2026-01-01' });
    const late = await build.milestone({ namespace: project, title: 'late', dueDate: '2027-01-01' });
    const plain = await build.issue({ project, title: 'plain' });
    const loved = await build.issue({ project, title: 'loved', milestoneId: late.id });
    const urgent = await build.issue({ project, title: 'urgent', milestoneId: late.id });
    await build.issue({ project, title: 'due', milestoneId: soon.id });
    await build.label({ namespace: project, title: 'p1', priority: 1, on: [urgent] });
    await build.label({ namespace: project, title: 'p2', priority: 2, on: [loved, urgent] });
    const thumb = (item: typeof plain, who: 'ada' | 'paul') =>
      db
        .insertInto('reactions')
        .values({ workItemId: item.id, userId: world.userIds[who], name: 'thumbsup' })
        .execute();
    await thumb(loved, 'ada');
    await thumb(loved, 'paul');
    await thumb(urgent, 'ada');
    const list = async (order: string, sort: string) => {
      const path = `/projects/${project.id}/issues?order_by=${order}&sort=${sort}`;
      const { body } = await call<{ title: string }[]>('ada', 'GET', path);
      return body.map(({ title }) => title);
    };
    expect((await list('popularity', 'desc')).slice(0, 2)).toEqual(['loved', 'urgent']);
    expect((await list('label_priority', 'asc')).slice(0, 2)).toEqual(['urgent', 'loved']);
    expect((await list('label_priority', 'desc')).slice(0, 2)).toEqual(['loved', 'urgent']);
    expect(await list('milestone_due', 'asc')).toEqual(['due', 'loved', 'urgent', 'plain']);
    expect((await list('milestone_due', 'desc')).at(-1)).toBe('plain');
    expect(await list('priority', 'asc')).toEqual(['due', 'urgent', 'loved', 'plain']);
    const paged = await follow(
      call,
      `/projects/${project.id}/issues?order_by=priority&sort=asc&pagination=keyset&per_page=1`,
    );
    expect(paged.flat()).toEqual(['due', 'urgent', 'loved', 'plain']);
  });
});
