import { expect } from 'vitest';
import { defaultArchiveLimits } from '../../platform/archives/limits.ts';
import { epic, groupFiles, issue, label, projectFiles, test, time, user } from '../../testing/exports.ts';
import { importArchive } from './commands.ts';

/* Archives of other releases: fields with other types, and missing fields. */

test('the state of an item is a word or a number, as state or as state_id', async ({ as, db, build, archive }) => {
  const group = await build.group();
  const states: [object, string][] = [
    [{ state: 'closed' }, 'closed'],
    [{ state_id: 'closed' }, 'closed'],
    [{ state_id: 'opened' }, 'opened'],
    [{ state_id: 1 }, 'opened'],
    [{ state_id: 2, closed_at: time }, 'closed'],
    [{ state_id: '2' }, 'closed'],
    [{ state: 2 }, 'closed'],
    [{}, 'opened'],
    [{ closed_at: time }, 'closed'],
  ];
  const issues = states.map(([said], index) => ({ ...issue(index + 1, index + 1), state: undefined, ...said }));
  const files = projectFiles({ 'tree/project/issues.ndjson': issues });
  const report = await importArchive(as('root'), await archive(files), {
    into: `${group.fullPath}/states`,
    isStrict: true,
  });
  expect(report.problems).toEqual([]);
  const items = await db
    .selectFrom('workItems as w')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .where('n.fullPath', '=', report.fullPath)
    .select(['w.state', 'w.closedAt'])
    .orderBy('w.iid')
    .execute();
  expect(items.map(({ state }) => state)).toEqual(states.map(([, state]) => state));
  for (const { state, closedAt } of items) expect(closedAt !== null).toBe(state === 'closed');
});

test('the state of an epic is one too, and an unknown one leaves it open', async ({ as, db, archive }) => {
  const epics = [
    { ...epic(1, 1), state: undefined, state_id: 2 },
    { ...epic(2, 2), state: undefined, state_id: 'opened' },
    { ...epic(3, 3), state: undefined, state_id: 4 },
  ];
  const report = await importArchive(
    as('root'),
    await archive(groupFiles('epic-states', { 'tree/groups/20/epics.ndjson': epics })),
  );
  expect(report.problems).toEqual([
    { location: 'tree/groups/20/epics.ndjson:3', problem: 'state_id must be one of opened, closed' },
  ]);
  const states = await db.selectFrom('workItems').where('type', '=', 'epic').select('state').orderBy('iid').execute();
  expect(states.map(({ state }) => state)).toEqual(['closed', 'opened', 'opened']);
});

test('records without required fields are skipped, and a second import changes nothing', async ({
  as,
  build,
  archive,
}) => {
  const group = await build.group();
  const files = projectFiles({
    'tree/project.json': {},
    'tree/project/labels.ndjson': [{ title: 'bug' }],
    'tree/project/milestones.ndjson': [{ title: 'One' }],
    'tree/project/project_members.ndjson': [{ access_level: 30, user: { id: 5, username: 'eve' } }],
    'tree/project/issues.ndjson': [
      {
        iid: 1,
        title: 'Bare',
        label_links: [{ label: { title: 'bug' } }],
        milestone: { title: 'One' },
        notes: [{ note: 'A comment' }],
        timelogs: [{ time_spent: 60 }],
        resource_state_events: [{ state: 'closed' }],
        award_emoji: [{ name: 'tada', user_id: 5 }],
      },
      { iid: 2, title: 'Closed', state: 'closed' },
    ],
    'tree/project/issue_links.ndjson': [{ source_id: 1, target_id: 2 }],
  });
  const file = await archive(files);
  const into = `${group.fullPath}/bare`;
  const report = await importArchive(as('root'), file, { into });
  expect(report.counts).toMatchObject({
    projects: { added: 1 },
    members: { added: 1 },
    labels: { added: 1 },
    milestones: { added: 1 },
    issues: { added: 2 },
    reactions: { added: 1 },
  });
  const again = await importArchive(as('root'), file, { into });
  expect(again.counts).toMatchObject({ issues: { added: 0, present: 2 }, notes: { added: 0 }, labels: { added: 0 } });
});

test('unknown fields and lists are skipped', async ({ as, build, archive }) => {
  const group = await build.group();
  const odd = { shade: 'blue', depth: { of: [1, 2] }, colors: [{ name: 'x' }] };
  const files = projectFiles({
    'tree/project.json': { ...odd, description: 'x' },
    'tree/project/issues.ndjson': [issue(1, 1, { ...odd, notes: [{ note: 'n', created_at: time, ...odd }] })],
    'tree/project/labels.ndjson': [label('bug', { group_id: null, ...odd })],
    'tree/project/project_members.ndjson': [{ ...user(1, 'frida'), ...odd }],
    'tree/project/quantum_boards.ndjson': [odd, odd],
    'tree/project/other.bin': 'x',
    'surprise/file.txt': 'x',
  });
  const report = await importArchive(as('root'), await archive(files), {
    into: `${group.fullPath}/odd`,
    isStrict: true,
  });
  expect(report.problems).toEqual([]);
  expect(report.counts.issues.added).toBe(1);
  expect(report.passedOver).toEqual(
    expect.arrayContaining([
      { relation: 'quantum_boards', records: 2 },
      { relation: 'issues: colors', records: 1 },
      { relation: 'surprise/', records: 1 },
    ]),
  );
});

test('a line that is too long is skipped, and its neighbors are imported', async ({ as, build, archive }) => {
  const group = await build.group();
  const long = JSON.stringify(issue(2, 2, { description: 'x'.repeat(50_000) }));
  const lines = [JSON.stringify(issue(1, 1)), long, JSON.stringify(issue(3, 3))].join('\n');
  const limits = { ...defaultArchiveLimits, lineBytes: 10_000 };
  const report = await importArchive(as('root'), await archive(projectFiles({ 'tree/project/issues.ndjson': lines })), {
    into: `${group.fullPath}/long`,
    limits,
  });
  expect(report.counts.issues).toEqual({ added: 2, present: 0, leftOut: 1 });
  expect(report.problems).toEqual([
    { location: 'tree/project/issues.ndjson:2', problem: 'is longer than the 10 kB allowed' },
  ]);
});

test('an unusable subgroup is skipped with everything below it', async ({ as, archive }) => {
  const files = groupFiles('half', {
    'tree/groups/20.json': { id: 20, name: 'No path', parent_id: 10 },
    'tree/groups/30.json': { id: 30, name: 'Deeper', path: 'deeper', parent_id: 20 },
    'tree/groups/30/epics.ndjson': [epic(1, 1)],
    'tree/groups/10/epics.ndjson': [epic(2, 1)],
  });
  const report = await importArchive(as('root'), await archive(files));
  expect(report.counts.groups).toMatchObject({ added: 1, leftOut: 2 });
  expect(report.counts.epics.added).toBe(1);
  expect(report.problems.map(({ location, problem }) => `${location}: ${problem}`)).toEqual([
    'tree/groups/20.json: path is missing',
    'tree/groups/30.json: is below a group that was skipped',
    'tree/groups/30/epics.ndjson:1: belongs to group 30, which is not in the archive',
  ]);
});
