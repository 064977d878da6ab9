import { ForbiddenError, ValidationError } from '@milepost/core/errors';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import { test } from '../../testing/http.ts';
import { transferNamespace } from '../namespaces/commands/transfers.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { createMilestone, deleteMilestone, promoteMilestone, updateMilestone } from './commands.ts';

interface Report {
  milestone: {
    report: {
      isPartial: boolean;
      stats: { total: Totals; complete: Totals };
      burnupTimeSeries: { date: string; scopeCount: number; completedCount: number; scopeWeight: number }[] | null;
      error: { code: string } | null;
    };
  };
}
interface Totals {
  count: number;
  weight: number;
}

const query = `query ($id: MilestoneID!, $fullPath: String) { milestone(id: $id) { report(fullPath: $fullPath) {
  stats { total { count weight } complete { count weight } } isPartial
  burnupTimeSeries { date scopeCount completedCount scopeWeight }
  error { code }
} } }`;

describe('titles of milestones', () => {
  test('TM-ML-01: a title is unique in one line of groups, and free beside it', async ({ as, build }) => {
    const top = await build.group();
    const group = await build.group({ parent: top });
    const [one, two] = [await build.project({ group }), await build.project({ group })];
    await createMilestone(as('paul'), one, { title: 'v1' });
    await createMilestone(as('paul'), two, { title: 'v1' });
    for (const namespace of [top, group, one]) {
      await expect(createMilestone(as('paul'), namespace, { title: 'v1' })).rejects.toThrow(ValidationError);
    }
    const other = await createMilestone(as('paul'), top, { title: 'v2' });
    await expect(createMilestone(as('paul'), two, { title: 'v2' })).rejects.toThrow(ValidationError);
    await expect(updateMilestone(as('paul'), other.id, { title: 'v1' })).rejects.toThrow(ValidationError);
    const dates = createMilestone(as('paul'), top, { title: 'v3', startDate: '2026-02-01', dueDate: '2026-01-31' });
    await expect(dates).rejects.toThrow(ValidationError);
    await expect(createMilestone(as('paul'), top, { title: 'x'.repeat(256) })).rejects.toThrow(ValidationError);
  });

  test('of two concurrent milestones of a group and its project one gets the title', async ({ as, build }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const made = await Promise.allSettled(
      [group, project].map((each) => createMilestone(as('paul'), each, { title: 'v1' })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('TM-ML-05: items of a deleted milestone get one note each and are otherwise unchanged', async ({
  as,
  build,
  db,
}) => {
  const project = await build.project({ group: await build.group() });
  const milestone = await build.milestone({ namespace: project, title: 'v1' });
  const issues = [
    await build.issue({ project, milestoneId: milestone.id }),
    await build.issue({ project, milestoneId: milestone.id, state: 'closed' }),
  ];
  await deleteMilestone(as('paul'), milestone.id);
  for (const issue of issues) {
    const after = await build.reread(issue);
    expect(after).toMatchObject({ milestoneId: null, state: issue.state, title: issue.title });
    expect(after?.updatedAt).toEqual(issue.updatedAt);
    const notes = await db.selectFrom('notes').select('body').where('workItemId', '=', issue.id).execute();
    expect(notes).toEqual([{ body: 'removed milestone %v1' }]);
  }
});

test('TM-ML-06: a promotion needs the role in the group, and keeps the past of the chart', async ({
  as,
  ask,
  build,
  db,
}) => {
  const group = await build.group();
  const project = await build.project({ group });
  const milestone = await build.milestone({
    namespace: project,
    title: 'v1',
    startDate: dayFromNow(-2),
    dueDate: dayFromNow(3),
  });
  const issue = await build.issue({ project });
  await updateWorkItem(as('paul'), issue.id, { milestoneId: milestone.id });
  await sql`UPDATE timebox_events SET created_at = now() - interval '2 days'`.execute(db);
  await expect(promoteMilestone(as('gwen'), milestone.id)).rejects.toThrow(ForbiddenError);
  const promoted = await promoteMilestone(as('paul'), milestone.id);
  expect((await build.reread(issue))?.milestoneId).toBe(promoted.id);
  const { data } = await ask<Report>('paul', query, { id: `gid://gitlab/Milestone/${promoted.id}` });
  expect(data.milestone.report.burnupTimeSeries?.map(({ scopeCount }) => scopeCount)).toEqual([1, 1, 1]);
});

test('a project that leaves a group takes its milestones along, with their charts and the dates that epics inherit', async ({
  as,
  ask,
  build,
  db,
}) => {
  const top = await build.group({ visibility: 'private' });
  const [from, to] = [await build.group({ parent: top }), await build.group({ parent: top })];
  const [project, stays] = [await build.project({ group: from }), await build.project({ group: from })];
  const dates = { startDate: dayFromNow(-1), dueDate: dayFromNow(4) };
  const milestone = await build.milestone({ namespace: from, title: 'v1', ...dates });
  const kept = await build.milestone({ namespace: top, title: 'year' });
  const epic = await build.epic({ group: top });
  const [issue, second, other] = [
    await build.issue({ project, parent: epic }),
    await build.issue({ project }),
    await build.issue({ project: stays }),
  ];
  for (const { id } of [issue, other]) await updateWorkItem(as('paul'), id, { milestoneId: milestone.id });
  await updateWorkItem(as('paul'), second.id, { milestoneId: kept.id });
  await sql`UPDATE timebox_events SET created_at = now() - interval '2 days'`.execute(db);
  await transferNamespace(as('ada'), 'project', project.id, to.id);

  const [own] = await db.selectFrom('milestones').selectAll().where('namespaceId', '=', project.id).execute();
  expect(own).toMatchObject({ title: 'v1', state: 'active', ...dates });
  const milestonesOf = async () =>
    Promise.all([issue, second, other].map(async (item) => (await build.reread(item))?.milestoneId));
  expect(await milestonesOf()).toEqual([own?.id, kept.id, milestone.id]);
  const { data } = await ask<Report>('ada', query, { id: `gid://gitlab/Milestone/${own?.id}` });
  expect(data.milestone.report.burnupTimeSeries?.map(({ scopeCount }) => scopeCount)).toEqual([1, 1]);
  const inherited = await db
    .selectFrom('workItems')
    .select(['dueDate', 'dueDateSourcingMilestoneId'])
    .where('id', '=', epic.id)
    .executeTakeFirst();
  expect(inherited).toEqual({ dueDate: dates.dueDate, dueDateSourcingMilestoneId: own?.id });
});

describe('reports of milestones', () => {
  test('TM-ML-08, TM-ML-09: past days keep their figures, whatever happens to the issues', async ({
    as,
    ask,
    build,
    db,
  }) => {
    const project = await build.project({ group: await build.group() });
    const milestone = await build.milestone({
      namespace: project,
      startDate: dayFromNow(-3),
      dueDate: dayFromNow(5),
    });
    const id = `gid://gitlab/Milestone/${milestone.id}`;
    const [one, two] = [await build.issue({ project, weight: 2 }), await build.issue({ project, weight: 5 })];
    const ago = (days: number) =>
      sql`UPDATE timebox_events SET created_at = now() - ${days} * interval '1 day' WHERE created_at > now() - interval '1 hour'`.execute(
        db,
      );
    await updateWorkItem(as('paul'), one.id, { milestoneId: milestone.id });
    await ago(9);
    await updateWorkItem(as('paul'), two.id, { milestoneId: milestone.id });
    await ago(2);
    await updateWorkItem(as('paul'), one.id, { stateEvent: 'close' });
    await ago(1);
    const series = async () => (await ask<Report>('paul', query, { id })).data.milestone.report.burnupTimeSeries;
    const past = [
      { date: dayFromNow(-3), scopeCount: 1, completedCount: 0, scopeWeight: 2 },
      { date: dayFromNow(-2), scopeCount: 2, completedCount: 0, scopeWeight: 7 },
      { date: dayFromNow(-1), scopeCount: 2, completedCount: 1, scopeWeight: 7 },
    ];
    expect(await series()).toEqual([...past, { ...past[2], date: dayFromNow(0) }]);
    await updateWorkItem(as('paul'), one.id, { stateEvent: 'reopen', weight: 8 });
    await updateWorkItem(as('paul'), two.id, { milestoneId: null });
    expect(await series()).toEqual([
      ...past,
      { date: dayFromNow(0), scopeCount: 1, completedCount: 0, scopeWeight: 8 },
    ]);
  });

  test('without both dates there is no chart, and the reason', async ({ ask, build }) => {
    const milestone = await build.milestone({ namespace: await build.group(), startDate: '2026-01-01' });
    const { data } = await ask<Report>('paul', query, { id: `gid://gitlab/Milestone/${milestone.id}` });
    expect(data.milestone.report).toMatchObject({ burnupTimeSeries: null, error: { code: 'MISSING_DATES' } });
  });

  test('TM-ML-10, TM-IT-09: a viewer gets figures of visible issues only, in one project if wanted', async ({
    ask,
    build,
  }) => {
    const group = await build.group();
    const [one, two] = [await build.project({ group }), await build.project({ group })];
    const milestone = await build.milestone({ namespace: group, startDate: dayFromNow(-1), dueDate: dayFromNow(0) });
    const id = `gid://gitlab/Milestone/${milestone.id}`;
    await build.issue({ project: one, milestoneId: milestone.id, weight: 1 });
    await build.issue({ project: one, milestoneId: milestone.id, weight: 2, confidential: true });
    await build.issue({ project: two, milestoneId: milestone.id, weight: 4, state: 'closed' });
    const of = async (who: 'gwen' | 'paul', fullPath?: string) => {
      const { report } = (await ask<Report>(who, query, { id, fullPath })).data.milestone;
      return [report.stats.total, report.isPartial, report.burnupTimeSeries?.at(-1)?.scopeCount];
    };
    expect(await of('paul')).toEqual([{ count: 3, weight: 7 }, false, 3]);
    expect(await of('gwen')).toEqual([{ count: 2, weight: 5 }, true, 2]);
    expect(await of('gwen', two.fullPath)).toEqual([{ count: 1, weight: 4 }, true, 1]);
  });
});

test('TM-ML-11: REST lists the burndown events of a milestone', async ({ as, build, call }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const milestone = await build.milestone({ namespace: project });
  const issue = await build.issue({ project, weight: 3 });
  await updateWorkItem(as('paul'), issue.id, { milestoneId: milestone.id });
  await updateWorkItem(as('paul'), issue.id, { stateEvent: 'close' });
  await updateWorkItem(as('paul'), issue.id, { stateEvent: 'reopen' });
  await updateWorkItem(as('paul'), issue.id, { milestoneId: null });
  const path = `/projects/${project.id}/milestones/${milestone.id}/burndown_events`;
  const { body } = await call('paul', 'GET', path);
  expect(body).toMatchObject(['created', 'closed', 'reopened', 'removed'].map((action) => ({ action, weight: 3 })));
  const above = await build.milestone({ namespace: group });
  await updateWorkItem(as('paul'), issue.id, { milestoneId: above.id });
  const ofGroup = await call('paul', 'GET', `/groups/${group.id}/milestones/${above.id}/burndown_events`);
  expect(ofGroup).toMatchObject({ status: 200, body: [{ action: 'created', weight: 3 }] });
});
