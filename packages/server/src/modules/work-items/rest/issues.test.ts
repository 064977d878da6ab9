import { describe, expect } from 'vitest';
import { castNames } from '../../../testing/cast.ts';
import { updateWorkItem } from '../commands.ts';
import { test, tokenFor } from '../../../testing/http.ts';

/** The published fields of an issue, and its custom fields. */
const issueKeys =
  `project_id id created_at iid title state assignees assignee type labels upvotes downvotes merge_requests_count
  author description updated_at closed_at closed_by milestone user_notes_count start_date due_date web_url references time_stats
  confidential custom_fields status discussion_locked issue_type severity _links task_completion_status has_tasks task_status weight epic_iid epic
  health_status moved_to_id imported imported_from iteration blocking_issues_count service_desk_reply_to subscribed`.split(
    /\s+/,
  );

describe('an issue over REST', () => {
  test('is shown with every documented field', async ({ call, build }) => {
    const group = await build.group({ path: 'crew' });
    const project = await build.project({ group, path: 'ship' });
    const epic = await build.epic({ group, title: 'Voyage' });
    const milestone = await build.milestone({ namespace: project, title: 'Spring' });
    const issue = await build.issue({
      project,
      parent: epic,
      title: 'Repair the sail',
      description: '- [ ] cut\n- [x] sew',
      author: 'dana',
      assignees: ['rita', 'gwen'],
      weight: 3,
      dueDate: '2026-05-01',
      healthStatus: 'at_risk',
      milestoneId: milestone.id,
    });
    await build.label({ namespace: project, title: 'cloth', on: [issue] });
    const { status, body } = await call('gwen', 'GET', `/projects/crew%2Fship/issues/${issue.iid}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([...issueKeys].sort());
    const project_url = `http://milepost.test/api/v4/projects/${project.id}`;
    const self = `${project_url}/issues/${issue.iid}`;
    expect(body).toMatchObject({
      id: issue.id,
      iid: issue.iid,
      project_id: project.id,
      title: 'Repair the sail',
      description: '- [ ] cut\n- [x] sew',
      state: 'opened',
      type: 'ISSUE',
      issue_type: 'issue',
      confidential: false,
      author: { username: 'dana' },
      // Sorted by name.
      assignees: [{ username: 'gwen' }, { username: 'rita' }],
      assignee: { username: 'gwen' },
      labels: ['cloth'],
      milestone: { id: milestone.id, title: 'Spring', project_id: project.id, state: 'active' },
      due_date: '2026-05-01',
      closed_at: null,
      closed_by: null,
      weight: 3,
      health_status: 'at_risk',
      severity: 'UNKNOWN',
      discussion_locked: false,
      user_notes_count: 0,
      merge_requests_count: 0,
      upvotes: 0,
      downvotes: 0,
      web_url: `http://milepost.test/crew/ship/-/issues/${issue.iid}`,
      references: { short: `#${issue.iid}`, relative: `#${issue.iid}`, full: `crew/ship#${issue.iid}` },
      time_stats: {
        time_estimate: 0,
        total_time_spent: 0,
        human_time_estimate: null,
        human_total_time_spent: null,
      },
      epic_iid: epic.iid,
      epic: {
        id: epic.id,
        iid: epic.iid,
        title: 'Voyage',
        url: `/groups/crew/-/epics/${epic.iid}`,
        group_id: group.id,
      },
      imported: false,
      imported_from: 'none',
      subscribed: true,
      _links: {
        self,
        notes: `${self}/notes`,
        award_emoji: `${self}/award_emoji`,
        project: project_url,
        closed_as_duplicate_of: null,
      },
    });
  });

  test('is created with every documented field', async ({ call, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    const milestone = await build.milestone({ namespace: group });
    const { status, body } = await call('rita', 'POST', `/projects/${project.id}/issues`, {
      title: 'All at once',
      description: '- [x] done\n- [ ] not',
      labels: 'one,two',
      assignee_ids: [build.idOf('dana'), build.idOf('otto')],
      milestone_id: milestone.id,
      due_date: '2026-06-01',
      weight: '4',
      confidential: 'True',
      issue_type: 'incident',
      epic_iid: epic.iid,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'All at once',
      labels: ['one', 'two'],
      // People who cannot see the project are not assigned.
      assignees: [{ username: 'dana' }],
      milestone: { id: milestone.id },
      due_date: '2026-06-01',
      weight: 4,
      confidential: true,
      issue_type: 'incident',
      type: 'INCIDENT',
      epic: { id: epic.id },
      task_completion_status: { count: 2, completed_count: 1 },
      task_status: '1 of 2 checklist items completed',
      has_tasks: true,
    });
  });

  test('is changed as existing clients do, and cleared with their empty values', async ({ call, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const epic = await build.epic({ group });
    const milestone = await build.milestone({ namespace: project });
    const issue = await build.issue({
      project,
      parent: epic,
      assignees: ['rita'],
      milestoneId: milestone.id,
      weight: 1,
      dueDate: '2026-01-01',
    });
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    const changed = await call('paul', 'PUT', path, {
      title: 'New name',
      add_labels: ['a', 'b'],
      discussion_locked: true,
      state_event: 'close',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        title: 'New name',
        labels: ['a', 'b'],
        discussion_locked: true,
        state: 'closed',
        closed_by: { username: 'paul' },
        milestone: { id: milestone.id },
        assignees: [{ username: 'rita' }],
      },
    });
    const emptied = await call('paul', 'PUT', path, {
      remove_labels: 'a',
      milestone_id: 0,
      assignee_ids: [0],
      weight: '',
      due_date: '',
      epic_id: 0,
      state_event: 'reopen',
    });
    expect(emptied.body).toMatchObject({
      labels: ['b'],
      milestone: null,
      assignees: [],
      assignee: null,
      weight: null,
      due_date: null,
      epic: null,
      epic_iid: null,
      state: 'opened',
      closed_at: null,
      closed_by: null,
    });
    const again = await call('paul', 'PUT', path, { assignee_id: build.idOf('mina'), issue_type: 'incident' });
    expect(again.body).toMatchObject({ assignees: [{ username: 'mina' }], issue_type: 'incident' });
    for (const ids of [[build.idOf('otto')], [999_999_999]]) {
      const kept = await call('paul', 'PUT', path, { assignee_ids: ids });
      expect(kept).toMatchObject({ status: 200, body: { assignees: [{ username: 'mina' }] } });
    }
    expect((await call('paul', 'PUT', path, { assignee_ids: '' })).body).toMatchObject({ assignees: [] });
  });

  test('EN-OT-05: health is on_track, needs_attention or at_risk, and 0 is none', async ({ call, build }) => {
    const issue = await build.issue();
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}`;
    const set = async (health_status: unknown) =>
      (await call('ada', 'PUT', path, { health_status })).body['health_status'];
    for (const health of ['on_track', 'needs_attention', 'at_risk']) expect(await set(health)).toBe(health);
    expect(await set('0')).toBeNull();
    expect(await set('at_risk')).toBe('at_risk');
    expect(await set(0)).toBeNull();
    expect((await call('ada', 'PUT', path, { health_status: 'onTrack' })).status).toBe(400);
    const made = await call('ada', 'POST', `/projects/${issue.namespaceId}/issues`, {
      title: 'New',
      health_status: 'needs_attention',
    });
    expect(made.body).toMatchObject({ health_status: 'needs_attention' });
  });

  test('a form with lists written one by one is read as well', async ({ send, build, world }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const url = `/api/v4/projects/${project.id}/issues/${issue.iid}`;
    const headers = {
      'private-token': await tokenFor(world, 'paul'),
      'content-type': 'application/x-www-form-urlencoded',
    };
    const change = (payload: string) => send({ method: 'PUT', url, headers, payload });
    const two = `assignee_ids[]=${build.idOf('dana')}&assignee_ids[]=${build.idOf('rita')}`;
    const { status, body } = await change(`${two}&labels=&confidential=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      assignees: [{ username: 'dana' }, { username: 'rita' }],
      confidential: true,
      labels: [],
    });
    expect(await change('assignee_ids[]=')).toMatchObject({ status: 200, body: { assignees: [] } });
    expect((await change(`${two}&assignee_ids[]=`)).body).toMatchObject({ assignees: [{}, {}] });
  });

  test('is removed by owners, and found by its id by administrators alone', async ({ call, build }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    expect((await call('ada', 'GET', `/issues/${issue.id}`)).status).toBe(403);
    expect(await call('root', 'GET', `/issues/${issue.id}`)).toMatchObject({ status: 200, body: { iid: issue.iid } });
    expect((await call('root', 'GET', '/issues/999999')).status).toBe(404);
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    expect((await call('mina', 'DELETE', path)).status).toBe(403);
    expect(await call('ada', 'DELETE', path)).toMatchObject({ status: 204, body: null });
    expect(await call('ada', 'DELETE', path)).toMatchObject({
      status: 404,
      body: { message: '404 Issue Not Found' },
    });
  });

  test('the time estimate is worded in working hours', async ({ call, build }) => {
    const project = await build.project();
    const { iid } = await build.issue({ project });
    const path = `/projects/${project.id}/issues/${iid}`;
    const estimate = {
      time_estimate: 12_600,
      human_time_estimate: '3h 30m',
      total_time_spent: 0,
      human_total_time_spent: null,
    };
    const said = await call('paul', 'POST', `${path}/time_estimate`, { duration: '3h30m' });
    expect(said).toMatchObject({ status: 200, body: estimate });
    expect((await call('gwen', 'GET', `${path}/time_stats`)).body).toEqual(estimate);
    expect((await call('gwen', 'GET', path)).body['time_stats']).toEqual(estimate);
    expect(await call('paul', 'POST', `${path}/time_estimate`, { duration: 'soon' })).toMatchObject({
      status: 400,
      body: { error: 'duration is invalid' },
    });
    expect((await call('paul', 'POST', `${path}/reset_time_estimate`)).body).toMatchObject({ time_estimate: 0 });
    expect((await call('gwen', 'POST', `${path}/time_estimate`, { duration: '1h' })).status).toBe(403);
  });
});

describe('refusals', () => {
  test('wrong parameters are named', async ({ call, build }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const path = `/projects/${project.id}/issues`;
    const foreign = await build.milestone({ namespace: await build.group() });
    const cases: readonly [input: object, status: number, body: object][] = [
      [{}, 400, { error: 'title is missing' }],
      [
        { weight: 'heavy', issue_type: 'epic' },
        400,
        { error: 'title is missing, weight is invalid, issue_type does not have a valid value' },
      ],
      [{ title: '' }, 400, { message: { title: ["can't be blank"] } }],
      [{ title: 'x', weight: -1 }, 400, { message: { weight: ['must be greater than or equal to 0'] } }],
      [{ title: 'x', due_date: 'tomorrow' }, 400, { error: 'due_date is invalid' }],
      [{ title: 'x', epic_iid: 4711 }, 404, { message: '404 Epic Not Found' }],
      [{ title: 'x', epic_id: 999_999 }, 404, { message: '404 Parent Not Found' }],
    ];
    for (const [input, status, body] of cases) {
      const answer = await call('paul', 'POST', path, input);
      expect({ input, status: answer.status, body: answer.body }).toEqual({ input, status, body });
    }
    const refused = await call('paul', 'POST', path, { title: 'x', milestone_id: foreign.id });
    expect(refused.status).toBe(400);
    expect(refused.body['message']).toHaveProperty('milestone');
    const nothing = await call('paul', 'PUT', `${path}/${issue.iid}`, { unknown: 1 });
    expect(nothing.status).toBe(400);
    expect(String(nothing.body['error'])).toMatch(/at least one parameter must be provided$/);
  });

  test('RS-GN-04: a scope and a person are conditions that hold together', async ({ as, call, build }) => {
    const project = await build.project();
    const [ada, dana] = [build.idOf('ada'), build.idOf('dana')];
    const mine = await build.issue({ project, author: 'ada' });
    const other = await build.issue({ project, author: 'dana' });
    await updateWorkItem(as('ada'), mine.id, { assigneeIds: [ada, dana] });
    await updateWorkItem(as('ada'), other.id, { assigneeIds: [ada] });
    const list = async (input: object) => {
      const { body } = await call<{ id: number; project_id: number }[]>('ada', 'GET', '/issues', {
        per_page: 100,
        ...input,
      });
      return body.flatMap(({ id, project_id }) => (project_id === project.id ? [id] : [])).toSorted((a, b) => a - b);
    };
    expect(await list({})).toEqual([mine.id]);
    expect(await list({ author_id: ada })).toEqual([mine.id]);
    expect(await list({ author_id: dana })).toEqual([]);
    expect(await list({ author_id: dana, scope: 'all' })).toEqual([other.id]);
    expect(await list({ scope: 'assigned_to_me' })).toEqual([mine.id, other.id]);
    expect(await list({ scope: 'assigned_to_me', assignee_id: dana })).toEqual([mine.id]);
    expect(await list({ scope: 'assigned_to_me', assignee_id: 'None' })).toEqual([]);
  });

  test('RS-GN-06: two parameters of one filter are refused, as published', async ({ call, build }) => {
    const { id } = await build.project();
    for (const [one, other] of [
      ['author_id', 'author_username'],
      ['assignee_id', 'assignee_username'],
      ['milestone', 'milestone_id'],
      ['iteration_id', 'iteration_title'],
    ] as const)
      for (const input of [
        { [one]: '1', [other]: 'Any' },
        { [`not[${one}]`]: '1', [`not[${other}]`]: 'Any' },
      ])
        expect(await call('ada', 'GET', `/projects/${id}/issues`, input)).toMatchObject({
          status: 400,
          body: { error: `${one}, ${other} are mutually exclusive` },
        });
  });

  test('confidential issues are visible to insiders, their author and assignees', async ({ call, build }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, confidential: true, author: 'otto', assignees: ['gwen'] });
    const path = `/projects/${project.id}/issues/${issue.iid}`;
    const statuses = await Promise.all(castNames.map(async (name) => (await call(name, 'GET', path)).status));
    expect(Object.fromEntries(castNames.map((name, at) => [name, statuses[at]]))).toEqual({
      nobody: 404,
      otto: 200,
      gwen: 200,
      paul: 200,
      rita: 200,
      dana: 200,
      mina: 200,
      ada: 200,
      root: 200,
    });
  });

  test('who may do what with issues of a public project', async ({ call, build }) => {
    const project = await build.project({ visibility: 'public' });
    const path = `/projects/${project.id}/issues`;
    const { iid } = await build.issue({ project, author: null });
    const answers: Record<string, number[]> = {};
    for (const name of castNames) {
      answers[name] = [
        (await call(name, 'GET', `${path}/${iid}`)).status,
        (await call(name, 'POST', path, { title: 'x' })).status,
        (await call(name, 'PUT', `${path}/${iid}`, { weight: 1 })).status,
        (await call(name, 'DELETE', `${path}/${(await build.issue({ project, author: null })).iid}`)).status,
      ];
    }
    expect(answers).toEqual({
      nobody: [200, 401, 401, 401],
      otto: [200, 201, 403, 403],
      gwen: [200, 201, 403, 403],
      paul: [200, 201, 200, 403],
      rita: [200, 201, 200, 403],
      dana: [200, 201, 200, 403],
      mina: [200, 201, 200, 403],
      ada: [200, 201, 200, 204],
      root: [200, 201, 200, 204],
    });
  });
});
