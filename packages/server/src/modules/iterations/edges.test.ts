import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import { test } from '../../testing/http.ts';
import { updateWorkItem } from '../work-items/commands.ts';

interface Named {
  title: string;
}

describe('iterations over REST', () => {
  test('groups and projects list them with the fields that clients know', async ({ build, call }) => {
    const group = await build.group({ path: 'boxed' });
    const project = await build.project({ group });
    const cadence = await build.cadence({ group, title: 'Team' });
    const [past, now] = [
      await build.iteration({ cadence, title: 'past', startDate: dayFromNow(-9), dueDate: dayFromNow(-5) }),
      await build.iteration({ cadence, title: 'now', startDate: dayFromNow(-1), dueDate: dayFromNow(1) }),
    ];
    const { body, headers } = await call('gwen', 'GET', '/groups/boxed/iterations');
    expect(headers).toMatchObject({ 'x-total': '2' });
    expect(body).toEqual([
      expect.objectContaining({ id: past.id, state: 3 }),
      {
        id: now.id,
        iid: 2,
        sequence: 2,
        group_id: group.id,
        title: 'now',
        description: null,
        state: 2,
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
        start_date: dayFromNow(-1),
        due_date: dayFromNow(1),
        web_url: 'http://milepost.test/groups/boxed/-/iterations/2',
      },
    ]);
    const titles = async (input: object) =>
      (await call<Named[]>('gwen', 'GET', `/projects/${project.id}/iterations`, input)).body.map(({ title }) => title);
    expect(await titles({})).toEqual(['past', 'now']);
    expect(await titles({ state: 'opened' })).toEqual(['now']);
    expect(await titles({ search: 'TEAM', in: 'cadence_title' })).toEqual(['past', 'now']);
    expect(await titles({ search: 'TEAM' })).toEqual([]);
    expect(await titles({ updated_after: dayFromNow(2) })).toEqual([]);
    expect((await call('gwen', 'GET', '/groups/boxed/iterations', { state: 'never' })).status).toBe(400);
    expect((await call('otto', 'GET', '/groups/boxed/iterations')).status).toBe(404);
  });

  test('an issue shows its iteration, and lists are narrowed by it', async ({ as, build, call }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const cadence = await build.cadence({ group });
    const iteration = await build.iteration({
      cadence,
      title: 'now',
      startDate: dayFromNow(-1),
      dueDate: dayFromNow(1),
    });
    const issue = await build.issue({ project });
    await build.issue({ project });
    await updateWorkItem(as('paul'), issue.id, { iterationId: iteration.id });
    const issues = `/projects/${project.id}/issues`;
    expect((await call('gwen', 'GET', `${issues}/${issue.iid}`)).body).toMatchObject({
      iteration: { id: iteration.id },
    });
    const found = async (input: object) =>
      (await call<{ iid: number }[]>('gwen', 'GET', issues, input)).body.map(({ iid }) => iid);
    expect(await found({ iteration_id: iteration.id })).toEqual([issue.iid]);
    expect(await found({ iteration_id: 'Current' })).toEqual([issue.iid]);
    expect(await found({ iteration_title: 'now' })).toEqual([issue.iid]);
    expect(await found({ iteration_id: 'None' })).not.toContain(issue.iid);
  });
});

describe('iterations over GraphQL', () => {
  test('the picker of an issue lists open iterations with their cadences', async ({ build, ask }) => {
    const group = await build.group();
    const cadence = await build.cadence({ group, title: 'Team' });
    const iteration = await build.iteration({ cadence, startDate: dayFromNow(-1), dueDate: dayFromNow(1) });
    await build.iteration({ cadence, startDate: dayFromNow(-9), dueDate: dayFromNow(-5) });
    const query = `query issueIterationsAliased($fullPath: ID!, $title: String, $state: IterationState) {
      workspace: group(fullPath: $fullPath) {
        attributes: iterations(search: $title, in: [TITLE, CADENCE_TITLE], state: $state) {
          nodes { id iid title startDate dueDate state webUrl updatedAt description iterationCadence { id title } }
        }
      }
    }`;
    const { data } = await ask('gwen', query, { fullPath: group.fullPath, title: 'team', state: 'opened' });
    expect(data).toMatchObject({
      workspace: {
        attributes: {
          nodes: [
            {
              id: `gid://gitlab/Iteration/${iteration.id}`,
              title: null,
              startDate: `${dayFromNow(-1)}T00:00:00Z`,
              state: 'current',
              iterationCadence: { id: `gid://gitlab/Iterations::Cadence/${cadence.id}`, title: 'Team' },
            },
          ],
        },
      },
    });
  });

  test('TM-IT-11: a cadence is created, changed, filled manually and deleted', async ({ build, ask }) => {
    const group = await build.group();
    const create = `mutation createIterationCadence($input: IterationCadenceCreateInput!) {
      result: iterationCadenceCreate(input: $input) { iterationCadence { id title automatic rollOver durationInWeeks } errors }
    }`;
    const input = { groupPath: group.fullPath, title: 'Team', automatic: false, active: true };
    interface Made {
      result: { iterationCadence: { id: string } };
    }
    const made = await ask<Made>('paul', create, { input });
    expect(made.data).toMatchObject({
      result: { iterationCadence: { title: 'Team', automatic: false, rollOver: false }, errors: [] },
    });
    const { id } = made.data.result.iterationCadence;
    const short = await ask('paul', create, { input: { ...input, durationInWeeks: 0 } });
    expect(short.data).toEqual({
      result: { iterationCadence: null, errors: ['Duration in weeks must be greater than 0'] },
    });
    const wrong = await ask('paul', create, { input: { ...input, automatic: true } });
    expect(wrong.data).toMatchObject({
      result: { iterationCadence: null, errors: expect.arrayContaining(["Start date can't be blank"]) as string[] },
    });
    const fill = `mutation createIteration2($input: iterationCreateInput!) { iterationCreate(input: $input) { iteration { id title startDate } errors } }`;
    const dates = { startDate: '2026-06-01', dueDate: '2026-06-14' };
    const filled = await ask<{ iterationCreate: { iteration: { id: string } } }>('paul', fill, {
      input: { groupPath: group.fullPath, iterationsCadenceId: id, title: 'One', ...dates },
    });
    expect(filled.data).toMatchObject({
      iterationCreate: { iteration: { title: 'One', startDate: '2026-06-01T00:00:00Z' }, errors: [] },
    });
    const clash = await ask('paul', fill, { input: { groupPath: group.fullPath, ...dates } });
    expect(clash.data).toMatchObject({
      iterationCreate: { iteration: null, errors: [expect.stringContaining('overlap')] },
    });
    const change = `mutation($group: ID!, $cadence: IterationsCadenceID!, $iteration: ID!) {
      iterationCadenceUpdate(input: { id: $cadence, title: "Crew" }) { iterationCadence { title } errors }
      updateIteration(input: { groupPath: $group, id: $iteration, title: "Uno" }) { iteration { title } errors }
    }`;
    const iteration = filled.data.iterationCreate.iteration.id;
    const changed = await ask('paul', change, { group: group.fullPath, cadence: id, iteration });
    expect(changed.data).toEqual({
      iterationCadenceUpdate: { iterationCadence: { title: 'Crew' }, errors: [] },
      updateIteration: { iteration: { title: 'Uno' }, errors: [] },
    });
    const undated = await ask(
      'paul',
      `mutation { updateIteration(input: {
        groupPath: "${group.fullPath}", id: "${iteration}", startDate: null, dueDate: null }) { iteration { title } errors } }`,
    );
    expect(undated.data).toEqual({
      updateIteration: { iteration: null, errors: ["Start date can't be blank", "Due date can't be blank"] },
    });
    const elsewhere = (await build.group()).fullPath;
    const foreign = await ask('paul', change, { group: elsewhere, cadence: id, iteration });
    expect([foreign.data['updateIteration'], foreign.errors?.length]).toEqual([null, 1]);
    const astray = await ask('paul', fill, { input: { groupPath: elsewhere, iterationsCadenceId: id, ...dates } });
    expect([astray.data, astray.errors?.length]).toEqual([{ iterationCreate: null }, 1]);
    const remove = `mutation($cadence: IterationsCadenceID!, $iteration: IterationID!) {
      iterationDelete(input: { id: $iteration }) { errors }
      iterationCadenceDestroy(input: { id: $cadence }) { errors }
    }`;
    const removed = await ask('paul', remove, { cadence: id, iteration });
    expect(removed.data).toEqual({ iterationDelete: { errors: [] }, iterationCadenceDestroy: { errors: [] } });
    const forbidden = await ask('gwen', create, { input });
    expect([forbidden.data, forbidden.errors?.length]).toEqual([{ result: null }, 1]);
  });

  test('EN-OT-11: cadences and their iterations are listed page by page, one iteration by id', async ({
    build,
    ask,
  }) => {
    const group = await build.group();
    const cadence = await build.cadence({ group, title: 'Team' });
    const one = await build.iteration({ cadence, title: 'one', startDate: '2026-06-01', dueDate: '2026-06-14' });
    const two = await build.iteration({ cadence, title: 'two', startDate: '2026-06-15', dueDate: '2026-06-28' });
    const cadenceId = `gid://gitlab/Iterations::Cadence/${cadence.id}`;
    const lists = `query($fullPath: ID!, $cadence: IterationsCadenceID!) {
      group(fullPath: $fullPath) {
        iterationCadences(includeAncestorGroups: true, first: 10) { nodes { id title } pageInfo { hasNextPage } }
        iterations(iterationCadenceIds: [$cadence], state: all, sort: CADENCE_AND_DUE_DATE_DESC, first: 1) {
          nodes { id title startDate dueDate iterationCadence { id title } } pageInfo { hasNextPage }
        }
      }
    }`;
    const { data } = await ask('gwen', lists, { fullPath: group.fullPath, cadence: cadenceId });
    expect(data).toMatchObject({
      group: {
        iterationCadences: { nodes: [{ id: cadenceId, title: 'Team' }] },
        iterations: {
          nodes: [
            {
              id: `gid://gitlab/Iteration/${two.id}`,
              title: 'two',
              startDate: '2026-06-15T00:00:00Z',
              dueDate: '2026-06-28T00:00:00Z',
              iterationCadence: { id: cadenceId, title: 'Team' },
            },
          ],
          pageInfo: { hasNextPage: true },
        },
      },
    });
    const query = 'query($id: IterationID!) { iteration(id: $id) { title } }';
    const id = `gid://gitlab/Iteration/${one.id}`;
    expect((await ask('gwen', query, { id })).data).toEqual({ iteration: { title: 'one' } });
    expect((await ask('otto', query, { id })).data).toEqual({ iteration: null });
  });
});
