import { addDays, utcDayOf } from '@milepost/core/days';
import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import { test } from '../../testing/http.ts';
import { transferNamespace } from '../namespaces/commands/transfers.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { createCadence, scheduleIterations } from './commands/cadences.ts';
import { scheduleJob } from './jobs.ts';

const today = utcDayOf(new Date());

test('a project that leaves a group loses the iterations of that group, and keeps those of groups above both', async ({
  as,
  build,
}) => {
  const top = await build.group();
  const [from, to] = [await build.group({ parent: top }), await build.group({ parent: top })];
  const project = await build.project({ group: from });
  const issues = [];
  for (const group of [from, top]) {
    const iteration = await build.iteration({
      cadence: await build.cadence({ group }),
      startDate: dayFromNow(0),
      dueDate: dayFromNow(3),
    });
    const issue = await build.issue({ project });
    await updateWorkItem(as('paul'), issue.id, { iterationId: iteration.id });
    issues.push({ issue, iteration });
  }
  await transferNamespace(as('ada'), 'project', project.id, to.id);
  const left = await Promise.all(issues.map(async ({ issue }) => (await build.reread(issue))?.iterationId));
  expect(left).toEqual([null, issues[1]?.iteration.id]);
});

describe('rolling over', () => {
  test('TM-IT-06: open issues move to the next iteration once, with one note, also when the job runs late and twice', async ({
    as,
    build,
    db,
    services,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const cadence = await build.cadence({ group, rollsOver: true });
    const [first] = [
      await build.iteration({ cadence, title: 'first', startDate: dayFromNow(-20), dueDate: dayFromNow(-11) }),
      await build.iteration({ cadence, title: 'missed', startDate: dayFromNow(-10), dueDate: dayFromNow(-1) }),
    ];
    const next = await build.iteration({ cadence, title: 'next', startDate: dayFromNow(1), dueDate: dayFromNow(9) });
    const [open, closed] = [await build.issue({ project }), await build.issue({ project, state: 'closed' })];
    for (const { id } of [open, closed]) await updateWorkItem(as('paul'), id, { iterationId: first.id });
    const { signal } = new AbortController();
    await Promise.all([scheduleJob.run(services, null, signal), scheduleJob.run(services, null, signal)]);
    await scheduleJob.run(services, null, signal);
    expect((await build.reread(open))?.iterationId).toBe(next.id);
    expect((await build.reread(closed))?.iterationId).toBe(first.id);
    const notes = () =>
      db
        .selectFrom('notes')
        .innerJoin('users', 'users.id', 'notes.authorId')
        .select(['body', 'users.name', 'users.passwordHash'])
        .where('workItemId', '=', open.id)
        .where('users.isAutomation', '=', true)
        .execute();
    expect(await notes()).toEqual([
      { body: 'changed iteration to **next**', name: 'Automation Bot', passwordHash: null },
    ]);
    await updateWorkItem(as('paul'), open.id, { iterationId: first.id });
    await scheduleJob.run(services, null, signal);
    expect((await build.reread(open))?.iterationId).toBe(first.id);
    expect(await notes()).toHaveLength(1);
  });

  test('TM-IT-07: without a next iteration the issues stay, and move when there is one', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const cadence = await build.cadence({ group, rollsOver: true });
    const last = await build.iteration({ cadence, startDate: dayFromNow(-9), dueDate: dayFromNow(-1) });
    const issue = await build.issue({ project });
    await updateWorkItem(as('paul'), issue.id, { iterationId: last.id });
    const run = () => as('root').transaction((trx) => scheduleIterations(as('root'), trx, cadence.id, today));
    await run();
    expect((await build.reread(issue))?.iterationId).toBe(last.id);
    const next = await build.iteration({ cadence, startDate: dayFromNow(0), dueDate: dayFromNow(3) });
    await run();
    expect((await build.reread(issue))?.iterationId).toBe(next.id);
  });

  test('a cadence without roll-over keeps the issues where they are', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const cadence = await build.cadence({ group });
    const past = await build.iteration({ cadence, startDate: dayFromNow(-9), dueDate: dayFromNow(-1) });
    await build.iteration({ cadence, startDate: dayFromNow(0), dueDate: dayFromNow(3) });
    const issue = await build.issue({ project });
    await updateWorkItem(as('paul'), issue.id, { iterationId: past.id });
    await as('root').transaction((trx) => scheduleIterations(as('root'), trx, cadence.id, addDays(today, 0)));
    expect((await build.reread(issue))?.iterationId).toBe(past.id);
  });
});

test('TM-IT-02, TM-IT-05: an automatic cadence has its upcoming iterations at once and after each day, with the state of the date', async ({
  as,
  build,
  call,
}) => {
  const group = await build.group();
  const fields = {
    title: 'Sprints',
    isAutomatic: true,
    isActive: true,
    startDate: dayFromNow(-7),
    durationInWeeks: 1,
    iterationsInAdvance: 3,
  };
  const cadence = await createCadence(as('paul'), group, fields, today);
  const listed = async () => {
    const { body } = await call<{ start_date: string; state: number }[]>(
      'gwen',
      'GET',
      `/groups/${group.id}/iterations`,
    );
    return body
      .map(({ start_date: start, state }) => [start, state] as const)
      .toSorted(([one], [other]) => one.localeCompare(other));
  };
  const seen = [
    [dayFromNow(-7), 3],
    [dayFromNow(0), 2],
    [dayFromNow(7), 1],
    [dayFromNow(14), 1],
    [dayFromNow(21), 1],
  ];
  expect(await listed()).toEqual(seen);
  // A week later the current one has ended: another one is upcoming.
  await as('root').transaction((trx) => scheduleIterations(as('root'), trx, cadence.id, addDays(today, 7)));
  expect(await listed()).toEqual([...seen, [dayFromNow(28), 1]]);
});

interface Payload {
  errors: string[];
  group: { fullPath: string } | null;
}

test('TM-IT-03, TM-IT-11: a clash names the other iterations, and deletions return the group', async ({
  ask,
  build,
}) => {
  const group = await build.group();
  const cadence = await build.cadence({ group });
  const iteration = await build.iteration({ cadence, title: 'One', startDate: '2026-01-01', dueDate: '2026-01-14' });
  const cadenceId = `gid://gitlab/Iterations::Cadence/${cadence.id}`;
  const create = await ask<{ iterationCreate: { errors: string[] } }>(
    'paul',
    'mutation ($input: iterationCreateInput!) { iterationCreate(input: $input) { errors } }',
    {
      input: {
        groupPath: group.fullPath,
        iterationsCadenceId: cadenceId,
        startDate: '2026-01-10',
        dueDate: '2026-01-20',
      },
    },
  );
  expect(create.data.iterationCreate.errors).toEqual([
    'Dates cannot overlap with other existing Iterations within this iterations cadence: One (2026-01-01 – 2026-01-14)',
  ]);
  const { data } = await ask<Record<'iterationDelete' | 'iterationCadenceDestroy', Payload>>(
    'paul',
    `mutation ($iteration: IterationID!, $cadence: IterationsCadenceID!) {
      iterationDelete(input: { id: $iteration }) { errors group { fullPath } }
      iterationCadenceDestroy(input: { id: $cadence }) { errors group { fullPath } }
    }`,
    { iteration: `gid://gitlab/Iteration/${iteration.id}`, cadence: cadenceId },
  );
  const done = { errors: [], group: { fullPath: group.fullPath } };
  expect(data).toEqual({ iterationDelete: done, iterationCadenceDestroy: done });
});

interface WithReport {
  iteration: { report: { burnupTimeSeries: { scopeCount: number }[]; stats: { total: { count: number } } } };
}

test('TM-IT-08, TM-IT-09: the report of an iteration has the burn-up series, also of one project', async ({
  as,
  ask,
  build,
}) => {
  const group = await build.group();
  const [one, two] = [await build.project({ group }), await build.project({ group })];
  const cadence = await build.cadence({ group });
  const iteration = await build.iteration({ cadence, startDate: dayFromNow(-1), dueDate: dayFromNow(3) });
  for (const project of [one, two]) {
    const { id } = await build.issue({ project });
    await updateWorkItem(as('paul'), id, { iterationId: iteration.id });
  }
  const scope = async (fullPath: string) => {
    const query = `query ($id: IterationID!, $fullPath: String) { iteration(id: $id) { report(fullPath: $fullPath) {
      burnupTimeSeries { scopeCount } stats { total { count } } } } }`;
    const { data } = await ask<WithReport>('paul', query, { id: `gid://gitlab/Iteration/${iteration.id}`, fullPath });
    const { burnupTimeSeries, stats } = data.iteration.report;
    return [...burnupTimeSeries.map(({ scopeCount }) => scopeCount), stats.total.count];
  };
  expect(await scope(group.fullPath)).toEqual([0, 2, 2]);
  expect(await scope(two.fullPath)).toEqual([0, 1, 1]);
});
