import { addDays, utcDayOf } from '@milepost/core/days';
import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import { dayFromNow } from '../../testing/build/milestones.ts';
import { titlesMatching } from '../../testing/filtering.ts';
import { test } from '../../testing/test.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { createCadence, deleteCadence, scheduleIterations, updateCadence } from './commands/cadences.ts';
import { createIteration, deleteIteration, updateIteration } from './commands.ts';
import { iterationFilter } from './filter.ts';
import { scheduleJob } from './jobs.ts';
import { cadencesAfter } from './store/cadences.ts';
import {
  iterationsAfter,
  iterationsById,
  iterationsOfCadence,
  iterationsOnPage,
  type IterationListing,
} from './store.ts';

const today = utcDayOf(new Date());
const firstPage = { page: 1, perPage: 100, offset: 0 };
const byHand = { isAutomatic: false, isActive: true } as const;

describe('iterations of manual cadences', () => {
  test('they are numbered by date, and do not overlap within a cadence', async ({ as, build }) => {
    const group = await build.group();
    const cadence = await createCadence(as('paul'), group, { title: 'Team', ...byHand }, today);
    const later = await createIteration(as('paul'), cadence.id, { startDate: '2026-02-01', dueDate: '2026-02-14' });
    const earlier = await createIteration(as('paul'), cadence.id, {
      title: 'First',
      startDate: '2026-01-01',
      dueDate: '2026-01-31',
    });
    expect([earlier.iid, later.iid]).toEqual([2, 1]);
    expect((await as('paul').load(iterationsById, later.id))?.sequence).toBe(2);
    const clash = createIteration(as('paul'), cadence.id, { startDate: '2026-01-31', dueDate: '2026-02-03' });
    await expect(clash).rejects.toThrow(ValidationError);
    const undated = createIteration(as('paul'), cadence.id, { startDate: '', dueDate: '2026-02-03' });
    await expect(undated).rejects.toThrow("Start date can't be blank");
    const moved = await updateIteration(as('paul'), later.id, { startDate: '2025-12-01', dueDate: '2025-12-31' });
    expect(moved.sequence).toBe(1);
  });

  test('guests may not, outsiders find nothing', async ({ as, build }) => {
    const group = await build.group();
    const cadence = await build.cadence({ group });
    const iteration = await build.iteration({ cadence, startDate: '2026-01-01', dueDate: '2026-01-31' });
    const dates = { startDate: '2026-02-01', dueDate: '2026-02-14' };
    await expect(createCadence(as('gwen'), group, { title: 'X', ...byHand }, today)).rejects.toThrow(ForbiddenError);
    await expect(createIteration(as('gwen'), cadence.id, dates)).rejects.toThrow(ForbiddenError);
    await expect(updateIteration(as('otto'), iteration.id, dates)).rejects.toThrow(NotFoundError);
    await expect(deleteIteration(as('otto'), iteration.id, today)).rejects.toThrow(NotFoundError);
    await expect(deleteCadence(as('otto'), cadence.id)).rejects.toThrow(NotFoundError);
  });
});

describe('automatic cadences', () => {
  const fields = {
    title: 'Sprints',
    isAutomatic: true,
    isActive: true,
    startDate: dayFromNow(-7),
    durationInWeeks: 1,
    iterationsInAdvance: 2,
  };

  test('a new cadence has its iterations immediately, without gaps', async ({ as, build, db }) => {
    const group = await build.group();
    const cadence = await createCadence(as('paul'), group, fields, today);
    const iterations = await iterationsOfCadence(db, cadence.id);
    expect(iterations.map(({ startDate, dueDate, sequence }) => [startDate, dueDate, sequence])).toEqual([
      [dayFromNow(-7), dayFromNow(-1), 1],
      [dayFromNow(0), dayFromNow(6), 2],
      [dayFromNow(7), dayFromNow(13), 3],
      [dayFromNow(14), dayFromNow(20), 4],
    ]);
  });

  test('the schedule adds missing iterations, and running it again adds nothing', async ({
    as,
    build,
    db,
    services,
  }) => {
    const group = await build.group();
    const cadence = await createCadence(as('paul'), group, fields, addDays(today, -7));
    const signal = new AbortController().signal;
    await scheduleJob.run(services, null, signal);
    await scheduleJob.run(services, null, signal);
    const iterations = await iterationsOfCadence(db, cadence.id);
    expect(iterations.map(({ startDate }) => startDate)).toEqual([-7, 0, 7, 14].map(dayFromNow));
    expect(new Set(iterations.map(({ iid }) => iid)).size).toBe(4);
  });

  test('two concurrent schedules create no iteration twice', async ({ as, build, db }) => {
    const group = await build.group();
    const cadence = await createCadence(as('paul'), group, fields, addDays(today, -30));
    const run = () => as('root').transaction((trx) => scheduleIterations(as('root'), trx, cadence.id, today));
    await Promise.all([run(), run(), run()]);
    const starts = (await iterationsOfCadence(db, cadence.id)).map(({ startDate }) => startDate);
    expect(new Set(starts).size).toBe(starts.length);
  });

  test('refuses manual iterations, keeps their dates, and deletes only upcoming ones', async ({ as, build, db }) => {
    const group = await build.group();
    const cadence = await createCadence(as('paul'), group, fields, today);
    const [closed, , upcoming] = await iterationsOfCadence(db, cadence.id);
    if (!closed || !upcoming) throw new TypeError('four iterations were scheduled');
    const dates = { startDate: '2030-01-01', dueDate: '2030-01-02' };
    await expect(createIteration(as('paul'), cadence.id, dates)).rejects.toThrow(ValidationError);
    await expect(updateIteration(as('paul'), upcoming.id, dates)).rejects.toThrow(ValidationError);
    expect((await updateIteration(as('paul'), upcoming.id, { title: 'Named' })).title).toBe('Named');
    await expect(deleteIteration(as('paul'), closed.id, today)).rejects.toThrow(ValidationError);
    await deleteIteration(as('paul'), upcoming.id, today);
    expect(await as('paul').load(iterationsById, upcoming.id)).toBeNull();
  });

  test('open issues roll over to the current iteration if the cadence says so', async ({ as, build, db }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const start = addDays(today, -7);
    const cadence = await createCadence(as('paul'), group, { ...fields, rollsOver: true }, start);
    const [first, second] = await iterationsOfCadence(db, cadence.id);
    if (!first || !second) throw new TypeError('iterations were scheduled');
    const [open, closed] = [await build.issue({ project }), await build.issue({ project, state: 'closed' })];
    for (const { id } of [open, closed]) await updateWorkItem(as('paul'), id, { iterationId: first.id });
    await as('root').transaction((trx) => scheduleIterations(as('root'), trx, cadence.id, today));
    expect((await build.reread(open))?.iterationId).toBe(second.id);
    expect((await build.reread(closed))?.iterationId).toBe(first.id);
    const events = await db.selectFrom('events').select(['name', 'data']).where('workItemId', '=', open.id).execute();
    expect(events.at(-1)).toEqual({ name: 'workItem.iterationChanged', data: { fromId: first.id, toId: second.id } });
  });

  test('its settings are validated, and an update reschedules', async ({ as, build, db }) => {
    const group = await build.group();
    const wrong = createCadence(as('paul'), group, { ...fields, startDate: null }, today);
    await expect(wrong).rejects.toThrow("Start date can't be blank");
    const cadence = await createCadence(as('paul'), group, { ...fields, iterationsInAdvance: 0 }, today);
    await updateCadence(as('paul'), cadence.id, { iterationsInAdvance: 3 }, today);
    expect(await iterationsOfCadence(db, cadence.id)).toHaveLength(5);
    await deleteCadence(as('paul'), cadence.id);
    expect(await iterationsOfCadence(db, cadence.id)).toEqual([]);
  });
});

describe('listing', () => {
  test('by state, search, cadence and namespace, in order of cadence and date', async ({ as, build }) => {
    const top = await build.group();
    const group = await build.group({ parent: top });
    const project = await build.project({ group });
    const [alpha, beta] = [
      await build.cadence({ group: top, title: 'Alpha' }),
      await build.cadence({ group, title: 'Beta' }),
    ];
    await build.iteration({ cadence: beta, title: 'closed', startDate: dayFromNow(-9), dueDate: dayFromNow(-5) });
    await build.iteration({ cadence: beta, title: 'current', startDate: dayFromNow(-4), dueDate: dayFromNow(0) });
    await build.iteration({ cadence: alpha, title: 'upcoming', startDate: dayFromNow(1), dueDate: dayFromNow(5) });
    const titles = async (listing: Partial<IterationListing>) =>
      (await iterationsOnPage(as('gwen'), { namespace: group, includeAncestors: true, ...listing }, firstPage)).map(
        ({ title }) => title,
      );
    expect(await titles({})).toEqual(['upcoming', 'closed', 'current']);
    expect(await titles({ sort: 'CADENCE_AND_DUE_DATE_DESC' })).toEqual(['upcoming', 'current', 'closed']);
    expect(await titles({ includeAncestors: false })).toEqual(['closed', 'current']);
    expect(await titles({ namespace: project, includeAncestors: false })).toEqual(['upcoming', 'closed', 'current']);
    expect(await titles({ namespace: top, includeDescendants: true })).toEqual(['upcoming', 'closed', 'current']);
    expect(await titles({ state: 'opened' })).toEqual(['upcoming', 'current']);
    expect(await titles({ state: 'upcoming' })).toEqual(['upcoming']);
    expect(await titles({ state: 'current' })).toEqual(['current']);
    expect(await titles({ state: 'closed' })).toEqual(['closed']);
    expect(await titles({ cadenceIds: [alpha.id] })).toEqual(['upcoming']);
    expect(await titles({ search: 'ALPHA', searchIn: ['TITLE', 'CADENCE_TITLE'] })).toEqual(['upcoming']);
    expect(await titles({ search: 'cur' })).toEqual(['current']);
    expect(await titles({ timeframe: { start: dayFromNow(0), end: dayFromNow(1) } })).toEqual(['upcoming', 'current']);
    const page = await iterationsAfter(as('gwen'), { namespace: group }, { limit: 1, isBackward: false, cursor: null });
    expect(page.map(({ title }) => title)).toEqual(['closed', 'current']);
    const cadences = await cadencesAfter(
      as('gwen'),
      { namespace: group, includeAncestors: true },
      { limit: 5, isBackward: false, cursor: null },
    );
    expect(cadences.map(({ title }) => title)).toEqual(['Alpha', 'Beta']);
  });
});

test('an item takes an iteration of a group above it, and the iteration word finds it', async ({ as, build }) => {
  const group = await build.group();
  const project = await build.project({ group });
  const cadence = await build.cadence({ group });
  const now = await build.iteration({ cadence, title: 'now', startDate: dayFromNow(-1), dueDate: dayFromNow(1) });
  const strange = await build.iteration({
    cadence: await build.cadence({ group: await build.group() }),
    startDate: dayFromNow(-1),
    dueDate: dayFromNow(1),
  });
  const [one, two] = [await build.issue({ project, title: '1' }), await build.issue({ project, title: '2' })];
  expect((await updateWorkItem(as('paul'), one.id, { iterationId: now.id })).iterationId).toBe(now.id);
  await expect(updateWorkItem(as('paul'), two.id, { iterationId: strange.id })).rejects.toThrow(ValidationError);
  const titles = (filter: Parameters<typeof titlesMatching>[2]) =>
    titlesMatching(as('gwen'), iterationFilter, filter, [one, two]);
  expect(await titles({ is: { iterationTitle: ['Current'] } })).toEqual(['1']);
  expect(await titles({ is: { iterationTitle: ['now'] } })).toEqual(['1']);
  expect(await titles({ is: { iterationTitle: ['None'] } })).toEqual(['2']);
  expect(await titles({ is: { iterationTitle: ['Any'] } })).toEqual(['1']);
  expect(await titles({ is: { iterationId: [now.id] } })).toEqual(['1']);
  expect(await titles({ is: { iterationCadenceId: [cadence.id] } })).toEqual(['1']);
  expect(await titles({ not: { iterationId: [now.id] } })).toEqual(['2']);
  expect(await titles({ not: { iterationTitle: ['now'] } })).toEqual(['2']);
});
