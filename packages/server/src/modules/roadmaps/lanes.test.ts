import { formatDay, utcDayOf, addDays } from '@milepost/core/days';
import { ForbiddenError } from '@milepost/core/errors';
import { parseQuery } from '@milepost/core/query';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { castNames } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';
import type { Builders } from '../../testing/test.ts';
import { createRoadmapLink, openRoadmapLink } from './commands/links.ts';
import { LaneSet, requireLanes } from './commands/lanes.ts';
import { listingOf, roadmapQueryOf } from './rest/listing.ts';

const document = /* GraphQL */ `
  query lanes(
    $path: ID!
    $groupBy: String!
    $thenBy: String
    $first: Int
    $after: String
    $today: Date
    $empty: Boolean
    $within: String
    $search: String
    $state: EpicState
    $timeframe: Timeframe
  ) {
    group(fullPath: $path) {
      epicLanes(
        groupBy: $groupBy
        thenBy: $thenBy
        first: $first
        after: $after
        today: $today
        showEmptyLanes: $empty
        within: $within
        sort: START_DATE_ASC
        search: $search
        state: $state
        timeframe: $timeframe
      ) {
        nodes {
          key
          value
          title
          count
          closed
          overdue
          startDate
          dueDate
          lacksStartDate
          lacksDueDate
          health {
            onTrack
            needsAttention
            atRisk
            none
          }
          progress {
            closed
            total
            percentage
            countedIn
          }
          shades(layout: QUARTERS)
          lanes {
            nodes {
              key
              title
              count
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;
const rowsDocument = /* GraphQL */ `
  query rows($path: ID!, $lane: String, $search: String, $timeframe: Timeframe) {
    group(fullPath: $path) {
      epics(lane: $lane, search: $search, timeframe: $timeframe) {
        count
        nodes {
          title
        }
      }
    }
  }
`;

interface Lane {
  key: string;
  value: string | null;
  title: string | null;
  count: number;
  lanes: { nodes: Pick<Lane, 'key' | 'title' | 'count'>[]; pageInfo: PageInfo } | null;
  [field: string]: unknown;
}
interface PageInfo {
  hasNextPage: boolean;
  endCursor: string;
}
interface Lanes {
  group: { epicLanes: { nodes: Lane[]; pageInfo: PageInfo } } | null;
}
interface Rows {
  group: { epics: { count: number; nodes: { title: string }[] } };
}

const timeframe = { start: '2025-01-01', end: '2025-12-31' };
const dated = { startDate: '2025-02-01', dueDate: '2025-06-30' };
const today = formatDay(utcDayOf(new Date()));

/** Three stages in a group that everyone sees; a private subgroup and confidential epics hide some of it. */
async function scene(build: Builders) {
  const group = await build.group({ visibility: 'public' });
  const open = await build.group({ parent: group, name: 'Open', visibility: 'public' });
  const hidden = await build.group({ parent: group, name: 'Hidden', visibility: 'private' });
  const project = await build.project({ group, visibility: 'public' });
  const one = await build.epic({ group, title: 'One', ...dated });
  const two = await build.epic({ group: open, title: 'Two', startDate: '2025-08-01' });
  const done = await build.epic({ group, title: 'Done', ...dated, state: 'closed' });
  const secret = await build.epic({ group, title: 'Secret', ...dated, dueDate: '2025-12-01', confidential: true });
  const away = await build.epic({ group: hidden, title: 'Away', ...dated });
  const plain = await build.epic({ group, title: 'Plain', ...dated });
  const child = await build.epic({ group, parent: one, title: 'Child', ...dated });
  await build.issue({ project, parent: one, state: 'closed', weight: 3 });
  await build.issue({ project, parent: one, weight: 1 });
  await build.issue({ project, parent: one, weight: 4, confidential: true });
  await build.issue({ project, parent: secret, state: 'closed', weight: 8 });
  await build.label({ namespace: group, title: 'stage::beta', on: [one, done] });
  await build.label({ namespace: group, title: 'Stage::alpha', on: [two, secret, child] });
  await build.label({ namespace: group, title: 'stage::hidden', on: [away] });
  await build.label({ namespace: group, title: 'stage::deep::alpha', on: [plain] });
  return { group, open, hidden, project, one, two, done, secret, away, plain, child };
}

describe('lanes of the roadmap', () => {
  test('RX-PM-02, RX-LN-02, RX-LN-03, RX-GB-04, RX-PL-11: everyone sees the lanes, counts and sums of what they may see', async ({
    build,
    ask,
    services,
    send,
  }) => {
    const { group } = await scene(build);
    const table: Record<string, unknown> = {};
    for (const who of castNames) {
      const { data } = await ask<Lanes>(who, document, {
        path: group.fullPath,
        groupBy: 'LABEL:stage',
        timeframe,
        empty: true,
      });
      table[who] = data.group?.epicLanes.nodes.map(({ title, count, progress }) => {
        const { closed, total } = (progress ?? { closed: 0, total: 0 }) as { closed: number; total: number };
        return `${title} ${count} ${closed}/${total}`;
      });
      for (const lane of data.group?.epicLanes.nodes ?? []) {
        const rows = await ask<Rows>(who, rowsDocument, { path: group.fullPath, lane: lane.key, timeframe });
        expect([who, lane.key, rows.data.group.epics.count, rows.data.group.epics.nodes.length]).toEqual([
          who,
          lane.key,
          lane.count,
          lane.count,
        ]);
      }
    }
    const stranger = ['stage::beta 2 3/4', 'Stage::alpha 1 0/0', 'null 1 0/0'];
    const guest = ['stage::beta 2 3/4', 'Stage::alpha 1 0/0', 'stage::hidden 1 0/0', 'null 1 0/0'];
    const insider = ['stage::beta 2 3/8', 'Stage::alpha 2 8/8', 'stage::hidden 1 0/0', 'null 1 0/0'];
    expect(table).toEqual({
      nobody: stranger,
      otto: stranger,
      gwen: guest,
      paul: insider,
      rita: insider,
      dana: insider,
      mina: insider,
      ada: insider,
      root: insider,
    });
    const { secret } = await createRoadmapLink(build.as('mina'), group.id, { kind: 'page', name: 'All', query: '' });
    const { ctx } = await openRoadmapLink(services, secret);
    const question = roadmapQueryOf(
      group,
      parseQuery('group_by=LABEL:stage&range_from=2025-01-01&range_to=2025-12-31'),
    );
    const listing = await listingOf(ctx, question, { isWithinDates: true });
    const set = new LaneSet(ctx, {
      of: group,
      listing,
      topRule: 'ancestors',
      by: 'LABEL:stage',
      thenBy: null,
      today,
      hasEmpty: true,
    });
    const { lanes } = await set.page({ limit: 50, cursor: null });
    expect(
      lanes.map((lane) => `${lane.title} ${lane.count} ${lane.closedWeight}/${lane.closedWeight + lane.openedWeight}`),
    ).toEqual(guest);
    expect(() => requireLanes(ctx, group, ['AUTHOR'])).toThrow(ForbiddenError);
    const behindLink = async (payload: object) => {
      const days = { timeframe_start: timeframe.start, timeframe_end: timeframe.end };
      return (await send({
        method: 'POST',
        url: `/-/shared/roadmap/${secret}/query`,
        payload: { ...days, ...payload },
      })) as {
        status: number;
        body: { data: { group: { epicLanes: { nodes: Lane[] }; epics: { nodes: { title: string }[] } } } };
      };
    };
    const asked = await behindLink({ operation: 'roadmapLanes', group_by: 'LABEL:stage' });
    const shown = asked.body.data.group.epicLanes.nodes;
    expect(shown.map(({ title, count }) => `${title} ${count}`)).toEqual(
      guest.map((each) => each.replace(/ [^ ]*$/, '')),
    );
    const rows = await behindLink({ operation: 'roadmapGroupEpicsWithColor', lane: shown[0]?.key });
    expect(rows.body.data.group.epics.nodes.map(({ title }) => title).toSorted()).toEqual(['Done', 'One']);
    for (const group_by of ['AUTHOR', 'ASSIGNEE', 'PARENT']) {
      expect((await behindLink({ operation: 'roadmapLanes', group_by })).status).toBe(403);
      const lane = `${group_by}=${build.idOf('ada')}`;
      expect((await behindLink({ operation: 'roadmapGroupEpicsWithColor', lane })).status).toBe(403);
    }
  });

  test('RX-GB-04: lanes of a label scope, also with an emoji, show nothing of labels in hidden groups', async ({
    build,
    ask,
    db,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const hidden = await build.group({ parent: group, visibility: 'private' });
    await build.label({ namespace: hidden, title: '🚀STAGE::beta', color: '#ff0000' });
    const { id } = await build.label({ namespace: group, title: '🚀stage::beta', color: '#00ff00' });
    const epic = await build.epic({ group });
    await sql`INSERT INTO work_item_labels (work_item_id, label_id, is_epic) VALUES (${epic.id}, ${id}, true)`.execute(
      db,
    );
    const query = `{ group(fullPath: "${group.fullPath}") { epicLanes(groupBy: "LABEL:🚀stage") { nodes { title color count } } } }`;
    const { data } = await ask('otto', query);
    expect(data).toMatchObject({
      group: { epicLanes: { nodes: [{ title: '🚀stage::beta', color: '#00ff00', count: 1 }] } },
    });
  });

  test('RX-LN-04, RX-LN-05, RX-LN-06: health, overdue, span and shades of a lane', async ({ build, ask, db }) => {
    const { group, one } = await scene(build);
    await sql`UPDATE work_items SET health_status = 'at_risk' WHERE id = ${one.id}`.execute(db);
    const { data } = await ask<Lanes>('nobody', document, {
      path: group.fullPath,
      groupBy: 'LABEL:STAGE',
      timeframe,
      today,
    });
    const [beta, alpha] = data.group?.epicLanes.nodes ?? [];
    expect(beta).toMatchObject({
      closed: 1,
      overdue: 1,
      startDate: '2025-02-01',
      dueDate: '2025-06-30',
      lacksDueDate: false,
      health: { onTrack: 0, needsAttention: 0, atRisk: 1, none: 0 },
      progress: { closed: 3, total: 4, percentage: 75, countedIn: 'WEIGHT' },
      shades: [2, 2, 0, 0],
    });
    expect(alpha).toMatchObject({ lacksDueDate: true, dueDate: null, shades: [0, 0, 1, 0], progress: null });
  });

  test('shades of a timeframe that is too long are refused; those of the last possible days are not', async ({
    build,
    ask,
  }) => {
    const group = await build.group({ visibility: 'public' });
    await build.epic({ group, startDate: '9999-12-01', dueDate: '9999-12-31' });
    const shades = async (start: string, end: string) => {
      const { data, errors } = await ask<{ group: { epicLanes: { nodes: { shades: number[] }[] } } }>(
        'otto',
        `{ group(fullPath: "${group.fullPath}") { epicLanes(groupBy: "SUBGROUP", timeframe: { start: "${start}", end: "${end}" }) {
          nodes { shades(layout: WEEKS) } } } }`,
      );
      return errors?.[0]?.message ?? data.group.epicLanes.nodes[0]?.shades;
    };
    expect(await shades('1000-01-01', '9999-12-31')).toContain('is too long');
    expect(await shades('9900-01-01', '9999-12-31')).toHaveLength(5218);
    expect(await shades('9999-12-20', '9999-12-31')).toEqual([1, 1]);
  });

  test('RX-PL-08: many lanes of the second level take few statements over REST', async ({
    build,
    call,
    statements,
  }) => {
    const group = await build.group({ visibility: 'public' });
    for (let number = 0; number < 110; number++) {
      const { id: milestoneId } = await build.milestone({ namespace: group });
      await build.epic({ group, milestoneId, startDate: '2025-02-01', dueDate: '2025-03-01' });
    }
    const path = `/groups/${group.id}/roadmap_lanes?group_by=AUTHOR&then_by=MILESTONE&range_from=2025-01-01&range_to=2025-12-31`;
    statements.length = 0;
    const { body } = await call<{ lanes: object[] }[]>('otto', 'GET', path);
    expect(body.map(({ lanes }) => lanes.length)).toEqual([110]);
    // Lanes of both levels, and the shades of each.
    expect(statements.filter((text) => /lane_rows/.test(text))).toHaveLength(3);
  });

  test('lanes of the second level are paged by keyset within one of the first', async ({ build, ask }) => {
    const group = await build.group({ visibility: 'public' });
    const hidden = await build.group({ parent: group, visibility: 'private' });
    const titles: string[] = [];
    const epics = [];
    for (let number = 100; number < 210; number += 1) {
      const { id: milestoneId, title } = await build.milestone({ namespace: group, title: `Goal ${number}` });
      titles.push(title);
      epics.push(await build.epic({ group, milestoneId, ...dated }));
    }
    await build.epic({ group, ...dated });
    const { id: secret } = await build.milestone({ namespace: hidden, title: 'Secret' });
    epics.push(await build.epic({ group: hidden, milestoneId: secret, ...dated }));
    await build.label({ namespace: group, title: 'stage::beta', on: epics });
    const question = { path: group.fullPath, groupBy: 'LABEL:stage', thenBy: 'MILESTONE', timeframe };
    const { data } = await ask<Lanes>('nobody', document, question);
    const beta = data.group?.epicLanes.nodes[0];
    const found = beta?.lanes?.nodes.map(({ title }) => title) ?? [];
    expect(found).toHaveLength(50);
    let { hasNextPage, endCursor: after } = beta?.lanes?.pageInfo ?? { hasNextPage: false, endCursor: '' };
    const more = { ...question, within: beta?.key };
    while (hasNextPage) {
      const next = await ask<Lanes>('nobody', document, { ...more, after });
      const page = next.data.group?.epicLanes;
      expect(page?.nodes.length).toBeLessThanOrEqual(50);
      expect(page?.nodes.every(({ lanes, count }) => lanes === null && count === 1)).toBe(true);
      found.push(...(page?.nodes ?? []).map(({ title }) => title));
      ({ hasNextPage, endCursor: after } = page?.pageInfo ?? { hasNextPage: false, endCursor: '' });
    }
    expect(found).toEqual(titles);
    // A viewer who may not see the hidden group gets none of its lanes; an unknown lane key has no lanes.
    const all = await ask<Lanes>('ada', document, { ...more, first: 1, after });
    expect(all.data.group?.epicLanes.nodes.map(({ title }) => title)).toEqual(['Secret']);
    const none = { ...question, within: 'LABEL%3Astage=' };
    const { data: rest } = await ask<Lanes>('nobody', document, none);
    expect(rest.group?.epicLanes.nodes.map(({ title, count }) => [title, count])).toEqual([[null, 1]]);
    const unknown = await ask<Lanes>('nobody', document, { ...question, within: 'LABEL%3Astage=unknown' });
    expect(unknown.data.group?.epicLanes.nodes).toEqual([]);
    for (const within of ['nonsense', 'HEALTH=', 'LABEL%3Astage=beta&MILESTONE=1']) {
      const refused = await ask<Lanes>('nobody', document, { ...question, within });
      expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION' });
    }
    const alone = await ask<Lanes>('nobody', document, { ...question, thenBy: null, within: beta?.key });
    expect(alone.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION' });
  });

  test('RX-GB-05, RX-GB-07, RX-GB-09: every grouping has its values in order', async ({ build, ask, db, world }) => {
    const { group, one, two, plain, project, secret } = await scene(build);
    const soon = await build.milestone({ namespace: group, title: 'Soon', dueDate: '2025-03-01' });
    const late = await build.milestone({ namespace: project, title: 'Late', dueDate: '2025-09-01' });
    await build.issue({ project, parent: two, milestoneId: soon.id });
    await build.issue({ project, parent: two, milestoneId: late.id });
    await build.issue({ project, parent: plain, milestoneId: late.id, confidential: true });
    await sql`UPDATE work_items SET milestone_id = ${soon.id}, health_status = 'on_track' WHERE id = ${one.id}`.execute(
      db,
    );
    await sql`UPDATE work_items SET health_status = 'at_risk' WHERE id = ${plain.id}`.execute(db);
    for (const name of ['dana', 'ada'] as const) {
      await sql`INSERT INTO work_item_assignees (work_item_id, user_id) VALUES (${one.id}, ${world.userIds[name]})`.execute(
        db,
      );
    }
    const field = await build.customField({
      group,
      fieldType: 'MULTI_SELECT',
      options: ['Low', 'High'],
      chosen: { High: [one], Low: [one, two] },
    });
    const secretChild = await build.epic({ group, parent: secret, title: 'Of secret', ...dated });
    expect(secretChild.parentId).toBe(secret.id);
    const titles = async (groupBy: string, who: 'nobody' | 'ada' = 'nobody') => {
      const { data } = await ask<Lanes>(who, document, { path: group.fullPath, groupBy, timeframe });
      return data.group?.epicLanes.nodes.map(({ title, count }) => `${title} ${count}`);
    };
    expect(await titles('SUBGROUP')).toEqual([`${group.name} 4`, 'Open 1']);
    expect(await titles('SUBGROUP', 'ada')).toContain('Hidden 1');
    expect(await titles('MILESTONE')).toEqual(['Soon 1', 'Late 1', 'null 3']);
    expect(await titles('MILESTONE', 'ada')).toEqual(['Soon 1', 'Late 2', 'null 3']);
    expect(await titles('ASSIGNEE')).toEqual(['Dana Developer 1', 'null 4']);
    expect(await titles('AUTHOR')).toHaveLength(1);
    expect(await titles('HEALTH')).toEqual(['at_risk 1', 'on_track 1', 'null 3']);
    expect((await titles('STATUS'))?.map((each) => each.split(' ').at(-1))).toEqual(['4', '1']);
    expect(await titles(`FIELD:${field.id}`)).toEqual(['Low 1', 'High 1', 'null 3']);
    // The parent itself is not a row; a child of a hidden parent is in “None”.
    expect(await titles('PARENT')).toEqual(['One 1', 'null 4']);
    expect(await titles('PARENT', 'ada')).toEqual(['One 1', 'Secret 1', 'null 4']);
    const cadence = await build.cadence({ group });
    const iteration = await build.iteration({ cadence, startDate: '2025-02-03', dueDate: '2025-02-16' });
    await sql`UPDATE work_items SET iteration_id = ${iteration.id} WHERE parent_id = ${one.id} AND type = 'issue' AND state = 'opened'`.execute(
      db,
    );
    expect((await titles('ITERATION'))?.map((each) => each.split(' ').at(-1))).toEqual(['1', '4']);
  });

  test('RX-GB-02, RX-GB-03, RX-GB-10, RX-LN-10: two levels, filters and empty lanes', async ({ build, ask }) => {
    const { group } = await scene(build);
    const lanesOf = async (more: object) => {
      const { data, errors } = await ask<Lanes>('nobody', document, {
        path: group.fullPath,
        groupBy: 'LABEL:stage',
        timeframe,
        ...more,
      });
      return (
        errors ??
        data.group?.epicLanes.nodes.map(({ title, count, lanes }) => [
          title,
          count,
          lanes?.nodes.map((each) => `${each.title} ${each.count}`),
        ])
      );
    };
    expect(await lanesOf({ thenBy: 'HEALTH' })).toEqual([
      ['stage::beta', 2, ['null 2']],
      ['Stage::alpha', 1, ['null 1']],
      [null, 1, ['null 1']],
    ]);
    // The filter matches only the child, which is in the lane of its own value.
    expect(await lanesOf({ search: 'Child' })).toEqual([['Stage::alpha', 1, undefined]]);
    expect(await lanesOf({ search: 'Child', empty: true })).toEqual([
      ['stage::beta', 0, undefined],
      ['Stage::alpha', 1, undefined],
      [null, 0, undefined],
    ]);
    const scopes = await ask(
      'nobody',
      `{ group(fullPath: "${group.fullPath}") { epicLabelScopes { scope count values } } }`,
    );
    expect(scopes.data).toMatchObject({
      group: {
        epicLabelScopes: [
          { count: 4, values: 2 },
          { scope: 'stage::deep', count: 1, values: 1 },
        ],
      },
    });
    expect(await lanesOf({ groupBy: 'LABEL:unknown' })).toEqual([[null, 4, undefined]]);
    expect(JSON.stringify(await lanesOf({ groupBy: 'COLOR' }))).toContain('VALIDATION');
  });

  test('RX-PL-08, RX-PL-09: keyset pages are complete, REST has the same sums, and the day is checked', async ({
    build,
    ask,
    call,
  }) => {
    const { group, one } = await scene(build);
    for (let n = 0; n < 5; n += 1) {
      const epic = await build.epic({ group, title: `More ${n}`, ...dated });
      await build.label({ namespace: group, title: `stage::value ${n}`, on: [epic] });
    }
    const all: (string | null)[] = [];
    let after = '';
    for (let page = 0; page < 10; page += 1) {
      const { data } = await ask<Lanes>('nobody', document, {
        path: group.fullPath,
        groupBy: 'LABEL:stage',
        timeframe,
        first: 2,
        after,
      });
      all.push(...(data.group?.epicLanes.nodes ?? []).map(({ title }) => title));
      if (!data.group?.epicLanes.pageInfo.hasNextPage) break;
      after = data.group.epicLanes.pageInfo.endCursor;
    }
    const values = [0, 1, 2, 3, 4].map((n) => `stage::value ${n}`);
    expect(all).toEqual(['stage::beta', 'Stage::alpha', ...values, null]);
    const address = 'group_by=LABEL:stage&then_by=HEALTH&range_from=2025-01-01&range_to=2025-12-31&layout=QUARTERS';
    const rest = await call<Record<string, unknown>[]>(
      'nobody',
      'GET',
      `/groups/${group.path}/roadmap_lanes?${address}&per_page=3`,
    );
    expect(rest.body.map(({ title, count }) => [title, count])).toEqual([
      ['stage::beta', 2],
      ['Stage::alpha', 1],
      ['stage::value 0', 1],
    ]);
    expect(rest.body[0]).toMatchObject({
      progress: { closed: 3, total: 4, percentage: 75 },
      shades: [2, 2, 0, 0],
      lanes: [{ count: 2 }],
    });
    expect(String(rest.headers['link'])).toContain('rel="next"');
    const far = formatDay(addDays(utcDayOf(new Date()), 3));
    expect((await call('nobody', 'GET', `/groups/${group.path}/roadmap_lanes?${address}&today=${far}`)).status).toBe(
      400,
    );
    expect((await call('nobody', 'GET', `/groups/${group.path}/roadmap_lanes`)).status).toBe(400);
    const hidden = await build.group({ visibility: 'private' });
    expect((await call('otto', 'GET', `/groups/${hidden.path}/roadmap_lanes?${address}`)).status).toBe(404);
    const guessed = await ask<Rows>('otto', rowsDocument, {
      path: group.fullPath,
      lane: `PARENT=${one.id}`,
      timeframe,
    });
    expect(guessed.data.group.epics.count).toBe(1);
    const broken = await ask('otto', rowsDocument, { path: group.fullPath, lane: 'nonsense' });
    expect(broken.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION' });
  });
});
