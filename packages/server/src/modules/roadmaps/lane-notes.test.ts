import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';

const document = /* GraphQL */ `
  query notes($path: ID!, $groupBy: String!, $thenBy: String) {
    group(fullPath: $path) {
      epics(sort: TITLE_ASC) {
        nodes {
          title
          laneKey(groupBy: $groupBy, thenBy: $thenBy)
          laneNotes(groupBy: $groupBy, thenBy: $thenBy) {
            by
            isFromIssues
            others
          }
        }
      }
    }
  }
`;

interface Notes {
  group: {
    epics: {
      nodes: {
        title: string;
        laneKey: string;
        laneNotes: { by: string; isFromIssues: boolean; others: string[] }[];
      }[];
    };
  };
}

test('a note says that a milestone is that of visible issues, and names the values after the first', async ({
  build,
  ask,
  db,
  world,
  statements,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const one = await build.epic({ group, title: 'One' });
  const two = await build.epic({ group, title: 'Two' });
  await build.epic({ group, title: 'Zero' });
  const soon = await build.milestone({ namespace: group, title: 'Soon', dueDate: '2025-03-01' });
  const late = await build.milestone({ namespace: project, title: 'Late', dueDate: '2025-09-01' });
  const last = await build.milestone({ namespace: project, title: 'Last', dueDate: '2025-12-01' });
  await sql`UPDATE work_items SET milestone_id = ${soon.id} WHERE id = ${one.id}`.execute(db);
  await build.issue({ project, parent: one, milestoneId: late.id });
  await build.issue({ project, parent: two, milestoneId: soon.id });
  await build.issue({ project, parent: two, milestoneId: late.id });
  await build.issue({ project, parent: two, milestoneId: last.id, confidential: true });
  for (const name of ['dana', 'ada', 'mina'] as const) {
    await sql`INSERT INTO work_item_assignees (work_item_id, user_id) VALUES (${one.id}, ${world.userIds[name]})`.execute(
      db,
    );
  }
  await sql`INSERT INTO work_item_assignees (work_item_id, user_id) VALUES (${two.id}, ${world.userIds.ada})`.execute(
    db,
  );
  const field = await build.customField({
    group,
    fieldType: 'MULTI_SELECT',
    options: ['Low', 'High'],
    chosen: { High: [one], Low: [one, two] },
  });
  const notesOf = async (who: CastName, groupBy: string, thenBy?: string) => {
    const { data, errors } = await ask<Notes>(who, document, { path: group.fullPath, groupBy, thenBy });
    expect(errors).toBeUndefined();
    return data.group.epics.nodes.map(({ title, laneKey, laneNotes }) => [
      title,
      laneKey.split('=').at(-1),
      ...laneNotes.map(({ isFromIssues, others }) => (isFromIssues ? 'from its issues' : others.join(', '))),
    ]);
  };
  const milestones = (of: number) => [
    ['One', String(soon.id)],
    ['Two', String(of), 'from its issues'],
    ['Zero', ''],
  ];
  for (const who of ['nobody', 'otto', 'gwen'] as const) {
    expect([who, await notesOf(who, 'MILESTONE')]).toEqual([who, milestones(late.id)]);
  }
  for (const who of ['paul', 'dana', 'mina', 'ada', 'root'] as const) {
    expect([who, await notesOf(who, 'MILESTONE')]).toEqual([who, milestones(last.id)]);
  }
  expect(await notesOf('nobody', 'ASSIGNEE')).toEqual([
    ['One', String(world.userIds.dana), expect.stringMatching(/^Ada .+, Mina .+$/)],
    ['Two', String(world.userIds.ada)],
    ['Zero', ''],
  ]);
  const options = await notesOf('nobody', `FIELD:${field.id}`);
  expect(options.map(([title, , ...notes]) => [title, ...notes])).toEqual([['One', 'Low'], ['Two'], ['Zero']]);
  // A note for each level; lanes of other kinds have none.
  expect((await notesOf('ada', 'ASSIGNEE', 'MILESTONE'))[0]?.slice(2)).toEqual([expect.stringContaining('Mina')]);
  expect((await notesOf('ada', 'HEALTH', 'MILESTONE'))[1]?.slice(2)).toEqual(['from its issues']);
  expect((await notesOf('ada', 'SUBGROUP', 'AUTHOR')).every((each) => each.length === 2)).toBe(true);
  // An archived field has no lanes, and says nothing.
  await sql`UPDATE custom_fields SET archived_at = now() WHERE id = ${field.id}`.execute(db);
  expect((await notesOf('ada', `FIELD:${field.id}`)).every((each) => each.length === 2)).toBe(true);
  const before = statements.length;
  await notesOf('ada', 'ASSIGNEE');
  expect(statements.slice(before).filter((text) => /array_agg\(name/.test(text))).toHaveLength(1);
});
