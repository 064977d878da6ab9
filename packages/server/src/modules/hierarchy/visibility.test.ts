import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { CastName } from '../../testing/cast.ts';
import { BatchSize } from '../../platform/jobs/batches.ts';
import { sessionHeaders, test as base, type Answer } from '../../testing/http.ts';
import { findVisibleProject } from '../namespaces/commands.ts';
import { updateGroup } from '../namespaces/commands/writing.ts';
import { pendingVisibilityChanges } from '../namespaces/store/visibility.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { finishIfComplete, moveBatch, queueVisibilityChange, runVisibilityChange } from './commands/visibility.ts';
import { resumeVisibilityJob } from './jobs.ts';

const inBatchesOf5 = () => new BatchSize({ first: 5, max: 5 });

const ITEMS = 24;
const outsiders: readonly CastName[] = ['nobody', 'otto'];
const insiders: readonly CastName[] = ['gwen', 'paul', 'ada', 'root'];

/** A public group of which a part becomes private while another transaction writes there: a job has to complete the change. */
const test = base.extend('part', async ({ as, ask, build, call, db }, { onCleanup }) => {
  const top = await build.group({ visibility: 'public' });
  const group = await build.group({ parent: top, visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const spring = await build.milestone({ namespace: top, title: 'Spring' });
  const epic = await build.epic({ group: top, title: 'Quagga plan', startDate: '2026-01-01', dueDate: '2026-12-31' });
  await build.epic({ group, title: 'Quagga alone', startDate: '2026-02-01', dueDate: '2026-11-30' });
  const inner = await build.epic({
    group,
    parent: epic,
    title: 'Quagga inside',
    startDate: '2026-02-01',
    dueDate: '2026-11-30',
  });
  for (let count = 0; count < ITEMS; count++) await build.issue({ project, parent: inner, title: `Quagga ${count}` });
  await createWorkItem(as('ada'), {
    namespace: await findVisibleProject(as('ada'), project.id),
    type: 'issue',
    title: 'Quagga due',
    parentId: epic.id,
    milestoneId: spring.id,
  });
  await build.issue({
    project: await build.project({ group: top, visibility: 'public' }),
    parent: epic,
    title: 'Stays',
  });

  const writer = await db.startTransaction().execute();
  let isOpen = true;
  const release = async () => {
    if (isOpen) await writer.rollback().execute();
    isOpen = false;
  };
  onCleanup(release);
  await sql`SELECT audience_to_count(${project.id}, 1)`.execute(writer);
  /** What a person finds in all places that show items or count them. */
  const shown = async (who: CastName) => {
    const issues = await call<unknown[]>(who, 'GET', `/groups/${top.id}/issues?per_page=100`);
    const epics = await call<unknown[]>(who, 'GET', `/groups/${top.id}/epics?include_descendant_groups=true`);
    const found = await call<unknown[]>(who, 'GET', `/groups/${top.id}/search?scope=issues&search=quagga&per_page=100`);
    const lanes = await call<{ count: number }[]>(who, 'GET', `/groups/${top.path}/roadmap_lanes?group_by=SUBGROUP`);
    const { data } = await ask<{
      group: {
        issues: { count: number };
        epics: { count: number };
        epic: { descendantCounts: { openedIssues: number; openedEpics: number } };
      };
    }>(
      who,
      `{ group(fullPath: "${top.fullPath}") {
        issues(includeSubgroups: true) { count }
        epics(milestoneTitle: "None") { count }
        epic(iid: "${epic.iid}") { descendantCounts { openedIssues openedEpics } }
      } }`,
    );
    return {
      project: (await call(who, 'GET', `/projects/${project.id}`)).status,
      issues: issues.body.length,
      epics: lengthOf(epics),
      found: Array.isArray(found.body) ? found.body.length > 0 : found.status,
      lanes: lanes.body.reduce((sum, { count }) => sum + count, 0),
      count: data.group.issues.count,
      withoutMilestone: data.group.epics.count,
      below: data.group.epic.descendantCounts,
    };
  };
  const hide = () => updateGroup(as('ada'), group.id, { visibility: 'private', lowersBelow: true });
  return { top, group, project, epic, inner, hide, release, shown };
});

/** The status of an answer without a list. */
const lengthOf = ({ status, body }: Answer) => (Array.isArray(body) ? body.length : status);

const all = { openedIssues: ITEMS + 2, openedEpics: 1 };
const everything = {
  project: 200,
  issues: ITEMS + 2,
  epics: 3,
  found: true as boolean | number,
  lanes: 2,
  count: ITEMS + 2,
  withoutMilestone: 2,
};
const theRest = { project: 404, issues: 1, epics: 1, found: false, lanes: 1, count: 1, withoutMilestone: 1 };
/** Anonymous people neither list epics through REST nor search. */
const unlessAnonymous = (who: CastName, expected: typeof everything) =>
  who === 'nobody' ? { ...expected, epics: 401, found: 401 } : expected;

describe('a group with many items that becomes private', () => {
  test('is hidden at once from everyone who loses access, and nobody else notices', async ({
    part,
    send,
    services,
    world,
  }) => {
    for (const who of [...outsiders, ...insiders])
      expect({ who, ...(await part.shown(who)) }).toEqual({ who, ...unlessAnonymous(who, everything), below: all });
    await part.hide();
    const { db } = services;
    expect(await pendingVisibilityChanges(db)).toEqual([part.group.id]);
    // The totals are not divided yet: outsiders see none.
    const none = { openedIssues: 0, openedEpics: 0 };
    for (const who of outsiders)
      expect({ who, ...(await part.shown(who)) }).toEqual({ who, ...unlessAnonymous(who, theRest), below: none });
    for (const who of insiders)
      expect({ who, ...(await part.shown(who)) }).toEqual({ who, ...unlessAnonymous(who, everything), below: all });

    const settings = async () => {
      const headers = await sessionHeaders(world, world.userIds.ada);
      return (await send({ url: `/groups/${part.group.fullPath}/-/settings.json`, headers })).body;
    };
    expect(await settings()).toMatchObject({ visibility: 'private', visibility_progress: 0 });
    await part.release();
    await runVisibilityChange(services, part.group.id);
    expect(await settings()).toMatchObject({ visibility: 'private', visibility_progress: null });
    for (const who of outsiders)
      expect({ who, ...(await part.shown(who)) }).toEqual({
        who,
        ...unlessAnonymous(who, theRest),
        below: { openedIssues: 1, openedEpics: 0 },
      });
    for (const who of insiders)
      expect({ who, ...(await part.shown(who)) }).toEqual({ who, ...unlessAnonymous(who, everything), below: all });
  });

  test('resumes after a crash between and in the middle of batches, and counts changes meanwhile', async ({
    as,
    db,
    part,
    services,
  }) => {
    await part.hide();
    await part.release();
    const moved = async () =>
      (
        await db
          .selectFrom('visibilityChanges')
          .select('moved')
          .where('namespaceId', '=', part.group.id)
          .executeTakeFirstOrThrow()
      ).moved;
    // The server stops after a batch.
    expect(await moveBatch(db, part.group, 5)).toEqual({ count: 5, isFree: true });
    const done = await moved();
    expect(done).toBeLessThan(ITEMS);
    // PostgreSQL ends the connection in the middle of a batch: all of it is undone.
    await sql`CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`.execute(db);
    await sql`CREATE TRIGGER dies AFTER UPDATE ON audience_moves EXECUTE FUNCTION end_connection()`.execute(db);
    await expect(runVisibilityChange(services, part.group.id, undefined, inBatchesOf5())).rejects.toThrow(/terminat/i);
    await sql`DROP FUNCTION end_connection CASCADE`.execute(db);
    expect(await moved()).toBe(done);

    const { rows: issues } = await sql<{ id: typeof part.epic.id }>`
      SELECT id FROM work_items WHERE namespace_id = ${part.project.id} ORDER BY iid`.execute(db);
    await updateWorkItem(as('ada'), issues[0]!.id, { stateEvent: 'close' });
    await updateWorkItem(as('ada'), issues[ITEMS - 1]!.id, { stateEvent: 'close' });
    await updateWorkItem(as('ada'), issues[ITEMS - 2]!.id, { isConfidential: true });
    const left = { openedIssues: ITEMS, openedEpics: 1 };
    expect(await part.shown('paul')).toMatchObject({ below: left });
    // At the start of a server.
    await resumeVisibilityJob.run(services, {}, new AbortController().signal);
    await runVisibilityChange(services, part.group.id, undefined, inBatchesOf5());
    expect(await pendingVisibilityChanges(db)).toEqual([]);
    expect(await part.shown('paul')).toMatchObject({ below: left });
    expect(await part.shown('gwen')).toMatchObject({ below: { openedIssues: ITEMS - 1, openedEpics: 1 } });
    expect(await part.shown('otto')).toMatchObject({ below: { openedIssues: 1, openedEpics: 0 } });
  });

  test('that becomes public again before the job has ended is counted for everyone', async ({ as, part, services }) => {
    await part.hide();
    await part.release();
    expect(await moveBatch(services.db, part.group, 5)).toEqual({ count: 5, isFree: true });
    await updateGroup(as('ada'), part.group.id, { visibility: 'public' });
    await runVisibilityChange(services, part.group.id);
    // The project stayed private.
    expect(await part.shown('otto')).toMatchObject({ epics: 3, issues: 1, below: { openedIssues: 1, openedEpics: 1 } });
    expect(await part.shown('gwen')).toMatchObject({ below: all });
    await queueVisibilityChange(services.db, part.group.id);
  });

  test('that changes again after the last batch is not recorded as complete', async ({ part, services }) => {
    const { db } = services;
    await part.hide();
    await part.release();
    while (await moveBatch(db, part.group, 100));
    // What a change of visibility leaves for the job.
    await sql`INSERT INTO audience_moves VALUES (${part.project.id}, 0, 2147483647, 3)`.execute(db);
    expect(await finishIfComplete(db, part.group)).toBe(false);
    expect(await pendingVisibilityChanges(db)).toContain(part.group.id);
    await runVisibilityChange(services, part.group.id);
    expect(await pendingVisibilityChanges(db)).not.toContain(part.group.id);
    expect((await sql`SELECT FROM audience_moves`.execute(db)).rows).toEqual([]);
  });
});
