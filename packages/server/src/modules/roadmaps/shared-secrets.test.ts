import { nothingChanged } from '@milepost/core/live';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { describe, expect } from 'vitest';
import { test as base } from '../../testing/http.ts';
import { openLive, untilAllDelivered, type LivePage } from '../../testing/live.ts';
import type { Builders } from '../../testing/test.ts';
import { linkItems } from '../links/commands.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { createRoadmapLink, revokeRoadmapLink } from './commands/links.ts';

const test = base
  .extend('address', { scope: 'file' }, ({ server }) => server.listen({ port: 0, host: '127.0.0.1' }))
  .extend('listen', ({ address }, { onCleanup }) => {
    const pages: LivePage[] = [];
    onCleanup(() => {
      for (const page of pages) page.close();
    });
    return async (secret: string): Promise<LivePage> => {
      const page = await openLive(`${address}/-/shared/roadmap/${secret}/live?age=0`, {});
      pages.push(page);
      return page;
    };
  });

const years = { timeframe_start: '2024-01-01', timeframe_end: '2027-12-31' };
const dates = { startDate: '2025-02-01', dueDate: '2025-06-30' };

async function linkTo(build: Builders, groupId: number, query = '') {
  return createRoadmapLink(build.as('mina'), groupId, {
    kind: 'page',
    name: 'For the board',
    query: viewQueryOf(parseQuery(query)),
  });
}

/** Every kind of namespace of an epic, relative to the group of a link, and whether the link shows it. */
const cases = [
  { title: 'In the group', at: 'group', confidential: false, isShown: true },
  { title: 'Below the group', at: 'below', confidential: false, isShown: true },
  { title: 'Confidential in the group', at: 'group', confidential: true, isShown: false },
  { title: 'Confidential below', at: 'below', confidential: true, isShown: false },
  { title: 'Above the group', at: 'above', confidential: false, isShown: false },
  { title: 'Beside the group', at: 'aside', confidential: false, isShown: false },
] as const;

async function groupsOf(build: Builders) {
  const above = await build.group({ name: 'Parent' });
  const group = await build.group({ parent: above, name: 'Shown' });
  const below = await build.group({ parent: group, name: 'Inner' });
  const aside = await build.group({ parent: above, name: 'Neighbor' });
  return { above, group, below, aside };
}

describe('behind a public link', () => {
  for (const { title, at, confidential, isShown } of cases) {
    test(`an undated epic: ${title} is ${isShown ? '' : 'not '}in the tray, and counted alike`, async ({
      build,
      send,
    }) => {
      const groups = await groupsOf(build);
      await build.epic({ group: groups[at], title, confidential });
      await build.epic({ group: groups.group, title: 'With dates', ...dates });
      const { secret } = await linkTo(build, groups.group.id);
      const ask = (payload: object) => send({ method: 'POST', url: `/-/shared/roadmap/${secret}/query`, payload });
      const tray = JSON.stringify(
        (await ask({ operation: 'roadmapGroupEpicsWithColor', undated: true, sort: 'TITLE_ASC' })).body,
      );
      expect(tray.includes(title)).toBe(isShown);
      expect(tray).not.toContain('With dates');
      const count = await ask({ operation: 'roadmapEpicCount', undated: true });
      expect(count.body).toMatchObject({ data: { group: { epics: { count: isShown ? 1 : 0 } } } });
    });

    test(`a linked epic: ${title} is ${isShown ? '' : 'not '}named`, async ({ build, as, send }) => {
      const groups = await groupsOf(build);
      const blocked = await build.epic({ group: groups.group, title: 'Blocked', ...dates });
      const blocker = await build.epic({ group: groups[at], title, confidential });
      await linkItems(as('ada'), { itemId: blocked.id, linkType: 'is_blocked_by', otherIds: [blocker.id] });
      const { secret } = await linkTo(build, groups.group.id);
      const answer = await send({
        method: 'POST',
        url: `/-/shared/roadmap/${secret}/query`,
        payload: { operation: 'roadmapGroupEpicsWithColor', ...years },
      });
      const node = nodesOf(answer.body).find((each) => each.title === 'Blocked');
      const titles = node?.linkedWorkItems.nodes.map(({ workItem }) => workItem.title) ?? [];
      expect(titles.includes(title)).toBe(isShown);
      expect(JSON.stringify(answer.body).includes(title)).toBe(isShown);
    });

    test(`a change: ${title} is ${isShown ? '' : 'not '}sent`, async ({ build, as, db, listen }) => {
      const groups = await groupsOf(build);
      const epic = await build.epic({ group: groups[at], title, confidential, ...dates });
      const { secret } = await linkTo(build, groups.group.id);
      const page = await listen(secret);
      await updateWorkItem(as('ada'), epic.id, { title: 'Renamed' });
      await untilAllDelivered(db, groups.group.id, [page]);
      expect(page.received()).toEqual({ ...nothingChanged, epics: isShown ? [epic.id] : [] });
    });
  }

  test('an epic that becomes confidential is sent as removed, and not again', async ({ build, as, db, listen }) => {
    const { group } = await groupsOf(build);
    const epic = await build.epic({ group, ...dates });
    const { secret } = await linkTo(build, group.id);
    const page = await listen(secret);
    await updateWorkItem(as('ada'), epic.id, { isConfidential: true });
    expect(await page.until(({ removed }) => removed.length > 0)).toEqual({ ...nothingChanged, removed: [epic.id] });
    const before = page.messages.length;
    await updateWorkItem(as('ada'), epic.id, { title: 'Takeover' });
    await untilAllDelivered(db, group.id, [page]);
    expect(page.messages.length).toBe(before);
  });

  test('linked epics that the filters of the public link exclude are not named, nor are linked issues', async ({
    build,
    as,
    send,
  }) => {
    const group = await build.group();
    const shown = await build.epic({ group, title: 'Shown', ...dates });
    const alike = await build.epic({ group, title: 'Shown as well' });
    const left = await build.epic({ group, title: 'Left out', ...dates });
    const issue = await build.issue({ project: await build.project({ group }), title: 'An issue' });
    await build.label({ namespace: group, title: 'public', on: [shown, alike] });
    await linkItems(as('ada'), { itemId: shown.id, linkType: 'blocks', otherIds: [alike.id, left.id, issue.id] });
    const { secret } = await linkTo(build, group.id, 'label_name[]=public');
    const answer = await send({
      method: 'POST',
      url: `/-/shared/roadmap/${secret}/query`,
      payload: { operation: 'roadmapGroupEpicsWithColor', ...years },
    });
    const titles = nodesOf(answer.body)[0]?.linkedWorkItems.nodes.map(({ workItem }) => workItem.title);
    expect(titles?.toSorted()).toEqual(['', '', 'Shown as well']);
  });

  test('epics can be queried by id, and only those that the link shows are returned', async ({ build, send }) => {
    const { group, below, aside } = await groupsOf(build);
    const theme = await build.epic({ group, title: 'Theme', ...dates });
    const child = await build.epic({ group: below, parent: theme, title: 'Child', ...dates });
    const secretOne = await build.epic({ group, title: 'Takeover', confidential: true, ...dates });
    const other = await build.epic({ group: aside, title: 'Other', ...dates });
    const { secret } = await linkTo(build, group.id);
    const ids = [theme, child, secretOne, other].map(({ id }) => `gid://gitlab/Epic/${id}`);
    const ask = (payload: object) =>
      send({
        method: 'POST',
        url: `/-/shared/roadmap/${secret}/query`,
        payload: { operation: 'roadmapGroupEpicsWithColor', ...years, ids, ...payload },
      });
    const titlesOf = (body: unknown) => nodesOf(body).map(({ title }) => title);
    expect(titlesOf((await ask({ top_level: false })).body).toSorted()).toEqual(['Child', 'Theme']);
    expect(titlesOf((await ask({ top_level: true })).body)).toEqual(['Theme']);
  });

  test('the ends of the timeline are those of the epics that the link shows', async ({ build, send }) => {
    const { group, below } = await groupsOf(build);
    await build.epic({ group, ...dates });
    await build.epic({ group: below, startDate: '2025-05-01', dueDate: '2026-03-31' });
    await build.epic({ group, confidential: true, startDate: '2020-01-01', dueDate: '2030-12-31' });
    const { secret } = await linkTo(build, group.id);
    const { body } = await send({
      method: 'POST',
      url: `/-/shared/roadmap/${secret}/query`,
      payload: { operation: 'roadmapExtent' },
    });
    const text = JSON.stringify(body);
    for (const day of ['2025-02-01', '2026-03-31']) expect(text).toContain(day);
    expect(text).not.toMatch(/2020|2030/);
  });

  test('the event stream ends with its public link, and an invalid secret has no stream', async ({
    build,
    as,
    listen,
    send,
  }) => {
    const { group } = await groupsOf(build);
    const epic = await build.epic({ group, ...dates });
    const { link, secret } = await linkTo(build, group.id);
    const other = await linkTo(build, group.id);
    const [page, neighbor] = [await listen(secret), await listen(other.secret)];
    // The validity of both links has just been checked.
    await updateWorkItem(as('ada'), epic.id, { title: 'Before' });
    await expect.poll(() => page.messages.length).toBe(1);
    await revokeRoadmapLink(as('ada'), link.id);
    // No other event is needed for that.
    await page.untilClosed();
    await updateWorkItem(as('ada'), epic.id, { title: 'After' });
    await expect.poll(() => neighbor.messages.length).toBe(2);
    expect(page.messages).toHaveLength(1);
    expect((await send({ method: 'GET', url: `/-/shared/roadmap/${secret}/live` })).status).toBe(404);
  });
});

interface SharedNode {
  title: string;
  linkedWorkItems: { nodes: { workItem: { title: string } }[] };
}

function nodesOf(body: unknown): SharedNode[] {
  return (body as { data: { group: { epics: { nodes: SharedNode[] } } } }).data.group.epics.nodes;
}
