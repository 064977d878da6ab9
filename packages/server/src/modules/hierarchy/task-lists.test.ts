import { describe, expect } from 'vitest';
import { test, tokenFor } from '../../testing/http.ts';
import type { World } from '../../testing/world.ts';
import type { Person } from '../../testing/cast.ts';

const as = async (world: World, who: Person) => ({ 'private-token': await tokenFor(world, who) });

interface Converted {
  item: { description_text: string; lock_version: number; task_completion_status: object };
  task: { id: number; iid: number; type: string; title: string; web_url: string };
}

describe('an item of a task list', () => {
  test('WI-TC-01, WI-TC-09 and WI-TC-10: becomes a task below, as confidential as its issue, with its milestone and iteration, and is removed from the text', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const milestone = await build.milestone({ namespace: project });
    const iteration = await build.iteration({
      cadence: await build.cadence({ group }),
      startDate: '2026-01-05',
      dueDate: '2026-01-18',
    });
    const issue = await build.issue({
      project,
      confidential: true,
      milestoneId: milestone.id,
      description: '# Plan\n\n- [ ] one\n- [ ] two\n  with more\n- [x] three',
    });
    await world.db.updateTable('workItems').set({ iterationId: iteration.id }).where('id', '=', issue.id).execute();
    const url = `/${project.fullPath}/-/issues/${issue.iid}`;
    const headers = await as(world, 'paul');
    const payload = { line: 4, lock_version: issue.lockVersion };
    const { status, body } = await send({ method: 'POST', url: `${url}/task_conversions`, headers, payload });
    expect(status).toBe(201);
    const { item, task } = body as Converted;
    expect(item).toMatchObject({
      description_text: '# Plan\n\n- [ ] one\n- [x] three',
      lock_version: issue.lockVersion + 1,
      task_completion_status: { count: 2, completed_count: 1 },
    });
    expect(task).toMatchObject({
      type: 'task',
      title: 'two',
      web_url: `http://milepost.test/${project.fullPath}/-/issues/${task.iid}`,
    });
    const row = await world.db
      .selectFrom('workItems')
      .select(['parentId', 'isConfidential', 'milestoneId', 'iterationId', 'description', 'type'])
      .where('id', '=', task.id as never)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      parentId: issue.id,
      isConfidential: true,
      milestoneId: milestone.id,
      iterationId: iteration.id,
      description: 'with more',
      type: 'task',
    });
  });

  test('WI-TC-05, WI-TC-06, WI-TC-07 and WI-TC-08: its title has at most 255 characters, the rest becomes the description; code or an image alone is Untitled', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project();
    const headers = await as(world, 'paul');
    const long = `${'a'.repeat(250)} and more words`;
    const cases = [
      [long, long.slice(0, 255), 'more words'],
      ['`npm start`', 'Untitled', '`npm start`'],
      ['![moat](moat.png)', 'Untitled', '![moat](moat.png)'],
    ] as const;
    for (const [text, title, description] of cases) {
      const issue = await build.issue({ project, description: `- [ ] ${text}` });
      const { body } = await send({
        method: 'POST',
        url: `/${project.fullPath}/-/issues/${issue.iid}/task_conversions`,
        headers,
        payload: { line: 1, lock_version: issue.lockVersion },
      });
      const { task } = body as Converted;
      expect(task.title).toBe(title.trimEnd());
      expect(task.title.length).toBeLessThanOrEqual(255);
      const seen = await send({ url: `/${project.fullPath}/-/issues/${task.iid}.json`, headers });
      expect(seen.body).toMatchObject({ description_text: description });
    }
  });

  test('WI-TC-03: undo deletes the task and restores the text; it does nothing if the text has changed since', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project();
    const description = '- [ ] one\n- [ ] two';
    const issue = await build.issue({ project, description });
    const url = `/${project.fullPath}/-/issues/${issue.iid}`;
    const headers = await as(world, 'paul');
    const convert = async (lockVersion: number) => {
      const payload = { line: 1, lock_version: lockVersion };
      return (await send({ method: 'POST', url: `${url}/task_conversions`, headers, payload })).body as Converted;
    };
    const revert = (taskId: number, lockVersion: number) =>
      send({
        method: 'POST',
        url: `${url}/task_conversions/${taskId}/revert`,
        headers,
        payload: { description, lock_version: lockVersion },
      });
    const { item, task } = await convert(issue.lockVersion);
    expect(item.description_text).toBe('- [ ] two');
    const taskUrl = `/${project.fullPath}/-/issues/${task.iid}.json`;
    expect((await revert(task.id, issue.lockVersion)).status).toBe(409);
    expect((await send({ url: taskUrl, headers })).status).toBe(200);
    expect(await revert(task.id, item.lock_version)).toMatchObject({
      status: 200,
      body: { description_text: description },
    });
    expect((await send({ url: taskUrl, headers })).status).toBe(404);
    const stranger = await build.issue({ project });
    expect((await revert(stranger.id, item.lock_version + 1)).status).toBe(404);
  });

  test('WI-TC-13: a concurrent change of the text is refused, and no task is created', async ({
    send,
    build,
    world,
  }) => {
    const project = await build.project();
    const issue = await build.issue({ project, description: '- [ ] one' });
    const url = `/${project.fullPath}/-/issues/${issue.iid}`;
    const headers = await as(world, 'paul');
    const edited = { description: '- [ ] zero\n- [ ] one', lock_version: issue.lockVersion };
    await send({ method: 'PUT', url: `${url}.json`, headers, payload: edited });
    const late = await send({
      method: 'POST',
      url: `${url}/task_conversions`,
      headers,
      payload: { line: 1, lock_version: issue.lockVersion },
    });
    expect(late.status).toBe(409);
    const children = await world.db.selectFrom('workItems').select('id').where('parentId', '=', issue.id).execute();
    expect(children).toEqual([]);
  });

  test('WI-TC-11 and WI-TC-12: of an incident too, of an epic an issue in the project where the viewer last created one, of a task nothing', async ({
    send,
    build,
    world,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const headers = await as(world, 'paul');
    const epic = await build.epic({ group, description: '- [ ] wall' });
    const convert = (url: string, lockVersion: number) =>
      send({
        method: 'POST',
        url: `${url}/task_conversions`,
        headers,
        payload: { line: 1, lock_version: lockVersion },
      });
    const epicUrl = `/groups/${group.fullPath}/-/epics/${epic.iid}`;
    expect(await convert(epicUrl, epic.lockVersion)).toMatchObject({
      status: 400,
      body: { message: { base: ['No project is available to create an issue in. Create a project first'] } },
    });
    await send({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/issues`,
      headers,
      payload: { title: 'the last one' },
    });
    expect(await convert(epicUrl, epic.lockVersion)).toMatchObject({
      status: 201,
      body: {
        task: {
          type: 'issue',
          title: 'wall',
          web_url: expect.stringContaining(`/${project.fullPath}/-/issues/`) as string,
        },
      },
    });
    const incident = await build.issue({ project, type: 'incident', description: '- [ ] page' });
    const path = `/${project.fullPath}/-/issues`;
    expect(await convert(`${path}/${incident.iid}`, incident.lockVersion)).toMatchObject({
      body: { task: { type: 'task' } },
    });
    const task = await build.issue({ project, type: 'task', description: '- [ ] less' });
    expect((await convert(`${path}/${task.iid}`, task.lockVersion)).status).toBeGreaterThanOrEqual(400);
    const plain = await build.issue({ project, description: 'no list' });
    expect((await convert(`${path}/${plain.iid}`, plain.lockVersion)).status).toBe(400);
    const guarded = await build.issue({ project, author: null, description: '- [ ] x' });
    const guest = await send({
      method: 'POST',
      url: `${path}/${guarded.iid}/task_conversions`,
      headers: await as(world, 'gwen'),
      payload: { line: 1, lock_version: guarded.lockVersion },
    });
    expect(guest.status).toBe(403);
  });
});
