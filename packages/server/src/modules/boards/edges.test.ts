import { describe, expect } from 'vitest';
import { test } from '../../testing/http.ts';

interface Board {
  id: number;
  name: string;
  lists: { id: number; position: number }[];
}

describe('boards over REST', () => {
  test('TM-BD-22: boards and lists are created, listed, changed and deleted with the published keys', async ({
    build,
    call,
  }) => {
    const group = await build.group({ path: 'boarded' });
    const project = await build.project({ group });
    const label = await build.label({ namespace: group, title: 'doing' });
    const milestone = await build.milestone({ namespace: group });
    for (const [path, home] of [
      [`/groups/${group.id}/boards`, 'group'],
      [`/projects/${project.id}/boards`, 'project'],
    ] as const) {
      const made = await call<Board>('paul', 'POST', path, { name: 'Delivery', labels: 'doing', weight: 2 });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        name: 'Delivery',
        hide_backlog_list: false,
        hide_closed_list: false,
        [home]: { id: home === 'group' ? group.id : project.id },
        milestone: null,
        assignee: null,
        labels: [{ id: label.id, name: 'doing' }],
        weight: 2,
        lists: [],
      });
      const one = `${path}/${made.body.id}`;
      const first = await call<{ id: number }>('paul', 'POST', `${one}/lists`, { label_id: label.id });
      expect(first.body).toEqual({
        id: expect.any(Number) as number,
        label: { id: label.id, name: 'doing', color: label.color, description: null },
        position: 0,
        max_issue_count: 0,
        max_issue_weight: 0,
        limit_metric: null,
      });
      const second = await call<{ id: number }>('paul', 'POST', `${one}/lists`, { milestone_id: milestone.id });
      expect(second.body).toMatchObject({ position: 1, milestone: { id: milestone.id } });
      const moved = await call('paul', 'PUT', `${one}/lists/${second.body.id}`, { position: 0 });
      expect(moved.body).toMatchObject({ position: 0 });
      const listed = await call<Board[]>('gwen', 'GET', path);
      expect(listed.headers).toMatchObject({ 'x-total': '1' });
      expect(listed.body[0]?.lists.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
      expect((await call('gwen', 'GET', `${one}/lists/${first.body.id}`)).body).toMatchObject({ position: 1 });
      expect((await call('paul', 'DELETE', `${one}/lists/${second.body.id}`)).status).toBe(204);
      expect((await call('gwen', 'GET', `${one}/lists`)).body).toMatchObject([{ id: first.body.id, position: 0 }]);
      const changed = await call('paul', 'PUT', one, {
        name: 'Flow',
        hide_backlog_list: true,
        milestone_id: milestone.id,
      });
      expect(changed.body).toMatchObject({ name: 'Flow', hide_backlog_list: true, milestone: { id: milestone.id } });
      expect((await call('paul', 'DELETE', one)).status).toBe(204);
      expect((await call('paul', 'GET', one)).status).toBe(404);
    }
  });

  test('TM-BD-22: invalid and forbidden requests are answered as clients expect', async ({ build, call }) => {
    const group = await build.group();
    const [label, foreign] = [
      await build.label({ namespace: group }),
      await build.label({ namespace: await build.group() }),
    ];
    const path = `/groups/${group.id}/boards`;
    const { body } = await call<Board>('paul', 'POST', path, { name: 'Delivery' });
    const lists = `${path}/${body.id}/lists`;
    expect(await call('paul', 'POST', path, {})).toMatchObject({ status: 400, body: { error: 'name is missing' } });
    expect(await call('paul', 'POST', lists, {})).toMatchObject({
      status: 400,
      body: {
        error: 'label_id, assignee_id, milestone_id, iteration_id are missing, exactly one parameter must be provided',
      },
    });
    const both = await call('paul', 'POST', lists, { label_id: label.id, assignee_id: 1 });
    expect(both.body).toEqual({ error: 'label_id, assignee_id are mutually exclusive' });
    expect((await call('paul', 'POST', lists, { label_id: foreign.id })).status).toBe(400);
    expect((await call('gwen', 'POST', path, { name: 'x' })).status).toBe(403);
    expect((await call('nobody', 'GET', path)).status).toBe(401);
    expect((await call('otto', 'GET', path)).status).toBe(404);
    const other = await build.group();
    expect((await call('paul', 'GET', `/groups/${other.id}/boards/${body.id}`)).status).toBe(404);
  });
});

interface Made<Part> {
  made: { errors: string[] } & Part;
}

describe('boards over GraphQL', () => {
  test('TM-BD-23: the published documents create a board and its lists, and move an issue', async ({ build, ask }) => {
    const group = await build.group({ path: 'delivering' });
    const project = await build.project({ group, path: 'code' });
    const [doing, done] = [
      await build.label({ namespace: group, title: 'doing' }),
      await build.label({ namespace: group, title: 'done' }),
    ];
    const issue = await build.issue({ project, title: 'first', weight: 3 });
    await build.issue({ project, title: 'second', weight: 2 });
    const run = async <Part>(mutation: string, input: object, fields: string): Promise<Part> => {
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
      const document = `mutation ($input: ${type}!) { made: ${mutation}(input: $input) { errors ${fields} } }`;
      const { data } = await ask<Made<Part>>('paul', document, { input });
      expect(data.made.errors).toEqual([]);
      return data.made;
    };
    const { board } = await run<{ board: { id: string } }>(
      'createBoard',
      { groupPath: 'delivering', name: 'Delivery' },
      'board { id name hideBacklogList webPath }',
    );
    const unnamed = await run<{ board: object }>('createBoard', { projectPath: project.fullPath }, 'board { name }');
    expect(unnamed.board).toEqual({ name: 'Development' });
    const none = await ask(
      'paul',
      '{ group(fullPath: "delivering") { board(id: "gid://gitlab/Board/999999999") { id } } boardList(id: "gid://gitlab/List/999999999") { id } }',
    );
    expect(none).toEqual({ data: { group: { board: null }, boardList: null } });
    const boardId = board.id;
    const lists: string[] = [];
    for (const label of [doing, done]) {
      const { list } = await run<{ list: { id: string } }>(
        'boardListCreate',
        { boardId, labelId: `gid://gitlab/GroupLabel/${label.id}` },
        'list { id title listType position label { title } }',
      );
      lists.push(list.id);
    }
    await run('updateBoardList', { listId: lists[1], position: 0, collapsed: true }, 'list { id position collapsed }');
    for (const [labels, nodes] of [
      [['doing'], [{ title: 'doing' }]],
      [null, []],
    ]) {
      const of = await run<{ board: object }>(
        'updateBoard',
        { id: boardId, labels },
        'board { labels { nodes { title } } }',
      );
      expect(of.board).toEqual({ labels: { nodes } });
    }
    for (const [maxIssueCount, wanted] of [
      [3, 3],
      [null, 0],
    ]) {
      const limits = { listId: lists[0], maxIssueCount };
      const { list } = await run<{ list: object }>('boardListUpdateLimitMetrics', limits, 'list { maxIssueCount }');
      expect(list).toEqual({ maxIssueCount: wanted });
    }
    await run(
      'boardListUpdateLimitMetrics',
      { listId: lists[0], limitMetric: 'issue_count', maxIssueCount: 5, maxIssueWeight: 0 },
      'list { id maxIssueCount limitMetric }',
    );
    const moved = await run<{ issue: { title: string } }>(
      'issueMoveList',
      { projectPath: 'delivering/code', iid: String(issue.iid), boardId, toListId: lists[0], positionInList: -1 },
      'issue { title labels { nodes { title } } }',
    );
    expect(moved).toMatchObject({ issue: { title: 'first', labels: { nodes: [{ title: 'doing' }] } } });
    interface Shown {
      group: { board: { lists: { nodes: object[] } } };
    }
    const { data: shown } = await ask<Shown>(
      'paul',
      `query ($fullPath: ID!, $id: BoardID!, $filters: BoardIssueInput) { group(fullPath: $fullPath) { board(id: $id) { name
        lists(issueFilters: $filters) { nodes { id title listType position collapsed issuesCount totalIssueWeight maxIssueCount
          limitMetric issues(filters: $filters, first: 5) { nodes { title } } } } } } }`,
      { fullPath: 'delivering', id: boardId, filters: { confidential: false } },
    );
    const { nodes } = shown.group.board.lists;
    expect(nodes).toMatchObject([
      { title: 'Open', listType: 'backlog', issuesCount: 1, issues: { nodes: [{ title: 'second' }] } },
      { title: 'done', listType: 'label', position: 0, collapsed: true, issuesCount: 0, issues: { nodes: [] } },
      {
        title: 'doing',
        position: 1,
        collapsed: false,
        issuesCount: 1,
        totalIssueWeight: '3',
        maxIssueCount: 5,
        limitMetric: 'issue_count',
        issues: { nodes: [{ title: 'first' }] },
      },
      { title: 'Closed', listType: 'closed', issuesCount: 0 },
    ]);
    const closedId = (nodes.at(-1) as { id: string }).id;
    await run(
      'issueMoveList',
      { projectPath: 'delivering/code', iid: String(issue.iid), boardId, fromListId: lists[0], toListId: closedId },
      'issue { state }',
    );
    const { data: list } = await ask<{ boardList: object }>(
      'gwen',
      'query ($id: ListID!) { boardList(id: $id) { title issuesCount } }',
      { id: lists[0] },
    );
    expect(list.boardList).toEqual({ title: 'doing', issuesCount: 0 });
    await run('updateBoard', { id: boardId, name: 'Flow', hideClosedList: true, labelIds: [] }, 'board { name }');
    await run('destroyBoardList', { listId: lists[0] }, 'list { id }');
    await run('destroyBoard', { id: boardId }, 'board { id }');
  });

  test('TM-BD-05, TM-BD-08: a page has columns, counts, cells and the folded columns of the viewer', async ({
    build,
    ask,
    world,
  }) => {
    const group = await build.group({ path: 'paged' });
    const project = await build.project({ group });
    const epic = await build.epic({ group, title: 'epic' });
    for (const title of ['a', 'b', 'c']) await build.issue({ project, title, weight: 2, assignees: ['dana'] });
    await build.issue({ project, parent: epic, title: 'd' });
    const dana = `assignee:${world.userIds.dana}`;
    const fold = `mutation ($input: BoardSlotFoldInput!) { boardSlotFold(input: $input) { errors } }`;
    await ask('gwen', fold, { input: { fullPath: 'paged', key: dana, folded: true } });
    interface Page {
      group: { boardPage: { cells: { issues: { nodes: { title: string }[]; pageInfo: { endCursor: string } } }[] } };
    }
    const query = `query ($columns: [String!]!, $after: String, $lane: String) { group(fullPath: "paged") {
      boardPage(columnsBy: "assignee", lanesBy: "epic", search: "") { folded total
        columns { key kind title assignee { username } maxIssueCount } lanes { key title epic { title } }
        counts { column lane count weight }
        cells(columns: $columns, lane: $lane) { column issues(first: 2, after: $after) { nodes { title }
          pageInfo { endCursor hasNextPage } } } } } }`;
    const { data: page } = await ask<Page>('gwen', query, { columns: [dana] });
    expect(page.group.boardPage).toMatchObject({
      folded: [dana],
      total: 4,
      columns: [{ key: dana, kind: 'assignee', assignee: { username: 'dana' } }, { key: 'closed' }, { key: 'none' }],
      lanes: [
        { key: `epic:${epic.id}`, title: 'epic', epic: { title: 'epic' } },
        { key: 'none', epic: null },
      ],
      cells: [{ column: dana, issues: { nodes: [{ title: 'c' }, { title: 'b' }], pageInfo: { hasNextPage: true } } }],
    });
    const after = page.group.boardPage.cells[0]?.issues.pageInfo.endCursor;
    const { data: next } = await ask<Page>('gwen', query, { columns: [dana], after });
    expect(next.group.boardPage.cells[0]?.issues.nodes).toEqual([{ title: 'a' }]);
    const ofEpic = await ask<{ group: { boardPage: object } }>(
      'gwen',
      `query ($epic: EpicID) { group(fullPath: "paged") { boardPage(epicBoardOf: $epic) { total counts { column count } } } }`,
      { epic: `gid://gitlab/Epic/${epic.id}` },
    );
    expect(ofEpic.data.group.boardPage).toEqual({
      total: 1,
      counts: [
        { column: null, count: 1 },
        { column: 'status:1', count: 1 },
      ],
    });
    const { data: lane } = await ask<Page>('gwen', query, { columns: [dana, 'none'], lane: `epic:${epic.id}` });
    expect(lane.group.boardPage.cells.map(({ issues }) => issues.nodes.length)).toEqual([0, 1]);
    const { data: refused } = await ask<{ boardSlotFold: null }>('paul', fold, {
      input: { fullPath: 'paged', key: 'x'.repeat(41), folded: true },
    });
    expect(refused.boardSlotFold).toMatchObject({ errors: [expect.stringContaining('column or lane') as string] });
  });

  test('there is no page of a board or of the board of an epic that does not exist, and that is no error', async ({
    build,
    ask,
  }) => {
    await build.group({ path: 'boardless' });
    const query = `query ($board: BoardID, $epic: EpicID) { group(fullPath: "boardless") {
      boardPage(boardId: $board, epicBoardOf: $epic) { total } } }`;
    for (const missing of [{ board: 'gid://gitlab/Board/987654' }, { epic: 'gid://gitlab/Epic/987654' }])
      expect(await ask('gwen', query, missing)).toEqual({ data: { group: { boardPage: null } } });
  });

  test('TM-BD-11: a new issue is placed beside another one, on boards and in the manual order of its project', async ({
    ask,
    build,
  }) => {
    const project = await build.project({ path: 'placing' });
    const { fullPath: projectPath } = project;
    const [first, last] = [
      await build.issue({ project, title: 'first' }),
      await build.issue({ project, title: 'last' }),
    ];
    const gid = ({ id }: { id: number }) => `gid://gitlab/Issue/${id}`;
    const create = async (who: 'paul' | 'gwen', input: object) => {
      const mutation = `mutation ($input: CreateIssueInput!) { createIssue(input: $input) { errors issue { title } } }`;
      const { data, errors } = await ask<{ createIssue: { errors: string[]; issue: object | null } | null }>(
        who,
        mutation,
        { input: { projectPath, ...input } },
      );
      return data.createIssue?.issue ?? { refused: errors?.[0]?.message ?? data.createIssue?.errors[0] };
    };
    interface Orders {
      project: {
        issues: { nodes: { title: string }[] };
        boardPage: { cells: { issues: Orders['project']['issues'] }[] };
      };
    }
    const orders = async () => {
      const { data } = await ask<Orders>(
        'gwen',
        `{ project(fullPath: "${projectPath}") { issues(sort: RELATIVE_POSITION_ASC) { nodes { title } }
          boardPage(columnsBy: "assignee") { cells(columns: ["none"]) { issues { nodes { title } } } } } }`,
      );
      const titles = ({ nodes }: Orders['project']['issues']) => nodes.map(({ title }) => title);
      return [titles(data.project.issues), data.project.boardPage.cells.flatMap(({ issues }) => titles(issues))];
    };
    const refused = { refused: expect.any(String) as string };
    expect(await create('paul', { title: 'before last', moveAfterId: gid(last) })).toEqual({ title: 'before last' });
    expect(await create('paul', { title: 'after first', moveBeforeId: gid(first) })).toEqual({ title: 'after first' });
    const [list, board] = (await orders()) as [string[], string[]];
    for (const titles of [list, board]) {
      expect(titles).toHaveLength(4);
      expect(titles[titles.indexOf('last') - 1]).toBe('before last');
      expect(titles[titles.indexOf('first') + 1]).toBe('after first');
    }
    // Refused as a whole: nothing is created.
    const elsewhere = await build.issue();
    expect(await create('paul', { title: 'lost', moveAfterId: gid(elsewhere) })).toEqual(refused);
    expect(await create('paul', { title: 'lost', moveAfterId: 'gid://gitlab/Issue/999999999' })).toEqual(refused);
    expect(await create('gwen', { title: 'lost', moveAfterId: gid(last) })).toEqual(refused);
    expect(await orders()).toEqual([list, board]);
  });

  test('TM-BD-24: a card whose new epic is refused stays in its list', async ({ ask, build }) => {
    const group = await build.group({ path: 'kept' });
    const project = await build.project({ group });
    const label = await build.label({ namespace: group, title: 'doing' });
    const issue = await build.issue({ project });
    const send = <Data>(name: string, type: string, fields: string, input: object) =>
      ask<Data>('paul', `mutation ($input: ${type}!) { ${name}(input: $input) { errors ${fields} } }`, { input });
    const { data: made } = await send<{ createBoard: { board: { id: string } } }>(
      'createBoard',
      'CreateBoardInput',
      'board { id }',
      { groupPath: 'kept', name: 'Flow' },
    );
    const boardId = made.createBoard.board.id;
    const { data: added } = await send<{ boardListCreate: { list: { id: string } } }>(
      'boardListCreate',
      'BoardListCreateInput',
      'list { id }',
      { boardId, labelId: `gid://gitlab/GroupLabel/${label.id}` },
    );
    const move = {
      projectPath: project.fullPath,
      iid: String(issue.iid),
      boardId,
      toListId: added.boardListCreate.list.id,
    };
    const answer = await send<{ issueMoveList: object | null }>('issueMoveList', 'IssueMoveListInput', 'issue { id }', {
      ...move,
      epicId: 'gid://gitlab/Epic/999999999',
    });
    expect(answer.errors?.length ?? 1).toBe(1);
    const { data } = await ask(
      'paul',
      `{ project(fullPath: "${project.fullPath}") { issue(iid: "${issue.iid}") { labels { nodes { title } } } } }`,
    );
    expect(data).toEqual({ project: { issue: { labels: { nodes: [] } } } });
  });

  test('EN-OT-04: a board without a path, unknown labels, and a move without a target are refused instead of ignored', async ({
    ask,
    build,
  }) => {
    const project = await build.project({ path: 'refusing' });
    await build.label({ namespace: project, title: 'Doing' });
    const issue = await build.issue({ project });
    const { fullPath: projectPath } = project;
    const send = async (name: string, type: string, input: object) => {
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { errors } }`;
      const { data, errors } = await ask<Record<string, { errors: string[] } | null>>('paul', mutation, { input });
      return data[name]?.errors ?? errors?.map(({ message }) => message);
    };
    const create = (input: object) => send('createBoard', 'CreateBoardInput', input);
    expect(await create({})).toEqual(['One of groupPath and projectPath is required']);
    expect(await create({ projectPath, labels: ['Doing', 'Lost'] })).toEqual(['Labels do not exist: Lost']);
    expect(await create({ projectPath, labels: ['Doing'] })).toEqual([]);
    const { data } = await ask<{ project: { boards: { nodes: { id: string }[] } } }>(
      'paul',
      `{ project(fullPath: "${projectPath}") { boards { nodes { id } } } }`,
    );
    const boardId = data.project.boards.nodes[0]?.id;
    const move = (input: object) =>
      send('issueMoveList', 'IssueMoveListInput', { projectPath, iid: String(issue.iid), boardId, ...input });
    expect(await move({})).toEqual(['One of fromListId, toListId, moveBeforeId and moveAfterId is required']);
    expect(await move({ fromListId: 'gid://gitlab/List/1', positionInList: 0 })).toEqual([
      'positionInList requires toListId',
    ]);
  });
});
