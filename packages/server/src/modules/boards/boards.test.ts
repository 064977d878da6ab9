import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { BoardListId, LabelId, StatusId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';
import type { Context } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';
import { deleteLabel, promoteLabel, updateLabel } from '../labels/commands.ts';
import { attachType, createLifecycle } from '../statuses/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import {
  createBoard,
  createBoardList,
  deleteBoardList,
  findBoardList,
  updateBoard,
  updateBoardList,
} from './commands.ts';
import { moveCard } from './commands/move-card.ts';
import { cardsAfter, countsOf, viewBoard, type BoardRequest } from './commands/view.ts';
import { listingOf } from './graphql/filters.ts';

const whole = { limit: 100, isBackward: false, cursor: null };

async function show(ctx: Context, namespace: Namespace, request: Partial<BoardRequest> & { filters?: object } = {}) {
  const { filters = {}, ...rest } = request;
  const view = await viewBoard(ctx, { namespace, board: null, listing: listingOf(namespace, filters), ...rest });
  const cards = async (column: string, lane: string | null = null) =>
    (await cardsAfter(ctx, view, { column, lane }, whole)).map(({ title }) => title);
  const count = async (column: string | null, lane: string | null = null) =>
    (await countsOf(ctx, view)).find((each) => each.column === column && each.lane === lane)?.count ?? 0;
  return { view, cards, count, keys: view.columns.map(({ key }) => key) };
}

describe('columns and lanes', () => {
  test('TM-BD-03, TM-BD-04: by label scope, assignee, milestone and iteration, with a last one for items without', async ({
    as,
    build,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const milestone = await build.milestone({ namespace: group, title: 'v1' });
    const one = await build.issue({ project, title: 'one', assignees: ['dana'], weight: 3 });
    const two = await build.issue({ project, title: 'two', milestoneId: milestone.id, weight: 2 });
    const done = await build.issue({ project, title: 'done', state: 'closed', weight: 1 });
    await build.issue({ project, title: 'none' });
    const secret = await build.issue({ project, title: 'secret', confidential: true });
    const alpha = await build.label({ namespace: group, title: 'stage::alpha', on: [one, secret] });
    const beta = await build.label({ namespace: group, title: 'stage::beta', on: [two, done] });
    await build.label({ namespace: group, title: 'other' });

    const byLabel = await show(as('paul'), group, { columns: 'label:stage' });
    expect(byLabel.keys).toEqual([`label:${alpha.id}`, `label:${beta.id}`, 'closed', 'none']);
    expect(await byLabel.cards(`label:${alpha.id}`)).toEqual(['secret', 'one']);
    expect(await byLabel.cards(`label:${beta.id}`)).toEqual(['two']);
    expect(await byLabel.cards('closed')).toEqual(['done']);
    expect(await byLabel.cards('none')).toEqual(['none']);
    expect(await byLabel.cards('label:999999')).toEqual([]);
    const counts = await countsOf(as('paul'), byLabel.view);
    expect(counts.find(({ column, lane }) => column === null && lane === null)).toEqual({
      column: null,
      lane: null,
      count: 5,
      weight: 6,
      closedWeight: 1,
    });

    // What the viewer may not see is neither shown nor counted.
    const seen = await show(as('gwen'), group, { columns: 'label:stage' });
    expect([await seen.cards(`label:${alpha.id}`), await seen.count(`label:${alpha.id}`)]).toEqual([['one'], 1]);

    const byPerson = await show(as('paul'), group, { columns: 'assignee' });
    expect(byPerson.keys).toEqual([`assignee:${world.userIds.dana}`, 'closed', 'none']);
    expect(await byPerson.count('none')).toBe(3);
    const byMilestone = await show(as('paul'), group, { columns: 'milestone', filters: { search: 'two' } });
    expect(await byMilestone.cards(`milestone:${milestone.id}`)).toEqual(['two']);
    expect(await byMilestone.count('none')).toBe(0);
    expect((await show(as('paul'), group, { columns: 'iteration' })).keys).toEqual(['closed', 'none']);
    for (const columns of ['label', 'color', 'epic']) {
      await expect(show(as('paul'), group, { columns })).rejects.toThrow(ValidationError);
    }
  });

  test('TM-BD-03: lanes by epic hold the items of the nearest epic, and cells are counted', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group, title: 'epic' });
    const hidden = await build.epic({ group, confidential: true });
    const issue = await build.issue({ project, parent: epic, title: 'issue', assignees: ['dana'] });
    await build.issue({ type: 'task', project, parent: issue, title: 'task' });
    await build.issue({ project, parent: hidden, title: 'below a hidden epic', confidential: true });
    await build.issue({ project, title: 'free' });
    const { view, cards, count } = await show(as('paul'), group, { columns: 'assignee', lanes: 'epic' });
    expect(view.lanes.map(({ key }) => key)).toEqual([`epic:${epic.id}`, `epic:${hidden.id}`, 'none']);
    const lane = `epic:${epic.id}`;
    expect(await cards('none', lane)).toEqual(['task']);
    expect([await count(null, lane), await count('none', lane), await count('none', 'none')]).toEqual([2, 1, 1]);
    expect(
      (await show(as('gwen'), group, { columns: 'assignee', lanes: 'epic' })).view.lanes.map(({ key }) => key),
    ).toEqual([lane, 'none']);
    const ofEpic = await show(as('paul'), group, { columns: 'assignee', epicId: epic.id });
    expect([await ofEpic.cards('none'), await ofEpic.count(null)]).toEqual([['task'], 2]);
  });
});

test('TM-BD-02, TM-BD-12: without lists the columns are the statuses of the lifecycle, which open and close', async ({
  as,
  build,
}) => {
  const project = await build.project();
  const issue = await build.issue({ project, title: 'open' });
  await build.issue({ project, title: 'closed', state: 'closed' });
  const { view, keys, cards } = await show(as('gwen'), project);
  expect(view.columns.map(({ title }) => title)).toEqual(['To do', 'In progress', 'Done', "Won't do", 'Duplicate']);
  const [todo = '', doing = '', done = '', wont = ''] = keys;
  expect([await cards(todo), await cards(done)]).toEqual([['open'], ['closed']]);
  const move = (fromColumn: string, toColumn: string) =>
    moveCard(as('paul'), issue.id, { fromColumn, toColumn, spot: 'top' });
  expect((await move(todo, doing)).state).toBe('opened');
  expect((await move(doing, wont)).state).toBe('closed');
  expect((await move(wont, doing)).state).toBe('opened');
  expect(await cards(doing)).toEqual(['open']);
  const board = await createBoard(as('paul'), project, {});
  await createBoardList(as('paul'), board.id, { statusId: view.columns[2]?.value?.id as StatusId });
  const stored = await show(as('gwen'), project, { board });
  expect(stored.keys).toEqual([done, 'closed', 'none']);
  expect([await stored.cards(done), await stored.cards('closed'), await stored.cards('none')]).toEqual([
    ['closed'],
    [],
    ['open'],
  ]);
});

describe('moves', () => {
  test('TM-BD-10, TM-BD-12: a move sets the fields of column and lane at once, closes and reopens', async ({
    as,
    build,
    db,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const [alpha, beta] = [
      await build.label({ namespace: group, title: 'stage::alpha' }),
      await build.label({ namespace: group, title: 'stage::beta' }),
    ];
    const epic = await build.epic({ group });
    const milestone = await build.milestone({ namespace: group });
    const issue = await build.issue({ project });
    await moveCard(as('paul'), issue.id, { fromColumn: 'none', toColumn: `label:${alpha.id}`, spot: null });
    const labelsNow = async () =>
      (await db.selectFrom('workItemLabels').select('labelId').where('workItemId', '=', issue.id).execute()).map(
        ({ labelId }) => labelId,
      );
    const move = (fromColumn: string, toColumn: string, more: object = {}) =>
      moveCard(as('paul'), issue.id, { fromColumn, toColumn, spot: null, ...more });

    const moved = await move(`label:${alpha.id}`, `label:${beta.id}`, { fromLane: 'none', toLane: `epic:${epic.id}` });
    expect([moved.parentId, await labelsNow()]).toEqual([epic.id, [beta.id]]);
    const notes = await db.selectFrom('notes').select('body').where('workItemId', '=', issue.id).execute();
    expect(notes.length).toBeGreaterThan(0);
    expect((await move(`label:${beta.id}`, 'closed')).state).toBe('closed');
    const back = await move('closed', 'none', { fromLane: `epic:${epic.id}`, toLane: 'none' });
    expect([back.state, back.parentId]).toEqual(['opened', null]);
    await move(`label:${beta.id}`, 'none');
    expect(await labelsNow()).toEqual([]);
    expect((await move('none', `milestone:${milestone.id}`)).milestoneId).toBe(milestone.id);
    expect((await move(`milestone:${milestone.id}`, 'none')).milestoneId).toBeNull();
    await move('none', `assignee:${world.userIds.dana}`);
    await move(`assignee:${world.userIds.dana}`, `assignee:${world.userIds.paul}`);
    const assignees = await db
      .selectFrom('workItemAssignees')
      .select('userId')
      .where('workItemId', '=', issue.id)
      .execute();
    expect(assignees).toEqual([{ userId: world.userIds.paul }]);
  });

  test('TM-BD-24, TM-PM-06: a value that the item cannot have is refused, and nothing changes', async ({
    as,
    build,
    world,
  }) => {
    const group = await build.group({ visibility: 'private' });
    const project = await build.project({ group, visibility: 'private' });
    const other = await build.project({ group });
    const milestone = await build.milestone({ namespace: other });
    const issue = await build.issue({ project });
    const move = (who: 'paul' | 'gwen', toColumn: string) =>
      moveCard(as(who), issue.id, { fromColumn: 'none', toColumn, spot: 'top' });
    await expect(move('paul', `milestone:${milestone.id}`)).rejects.toThrow(ValidationError);
    await expect(move('paul', `assignee:${world.userIds.otto}`)).rejects.toThrow(ValidationError);
    await expect(move('paul', 'doing')).rejects.toThrow(ValidationError);
    await expect(move('gwen', 'closed')).rejects.toThrow(ForbiddenError);
    const rows = await sql<{
      rank: number | null;
    }>`SELECT board_rank AS rank FROM work_items WHERE id = ${issue.id}`.execute(as('paul').db);
    expect(rows.rows).toEqual([{ rank: null }]);
  });

  test('TM-BD-11: a position applies to every board, between any two cards, and leaves the order of trees', async ({
    as,
    build,
  }) => {
    const group = await build.group();
    const [project, second] = [await build.project({ group }), await build.project({ group })];
    const epic = await build.epic({ group });
    const cards: WorkItem[] = [];
    for (const title of ['a', 'b', 'c']) cards.push(await build.issue({ project, title, parent: epic }));
    cards.push(await build.issue({ project: second, title: 'd', state: 'closed' }));
    const [a, b, c, d] = cards as [WorkItem, WorkItem, WorkItem, WorkItem];
    const place = (card: WorkItem, spot: { before: WorkItemId } | { after: WorkItemId }) =>
      moveCard(as('paul'), card.id, { fromColumn: 'none', toColumn: 'none', spot });
    const order = async (namespace: Namespace) => {
      const shown = await show(as('gwen'), namespace, { columns: 'milestone' });
      return shown.cards('none');
    };
    expect(await order(group)).toEqual(['c', 'b', 'a']);
    await place(a, { before: c.id });
    expect([await order(group), await order(project)]).toEqual([
      ['a', 'c', 'b'],
      ['a', 'c', 'b'],
    ]);
    // Closed cards are neighbors too; ranks without a gap between them are spread again.
    await place(b, { before: d.id });
    for (let turn = 0; turn < 24; turn += 1) await place(turn % 2 ? a : c, { before: b.id });
    expect(await order(group)).toEqual(['c', 'a', 'b']);
    const tree = await sql<{ title: string }>`
      SELECT title FROM work_items WHERE parent_id = ${epic.id} ORDER BY relative_position, id`.execute(as('paul').db);
    expect(new Set(tree.rows.map(({ title }) => title))).toEqual(new Set(['a', 'b', 'c']));
    await expect(place(a, { before: epic.id })).rejects.toThrow(NotFoundError);
    await expect(place(a, { before: a.id })).rejects.toThrow(ValidationError);
  });

  test('TM-BD-17: two moves of one card at the same moment leave it in one position', async ({ as, build }) => {
    const project = await build.project();
    const cards: WorkItem[] = [];
    for (const title of ['a', 'b', 'c', 'd']) cards.push(await build.issue({ project, title }));
    const [a, b, , d] = cards as [WorkItem, WorkItem, WorkItem, WorkItem];
    const spots = [{ before: d.id }, { after: b.id }, { before: b.id }, { after: d.id }];
    await Promise.all(spots.map((spot) => moveCard(as('paul'), a.id, { fromColumn: 'none', toColumn: 'none', spot })));
    const shown = await show(as('paul'), project, { columns: 'milestone' });
    expect((await shown.cards('none')).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('TM-LB-10: a renamed label is renamed in columns by scope and in lists of a board; its former title finds nothing', async ({
  as,
  build,
}) => {
  const group = await build.group();
  const issue = await build.issue({ project: await build.project({ group }), title: 'card' });
  const label = await build.label({ namespace: group, title: 'stage::alpha', on: [issue] });
  const board = await createBoard(as('paul'), group, { name: 'Delivery' });
  await createBoardList(as('paul'), board.id, { labelId: label.id });
  await updateLabel(as('paul'), label.id, { title: 'stage::omega' });
  for (const request of [{ columns: 'label:stage' }, { board }]) {
    const { view, cards } = await show(as('gwen'), group, request);
    expect(view.columns.find(({ key }) => key === `label:${label.id}`)?.title).toBe('stage::omega');
    expect(await cards(`label:${label.id}`)).toEqual(['card']);
  }
  const filtered = (labelName: string[]) => show(as('gwen'), group, { columns: 'assignee', filters: { labelName } });
  expect(await (await filtered(['stage::alpha'])).cards('none')).toEqual([]);
  expect(await (await filtered(['stage::omega'])).cards('none')).toEqual(['card']);
});

test('TM-LB-09: the list of a deleted label stays as “deleted” until it is removed; clients of the API do not see it', async ({
  as,
  build,
  ask,
  call,
}) => {
  const group = await build.group();
  const issue = await build.issue({ project: await build.project({ group }), title: 'card' });
  const board = await createBoard(as('paul'), group, { name: 'Delivery' });
  const labels = [
    await build.label({ namespace: group, title: 'gone', on: [issue] }),
    await build.label({ namespace: group, title: 'kept' }),
  ];
  const lists = [];
  for (const { id } of labels) lists.push(await createBoardList(as('paul'), board.id, { labelId: id }));
  await deleteLabel(as('paul'), labels[0]?.id as LabelId);
  const key = `deleted:${lists[0]?.id}`;
  const { view, cards, count } = await show(as('gwen'), group, { board });
  expect(view.columns.map((column) => [column.key, column.title])).toEqual([
    [key, null],
    [`label:${labels[1]?.id}`, 'kept'],
    ['closed', null],
    ['none', null],
  ]);
  expect([await cards(key), await count(key), await cards('none')]).toEqual([[], 0, ['card']]);
  const path = `/groups/${group.id}/boards/${board.id}/lists`;
  expect((await call('gwen', 'GET', path)).body).toMatchObject([{ label: { name: 'kept' } }]);
  const { data } = await ask<{ group: { board: { lists: { nodes: { title: string }[] } } } }>(
    'gwen',
    `{ group(fullPath: "${group.fullPath}") { board(id: "gid://gitlab/Board/${board.id}") { lists { nodes { title } } } } }`,
  );
  expect(data.group.board.lists.nodes.map(({ title }) => title)).toEqual(['Open', 'kept', 'Closed']);
  await deleteBoardList(as('paul'), lists[0]?.id as BoardListId);
  expect((await show(as('gwen'), group, { board })).view.columns.some((column) => column.key === key)).toBe(false);
});

test('a board keeps the columns and filters of labels that are promoted', async ({ as, build }) => {
  const group = await build.group();
  const [one, two] = [await build.project({ group }), await build.project({ group })];
  const label = await build.label({ namespace: one, title: 'doing' });
  await build.label({ namespace: two, title: 'doing' });
  const board = await createBoard(as('paul'), one, { name: 'Delivery', labelIds: [label.id] });
  const list = await createBoardList(as('paul'), board.id, { labelId: label.id });
  const promoted = await promoteLabel(as('paul'), label.id);
  const found = await findBoardList(as('paul'), list.id);
  expect([found.list.labelId, found.board.labelIds]).toEqual([promoted.id, [promoted.id]]);
});

test('lists by status follow the mapping of a transfer; statuses of the same name are named with their lifecycle', async ({
  as,
  build,
  call,
  db,
}) => {
  const [from, to] = [await build.group(), await build.group()];
  const own = async (group: Namespace, done: string) => {
    const lifecycle = await createLifecycle(as('mina'), group, {
      name: 'Ours',
      statuses: [
        { name: 'Inbox', category: 'triage' },
        { name: 'In progress', category: 'in_progress' },
        { name: done, category: 'done' },
      ],
      defaultOpen: 0,
      defaultClosed: 2,
      defaultDuplicate: 2,
    });
    await attachType(as('mina'), group, 'issue', lifecycle.id, new Map());
    return lifecycle.statuses.map(({ id }) => id);
  };
  const before = await own(from, 'Shipped');
  const [inbox, doing, released] = await own(to, 'Released');
  const sub = await build.group({ parent: from });
  const board = await createBoard(as('paul'), sub, { name: 'Delivery' });
  for (const statusId of before) await createBoardList(as('paul'), board.id, { statusId });
  const lists = () =>
    db
      .selectFrom('boardLists')
      .select(['statusId', 'position'])
      .where('boardId', '=', board.id)
      .orderBy('position')
      .execute();
  const transfer = (input: object) => call('ada', 'POST', `/groups/${sub.id}/transfer`, input);
  const mapping = { status_mappings: [{ old_status_id: before[2], new_status_id: released }] };
  expect((await transfer({ group_id: to.id, ...mapping })).status).toBe(201);
  expect(await lists()).toEqual([inbox, doing, released].map((statusId, position) => ({ statusId, position })));

  // A list whose status has no counterpart is removed.
  expect((await transfer({ group_id: from.id })).status).toBe(201);
  expect(await lists()).toEqual(before.slice(0, 2).map((statusId, position) => ({ statusId, position })));

  // Tasks and incidents follow the lifecycle of the installation.
  const { view } = await show(as('paul'), { ...sub, rootId: from.id });
  const titles = view.columns.map(({ title }) => title);
  expect(titles.slice(0, 4)).toEqual(['Inbox', 'In progress (Ours)', 'Shipped', 'To do']);
  expect(titles).toContain('In progress (Default)');
  expect(titles).not.toContain('In progress');
});

test('TM-BD-06, TM-LM-02: limits of lists and of the number of boards and lists', async ({ as, build, db }) => {
  const group = await build.group();
  const board = await createBoard(as('paul'), group, { name: 'Delivery' });
  const label = await build.label({ namespace: group, title: 'doing' });
  const list = await createBoardList(as('paul'), board.id, { labelId: label.id });
  expect(await updateBoardList(as('paul'), list.id, { maxIssueCount: 5 })).toMatchObject({ maxIssueCount: 5 });
  await expect(updateBoardList(as('paul'), list.id, { maxIssueWeight: -1 })).rejects.toThrow(ValidationError);
  await expect(createBoardList(as('paul'), board.id, { labelId: label.id })).rejects.toThrow(ValidationError);
  await expect(createBoardList(as('paul'), board.id, {})).rejects.toThrow(ValidationError);
  await expect(updateBoard(as('paul'), board.id, { name: ' ' })).rejects.toThrow(ValidationError);
  await sql`INSERT INTO boards (namespace_id, name) SELECT ${group.id}, 'b' || n FROM generate_series(1, 499) AS n`.execute(
    db,
  );
  await expect(createBoard(as('paul'), group, { name: 'more' })).rejects.toThrow('at most 500 boards');
  await sql`INSERT INTO labels (namespace_id, title, color, text_color)
    SELECT ${group.id}, 'l' || n, '#000000', '#ffffff' FROM generate_series(1, 99) AS n`.execute(db);
  await sql`INSERT INTO board_lists (board_id, position, label_id)
    SELECT ${board.id}, 1, id FROM labels WHERE namespace_id = ${group.id} AND id <> ${label.id}`.execute(db);
  const more = await build.label({ namespace: group, title: 'one too many' });
  await expect(createBoardList(as('paul'), board.id, { labelId: more.id })).rejects.toThrow('at most 100 lists');
});

test('TM-LM-02: of more values the first 100 are columns and the first 500 lanes, and the answer says so', async ({
  as,
  build,
  db,
}) => {
  const group = await build.group();
  const make = (from: number, to: number) =>
    sql`INSERT INTO labels (namespace_id, title, color, text_color)
      SELECT ${group.id}, 'step::' || n, '#000000', '#ffffff' FROM generate_series(${from}::int, ${to}::int) AS n`.execute(
      db,
    );
  const seen = async () => {
    const { view } = await show(as('paul'), group, { columns: 'label:step', lanes: 'label:step' });
    const shown = (slots: readonly { kind: string }[]) => slots.filter(({ kind }) => kind === 'label').length;
    return [shown(view.columns), view.hasMoreColumns, shown(view.lanes), view.hasMoreLanes];
  };
  await make(1, 100);
  expect(await seen()).toEqual([100, false, 100, false]);
  await make(101, 501);
  expect(await seen()).toEqual([100, true, 500, true]);
});
