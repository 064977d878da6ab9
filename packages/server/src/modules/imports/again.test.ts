import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { epic, groupFiles, issue, label, projectFiles, test, time, user } from '../../testing/exports.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { importArchive } from './commands.ts';

const item = async (db: Db, title: string) =>
  db.selectFrom('workItems').selectAll().where('title', '=', title).executeTakeFirstOrThrow();

describe('doing it again', () => {
  test('changes nothing, and leaves what people changed since', async ({ as, db, archive }) => {
    const files = groupFiles('again', {
      'tree/groups/10/members.ndjson': [user(1, 'again-a'), user(2, 'again-b')],
      'tree/groups/10/labels.ndjson': [label('again')],
      'tree/groups/10/epics.ndjson': [
        epic(1, 1, {
          title: 'Edited',
          author_id: 1,
          label_links: [{ label: label('again') }],
          notes: [{ note: 'Hello', author_id: 1, created_at: time }],
        }),
        epic(2, 2, { title: 'Untouched', parent_id: 1 }),
      ],
      'tree/groups/10/related_epic_links.ndjson': [
        { source_id: 1, target_id: 2, link_type: 'blocks', created_at: time },
      ],
    });
    const file = await archive(files);
    await importArchive(as('root'), file);
    await db.updateTable('workItems').set({ title: 'Edited here' }).where('title', '=', 'Edited').execute();
    const before = await fingerprint(db);
    const report = await importArchive(as('root'), file);
    expect(await fingerprint(db)).toEqual(before);
    for (const { added } of Object.values(report.counts)) expect(added).toBe(0);
    expect(report.counts.epics.present).toBe(2);

    const grown = { ...files, 'tree/groups/20/epics.ndjson': [epic(3, 1, { title: 'Came later', parent_id: 2 })] };
    await importArchive(as('root'), await archive(grown));
    const [top, middle, late] = [
      await item(db, 'Edited here'),
      await item(db, 'Untouched'),
      await item(db, 'Came later'),
    ];
    expect(late.ancestorIds).toEqual([top.id, middle.id]);
    const { rows } = await sql<{ openedEpics: number }>`
      SELECT (SELECT opened_epics FROM work_item_rollups r WHERE r.work_item_id = ${top.id})
        + (SELECT sum(opened_epics) FROM work_item_rollup_deltas d WHERE d.work_item_id = ${top.id}) AS opened_epics`.execute(
      db,
    );
    expect(rows[0]?.openedEpics).toBe(2);
  });

  test('an item created here keeps its number', async ({ as, db, build, archive }) => {
    const project = await build.project();
    await db
      .insertInto('workItems')
      .values({ rootId: project.rootId, namespaceId: project.id, iid: 1, type: 'issue', title: 'Made here' })
      .execute();
    const file = await archive(
      projectFiles({ 'tree/project/issues.ndjson': [issue(1, 1), issue(2, 2, { title: 'Free number' })] }),
    );
    const report = await importArchive(as('root'), file, { into: project.fullPath });
    expect(report.counts.issues).toEqual({ added: 1, present: 0, leftOut: 1 });
    expect(report.problems).toEqual([
      { location: 'tree/project/issues.ndjson:1', problem: 'is skipped: number 1 belongs to an item created here' },
    ]);
    expect((await item(db, 'Free number')).iid).toBe(2);
  });
});

test('a stored report of an earlier version names the location of a problem', async ({ db }) => {
  const problem = { place: 'tree/project/issues.ndjson:17', problem: 'title is missing' };
  await sql`
    INSERT INTO imports (file_name, size, reserved_id, report)
    VALUES ('old.tar.gz', 1, 1, ${JSON.stringify({ problems: [problem], problemCount: 1 })}::jsonb)`.execute(db);
  const migration = new URL('../../migrations/0072-imports-locations.sql', import.meta.url);
  await sql.raw(readFileSync(migration, 'utf8')).execute(db);
  const { rows } = await sql<{ report: object }>`SELECT report FROM imports WHERE file_name = 'old.tar.gz'`.execute(db);
  expect(rows[0]?.report).toEqual({
    problems: [{ location: 'tree/project/issues.ndjson:17', problem: 'title is missing' }],
    problemCount: 1,
  });
});
