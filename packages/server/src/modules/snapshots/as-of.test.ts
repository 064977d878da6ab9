import { DomainError, ForbiddenError } from '@milepost/core/errors';
import { addDays, formatDay, utcDayOf, type Day } from '@milepost/core/days';
import type { LabelId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { healthStatuses } from '@milepost/core/work-items';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { test as base, tokenFor, type GraphqlAnswer } from '../../testing/http.ts';
import type { Db } from '../../platform/database/tables.ts';
import { foldAll } from '../hierarchy/jobs.ts';
import { promoteLabel } from '../labels/commands.ts';
import { labelsOfWorkItem } from '../labels/store/items.ts';
import type { WorkItemChange } from '../work-items/commands/fields.ts';
import { closeWorkItem, deleteWorkItem, reopenWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { createRoadmapLink } from '../roadmaps/commands/links.ts';
import { createSnapshot } from './commands.ts';
import { runSnapshot } from './commands/saving.ts';
import { readStates } from './store/states.ts';

/** Moves all recorded changes back by a day. */
async function passDay(db: Db): Promise<void> {
  await sql`UPDATE work_items SET created_at = created_at - interval '1 day', recorded_since = recorded_since - interval '1 day',
    closed_at = closed_at - interval '1 day'`.execute(db);
  // Moving closed_at was recorded as a change itself.
  await sql`DELETE FROM work_item_past WHERE until >= now() - interval '1 second' AND old - 'updated_at' - 'closed_at' = '{}'`.execute(
    db,
  );
  await sql`UPDATE work_item_past SET until = until - interval '1 day'`.execute(db);
  await sql`UPDATE work_item_labels SET added_at = added_at - interval '1 day'`.execute(db);
  await sql`UPDATE work_item_past_labels SET added_at = added_at - interval '1 day', removed_at = removed_at - interval '1 day'`.execute(
    db,
  );
  for (const pending of ['work_item_rollup_deltas', 'work_item_rollup_changes'])
    await sql`UPDATE ${sql.table(pending)} SET changed_on = changed_on - 1`.execute(db);
  const { rows } = await sql<{ day: string }>`SELECT DISTINCT day FROM work_item_rollup_days ORDER BY day`.execute(db);
  for (const { day } of rows) {
    await sql`UPDATE work_item_rollup_days SET day = day - 1 WHERE day = ${day}::date`.execute(db);
  }
}

interface State {
  workItemId: WorkItemId;
  parentId: WorkItemId | null;
}
const today = () => utcDayOf(new Date());
const daysAgo = (count: number) => addDays(today(), -count);

const test = base.extend('past', ({ world, as, send }) => ({
  /** The states of a group at the end of a past day. */
  statesAt: async (traversalIds: readonly NamespaceId[], day: Day) =>
    (
      await sql<State>`SELECT * FROM (${readStates(traversalIds)}) AS s ORDER BY work_item_id`.execute(
        as('root').at(day).db,
      )
    ).rows,
  passDay: () => passDay(world.db),
  /** GraphQL as of a day. */
  ask: async <Data>(who: CastName, day: string, query: string, variables: object): Promise<GraphqlAnswer<Data>> => {
    const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
    const url = `/api/graphql?as_of=${day}`;
    return (await send({ method: 'POST', url, headers, payload: { query, variables } })).body as GraphqlAnswer<Data>;
  },
}));

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('RX-AO-06: a past day equals a snapshot saved at its end, field by field, regardless of later changes', async ({
  as,
  build,
  db,
  past,
  services,
}) => {
  const group = await build.group();
  const below = await build.group({ parent: group });
  const project = await build.project({ group });
  const labels = [
    await build.label({ namespace: group, title: 'stage::alpha' }),
    await build.label({ namespace: group, title: 'late' }),
  ];
  const milestone = await build.milestone({ namespace: group, title: 'GA' });
  const epics: WorkItemId[] = [];
  for (let each = 0; each < 6; each++)
    epics.push((await build.epic({ group: each % 2 ? below : group, title: `Epic ${each}` })).id);
  const issues: WorkItemId[] = [];
  for (let each = 0; each < 6; each++) {
    const parent = { id: epics[each % 3]! };
    issues.push((await build.issue({ project, parent, weight: each + 1 })).id);
  }
  const random = randomFrom(20_260);
  const pick = <Each>(list: readonly Each[]): Each => list[random(list.length)]!;
  const dayText = () => formatDay(addDays(today(), random(60) - 30));
  const changes: readonly (() => WorkItemChange)[] = [
    () => ({ title: `Title ${random(1000)}` }),
    () => ({ startDateFixed: dayText(), startDateIsFixed: true }),
    () => ({ dueDateFixed: dayText(), dueDateIsFixed: true }),
    () => ({ labelIds: labels.filter(() => random(2) === 0).map(({ id }) => id) }),
    () => ({ healthStatus: pick([...healthStatuses, null]) }),
    () => ({ milestoneId: pick([milestone.id, null]) }),
    () => ({ parentId: pick([...epics, null]) }),
  ];
  const saved = [];
  let deleted: WorkItemId | null = null;
  for (let day = 0; day < 6; day++) {
    for (let step = 0; step < 12; step++) {
      const isIssue = random(3) === 0;
      const id = pick(isIssue ? issues : epics);
      const kind = random(9);
      // Some moves are refused: below itself, or a range that ends before it starts.
      const change =
        kind === 0
          ? closeWorkItem(as('root'), id)
          : kind === 1
            ? reopenWorkItem(as('root'), id)
            : updateWorkItem(
                as('root'),
                id,
                isIssue ? pick([{ weight: random(9) }, { parentId: pick(epics) }]) : pick(changes)(),
              );
      await change.catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });
    }
    if (day === 3) {
      deleted = epics.pop()!;
      await deleteWorkItem(as('root'), deleted);
    }
    if (day % 2 === 0) await foldAll(db);
    const snapshot = await createSnapshot(as('root'), group, { name: `Day ${day}` });
    await runSnapshot(services, snapshot.id);
    saved.push(snapshot.id);
    await past.passDay();
  }
  const statesOf = async (id: number) =>
    (
      await sql<State>`SELECT s.work_item_id, s.start_date, s.due_date, s.state, s.iid, s.home_id, s.parent_id, s.milestone_id, s.health_status,
        s.progress, s.label_ids, s.title, s.label_titles
      FROM roadmap_snapshots p JOIN roadmap_snapshot_states s ON s.namespace_id = p.namespace_id
        AND s.since <= p.moment AND (s.until IS NULL OR s.until > p.moment) WHERE p.id = ${id} ORDER BY s.work_item_id`.execute(
        db,
      )
    ).rows;
  for (const [day, id] of saved.entries()) {
    // Deleted epics are not drawn: the viewer must see an epic today.
    const wanted = (await statesOf(id))
      .filter(({ workItemId }) => workItemId !== deleted)
      .map((state) => (state.parentId === deleted ? { ...state, parentId: null } : state));
    expect([day, await past.statesAt(group.scope.traversalIds, daysAgo(saved.length - day))]).toEqual([day, wanted]);
  }
  expect(new Set((await Promise.all(saved.map(statesOf))).map((each) => JSON.stringify(each))).size).toBe(saved.length);
});

const listed = `query($path: ID!, $labels: [String!], $sort: EpicSort, $state: EpicState, $today: Date) { group(fullPath: $path) {
  firstRecordedDay
  epics(labelName: $labels, sort: $sort, state: $state) { count nodes { title state startDate dueDate healthStatus { own } recordedSince
    userPermissions { adminEpic } parent { title } labels { nodes { title } } descendantWeightSum { closedIssues openedIssues } signals(today: $today) } }
  epicSummary { overdue atRisk }
  epicLanes(groupBy: "LABEL:stage", thenBy: "MILESTONE") { nodes { title count lanes { nodes { title } } } } } }`;

interface Listed {
  group: {
    firstRecordedDay: string;
    epics: { count: number; nodes: { title: string; recordedSince: string | null }[] };
    epicSummary: Record<string, number>;
    epicLanes: { nodes: object[] };
  } | null;
}

test('RX-AO-05, RX-PL-10: filters, order, lanes, summary, files and public links use the past day', async ({
  as,
  build,
  call,
  past,
  send,
}) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  const [alpha, beta] = [
    await build.label({ namespace: group, title: 'stage::alpha' }),
    await build.label({ namespace: group, title: 'stage::beta' }),
  ];
  const milestone = await build.milestone({ namespace: group, title: 'GA' });
  const parent = await build.epic({ group, title: 'Theme' });
  const was = { startDateFixed: formatDay(daysAgo(30)), dueDateFixed: formatDay(daysAgo(5)) };
  const epic = await build.epic({ group, title: 'Before' });
  await updateWorkItem(as('paul'), epic.id, {
    ...was,
    labelIds: [alpha.id],
    milestoneId: milestone.id,
    parentId: parent.id,
    healthStatus: 'at_risk',
  });
  const issue = await build.issue({ project, parent: epic, weight: 3 });
  await past.passDay();
  await past.passDay();
  const later = { startDateFixed: formatDay(daysAgo(1)), dueDateFixed: formatDay(addDays(today(), 30)) };
  await updateWorkItem(as('paul'), epic.id, {
    ...later,
    title: 'After',
    labelIds: [beta.id],
    milestoneId: null,
    parentId: null,
    healthStatus: 'on_track',
  });
  await closeWorkItem(as('paul'), epic.id);
  await closeWorkItem(as('paul'), issue.id);
  await build.epic({ group, title: 'New' });
  await build.epic({ group, title: 'Secret', confidential: true, author: null });

  const day = formatDay(daysAgo(2));
  const variables = { path: group.fullPath, today: day };
  const at = async (who: CastName, more: object = {}) =>
    (await past.ask<Listed>(who, day, listed, { ...variables, ...more })).data.group;
  const then = await at('paul', { sort: 'TITLE_ASC', state: 'opened' });
  expect(then?.epics).toEqual({
    count: 2,
    nodes: [
      {
        title: 'Before',
        state: 'opened',
        startDate: `${was.startDateFixed}T00:00:00Z`,
        dueDate: `${was.dueDateFixed}T00:00:00Z`,
        healthStatus: { own: 'atRisk' },
        recordedSince: null,
        userPermissions: { adminEpic: false },
        parent: { title: 'Theme' },
        labels: { nodes: [{ title: 'stage::alpha' }] },
        descendantWeightSum: { closedIssues: 0, openedIssues: 3 },
        signals: expect.arrayContaining(['OVERDUE', 'AT_RISK']),
      },
      expect.objectContaining({ title: 'Theme', descendantWeightSum: { closedIssues: 0, openedIssues: 3 } }),
    ],
  });
  expect(then?.firstRecordedDay).toBe(day);
  expect(then?.epicLanes.nodes).toEqual([{ title: null, count: 1, lanes: { nodes: [{ title: null }] } }]);
  expect(then?.epicSummary).toMatchObject({ overdue: 1, atRisk: 0 });
  expect((await at('gwen', { labels: ['stage::alpha'] }))?.epics.nodes.map(({ title }) => title)).toEqual(['Before']);
  expect((await at('gwen', { labels: ['stage::beta'] }))?.epics.count).toBe(0);
  expect((await at('gwen', { labels: ['None'] }))?.epics.nodes.map(({ title }) => title)).toEqual(['Theme']);
  expect((await at('gwen', { state: 'closed' }))?.epics.count).toBe(0);
  // Viewers who may not see the group may not see its past.
  expect(await at('otto')).toBeNull();

  const address = `/groups/${group.id}/roadmap`;
  const csv = await call<string>('gwen', 'GET', `${address}.csv?as_of=${day}&timeframe_range_type=THREE_YEARS`);
  expect(csv.body).toContain(`Before,${group.path}&`.replace(group.path, group.fullPath));
  expect(csv.body).not.toContain('After');
  const lanes = await call<object[]>(
    'gwen',
    'GET',
    `${address}_lanes?as_of=${day}&label_name[]=stage::alpha&group_by=LABEL:stage&then_by=MILESTONE&timeframe_range_type=THREE_YEARS`,
  );
  expect(lanes.body).toMatchObject([{ value: 'alpha', count: 1, overdue: 1, due_date: was.dueDateFixed }]);
  const summary = await call(
    'gwen',
    'GET',
    `${address}_summary?as_of=${day}&timeframe_range_type=THREE_YEARS&label_name[]=stage::alpha`,
  );
  expect(summary.body).toMatchObject({ overdue: 1, at_risk: 1 });

  const { secret } = await createRoadmapLink(as('mina'), group.fullPath, {
    kind: 'page',
    name: 'Then',
    query: `as_of=${day}&timeframe_range_type=THREE_YEARS`,
  });
  const shared = await send({ method: 'GET', url: `/-/shared/roadmap/${secret}/roadmap.csv` });
  expect(shared.body).toContain('Before');
  expect(shared.body).not.toMatch(/After|New/);

  // Connections that read the past before now read the present.
  const now = await call<string>('gwen', 'GET', `${address}.csv?timeframe_range_type=THREE_YEARS`);
  expect(now.body).toContain('After');
});

test('as of: refused days, the first record, and values of the time before', async ({ as, build, call, db, past }) => {
  const group = await build.group();
  const epic = await build.epic({ group, title: 'Imported' });
  await sql`UPDATE work_items SET created_at = created_at - interval '40 days' WHERE id = ${epic.id}`.execute(db);
  await updateWorkItem(as('paul'), epic.id, { title: 'Renamed' });
  const day = formatDay(daysAgo(10));
  const { data } = await past.ask<Listed>('gwen', day, listed, { path: group.fullPath });

  expect(data.group?.firstRecordedDay).toBe(formatDay(daysAgo(40)));
  expect(data.group?.epics.nodes).toMatchObject([{ title: 'Imported', recordedSince: formatDay(today()) }]);
  for (const wrong of [
    formatDay(today()),
    formatDay(addDays(today(), 5)),
    '2026-02-30',
    'x',
    "'; DROP TABLE users; --",
  ]) {
    const answer = await call('gwen', 'GET', `/groups/${group.id}/roadmap.csv?as_of=${encodeURIComponent(wrong)}`);
    expect([answer.status, answer.body]).toEqual([400, { message: { as_of: ['must be a past day'] } }]);
    expect((await past.ask('gwen', encodeURIComponent(wrong), listed, { path: group.fullPath })).errors).toHaveLength(
      1,
    );
  }
  const rename = `mutation($path: ID!, $iid: ID!) { updateEpic(input: { groupPath: $path, iid: $iid, title: "Changed" }) { errors } }`;
  const refused = await past.ask('paul', day, rename, { path: group.fullPath, iid: String(epic.iid) });
  expect(refused.errors).toHaveLength(1);
  await expect(updateWorkItem(as('paul').at(daysAgo(10)), epic.id, { title: 'Changed' })).rejects.toThrow(
    ForbiddenError,
  );
  await expect(sql`UPDATE users SET name = 'Nobody'`.execute(as('paul').at(daysAgo(10)).db)).rejects.toThrow(
    /read-only/,
  );
});

test('a label that was promoted to the group keeps its past', async ({ as, build, past }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const other = await build.project({ group });
  const label = await build.label({ namespace: project, title: 'late' });
  const same = await build.label({ namespace: other, title: 'late' });
  const issues = [
    await build.issue({ project }),
    await build.issue({ project }),
    await build.issue({ project }),
    await build.issue({ project: other }),
    await build.issue({ project }),
  ];
  const [kept, removed, added, elsewhere, both] = issues.map(({ id }) => id);
  const choose = (id: WorkItemId | undefined, ...labelIds: LabelId[]) =>
    updateWorkItem(as('paul'), id as WorkItemId, { labelIds });
  await past.passDay();
  await choose(kept, label.id);
  await choose(removed, label.id);
  await choose(elsewhere, same.id);
  await choose(both, label.id);
  await past.passDay();
  const ofGroup = await build.label({ namespace: group, title: 'late' });
  await choose(removed);
  await choose(added, label.id);
  await choose(both, label.id, ofGroup.id);
  await past.passDay();
  expect((await promoteLabel(as('paul'), label.id)).id).toBe(ofGroup.id);
  const ids = issues.map(({ id }) => id);
  const labeled = async (days: number) => {
    const ctx = days === 0 ? as('root') : as('root').at(daysAgo(days));
    return Promise.all(ids.map(async (id) => (await ctx.load(labelsOfWorkItem, id))?.map(({ id: each }) => each)));
  };
  const [none, late] = [[], [ofGroup.id]];
  expect(await labeled(3)).toEqual([none, none, none, none, none]);
  expect(await labeled(2)).toEqual([late, late, none, late, late]);
  expect(await labeled(1)).toEqual([late, none, late, late, late]);
  expect(await labeled(0)).toEqual([late, none, late, late, late]);
});

test('every column whose past is kept is one that the trigger watches', async ({ db }) => {
  const { rows } = await sql<{ definition: string; kept: string[] }>`
    SELECT pg_get_triggerdef(oid) AS definition, ARRAY(SELECT jsonb_object_keys(work_item_kept(NULL::work_items))) AS kept
    FROM pg_trigger WHERE tgname = 'work_items_keep_past'`.execute(db);
  const { definition = '', kept = [] } = rows[0] ?? {};
  const watched = (row: string) =>
    [...definition.matchAll(new RegExp(`\\b${row}\\.(\\w+)`, 'g'))].map(([, column = '']) => column).toSorted();
  expect(kept.length).toBeGreaterThan(10);
  expect(watched('new')).toEqual(kept.toSorted());
  // Its own time of the first record is compared, too.
  expect(watched('old')).toEqual([...kept, 'recorded_since'].toSorted());
});

test('the views of the past have all columns of their tables', async ({ db }) => {
  const { rows } = await sql<{ missing: string }>`
    SELECT t.table_name || '.' || t.column_name AS missing FROM information_schema.columns t
    WHERE t.table_schema = 'public' AND t.table_name IN (SELECT table_name FROM information_schema.views WHERE table_schema = 'as_of')
      AND NOT EXISTS (SELECT FROM information_schema.columns v
        WHERE v.table_schema = 'as_of' AND v.table_name = t.table_name AND v.column_name = t.column_name)`.execute(db);
  // A migration that adds a column ends with `SELECT create_as_of_views()`.
  expect(rows).toEqual([]);
});
