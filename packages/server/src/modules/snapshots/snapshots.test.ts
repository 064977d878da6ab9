import { parseDay, type Day } from '@milepost/core/days';
import type { SnapshotId } from '@milepost/core/ids';
import { MAX_PENDING_SNAPSHOTS, MAX_SNAPSHOTS } from '@milepost/core/roadmap/snapshots';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test as base } from '../../testing/http.ts';
import type { Namespace } from '../namespaces/store.ts';
import { closeWorkItem, deleteWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { createSnapshot, deleteSnapshot, retrySnapshot, setSnapshotSchedule } from './commands.ts';
import { runSchedules, runSnapshot, sweepStates } from './commands/saving.ts';
import { snapshotsOf, type Snapshot } from './store.ts';

const day = (text: string) => parseDay(text) as Day;

const test = base.extend('snapshots', ({ world, as }) => {
  const save = async (group: Namespace, name: string): Promise<Snapshot> => {
    const snapshot = await createSnapshot(as('paul'), group, { name });
    await runSnapshot(world.services, snapshot.id);
    return snapshot;
  };
  /** All stored states of a snapshot. */
  const states = async (id: SnapshotId) => {
    const { rows } = await sql<object>`
      SELECT s.work_item_id, s.title, s.start_date, s.due_date, s.state, s.parent_id, s.progress, s.label_titles, s.health_status
      FROM roadmap_snapshots p JOIN roadmap_snapshot_states s ON s.namespace_id = p.namespace_id
        AND s.since <= p.moment AND (s.until IS NULL OR s.until > p.moment)
      WHERE p.id = ${id} ORDER BY s.work_item_id`.execute(world.db);
    return rows;
  };
  const rowsOf = async ({ id }: Namespace): Promise<number> => {
    const rows = await world.db
      .selectFrom('roadmapSnapshotStates')
      .select('since')
      .where('namespaceId', '=', id)
      .execute();
    return rows.length;
  };
  return { save, states, rowsOf };
});

interface Compared {
  title: string;
  kind: string | null;
  drift: number | null;
  fromParent: { title: string } | null;
  toParent: { title: string } | null;
  addedLabels: string[];
  removedLabels: string[];
  fromProgress: number[] | null;
  toProgress: number[] | null;
}

const comparison = `query($path: ID!, $from: ID!, $to: ID, $kinds: [RoadmapSnapshotComparisonKind!]) { group(fullPath: $path) {
  roadmapSnapshotComparison(from: $from, to: $to) { counts { added removed later earlier unchanged }
    epics(kinds: $kinds) { nodes { title kind drift fromParent { title } toParent { title } addedLabels removedLabels fromProgress toProgress } } } } }`;

interface ComparisonAnswer {
  group: { roadmapSnapshotComparison: { counts: Record<string, number>; epics: { nodes: Compared[] } } } | null;
}

describe('saving', () => {
  test('RX-SN-01, RX-SN-02, RX-PL-08: over REST, with every epic below, and a unique name', async ({
    as,
    build,
    call,
    snapshots,
    services,
  }) => {
    const group = await build.group();
    const below = await build.group({ parent: group });
    const label = await build.label({ namespace: group, title: 'stage::beta' });
    const parent = await build.epic({ group, title: 'Theme' });
    const epic = await build.epic({
      group: below,
      parent,
      title: 'Steel',
      startDate: '2026-01-01',
      dueDate: '2026-03-31',
    });
    await updateWorkItem(as('paul'), epic.id, { labelIds: [label.id] });
    const project = await build.project({ group });
    await build.issue({ project, parent: epic, weight: 3, state: 'closed' });
    await build.issue({ project, parent: epic, weight: 5 });
    const path = `/groups/${group.id}/roadmap_snapshots`;
    for (const name of ['', ' ', 'x'.repeat(101)]) {
      expect((await call('paul', 'POST', path, { name })).status).toBe(400);
    }
    const made = await call<{ id: SnapshotId; status: string }>('paul', 'POST', path, {
      name: 'Q1 plan',
      note: 'Agreed',
    });
    expect([made.status, made.body.status]).toEqual([201, 'pending']);
    const twice = await call('paul', 'POST', path, { name: 'q1 PLAN' });
    expect([twice.status, JSON.stringify(twice.body)]).toEqual([
      400,
      expect.stringContaining('has already been taken'),
    ]);
    expect((await call('gwen', 'POST', path, { name: 'Mine' })).status).toBe(403);
    await runSnapshot(services, made.body.id);
    const listed = await call<object[]>('gwen', 'GET', path);
    expect(listed.body).toMatchObject([
      { name: 'Q1 plan', note: 'Agreed', status: 'saved', progress: 100, author: { username: 'paul' } },
    ]);
    expect(await snapshots.states(made.body.id)).toMatchObject([
      { title: 'Theme', startDate: null, state: 'opened', parentId: null },
      {
        title: 'Steel',
        startDate: '2026-01-01',
        dueDate: '2026-03-31',
        parentId: parent.id,
        labelTitles: ['stage::beta'],
        progress: [expect.any(Number), 3, 8, 1, 2],
      },
    ]);
    expect((await call('otto', 'GET', path)).status).toBe(404);
    expect((await call('otto', 'GET', `${path}/${made.body.id}`)).status).toBe(404);
    const other = await build.group();
    expect((await call('paul', 'GET', `/groups/${other.id}/roadmap_snapshots/${made.body.id}`)).status).toBe(404);
    expect((await call('paul', 'DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    expect((await call<object[]>('gwen', 'GET', path)).body).toEqual([]);
  });

  test('RX-SN-05: stored by difference, each snapshot reads the same after others were deleted', async ({
    as,
    build,
    services,
    snapshots,
  }) => {
    const group = await build.group();
    const epics = [];
    for (let each = 1; each <= 4; each++) epics.push(await build.epic({ group, dueDate: `2026-0${each}-01` }));
    const [changed, closed, gone] = epics;
    if (!changed || !closed || !gone) throw new TypeError('Four epics were built');
    const saved: Snapshot[] = [];
    const full: object[][] = [];
    const save = async (name: string) => {
      const snapshot = await snapshots.save(group, name);
      saved.push(snapshot);
      full.push(await snapshots.states(snapshot.id));
    };
    await save('one');
    expect(await snapshots.rowsOf(group)).toBe(4);
    await save('the same');
    expect(await snapshots.rowsOf(group)).toBe(4);
    await updateWorkItem(as('paul'), changed.id, { title: 'Changed', dueDateFixed: '2026-05-01' });
    await closeWorkItem(as('paul'), closed.id);
    await save('two changes');
    expect(await snapshots.rowsOf(group)).toBe(6);
    await deleteWorkItem(as('ada'), gone.id);
    await updateWorkItem(as('paul'), changed.id, { dueDateFixed: '2026-06-01' });
    await save('deleted');
    await build.epic({ group });
    await save('added');
    expect(full.map((rows) => rows.length)).toEqual([4, 4, 4, 3, 4]);
    const kept = new Set(saved.map((_each, index) => index));
    for (const index of [1, 4, 0, 2]) {
      const { id } = saved[index] as Snapshot;
      await deleteSnapshot(as('paul'), id);
      await sweepStates(services, group.id);
      kept.delete(index);
      for (const each of kept) expect(await snapshots.states((saved[each] as Snapshot).id)).toEqual(full[each]);
    }
    await save('after all');
    expect(full.at(-1)).toHaveLength(4);
    expect(await snapshots.states((saved[3] as Snapshot).id)).toEqual(full[3]);
    for (const index of [3, 5]) await deleteSnapshot(as('paul'), (saved[index] as Snapshot).id);
    await sweepStates(services, group.id);
    expect(await snapshots.rowsOf(group)).toBe(0);
  });

  test('RX-LM-04: at a twentieth of 100,000 epics in a twentieth of 10 s, under 1 kB an epic, nothing for unchanged ones, and no request waits', async ({
    build,
    call,
    db,
    snapshots,
    services,
    as,
  }) => {
    const group = await build.group();
    const { id } = await build.epic({ group });
    const { rows } = await sql<{
      names: string;
    }>`SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'work_items' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'iid')`.execute(
      db,
    );
    const columns = sql.raw(rows[0]?.names ?? '');
    const count = 5_000;
    await sql`INSERT INTO work_items (iid, ${columns}) SELECT 10 + number, ${columns}
      FROM work_items, generate_series(2, ${count}) AS number WHERE work_items.id = ${id}`.execute(db);
    await sql`UPDATE work_items SET title = 'An epic with a title of the usual length ' || iid, start_date = '2026-01-01',
      due_date = '2026-03-31', health_status = 'on_track' WHERE namespace_id = ${group.id}`.execute(db);
    const labels = [await build.label({ namespace: group }), await build.label({ namespace: group })];
    await sql`INSERT INTO work_item_labels (work_item_id, label_id)
      SELECT w.id, l.id FROM work_items w, labels l
      WHERE w.namespace_id = ${group.id} AND l.id = ANY(${labels.map((label) => label.id)}::bigint[])`.execute(db);
    await sql`INSERT INTO work_item_rollups (work_item_id, audience, closed_weight, opened_weight, closed_issues, opened_issues)
      SELECT id, 10, 3, 5, 1, 2 FROM work_items WHERE namespace_id = ${group.id}`.execute(db);
    const size = async () =>
      (await sql<{ bytes: number }>`SELECT pg_total_relation_size('roadmap_snapshot_states') AS bytes`.execute(db))
        .rows[0]?.bytes ?? 0;
    const times: number[] = [];
    const save = async (name: string) => {
      const started = performance.now();
      await snapshots.save(group, name);
      times.push(performance.now() - started);
    };
    const empty = await size();
    await save('Full');
    const full = await size();
    expect((full - empty) / count).toBeLessThan(1000);
    for (const name of ['The same', 'Still']) await save(name);
    expect((await size()) - full).toBe(0);
    // On a busy machine one of them may be slow.
    expect(Math.min(...times)).toBeLessThan(10_000 * (count / 100_000));
    expect(await snapshots.rowsOf(group)).toBe(count);

    // A blocked snapshot does not block other requests.
    const waiting = await createSnapshot(as('paul'), group, { name: 'Waiting' });
    let saving: Promise<void> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE roadmap_snapshot_states IN SHARE MODE`.execute(trx);
      saving = runSnapshot(services, waiting.id);
      await expect
        .poll(async () => (await snapshotsOf(db, group.id)).find((each) => each.id === waiting.id)?.progress)
        .toBe(50);
      const epics = `/groups/${group.id}/epics`;
      const { rows: others } = await sql<{ iid: number }>`
        SELECT iid FROM work_items WHERE namespace_id = ${group.id} AND id <> ${id} ORDER BY id LIMIT 1`.execute(db);
      const requests = [
        await call('paul', 'POST', epics, { title: 'New' }),
        await call('paul', 'PUT', `${epics}/${others[0]?.iid}`, { title: 'Changed', due_date_fixed: '2026-05-01' }),
        await call('paul', 'GET', `${epics}?per_page=50`),
        await call('paul', 'GET', `/groups/${group.id}/roadmap_snapshots`),
        await call('paul', 'POST', `/groups/${group.id}/roadmap_snapshots`, { name: 'Another' }),
        await call('ada', 'DELETE', `${epics}/${others[0]?.iid}`),
      ];
      expect(requests.map(({ status }) => status)).toEqual([201, 200, 200, 200, 201, 204]);
    });
    await saving;
    // It shows the moment at which it was read, before all of them.
    expect(await snapshots.states(waiting.id)).toHaveLength(count);
  });

  test('RX-SN-13: a failure stores nothing, gives the reason, and can be retried', async ({
    as,
    build,
    db,
    services,
    snapshots,
  }) => {
    const group = await build.group();
    await build.epic({ group });
    const snapshot = await createSnapshot(as('paul'), group, { name: 'Plan' });
    await sql`ALTER TABLE roadmap_snapshot_states ADD CONSTRAINT broken CHECK (iid < 0) NOT VALID`.execute(db);
    try {
      await expect(runSnapshot(services, snapshot.id)).rejects.toThrow('broken');
    } finally {
      await sql`ALTER TABLE roadmap_snapshot_states DROP CONSTRAINT broken`.execute(db);
    }
    expect(await snapshotsOf(db, group.id)).toMatchObject([
      { status: 'failed', failure: 'The server could not save the snapshot', moment: null, takenAt: null },
    ]);
    expect(await snapshots.rowsOf(group)).toBe(0);
    await retrySnapshot(as('paul'), snapshot.id);
    await runSnapshot(services, snapshot.id);
    expect(await snapshotsOf(db, group.id)).toMatchObject([{ status: 'saved', failure: null }]);
  });

  test('RX-SN-03, RX-SN-04: schedules save once a day, make up a missed run once, and keep a limited number', async ({
    as,
    build,
    db,
    services,
  }) => {
    const [daily, weekly] = [await build.group(), await build.group()];
    await setSnapshotSchedule(as('mina'), daily, 'daily');
    await setSnapshotSchedule(as('mina'), weekly, 'weekly');
    const since = (group: Namespace, lastDay: string) =>
      db.updateTable('roadmapSnapshotSchedules').set({ lastDay }).where('namespaceId', '=', group.id).execute();
    await since(daily, '2026-03-01');
    await since(weekly, '2026-03-01');
    await createSnapshot(as('paul'), daily, { name: '2026-03-02' });
    const names = async (group: Namespace) => (await snapshotsOf(db, group.id)).map(({ name }) => name);
    // Tuesday the 10th: the Monday before is due, and of nine missed days only the latest.
    await runSchedules(services, day('2026-03-02'));
    await Promise.all([runSchedules(services, day('2026-03-10')), runSchedules(services, day('2026-03-10'))]);
    await runSchedules(services, day('2026-03-10'));
    expect(await names(daily)).toEqual(['2026-03-10', '2026-03-02 (daily)', '2026-03-02']);
    expect(await names(weekly)).toEqual(['2026-03-09', '2026-03-02']);
    await setSnapshotSchedule(as('mina'), weekly, null);
    await runSchedules(services, day('2026-03-23'));
    expect(await names(weekly)).toHaveLength(2);
    for (let each = 0; each < 95; each++) await runSchedules(services, (day('2026-04-01') + each) as Day);
    const kept = await snapshotsOf(db, daily.id);
    expect([kept.filter(({ schedule }) => schedule === 'daily').length, kept.at(-1)?.name]).toEqual([90, '2026-03-02']);
  });

  test('a snapshot that cannot be created does not prevent those of other groups', async ({
    as,
    build,
    db,
    services,
  }) => {
    const [broken, sound] = [await build.group(), await build.group()];
    for (const group of [broken, sound]) await setSnapshotSchedule(as('mina'), group, 'daily');
    const today = day('2099-01-01');
    await sql`ALTER TABLE roadmap_snapshots ADD CONSTRAINT broken CHECK (namespace_id <> ${sql.lit(broken.id)}) NOT VALID`.execute(
      db,
    );
    await expect(runSchedules(services, today)).rejects.toThrow('Snapshots of some groups could not be created');
    await sql`ALTER TABLE roadmap_snapshots DROP CONSTRAINT broken`.execute(db);
    expect([await snapshotsOf(db, broken.id), await snapshotsOf(db, sound.id)].map(({ length }) => length)).toEqual([
      0, 1,
    ]);
    await runSchedules(services, today);
    expect(await snapshotsOf(db, broken.id)).toHaveLength(1);
  });

  test('the number of pending snapshots of a group is limited', async ({ as, build, db }) => {
    const group = await build.group();
    for (let each = 0; each < MAX_PENDING_SNAPSHOTS; each++)
      await createSnapshot(as('paul'), group, { name: `Plan ${each}` });
    await expect(createSnapshot(as('paul'), group, { name: 'One more' })).rejects.toThrow(
      '5 snapshots are being saved',
    );
    expect(await snapshotsOf(db, group.id)).toHaveLength(MAX_PENDING_SNAPSHOTS);
  });

  test('concurrent requests do not exceed the limit of pending snapshots', async ({ as, build, db }) => {
    const group = await build.group();
    const made = await Promise.allSettled(
      Array.from({ length: MAX_PENDING_SNAPSHOTS + 4 }, (_, each) =>
        createSnapshot(as('paul'), group, { name: `Plan ${each}` }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_PENDING_SNAPSHOTS);
    expect(await snapshotsOf(db, group.id)).toHaveLength(MAX_PENDING_SNAPSHOTS);
  });

  test('at most 200 snapshots are saved by hand', async ({ as, build, db }) => {
    const group = await build.group();
    await sql`INSERT INTO roadmap_snapshots (namespace_id, name) SELECT ${group.id}, 'Plan ' || n FROM generate_series(1, ${MAX_SNAPSHOTS}) n`.execute(
      db,
    );
    await expect(createSnapshot(as('paul'), group, { name: 'One more' })).rejects.toThrow(
      'There are 200 snapshots already',
    );
  });
});

describe('comparing', () => {
  test('RX-SN-07, RX-SN-11, RX-SN-12, RX-PL-07: drift, added and removed epics, filters and CSV', async ({
    as,
    ask,
    build,
    call,
    snapshots,
  }) => {
    const group = await build.group();
    const label = await build.label({ namespace: group, title: 'late' });
    const dated = { startDate: '2026-01-01', dueDate: '2026-03-31' };
    const [later, earlier, started, unset, same, gone] = [
      await build.epic({ group, title: 'Later', ...dated }),
      await build.epic({ group, title: 'Earlier', ...dated }),
      await build.epic({ group, title: 'Started', ...dated }),
      await build.epic({ group, title: 'Unset', ...dated }),
      await build.epic({ group, title: '=Same', ...dated }),
      await build.epic({ group, title: 'Gone', ...dated }),
    ];
    const before = await snapshots.save(group, 'Before');
    await updateWorkItem(as('paul'), later.id, { dueDateFixed: '2026-04-12', labelIds: [label.id], parentId: same.id });
    await updateWorkItem(as('paul'), earlier.id, { dueDateFixed: '2026-03-19' });
    await updateWorkItem(as('paul'), started.id, { startDateFixed: '2026-01-06' });
    await updateWorkItem(as('paul'), unset.id, { dueDateFixed: null });
    await closeWorkItem(as('paul'), same.id);
    await deleteWorkItem(as('ada'), gone.id);
    const added = await build.epic({ group, title: 'Added', ...dated });
    const variables = { path: group.fullPath, from: String(before.id) };
    const compare = async (who: CastName, more: object = {}) =>
      (await ask<ComparisonAnswer>(who, comparison, { ...variables, ...more })).data.group?.roadmapSnapshotComparison;
    const shown = await compare('gwen');
    expect(shown?.counts).toEqual({ added: 1, removed: 1, later: 1, earlier: 1, unchanged: 1 });
    expect(shown?.epics.nodes.map(({ title, kind, drift }) => [title, kind, drift])).toEqual([
      ['Later', 'later', 12],
      ['=Same', 'unchanged', 0],
      ['Started', null, 0],
      ['Earlier', 'earlier', -12],
      ['Added', 'added', null],
      ['Gone', 'removed', null],
      ['Unset', null, null],
    ]);
    expect(shown?.epics.nodes[0]).toMatchObject({
      fromParent: null,
      toParent: { title: '=Same' },
      addedLabels: ['late'],
    });
    expect((await compare('gwen', { kinds: ['later', 'removed'] }))?.epics.nodes.map(({ title }) => title)).toEqual([
      'Later',
      'Gone',
    ]);

    const csv = await call<string>('gwen', 'GET', `/groups/${group.id}/roadmap_snapshots/${before.id}/compare.csv`);
    const lines = csv.body.split('\r\n');
    expect(lines).toHaveLength(9);
    expect(lines[1]).toBe(
      `Later,${group.fullPath}&${later.iid},2026-01-01,2026-03-31,2026-01-01,2026-04-12,'+12 d,opened,opened,,${group.fullPath}&${same.iid} =Same,,,late,`,
    );
    expect(lines[4]).toContain('\u{2212}12 d');
    expect(lines[6]).toMatch(/^Gone,.*removed/);

    const drift = `query($path: ID!, $iid: ID!, $from: ID!) { group(fullPath: $path) { epic(iid: $iid) {
      drift(snapshotId: $from) { kind days startDays text startDate dueDate milestoneDueDate }
      snapshotDates { snapshot { name } startDate dueDate } } } }`;
    const driftOf = async (epic: { iid: number }) =>
      (
        await ask<{ group: { epic: { drift: object; snapshotDates: object[] } } }>('gwen', drift, {
          ...variables,
          iid: String(epic.iid),
        })
      ).data.group.epic;
    expect((await driftOf(later)).drift).toEqual({
      kind: 'moved',
      days: 12,
      startDays: 0,
      text: '+12 d',
      startDate: '2026-01-01',
      dueDate: '2026-03-31',
      milestoneDueDate: null,
    });
    expect((await driftOf(started)).drift).toMatchObject({ days: 0, startDays: 5, text: '' });
    expect((await driftOf(unset)).drift).toMatchObject({ days: null, text: 'End removed' });
    expect((await driftOf(same)).drift).toMatchObject({ kind: 'unchanged', text: '' });
    expect((await driftOf(added)).drift).toMatchObject({ kind: 'added', text: 'added', dueDate: null });
    const after = await snapshots.save(group, 'After');
    expect((await driftOf(later)).snapshotDates).toEqual([
      { snapshot: { name: 'Before' }, startDate: '2026-01-01', dueDate: '2026-03-31' },
      { snapshot: { name: 'After' }, startDate: '2026-01-01', dueDate: '2026-04-12' },
    ]);
    await updateWorkItem(as('paul'), later.id, { dueDateFixed: '2027-01-01' });
    expect(await compare('gwen', { to: String(after.id) })).toEqual(shown);

    // The milestone of an epic is its own, or the one with the latest end among its issues.
    const project = await build.project({ group });
    const [first, second] = [
      await build.milestone({ namespace: group, title: 'First', dueDate: '2026-03-31' }),
      await build.milestone({ namespace: group, title: 'Second', dueDate: '2026-06-30' }),
    ];
    for (const milestone of [second, first]) await build.issue({ project, parent: later, milestoneId: milestone.id });
    expect((await driftOf(later)).drift).toMatchObject({ milestoneDueDate: '2026-06-30' });
    await updateWorkItem(as('paul'), later.id, { milestoneId: first.id });
    expect((await driftOf(later)).drift).toMatchObject({ milestoneDueDate: '2026-03-31' });
  });

  test('the lane that a removed epic was in, as far as the snapshot records it', async ({
    as,
    ask,
    build,
    snapshots,
  }) => {
    const group = await build.group();
    const inner = await build.group({ parent: group });
    const label = await build.label({ namespace: group, title: 'Stage::beta::two' });
    const milestone = await build.milestone({ namespace: group, title: 'GA' });
    const former = await build.epic({ group, title: 'Former' });
    const [theme, other] = [await build.epic({ group, title: 'Theme' }), await build.epic({ group, title: 'Other' })];
    const gone = await build.epic({ group: inner, title: 'Gone', parent: theme });
    await updateWorkItem(as('paul'), gone.id, {
      labelIds: [label.id],
      milestoneId: milestone.id,
      healthStatus: 'at_risk',
    });
    await updateWorkItem(as('paul'), other.id, { parentId: former.id });
    const before = await snapshots.save(group, 'Before');
    for (const { id } of [gone, other, former]) await deleteWorkItem(as('root'), id);
    const added = await build.epic({ group, title: 'Added' });
    const query = `query($path: ID!, $from: ID!, $by: String!, $thenBy: String) { group(fullPath: $path) {
      roadmapSnapshotComparison(from: $from) { epics { nodes { title fromLaneKey(groupBy: $by, thenBy: $thenBy) } } } } }`;
    const lanes = async (by: string, thenBy: string | null = null) => {
      const { data } = await ask<{
        group: { roadmapSnapshotComparison: { epics: { nodes: { title: string; fromLaneKey: string | null }[] } } };
      }>('gwen', query, { path: group.fullPath, from: String(before.id), by, thenBy });
      const { nodes } = data.group.roadmapSnapshotComparison.epics;
      return ['Gone', 'Other', added.title].map((title) => nodes.find((each) => each.title === title)?.fromLaneKey);
    };
    const expected: [string, string, string][] = [
      ['SUBGROUP', String(inner.id), String(group.id)],
      ['LABEL:stage::beta', 'two', ''],
      ['LABEL:stage', '', ''],
      ['MILESTONE', String(milestone.id), ''],
      ['HEALTH', 'at_risk', ''],
      ['PARENT', String(theme.id), ''],
      ['ASSIGNEE', '', ''],
    ];
    for (const [by, one, two] of expected) {
      const key = encodeURIComponent(by);
      expect([by, await lanes(by)]).toEqual([by, [`${key}=${one}`, `${key}=${two}`, null]]);
    }
    expect((await lanes('HEALTH', 'PARENT'))[0]).toBe(`HEALTH=at_risk&PARENT=${theme.id}`);
  });

  test('RX-PM-07: everyone compares only what they may see', async ({ as, ask, build, snapshots, call }) => {
    const group = await build.group({ visibility: 'public' });
    const inner = await build.group({ parent: group, visibility: 'private' });
    const dated = { dueDate: '2026-03-31' };
    const open = await build.epic({ group, title: 'Open', ...dated });
    const secret = await build.epic({ group, title: 'Secret', confidential: true, author: null, ...dated });
    const hidden = await build.epic({ group: inner, title: 'Inner', author: null, ...dated });
    const gone = await build.epic({ group, title: 'Gone', confidential: true, author: null, ...dated });
    const project = await build.project({ group, visibility: 'public' });
    await build.issue({ project, parent: open, confidential: true, author: null });
    await build.issue({ project, parent: open });
    const before = await snapshots.save(group, 'Before');
    for (const epic of [secret, hidden]) await updateWorkItem(as('paul'), epic.id, { dueDateFixed: '2026-04-30' });
    await updateWorkItem(as('paul'), open.id, { parentId: hidden.id });
    await deleteWorkItem(as('root'), gone.id);
    const seen = async (who: CastName) => {
      const { data } = await ask<ComparisonAnswer>(who, comparison, { path: group.fullPath, from: String(before.id) });
      const found = data.group?.roadmapSnapshotComparison;
      const openRow = found?.epics.nodes.find(({ title }) => title === 'Open');
      const { later, removed } = found?.counts ?? {};
      return [later, removed, found?.epics.nodes.length, openRow?.toParent?.title ?? null, openRow?.fromProgress?.[3]];
    };
    const expected: Readonly<Record<string, unknown[]>> = {
      nobody: [0, 0, 1, null, 1],
      otto: [0, 0, 1, null, 1],
      gwen: [1, 0, 2, 'Inner', 1],
      paul: [2, 1, 4, 'Inner', 2],
      mina: [2, 1, 4, 'Inner', 2],
      ada: [2, 1, 4, 'Inner', 2],
      root: [2, 1, 4, 'Inner', 2],
    };
    for (const [who, row] of Object.entries(expected))
      expect([who, ...(await seen(who as CastName))]).toEqual([who, ...row]);
    const csv = await call<string>('gwen', 'GET', `/groups/${group.id}/roadmap_snapshots/${before.id}/compare.csv`);
    expect(csv.body).not.toMatch(/Secret|Gone/);
    // Nor the number of all epics, hidden ones included.
    const { body } = await call('nobody', 'GET', `/groups/${group.id}/roadmap_snapshots/${before.id}`);
    expect(body).not.toHaveProperty('epics_count');
  });

  test('a deleted epic is not named to those who could not see it when it was deleted', async ({
    as,
    build,
    db,
    snapshots,
    call,
  }) => {
    const group = await build.group({
      visibility: 'private',
      members: { paul: 'planner', ada: 'owner', gwen: 'guest' },
    });
    const shared = await build.group({ visibility: 'private', members: { dana: 'developer', ada: 'guest' } });
    const open = await build.epic({ group, title: 'Open', author: null });
    const secret = await build.epic({ group, title: 'Secret', confidential: true, author: null });
    const before = await snapshots.save(group, 'Before');
    for (const { id } of [open, secret]) await deleteWorkItem(as('root'), id);
    const named = async (who: CastName) => {
      const path = `/groups/${group.id}/roadmap_snapshots/${before.id}/compare.csv`;
      const { status, body } = await call<string>(who, 'GET', path);
      return status === 200 ? ['Open', 'Secret'].filter((title) => body.includes(title)) : status;
    };
    const all = ['Open', 'Secret'];
    expect([await named('gwen'), await named('paul'), await named('otto'), await named('root')]).toEqual([
      ['Open'],
      all,
      404,
      all,
    ]);
    // People who got a role later, or a higher one, see the group, but not what was deleted before.
    await call('ada', 'POST', `/groups/${group.id}/members`, { user_id: build.idOf('otto'), access_level: 50 });
    await call('ada', 'PUT', `/groups/${group.id}/members/${build.idOf('gwen')}`, { access_level: 40 });
    await call('ada', 'POST', `/groups/${group.id}/share`, { group_id: shared.id, group_access: 30 });
    expect([await named('otto'), await named('gwen'), await named('dana')]).toEqual([[], ['Open'], []]);
    // A promotion keeps what the former role showed; after an expired role, access starts anew.
    await call('ada', 'PUT', `/groups/${group.id}/members/${build.idOf('paul')}`, { access_level: 40 });
    expect(await named('paul')).toEqual(all);
    await sql`UPDATE members SET expires_at = '2020-01-01' WHERE namespace_id = ${group.id} AND user_id = ${build.idOf('paul')}`.execute(
      db,
    );
    expect(await named('paul')).toBe(404);
    await sql`UPDATE members SET expires_at = NULL WHERE namespace_id = ${group.id} AND user_id = ${build.idOf('paul')}`.execute(
      db,
    );
    expect(await named('paul')).toEqual([]);
    // The same holds when the group becomes visible to everyone.
    await sql`UPDATE namespaces SET visibility = 'public' WHERE id = ${group.id}`.execute(db);
    expect([await named('rita'), await named('nobody'), await named('ada')]).toEqual([[], [], all]);
  });

  test('RX-PM-05: a deleted epic of a person who was banned since is named to administrators only', async ({
    as,
    build,
    snapshots,
    call,
  }) => {
    const group = await build.group({ visibility: 'public' });
    const spam = await build.epic({ group, title: 'Spam', author: 'rita' });
    const before = await snapshots.save(group, 'Before');
    await deleteWorkItem(as('root'), spam.id);
    const shown = async (who: CastName) => {
      const path = `/groups/${group.id}/roadmap_snapshots/${before.id}/compare.csv`;
      return (await call<string>(who, 'GET', path)).body.includes('Spam');
    };
    expect(await shown('ada')).toBe(true);
    await call('root', 'POST', `/users/${build.idOf('rita')}/ban`);
    expect([await shown('ada'), await shown('root')]).toEqual([false, true]);
    await call('root', 'POST', `/users/${build.idOf('rita')}/unban`);
    expect(await shown('ada')).toBe(true);
  });
});
