import { expect } from 'vitest';
import { epic, groupFiles, issue, label, projectFiles, test, time } from '../../testing/exports.ts';
import { importArchive } from './commands.ts';

/** The copy of an epic nested in one of its issues. */
const under = (iid: number, more: object = {}) => ({
  epic_issue: { relative_position: 513, epic: { ...epic(900 + iid, iid), group_id: 20, ...more } },
});

test('an issue finds its epic by group, number and time, and else by number and time alone', async ({
  as,
  db,
  archive,
}) => {
  const files = groupFiles('epics-of-issues', {
    'tree/groups/20/epics.ndjson': [epic(901, 1, { title: 'Epic below' })],
    'tree/groups/10/epics.ndjson': [
      epic(902, 1, { title: 'Epic above' }),
      epic(903, 7, { title: 'Seventh', created_at: '2026-02-02T02:02:02.000Z' }),
    ],
  });
  await importArchive(as('root'), await archive(files));
  const project = projectFiles({
    'tree/project/issues.ndjson': [
      issue(1, 1, { title: 'Of the known group', ...under(1) }),
      issue(2, 2, {
        title: 'Of an unknown group',
        ...under(7, { group_id: 4444, created_at: '2026-02-02T02:02:02.000Z' }),
      }),
      issue(3, 3, { title: 'Of another time', ...under(1, { created_at: '2020-01-01T00:00:00.000Z' }) }),
      issue(4, 4, { title: 'Of no epic here', ...under(5) }),
    ],
  });
  const report = await importArchive(as('root'), await archive(project), { into: 'epics-of-issues/work' });
  const rows = await db
    .selectFrom('workItems as w')
    .leftJoin('workItems as p', 'p.id', 'w.parentId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .select(['w.title', 'p.title as parent', 'w.relativePosition'])
    .where('n.fullPath', '=', 'epics-of-issues/work')
    .orderBy('w.iid')
    .execute();
  expect(rows).toEqual([
    { title: 'Of the known group', parent: 'Epic below', relativePosition: 513 },
    { title: 'Of an unknown group', parent: 'Seventh', relativePosition: 513 },
    { title: 'Of another time', parent: null, relativePosition: 513 },
    { title: 'Of no epic here', parent: null, relativePosition: 513 },
  ]);
  expect(report.problems).toEqual([
    { location: 'tree/project/issues.ndjson:3', problem: 'came without its parent: epic &1 does not exist' },
    { location: 'tree/project/issues.ndjson:4', problem: 'came without its parent: epic &5 does not exist' },
  ]);
});

test('labels and milestones of a missing group are created in the project', async ({ as, db, build, archive }) => {
  const group = await build.group();
  const milestone = { title: 'v1', iid: 4, group_id: 10, due_date: '2026-05-01', state: 'active', created_at: time };
  const project = projectFiles({
    'tree/project/labels.ndjson': [
      { ...label('own'), group_id: null, type: 'ProjectLabel', priorities: [{ priority: 2 }] },
    ],
    'tree/project/issues.ndjson': [issue(1, 1, { milestone, label_links: [{ label: label('borrowed') }] })],
  });
  const into = `${group.fullPath}/alone`;
  const report = await importArchive(as('root'), await archive(project), { into });
  const { id } = await db.selectFrom('namespaces').select('id').where('fullPath', '=', into).executeTakeFirstOrThrow();
  const labels = await db
    .selectFrom('labels')
    .select(['title', 'priority'])
    .where('namespaceId', '=', id)
    .orderBy('title')
    .execute();
  expect(labels).toEqual([
    { title: 'borrowed', priority: null },
    { title: 'own', priority: 2 },
  ]);
  const milestones = await db
    .selectFrom('milestones')
    .select(['title', 'iid', 'dueDate'])
    .where('namespaceId', '=', id)
    .execute();
  expect(milestones).toEqual([{ title: 'v1', iid: 4, dueDate: '2026-05-01' }]);
  expect([report.counts.labels.added, report.counts.milestones.added]).toEqual([2, 1]);
});

test('the nearest label above is used before a new one is created', async ({ as, db, build, archive }) => {
  const group = await build.group();
  await db
    .insertInto('labels')
    .values({ namespaceId: group.id, title: 'shared', color: '#112233', textColor: '#FFFFFF' })
    .execute();
  const project = projectFiles({
    'tree/project/issues.ndjson': [issue(1, 1, { label_links: [{ label: label('shared') }] })],
  });
  const report = await importArchive(as('root'), await archive(project), { into: `${group.fullPath}/near` });
  expect(report.counts.labels.added).toBe(0);
  const carried = await db
    .selectFrom('workItemLabels')
    .innerJoin('labels', 'labels.id', 'labelId')
    .select('color')
    .where('title', '=', 'shared')
    .execute();
  expect(carried).toEqual([{ color: '#112233' }]);
});

test('epics follow the milestones of issues imported later', async ({ as, db, archive }) => {
  const inherits = { start_date_is_fixed: false, due_date_is_fixed: false };
  const files = groupFiles('followers', {
    'tree/groups/10/milestones.ndjson': [
      {
        id: 5,
        iid: 1,
        title: 'v2',
        group_id: 10,
        start_date: '2026-06-01',
        due_date: '2026-06-30',
        state: 'active',
        created_at: time,
      },
    ],
    'tree/groups/10/epics.ndjson': [epic(902, 1, { title: 'Follows', ...inherits })],
  });
  await importArchive(as('root'), await archive(files));
  const milestone = { title: 'v2', iid: 1, group_id: 10, state: 'active', created_at: time };
  const project = projectFiles({
    'tree/project/issues.ndjson': [issue(1, 1, { milestone, ...under(1, { group_id: 10 }) })],
  });
  await importArchive(as('root'), await archive(project), { into: 'followers/work' });
  const followed = await db
    .selectFrom('workItems')
    .selectAll()
    .where('title', '=', 'Follows')
    .executeTakeFirstOrThrow();
  expect(followed).toMatchObject({ startDate: '2026-06-01', dueDate: '2026-06-30' });
  expect(followed.dueDateSourcingMilestoneId).not.toBeNull();
});
