import { parseQuery } from '@milepost/core/query';
import { MAX_DRAWN_EPICS } from '@milepost/core/roadmap/drawing-limits';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import { createRoadmapLink } from './commands/links.ts';

const address = 'timeframe_range_type=CURRENT_YEAR&today=2025-07-17';

test('the CSV contains every epic of the roadmap at any depth, across pages', async ({ build, call }) => {
  const group = await build.group({ visibility: 'public' });
  const below = await build.group({ parent: group, name: 'Web' });
  const parent = await build.epic({ group, title: 'Theme', startDate: '2025-01-01', dueDate: '2025-12-31' });
  const project = await build.project({ group });
  await build.issue({ project, parent, state: 'closed', weight: 3 });
  await build.issue({ project, parent, weight: 1 });
  // Nothing has a weight here, and the epic is closed with an issue open.
  const done = await build.epic({ group, title: 'Done', startDate: '2025-02-01', state: 'closed' });
  for (const state of ['closed', 'opened'] as const) await build.issue({ project, parent: done, state });
  const child = await build.epic({ group: below, parent, title: 'Ship, "it"', dueDate: '2025-03-31', state: 'closed' });
  await build.label({ namespace: group, title: 'ux', on: [child] });
  await build.epic({ group, title: 'Confidential', startDate: '2025-01-01', confidential: true });
  await build.epic({ group, title: 'Another year', startDate: '2023-01-01', dueDate: '2023-02-01' });
  await build.epic({ group, title: 'Undated' });
  for (let n = 0; n < 501; n += 1) await build.epic({ group, title: `Many ${n}`, startDate: '2025-05-01' });

  const path = `/groups/${group.path}/roadmap.csv?${address}&sort=TITLE_ASC`;
  const answer = await call<string>('nobody', 'GET', path);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain(`attachment; filename="${group.path}-roadmap.csv"`);
  const lines = answer.body.split('\r\n');
  expect(lines[0]).toBe(
    'Title,Reference,Group,State,Start date,Due date,Labels,Progress (%),Closed,Total,Parent,Confidential,URL',
  );
  expect(lines.length).toBe(1 + 501 + 3 + 1);
  expect(new Set(lines).size).toBe(lines.length);
  const ref = `${group.fullPath}&${parent.iid}`;
  expect(lines).toContain(
    `Theme,${ref},${group.name},opened,2025-01-01,2025-12-31,,75,3,4,,no,http://milepost.test/groups/${group.path}/-/epics/${parent.iid}`,
  );
  expect(lines).toContain(
    `"Ship, ""it""",${below.fullPath}&1,${below.fullName},closed,,2025-03-31,ux,,0,0,${ref} Theme,no,http://milepost.test/groups/${below.fullPath}/-/epics/1`,
  );
  expect(lines.find((line) => line.startsWith('Done,'))).toContain(',closed,2025-02-01,,,100,1,2,,no,');
  // With filters and a byte order mark; a viewer with access sees confidential epics.
  const marked = await call<string>('ada', 'GET', `${path}&bom=true&search=conf`);
  expect(marked.body.codePointAt(0)).toBe(0xfeff);
  expect(marked.body.split('\r\n')[1]).toMatch(/^Confidential,.*,yes,/);
  const counted = await call<string>('nobody', 'GET', `${path}&progress=COUNT&search=theme`);
  expect(counted.body).toContain(',50,1,2,');
  // The roadmap of one epic: everything below it.
  const scoped = await call<string>('nobody', 'GET', `${path}&epicIid=${parent.iid}`);
  expect(scoped.body.trim().split('\r\n').length).toBe(2);
  expect((await call('nobody', 'GET', `${path}&epicIid=99999`)).status).toBe(404);
  expect((await call('nobody', 'GET', '/groups/nothing/roadmap.csv')).status).toBe(404);
  expect((await call('nobody', 'GET', path.replace('2025-07-17', 'soon'))).status).toBe(400);
});

test('RX-PX-06: the CSV has no limit: it holds more epics than a drawing may', async ({ build, call, db }) => {
  const group = await build.group({ visibility: 'public' });
  const count = MAX_DRAWN_EPICS + 1;
  await sql`INSERT INTO work_items (namespace_id, root_id, iid, type, title, start_date, start_date_fixed)
    SELECT ${group.id}, ${group.rootId}, at, 'epic', 'Epic ' || at, '2025-05-01', '2025-05-01'
    FROM generate_series(1, ${count}::integer) AS at`.execute(db);
  const answer = await call<string>('nobody', 'GET', `/groups/${group.path}/roadmap.csv?${address}`);
  const titles = answer.body.split('\r\n').map((line) => line.split(',')[0]);
  expect(titles.filter((title) => title?.startsWith('Epic '))).toHaveLength(count);
  expect(new Set(titles).size).toBe(titles.length);
});

test('the calendar contains all-day events with stable ids', async ({ build, send, db }) => {
  const group = await build.group({ name: 'Plan' });
  const long = `Комма, точка; обратная \\ черта 路线图 ${'длинный '.repeat(15)}`.trim();
  const whole = await build.epic({ group, title: long, startDate: '2025-02-27', dueDate: '2025-03-01' });
  const due = await build.epic({ group, title: 'Only due', dueDate: '2025-05-05' });
  await build.epic({ group, title: 'Undated' });
  await build.label({ namespace: group, title: 'a,b', on: [whole] });
  await build.milestone({ namespace: group, title: 'Launch', startDate: '2025-04-01', dueDate: '2025-04-10' });
  await build.milestone({ namespace: group, title: 'Closed', dueDate: '2025-04-10', state: 'closed' });
  const query = viewQueryOf(parseQuery('state=opened'));
  const { secret } = await createRoadmapLink(build.as('paul'), group.id, { kind: 'feed', name: 'My plan', query });
  const url = `/-/shared/roadmap/${secret}/calendar.ics`;
  const first = await send({ method: 'GET', url });
  expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(first.headers['x-robots-tag']).toBe('noindex, nofollow');

  const text = String(first.body);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
  const facts = new Map(
    events.map((event) => [
      event.uid,
      [event.summary, event.startDate.toString(), event.endDate.toString(), event.startDate.isDate],
    ]),
  );
  expect(Object.fromEntries([...facts].filter(([uid]) => uid.startsWith('epic')))).toEqual({
    [`epic-${whole.id}@milepost.test`]: [long, '2025-02-27', '2025-03-02', true],
    [`epic-${due.id}@milepost.test`]: ['Only due', '2025-05-05', '2025-05-06', true],
  });
  expect(facts.size).toBe(3);
  const launch = events.find((event) => event.summary === 'Launch');
  expect([launch?.startDate.toString(), launch?.endDate.toString()]).toEqual(['2025-04-01', '2025-04-11']);
  const component = events.find((event) => event.summary === long)?.component;
  expect(component?.getFirstProperty('categories')?.getValues()).toEqual(['a,b']);
  for (const name of ['dtstamp', 'last-modified', 'sequence', 'url'])
    expect(component?.getFirstPropertyValue(name)).toBeTruthy();
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');

  // Unchanged: 304. A change increments SEQUENCE and keeps the UID.
  const { etag } = first.headers as { etag: string };
  expect((await send({ method: 'GET', url, headers: { 'if-none-match': `W/${etag}` } })).status).toBe(304);
  const later = new Date(Date.now() + 5_000);
  await db.updateTable('workItems').set({ title: 'Renamed', updatedAt: later }).where('id', '=', whole.id).execute();
  const second = await send({ method: 'GET', url, headers: { 'if-none-match': etag } });
  expect(second.status).toBe(200);
  const changed = new ICAL.Component(ICAL.parse(String(second.body)) as never)
    .getAllSubcomponents('vevent')
    .map((each) => new ICAL.Event(each))
    .find((event) => event.uid === `epic-${whole.id}@milepost.test`);
  expect(changed?.summary).toBe('Renamed');
  expect(changed?.sequence).toBeGreaterThan(events.find((event) => event.uid === changed?.uid)?.sequence ?? 0);
});
