import { parseDay, type Day } from '@milepost/core/days';
import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { linesOf } from '../../modules/repositories/store/commits.ts';
import { folderOf } from '../../modules/repositories/store/folders.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { test } from '../../testing/test.ts';
import { loadDemo } from './load.ts';

const today = parseDay('2026-11-21') as Day;

/** Of the first load. */
let sent: readonly string[] = [];

test('makes a rich sample group once, with dates around today', async ({ services, db, statements }) => {
  statements.length = 0;
  const mailer = openMailer({ url: 'smtp://127.0.0.1:9', from: { name: 'Milepost', address: 'plan@milepost.test' } });
  expect(await loadDemo({ ...services, mailer }, today, 'a long sample password')).toBe(true);
  sent = [...statements];
  mailer?.close();
  for (const table of ['emailEvents', 'mails'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const { rows } = await sql<Record<string, number>>`
    SELECT count(*) FILTER (WHERE type = 'epic') AS epics,
      count(*) FILTER (WHERE type = 'issue') AS issues,
      max(cardinality(ancestor_ids)) FILTER (WHERE type = 'epic') + 1 AS levels,
      count(DISTINCT health_status) AS health,
      count(DISTINCT author_id) AS authors,
      count(*) FILTER (WHERE type = 'epic' AND start_date < '2026-11-21' AND due_date > '2026-11-21') AS current_epics
    FROM work_items`.execute(db);
  expect(rows[0]).toMatchObject({ epics: 60, levels: 3, health: 3 });
  expect(rows[0]?.issues).toBeGreaterThanOrEqual(300);
  expect(rows[0]?.authors).toBeGreaterThan(5);
  expect(rows[0]?.['currentEpics']).toBeGreaterThan(10);

  const { rows: around } = await sql<{ blockers: number; notes: number; releases: number; members: number }>`
    SELECT (SELECT count(*) FROM work_item_links WHERE type = 'blocks') AS blockers,
      (SELECT count(*) FROM notes WHERE NOT is_system) AS notes,
      (SELECT count(*) FROM milestones) AS releases,
      (SELECT count(*) FROM members) AS members`.execute(db);
  expect(around[0]).toMatchObject({ blockers: 7, releases: 12, members: 10 });
  expect(around[0]?.notes).toBeGreaterThan(30);

  const { rows: closings } = await sql<Record<'weeks' | 'future' | 'early' | 'weeksOfCreation', number>>`
    SELECT count(DISTINCT date_trunc('week', closed_at))::int AS weeks, (count(*) FILTER (WHERE closed_at > now()))::int AS future,
      (count(*) FILTER (WHERE closed_at < created_at OR started_at < created_at OR closed_at < started_at))::int AS early,
      count(DISTINCT date_trunc('week', created_at))::int AS weeks_of_creation
    FROM work_items WHERE type = 'issue' AND closed_at IS NOT NULL`.execute(db);
  expect(closings[0]?.weeks, 'forecasts need closings of many weeks').toBeGreaterThan(20);
  expect(closings[0]).toMatchObject({ future: 0, early: 0 });
  expect(closings[0]?.weeksOfCreation, 'charts need issues of many weeks').toBeGreaterThan(20);

  const { rows: changes } = await sql<Record<'days' | 'early' | 'notes' | 'closedEpics', number>>`
    SELECT count(DISTINCT updated_at::date)::int AS days, (count(*) FILTER (WHERE updated_at < created_at OR updated_at > now()))::int AS early,
      (SELECT count(*) FROM notes n JOIN work_items i ON i.id = n.work_item_id WHERE n.created_at NOT BETWEEN i.created_at AND i.updated_at)::int AS notes,
      (count(*) FILTER (WHERE type = 'epic' AND closed_at > now() - interval '1 minute'))::int AS closed_epics
    FROM work_items`.execute(db);
  expect(changes[0]?.days, 'lists show when items changed').toBeGreaterThan(10);
  expect(changes[0]).toMatchObject({ early: 0, notes: 0, closedEpics: 0 });

  const { rows: fields } = await sql<{ name: string; items: number; used: number }>`
    SELECT f.name, count(DISTINCT v.work_item_id)::int AS items, count(DISTINCT v.option_id)::int AS used
    FROM custom_fields f JOIN work_item_custom_field_options v ON v.custom_field_id = f.id GROUP BY 1 ORDER BY 1`.execute(
    db,
  );
  expect(fields).toMatchObject([
    { name: 'Benefits', used: 4 },
    { name: 'Piers', used: 4 },
  ]);
  expect(Math.min(...fields.map(({ items }) => items))).toBeGreaterThan(10);

  const { rows: owned } = await sql<{ themes: number; none: number }>`
    SELECT (count(a) FILTER (WHERE w.parent_id IS NULL))::int AS themes, (count(*) FILTER (WHERE a IS NULL))::int AS none
    FROM work_items w LEFT JOIN LATERAL (SELECT 1 AS a FROM work_item_assignees WHERE work_item_id = w.id LIMIT 1) AS a ON true
    WHERE w.type = 'epic'`.execute(db);
  expect(owned[0]?.themes, 'every theme has an owner').toBeGreaterThan(8);
  expect(owned[0]?.none, 'ideas have none').toBeGreaterThan(2);

  const { rows: work } = await sql<Record<'started' | 'current' | 'next' | 'overdue', number>>`
    SELECT count(*) FILTER (WHERE w.status_id = 2 AND w.type = 'issue')::int AS started,
      count(*) FILTER (WHERE i.start_date <= '2026-11-21' AND i.due_date >= '2026-11-21')::int AS current,
      count(*) FILTER (WHERE i.start_date > '2026-11-21')::int AS next,
      (SELECT count(*) FROM milestones WHERE state = 'active' AND due_date < '2026-11-21')::int AS overdue
    FROM work_items w LEFT JOIN iterations i ON i.id = w.iteration_id WHERE w.state = 'opened'`.execute(db);
  expect(work, 'boards and iterations show work under way').toEqual([
    { started: 18, current: 18, next: 14, overdue: 0 },
  ]);

  const { rows: themes } = await sql<{ undated: number }>`
    SELECT count(*) AS undated FROM work_items WHERE type = 'epic' AND parent_id IS NULL AND start_date IS NULL`.execute(
    db,
  );
  expect(themes[0]?.undated, 'themes take their dates from their parts; only the ideas have none').toBe(1);
});

test('has a repository with history, merge requests, three environments, a deployment that waits, and findings', async ({
  services,
  db,
}) => {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM repositories WHERE size_bytes > 0 AND default_branch = 'main')::int AS repositories,
      (SELECT count(*) FROM merge_requests WHERE state = 'merged')::int AS merged,
      (SELECT count(*) FROM merge_requests WHERE state = 'opened')::int AS opened,
      (SELECT count(*) FROM environments)::int AS environments,
      (SELECT count(*) FROM deployments WHERE status = 'blocked')::int AS waiting,
      (SELECT count(DISTINCT date_trunc('month', finished_at)) FROM deployments WHERE status = 'success')::int AS months,
      (SELECT count(*) FROM vulnerabilities)::int AS findings`.execute(db);
  expect(rows[0]).toMatchObject({ repositories: 1, merged: 3, opened: 3, environments: 3, waiting: 1, findings: 5 });
  expect(rows[0]?.['months'], 'charts need deployments of several months').toBeGreaterThan(3);

  const { rows: projects } = await sql<{ id: NamespaceId }>`SELECT project_id AS id FROM repositories`.execute(db);
  const folder = folderOf(services.dataDir, projects[0]?.id as NamespaceId);
  await services.git.run(['fsck', '--strict'], { folder });
  const log = await services.git.run(['log', '--format=%s', 'main'], { folder });
  expect(linesOf(log)).toEqual(expect.arrayContaining(['Charge cards', 'Settle at two', 'Begin with a readme']));
});

test('DL-IM-05: code, deliveries and findings take few statements and processes', ({ services }) => {
  const first = sent.findIndex((text) => text.includes('insert into "repositories"'));
  const last = sent.findLastIndex((text) => /insert into "?vulnerability_scans"?|INTO vulnerabilities/i.test(text));
  expect(first).toBeGreaterThan(0);
  expect(last - first).toBeGreaterThan(0);
  expect(last - first).toBeLessThan(100);
  // One writes the history, one measures the repository; the others are of the test above.
  expect(services.git.started).toBeLessThanOrEqual(4);
  expect(sent.length).toBeLessThan(9_500);
});

test('a second start leaves the sample group as it is', async ({ services }) => {
  expect(await loadDemo(services, today, 'another password')).toBe(false);
});
