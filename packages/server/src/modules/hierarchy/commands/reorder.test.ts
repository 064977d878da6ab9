import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../../testing/test.ts';
import { reorderIssue } from './reorder.ts';

test('an issue is moved next to another in a project of any size, reading only the neighbors', async ({
  as,
  build,
  db,
  statements,
}) => {
  const project = await build.project();
  const [one, two, three] = [
    await build.issue({ project, relativePosition: 100 }),
    await build.issue({ project, relativePosition: 101 }),
    await build.issue({ project, relativePosition: 102 }),
  ];
  // Foreign keys are planned anew: the plan that a connection made for three items reads all of them for each new one.
  await sql`ANALYZE work_items`.execute(db);
  await sql`INSERT INTO work_items (namespace_id, root_id, iid, type, title, relative_position)
    SELECT ${project.id}, ${project.rootId}, 100 + at, 'issue', 'Other', 1000 + at FROM generate_series(1, 12000) AS at`.execute(
    db,
  );
  const order = async () => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM work_items WHERE namespace_id = ${project.id}
      ORDER BY relative_position, id LIMIT 3`.execute(db);
    return rows.map(({ id }) => id);
  };
  statements.length = 0;
  // There is no gap between the first two: those around them are spread out.
  await reorderIssue(as('paul'), three.id, { after: one.id });
  expect(await order()).toEqual([one.id, three.id, two.id]);
  expect(statements.filter((text) => text.includes('relative_position AS rank') && !text.includes('LIMIT'))).toEqual(
    [],
  );
  await reorderIssue(as('paul'), two.id, { before: one.id });
  expect(await order()).toEqual([two.id, one.id, three.id]);
});
