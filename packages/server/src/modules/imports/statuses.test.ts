import { expect } from 'vitest';
import { epic, groupFiles, issue, projectFiles, test } from '../../testing/exports.ts';
import { lifecycleOf } from '../work-items/store/statuses.ts';
import { importArchive } from './commands.ts';

const has = (name: string, category: string | number, more: object = {}) => ({
  current_status: { custom_status: { name, category, ...more } },
});

test('TM-ST-16: an import keeps statuses by name and category, creates missing ones, and gives the default of the state otherwise', async ({
  as,
  archive,
  build,
  db,
}) => {
  const group = await build.group();
  const file = await archive(
    projectFiles({
      'tree/project/issues.ndjson': [
        issue(1, 1, has('in PROGRESS', 'in_progress')),
        issue(2, 2, has('Review', 'in_progress', { color: '#112233' })),
        issue(3, 3, { state: 'closed', closed_at: '2026-03-02T00:00:00Z', ...has('Shipped', 4) }),
        issue(4, 4, { current_status: { system_defined_status_identifier: 2 } }),
        issue(5, 5),
        issue(6, 6, { state: 'closed', closed_at: '2026-03-02T00:00:00Z' }),
        issue(7, 7, has('Done', 'to_do')),
        issue(8, 8, { state: 'closed', closed_at: '2026-03-02T00:00:00Z', ...has('Review', 'in_progress') }),
      ],
    }),
  );
  const into = `${group.fullPath}/brought`;
  const report = await importArchive(as('root'), file, { into });
  const of = async (path: string) => {
    const rows = await db
      .selectFrom('workItems')
      .innerJoin('namespaces', 'namespaces.id', 'workItems.namespaceId')
      .innerJoin('statuses', 'statuses.id', 'workItems.statusId')
      .select(['workItems.iid', 'statuses.name', 'statuses.category', 'statuses.color'])
      .where('namespaces.fullPath', '=', path)
      .orderBy('workItems.iid')
      .execute();
    return rows.map(({ name, category, color }) => [name, category, color]);
  };
  const [inProgress, done] = [
    ['In progress', 'in_progress', '#1f75cb'],
    ['Done', 'done', '#108548'],
  ];
  expect(await of(into)).toEqual([
    inProgress,
    ['Review', 'in_progress', '#112233'],
    ['Shipped', 'done', '#108548'],
    inProgress,
    ['To do', 'to_do', '#737278'],
    done,
    ['To do', 'to_do', '#737278'],
    done,
  ]);
  expect(report.problems.map(({ problem }) => problem)).toEqual([
    'has the status "Done", which cannot be added: the group has one of this name and another category',
  ]);
  const { statuses, types } = await lifecycleOf(as('root'), group.id, 'issue');
  expect(statuses.map(({ name }) => name)).toEqual([
    'To do',
    'In progress',
    'Review',
    'Done',
    'Shipped',
    "Won't do",
    'Duplicate',
  ]);
  expect(types).toContain('epic');

  const again = await importArchive(as('root'), file, { into });
  expect(again.counts.issues).toMatchObject({ added: 0, present: 8 });
  expect((await lifecycleOf(as('root'), group.id, 'issue')).statuses).toHaveLength(7);
});

test('TM-ST-16: the epics of a group keep theirs', async ({ as, archive, db }) => {
  const file = await archive(
    groupFiles('with-statuses', { 'tree/groups/10/epics.ndjson': [epic(1, 1, has('Discovery', 'triage'))] }),
  );
  await importArchive(as('root'), file);
  const rows = await db
    .selectFrom('workItems')
    .innerJoin('statuses', 'statuses.id', 'workItems.statusId')
    .innerJoin('namespaces', 'namespaces.id', 'workItems.namespaceId')
    .select(['statuses.name', 'statuses.category', 'statuses.icon'])
    .where('namespaces.fullPath', '=', 'with-statuses')
    .execute();
  expect(rows).toEqual([{ name: 'Discovery', category: 'triage', icon: 'status-neutral' }]);
});
