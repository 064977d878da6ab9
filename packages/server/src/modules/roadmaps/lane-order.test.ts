import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

const document = /* GraphQL */ `
  query order($path: ID!, $groupBy: String!, $sort: EpicSort) {
    group(fullPath: $path) {
      epicLanes(groupBy: $groupBy, sort: $sort) {
        nodes {
          key
          title
        }
      }
    }
  }
`;
const rowsDocument = /* GraphQL */ `
  query rows($path: ID!, $lane: String, $sort: EpicSort) {
    group(fullPath: $path) {
      epics(lane: $lane, sort: $sort) {
        nodes {
          title
        }
      }
    }
  }
`;
interface Lanes {
  group: { epicLanes: { nodes: { key: string; title: string | null }[] } };
}
interface Rows {
  group: { epics: { nodes: { title: string }[] } };
}

test('RX-LN-08, RX-LN-09: lanes and their rows follow the order of their kind', async ({ build, ask, db, world }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const [a, b, c, d, e] = [
    await build.epic({ group, title: 'B', startDate: '2025-03-01' }),
    await build.epic({ group, title: 'A', startDate: '2025-02-01' }),
    await build.epic({ group, title: 'C', startDate: '2025-01-01' }),
    await build.epic({ group, title: 'D' }),
    await build.epic({ group, title: 'E', startDate: '2025-04-01' }),
  ];
  const lanesOf = async (groupBy: string, sort = 'START_DATE_ASC') => {
    const { data } = await ask<Lanes>('otto', document, { path: group.fullPath, groupBy, sort });
    return data.group.epicLanes.nodes;
  };
  const titles = async (groupBy: string, sort?: string) => (await lanesOf(groupBy, sort)).map(({ title }) => title);
  const set = (column: string, value: unknown, id: number) =>
    sql`UPDATE work_items SET ${sql.ref(column)} = ${value} WHERE id = ${id}`.execute(db);

  // By priority; those without one in the order of their creation.
  for (const [title, epic] of [
    ['stage::zeta', a],
    ['stage::second', b],
    ['stage::first', c],
    ['stage::alpha', d],
  ] as const) {
    await build.label({ namespace: group, title, on: [epic] });
  }
  await sql`UPDATE labels SET priority = CASE title WHEN 'stage::first' THEN 1 ELSE 2 END
    WHERE namespace_id = ${group.id} AND title IN ('stage::first', 'stage::second')`.execute(db);
  expect(await titles('LABEL:stage')).toEqual(['stage::first', 'stage::second', 'stage::zeta', 'stage::alpha', null]);

  const due = async (title: string, dueDate: string | null) =>
    (await build.milestone({ namespace: group, title, ...(dueDate && { dueDate }) })).id;
  await set('milestone_id', await due('Undated', null), a.id);
  await set('milestone_id', await due('Zulu', '2025-05-01'), b.id);
  await set('milestone_id', await due('Alfa', '2025-05-01'), c.id);
  await set('milestone_id', await due('Early', '2025-04-01'), d.id);
  expect(await titles('MILESTONE')).toEqual(['Early', 'Alfa', 'Zulu', 'Undated', null]);

  const cadence = await build.cadence({ group });
  const later = await build.iteration({ cadence, startDate: '2025-03-03', dueDate: '2025-03-16' });
  const sooner = await build.iteration({ cadence, startDate: '2025-02-03', dueDate: '2025-02-16' });
  for (const [parent, iteration] of [
    [a, later],
    [b, sooner],
  ] as const) {
    const issue = await build.issue({ project, parent });
    await set('iteration_id', iteration.id, issue.id);
  }
  expect((await lanesOf('ITERATION')).map(({ key }) => key)).toEqual([
    `ITERATION=${sooner.id}`,
    `ITERATION=${later.id}`,
    'ITERATION=',
  ]);

  const { ada, dana, paul } = world.userIds;
  for (const [epic, userId] of [
    [a, paul],
    [b, dana],
    [c, ada],
  ] as const) {
    await sql`INSERT INTO work_item_assignees (work_item_id, user_id) VALUES (${epic.id}, ${userId})`.execute(db);
  }
  const { rows: people } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM users WHERE id = ANY(${[ada, dana, paul]}::bigint[]) ORDER BY lower(name)`.execute(db);
  expect(await titles('ASSIGNEE')).toEqual([...people.map(({ name }) => name), null]);
  // Equal names are ordered by username.
  await sql`UPDATE users SET name = 'Same' WHERE id = ANY(${[ada, dana]}::bigint[])`.execute(db);
  expect((await lanesOf('ASSIGNEE')).filter(({ title }) => title === 'Same').map(({ key }) => key)).toEqual([
    `ASSIGNEE=${ada}`,
    `ASSIGNEE=${dana}`,
  ]);

  for (const [epic, health] of [
    [a, 'on_track'],
    [b, 'at_risk'],
    [c, 'needs_attention'],
  ] as const) {
    await set('health_status', health, epic.id);
  }
  expect(await titles('HEALTH')).toEqual(['at_risk', 'needs_attention', 'on_track', null]);

  const { rows: statuses } = await sql<{ id: number; name: string }>`
    SELECT s.id, s.name FROM statuses s JOIN lifecycle_statuses ls ON ls.status_id = s.id
    WHERE ls.lifecycle_id = (SELECT min(lifecycle_id) FROM lifecycle_statuses) ORDER BY ls.position LIMIT 3`.execute(
    db,
  );
  await set('status_id', statuses[2]?.id, a.id);
  await set('status_id', statuses[1]?.id, b.id);
  for (const epic of [c, d, e]) await set('status_id', statuses[0]?.id, epic.id);
  expect(await titles('STATUS')).toEqual(statuses.map(({ name }) => name));

  const field = await build.customField({
    group,
    options: ['Zero', 'Ace', 'Mid'],
    chosen: { Mid: [a], Zero: [b], Ace: [c] },
  });
  expect(await titles(`FIELD:${field.id}`)).toEqual(['Zero', 'Ace', 'Mid', null]);

  const children = { startDate: '2025-03-01', dueDate: '2025-03-02' };
  for (const parent of [a, b, c]) await build.epic({ group, parent, title: `Below ${parent.title}`, ...children });
  expect(await titles('PARENT')).toEqual(['C', 'A', 'B', null]);
  expect(await titles('PARENT', 'TITLE_DESC')).toEqual(['C', 'B', 'A', null]);

  const lane = (await lanesOf('AUTHOR'))[0]?.key;
  const rows = async (sort: string) => {
    const { data } = await ask<Rows>('otto', rowsDocument, { path: group.fullPath, lane, sort });
    return data.group.epics.nodes.map(({ title }) => title).filter((title) => !title.startsWith('Below'));
  };
  expect(await rows('START_DATE_ASC')).toEqual(['C', 'A', 'B', 'E', 'D']);
  expect(await rows('TITLE_DESC')).toEqual(['E', 'D', 'C', 'B', 'A']);
});
