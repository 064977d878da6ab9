import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import type { CastName } from '../../testing/cast.ts';

const move = /* GraphQL */ `
  mutation move($input: EpicLaneUpdateInput!) {
    epicLaneUpdate(input: $input) {
      errors
      epic {
        id
        startDate
        dueDate
      }
      previousValues {
        by
        values
      }
    }
  }
`;
const where = /* GraphQL */ `
  query where($path: ID!, $iid: ID!, $groupBy: String!, $thenBy: String) {
    group(fullPath: $path) {
      epic(iid: $iid) {
        laneKey(groupBy: $groupBy, thenBy: $thenBy)
      }
    }
  }
`;
interface Moved {
  epicLaneUpdate: {
    errors: string[];
    epic: { startDate: string | null; dueDate: string | null } | null;
    previousValues: { by: string; values: string[] }[] | null;
  };
}
interface Where {
  group: { epic: { laneKey: string } };
}
const key = (...steps: [string, string | number][]) =>
  steps.map(([by, value]) => `${encodeURIComponent(by)}=${encodeURIComponent(String(value))}`).join('&');

describe('moving epics between lanes', () => {
  test('a conflicting move names the person who changed the lane, not one who changed another label', async ({
    build,
    ask,
    as,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const label = (title: string) => build.label({ namespace: group, title });
    const [alpha, beta, other] = [await label('stage::alpha'), await label('Stage::beta'), await label('late')];
    const epic = await build.epic({ group });
    await updateWorkItem(as('ada'), epic.id, { labelIds: [alpha.id] });
    await updateWorkItem(as('paul'), epic.id, { labelIds: [beta.id] });
    await updateWorkItem(as('mina'), epic.id, { labelIds: [beta.id, other.id] });
    const { data } = await ask<Moved>('ada', move, {
      input: { id: `gid://gitlab/Epic/${epic.id}`, lane: 'LABEL%3Astage=', laneRead: 'LABEL%3Astage=alpha' },
    });
    expect(data.epicLaneUpdate.errors).toEqual(['Paul Planner changed the value of the lane meanwhile.']);
  });

  test('a move sets every kind of value, with dates, and an undo restores it', async ({ build, ask, world, db }) => {
    const group = await build.group({ visibility: 'public' });
    const below = await build.group({ parent: group, visibility: 'public' });
    const epic = await build.epic({ group: below, startDate: '2025-02-01', dueDate: '2025-03-01' });
    const label = (title: string) => build.label({ namespace: group, title });
    await label('stage::alpha');
    const beta = await label('Stage::beta');
    const [spring, autumn] = [
      await build.milestone({ namespace: group, title: 'Spring' }),
      await build.milestone({ namespace: group, title: 'Autumn' }),
    ];
    const parent = await build.epic({ group });
    const field = await build.customField({
      group,
      fieldType: 'MULTI_SELECT',
      options: ['Low', 'High', 'Top'],
      chosen: {},
    });
    const { rows: options } = await sql<{ id: number }>`
      SELECT id FROM custom_field_options WHERE custom_field_id = ${field.id} ORDER BY position`.execute(db);
    const [low, high, top] = options.map(({ id }) => id);
    const { rows: statuses } = await sql<{ id: number }>`
      SELECT id FROM statuses WHERE name IN ('In progress', 'Done') ORDER BY id LIMIT 2`.execute(db);
    const laneOf = async (...by: string[]) => {
      const { data } = await ask<Where>('paul', where, {
        path: below.fullPath,
        iid: epic.iid,
        groupBy: by[0],
        thenBy: by[1] ?? null,
      });
      return data.group.epic.laneKey;
    };
    const go = async (lane: string, more: object = {}, who: CastName = 'paul') =>
      (await ask<Moved>(who, move, { input: { id: `gid://gitlab/Epic/${epic.id}`, lane, ...more } })).data
        .epicLaneUpdate;
    const { dana, ada, paul } = world.userIds;

    const kinds: [string, string | number, string | number][] = [
      ['LABEL:stage', 'alpha', 'beta'],
      ['MILESTONE', spring.id, autumn.id],
      ['ASSIGNEE', dana, ada],
      ['HEALTH', 'on_track', 'at_risk'],
      [`FIELD:${field.id}`, low ?? 0, high ?? 0],
      ['PARENT', '', parent.id],
      ['STATUS', (await laneOf('STATUS')).split('=')[1] ?? '', statuses[0]?.id ?? 0],
    ];
    for (const [by, from, to] of kinds) {
      await go(key([by, from]));
      const read = key([by, from]);
      const moved = await go(key([by, to]), { laneRead: read });
      expect([by, moved.errors, await laneOf(by)]).toEqual([by, [], key([by, to])]);
      // A move that read the first lane is outdated: it is refused and names the other person.
      const late = await go(
        key([by, by === 'STATUS' ? (statuses[1]?.id ?? 0) : '']),
        { laneRead: key([by, from === '' ? 999_999 : from]) },
        'mina',
      );
      expect([by, late.errors, await laneOf(by)]).toEqual([
        by,
        ['Paul Planner changed the value of the lane meanwhile.'],
        key([by, to]),
      ]);
      const undone = await go(read, { laneRead: key([by, to]), values: moved.previousValues });
      expect([by, undone.errors, await laneOf(by)]).toEqual([by, [], read]);
      if (by === 'STATUS') continue;
      expect([by, (await go(key([by, '']))).errors, await laneOf(by)]).toEqual([by, [], key([by, ''])]);
    }

    // Of several values the first one is replaced; the others stay, and an undo restores their order.
    await go(key(['ASSIGNEE', dana]), { values: [{ by: 'ASSIGNEE', values: [`${dana}`, `${paul}`] }] });
    const replaced = await go(key(['ASSIGNEE', ada]), { laneRead: key(['ASSIGNEE', dana]) });
    expect(replaced.previousValues).toEqual([{ by: 'ASSIGNEE', values: [`${dana}`, `${paul}`] }]);
    expect(await laneOf('ASSIGNEE')).toBe(key(['ASSIGNEE', ada]));
    await go(key(['ASSIGNEE', dana]), { values: replaced.previousValues });
    const { rows: assigned } = await sql<{ userId: number }>`
      SELECT user_id FROM work_item_assignees WHERE work_item_id = ${epic.id} ORDER BY set_order`.execute(db);
    expect(assigned.map(({ userId }) => userId)).toEqual([dana, paul]);
    await go(key([`FIELD:${field.id}`, low ?? 0]), {
      values: [{ by: `FIELD:${field.id}`, values: [`${top}`, `${low}`] }],
    });
    expect(await laneOf(`FIELD:${field.id}`)).toBe(key([`FIELD:${field.id}`, top ?? 0]));

    // Both levels and the dates in one request, refused as a whole when the dates are no longer the same.
    const lane = key(['LABEL:stage', 'beta'], ['HEALTH', 'at_risk']);
    const dates = { startDateFixed: '2025-04-01', datesRead: { startDate: '2025-02-01', dueDate: '2025-03-02' } };
    const stale = await go(lane, dates);
    expect(stale.errors[0]).toContain('changed the dates meanwhile');
    expect(await laneOf('LABEL:stage', 'HEALTH')).toBe(key(['LABEL:stage', ''], ['HEALTH', '']));
    const both = await go(lane, {
      ...dates,
      dueDateFixed: '2025-05-01',
      datesRead: { startDate: '2025-02-01', dueDate: '2025-03-01' },
    });
    expect(both).toMatchObject({
      errors: [],
      epic: { startDate: '2025-04-01T00:00:00Z', dueDate: '2025-05-01T00:00:00Z' },
    });
    expect(await laneOf('LABEL:stage', 'HEALTH')).toBe(lane);
    expect(both.previousValues).toEqual([
      { by: 'LABEL:stage', values: [] },
      { by: 'HEALTH', values: [] },
    ]);
    expect(beta.id).toBeGreaterThan(0);
  });

  test('RX-LN-15: lanes that take no drop, the rules of the tree, and permissions', async ({ build, ask }) => {
    const group = await build.group({ visibility: 'public' });
    const epic = await build.epic({ group, title: 'Above' });
    const child = await build.epic({ group, parent: epic, title: 'Below' });
    const secret = await build.epic({ group, title: 'Secret', confidential: true });
    const go = async (who: CastName, lane: string, more: object = {}) => {
      const { data, errors } = await ask<Moved>(who, move, {
        input: { id: `gid://gitlab/Epic/${epic.id}`, lane, ...more },
      });
      return errors?.[0]?.extensions?.['code'] ?? data.epicLaneUpdate.errors.join(' ');
    };
    expect(await go('paul', 'AUTHOR=1')).toContain('The author cannot be changed');
    expect(await go('paul', 'SUBGROUP=1')).toContain('An epic stays in its group');
    expect(await go('paul', 'ITERATION=')).toContain('The iteration follows from the issues');
    expect(await go('paul', `PARENT=${child.id}`)).toContain('“Below” is below “Above” and cannot be its parent');
    expect(await go('paul', `PARENT=${secret.id}`)).toContain('confidential');
    let deep = await build.epic({ group });
    for (let depth = 1; depth < 7; depth += 1) deep = await build.epic({ group, parent: deep });
    expect(await go('paul', `PARENT=${deep.id}`)).toContain('too deep');
    expect(await go('paul', 'LABEL%3Astage=none')).toContain('The label “stage::none” does not exist');
    expect(await go('paul', 'STATUS=')).toContain('always has a status');
    expect(await go('paul', 'HEALTH=fine')).toContain('is invalid');
    expect(await go('paul', 'nonsense')).toContain('is invalid');
    expect(await go('paul', 'HEALTH=at_risk', { values: [{ by: 'ASSIGNEE', values: ['-1'] }] })).toContain(
      'is invalid',
    );
    expect(await go('gwen', 'HEALTH=at_risk')).toBe('FORBIDDEN');
    expect(await go('nobody', 'HEALTH=at_risk')).not.toBe('');
    const hidden = await build.group({ visibility: 'private' });
    const away = await build.epic({ group: hidden });
    const { errors } = await ask('otto', move, {
      input: { id: `gid://gitlab/Epic/${away.id}`, lane: 'HEALTH=at_risk' },
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a parent that the viewer may not see is neither replaced nor named', async ({ build, ask }) => {
    const group = await build.group({ visibility: 'public' });
    const below = await build.group({ parent: group, visibility: 'public' });
    const hidden = await build.epic({ group: await build.group({ parent: group, visibility: 'private' }) });
    const epic = await build.epic({ group: below, parent: hidden });
    const other = await build.epic({ group: below });
    await build.member(below, 'otto', 'planner');
    const go = async (who: CastName, lane: string, more: object = {}) =>
      (await ask<Moved>(who, move, { input: { id: `gid://gitlab/Epic/${epic.id}`, lane, ...more } })).data
        .epicLaneUpdate;
    const refused = {
      errors: [expect.stringMatching(/has a parent that you are not allowed to see/)],
      previousValues: null,
    };
    expect(await go('otto', `PARENT=${other.id}`, { laneRead: 'PARENT=' })).toMatchObject(refused);
    const values = [{ by: 'PARENT', values: [String(hidden.id)] }];
    expect(await go('otto', 'PARENT=', { values })).toMatchObject(refused);
    expect(await go('otto', 'HEALTH=at_risk')).toMatchObject({ errors: [] });
    expect(await go('paul', `PARENT=${other.id}`)).toMatchObject({ errors: [], previousValues: values });
  });

  test('eight writers who move epics between lanes and dates at once lose no accepted change', async ({
    build,
    ask,
    db,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const epics = await Promise.all([1, 2, 3].map((n) => build.epic({ group, title: `Epic ${n}` })));
    const stages = ['alpha', 'beta', 'gamma'];
    for (const stage of stages) await build.label({ namespace: group, title: `stage::${stage}` });
    const accepted = new Map<number, string[]>();
    const writer = async (number: number): Promise<void> => {
      for (let turn = 0; turn < 6; turn += 1) {
        const epic = epics[(number + turn) % epics.length] ?? epics[0];
        if (!epic) return;
        const { data: before } = await ask<Where>('paul', where, {
          path: group.fullPath,
          iid: epic.iid,
          groupBy: 'LABEL:stage',
        });
        const day = String(1 + ((number * 6 + turn) % 28)).padStart(2, '0');
        const stage = stages[(number * 2 + turn) % 3] ?? '';
        const { data, errors } = await ask<Moved>('paul', move, {
          input: {
            id: `gid://gitlab/Epic/${epic.id}`,
            lane: key(['LABEL:stage', stage]),
            laneRead: before.group.epic.laneKey,
            startDateFixed: `2025-01-${day}`,
          },
        });
        expect(errors).toBeUndefined();
        const refusals = data.epicLaneUpdate.errors.filter((text) => !text.includes('changed the value of the lane'));
        expect(refusals).toEqual([]);
        const lane = key(['LABEL:stage', stage]);
        if (data.epicLaneUpdate.epic && lane !== before.group.epic.laneKey) {
          accepted.set(epic.id, [...(accepted.get(epic.id) ?? []), lane]);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, number) => writer(number)));
    for (const epic of epics) {
      const { rows } = await sql<{ count: number; stages: number }>`
        SELECT (SELECT count(*)::int FROM events WHERE work_item_id = ${epic.id} AND name = 'workItem.labelsChanged') AS count,
          (SELECT count(*)::int FROM work_item_labels WHERE work_item_id = ${epic.id}) AS stages`.execute(db);
      // Each accepted move is one recorded change, and the epic has one stage: no move was lost.
      expect(rows[0]).toEqual({ count: accepted.get(epic.id)?.length ?? 0, stages: 1 });
    }
  });
});
