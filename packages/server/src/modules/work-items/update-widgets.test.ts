import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import type { CastName } from '../../testing/cast.ts';
import { test } from '../../testing/http.ts';

interface Answer {
  workItemUpdate: { errors: string[]; workItem: { title: string; widgets: object[] } | null } | null;
}

const update = `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors workItem { title widgets {
  ... on WorkItemWidgetTimeTracking { timeEstimate totalTimeSpent timelogs { nodes { timeSpent summary } } }
  ... on WorkItemWidgetNotifications { subscribed }
  ... on WorkItemWidgetCurrentUserTodos { currentUserTodos(state: pending) { nodes { id } } }
  ... on WorkItemWidgetAwardEmoji { upvotes }
  ... on WorkItemWidgetHierarchy { children { nodes { title } } parent { title } } } } } }`;

const gid = (id: number) => `gid://gitlab/WorkItem/${id}`;

describe('workItemUpdate', () => {
  test('GQ-WI-06: widgets of time, subscription, to-dos and reactions change what belongs to the viewer', async ({
    ask,
    build,
  }) => {
    const project = await build.project({ group: await build.group({ visibility: 'public' }) });
    const issue = await build.issue({ project, title: 'walls', author: 'ada' });
    const change = async (who: CastName, input: object) => {
      const { data, errors } = await ask<Answer>(who, update, { input: { id: gid(issue.id), ...input } });
      const { workItemUpdate: result } = data;
      return {
        ...result,
        refused: errors?.length ?? 0,
        ...(Object.assign({}, ...(result?.workItem?.widgets ?? [])) as object),
      };
    };
    const timelog = { timeSpent: '1h 30m', summary: 'Brick', spentAt: '2026-01-05T10:00:00Z' };
    expect(await change('paul', { timeTrackingWidget: { timeEstimate: '1d', timelog } })).toMatchObject({
      errors: [],
      timeEstimate: 28_800,
      totalTimeSpent: 5_400,
      timelogs: { nodes: [{ timeSpent: 5_400, summary: 'Brick' }] },
    });
    expect(await change('paul', { timeTrackingWidget: {} })).toMatchObject({ errors: [], timeEstimate: 28_800 });
    expect(await change('paul', { timeTrackingWidget: { timeEstimate: null } })).toMatchObject({ timeEstimate: 0 });
    // One refused part leaves all as it was.
    expect(
      await change('paul', { title: 'roof', timeTrackingWidget: { timelog: { timeSpent: 'soon' } } }),
    ).toMatchObject({ errors: ['Time spent must be formatted correctly. For example: 1h 30m'], workItem: null });

    // A guest may not change the issue, but what is the guest's own.
    expect(await change('gwen', { notificationsWidget: { subscribed: true } })).toMatchObject({ subscribed: true });
    expect(await change('gwen', { notificationsWidget: { subscribed: false } })).toMatchObject({ subscribed: false });
    expect(await change('gwen', { awardEmojiWidget: { action: 'ADD', name: 'thumbsup' } })).toMatchObject({
      upvotes: 1,
      workItem: { title: 'walls' },
    });
    expect(await change('gwen', { awardEmojiWidget: { action: 'TOGGLE', name: 'thumbsup' } })).toMatchObject({
      upvotes: 0,
    });
    const added = await change('gwen', { currentUserTodosWidget: { action: 'ADD' } });
    expect(added).toMatchObject({ errors: [], currentUserTodos: { nodes: [{ id: expect.any(String) as string }] } });
    expect(await change('gwen', { currentUserTodosWidget: { action: 'ADD' } })).toMatchObject({
      errors: ['A to-do for this item is already pending'],
    });
    expect(await change('gwen', { currentUserTodosWidget: { action: 'MARK_AS_DONE' } })).toMatchObject({
      currentUserTodos: { nodes: [] },
    });
    expect(await change('gwen', { notificationsWidget: { subscribed: true }, title: 'mine' })).toMatchObject({
      refused: 1,
    });
    expect(await change('nobody', { notificationsWidget: { subscribed: true } })).toMatchObject({ refused: 1 });
  });

  test('GQ-WI-06: hierarchyWidget adds children, and places an item next to another', async ({ ask, build }) => {
    const group = await build.group();
    const parent = await build.epic({ group, title: 'parent' });
    const [one, two, three] = [
      await build.epic({ group, title: 'one' }),
      await build.epic({ group, title: 'two' }),
      await build.epic({ group, title: 'three' }),
    ];
    const change = async (id: number, hierarchyWidget: object) =>
      (await ask<Answer>('paul', update, { input: { id: gid(id), hierarchyWidget } })).data.workItemUpdate;
    const added = await change(parent.id, { childrenIds: [gid(one.id), gid(two.id)] });
    expect(added?.workItem?.widgets).toContainEqual({
      children: { nodes: [{ title: 'two' }, { title: 'one' }] },
      parent: null,
    });
    const placed = { parentId: gid(parent.id), adjacentWorkItemId: gid(one.id), relativePosition: 'BEFORE' };
    expect(await change(three.id, placed)).toMatchObject({ errors: [] });
    expect(await change(two.id, { adjacentWorkItemId: gid(one.id), relativePosition: 'AFTER' })).toMatchObject({
      errors: [],
    });
    const seen = await change(parent.id, { childrenIds: [] });
    expect(seen?.workItem?.widgets).toContainEqual({
      children: { nodes: [{ title: 'three' }, { title: 'one' }, { title: 'two' }] },
      parent: null,
    });
    const refused = await change(parent.id, { childrenIds: [gid(one.id)] });
    expect(refused).toMatchObject({ workItem: null, errors: [expect.stringContaining('already assigned')] });
  });
});

test('GQ-IS-01: createIssue takes the current iteration of a cadence, and from owners a number', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const cadence = await build.cadence({ group });
  await build.iteration({ cadence, title: 'past', startDate: dayFromNow(-9), dueDate: dayFromNow(-5) });
  await build.iteration({ cadence, title: 'now', startDate: dayFromNow(-1), dueDate: dayFromNow(1) });
  const create = `mutation ($input: CreateIssueInput!) { createIssue(input: $input) { errors issue { iid iteration { title } } } }`;
  const made = async (who: CastName, input: object) =>
    (await ask(who, create, { input: { projectPath: project.fullPath, title: 'new', ...input } })).data['createIssue'];
  const iterationCadenceId = `gid://gitlab/Iterations::Cadence/${cadence.id}`;
  expect(await made('paul', { iterationCadenceId, iterationWildcardId: 'CURRENT', iid: 40 })).toEqual({
    errors: [],
    issue: { iid: '1', iteration: { title: 'now' } },
  });
  expect(await made('ada', { iid: 40 })).toEqual({ errors: [], issue: { iid: '40', iteration: null } });
  expect(await made('paul', { iterationWildcardId: 'CURRENT' })).toEqual({
    errors: ["Iteration cadence can't be blank"],
    issue: null,
  });
  const other = await build.cadence({ group: await build.group() });
  const foreign = {
    iterationCadenceId: `gid://gitlab/Iterations::Cadence/${other.id}`,
    iterationWildcardId: 'CURRENT',
  };
  expect(await made('paul', foreign)).toEqual({ errors: [expect.stringContaining('Iteration must be')], issue: null });
});
