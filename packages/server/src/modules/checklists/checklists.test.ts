import { expect } from 'vitest';
import { sessionHeaders, test } from '../../testing/http.ts';

test('TM-SU-07, TM-SU-08: the first group shows four steps, until they are dismissed or all done', async ({
  build,
  db,
  send,
  world,
}) => {
  const user = await build.user({ isAdmin: true });
  const headers = await sessionHeaders(world, user.id);
  const first = await build.group({ members: {} });
  await build.member(first, user, 'owner');
  const second = await build.group({ members: {} });
  await build.member(second, user, 'owner');
  const stepsOf = async (fullPath: string) =>
    (await send({ url: `/groups/${fullPath}/-/checklist.json`, headers })).body as { steps: unknown };
  const note = (step: string) => send({ method: 'PUT', url: '/-/checklist', headers, payload: { step } });
  const none = { invited: false, imported: false, createdEpic: false, openedRoadmap: false };
  expect(await stepsOf(first.fullPath)).toEqual({ steps: none, may_import: true, needs_project: true });
  await build.project({ group: first });
  expect(await stepsOf(first.fullPath)).toEqual({ steps: none, may_import: true, needs_project: false });
  expect(await stepsOf(second.fullPath)).toMatchObject({ steps: null });
  await build.member(first, await build.user(), 'guest');
  await build.epic({ group: first });
  expect((await note('roadmap_opened')).status).toBe(204);
  expect(await stepsOf(first.fullPath)).toMatchObject({
    steps: { invited: true, imported: false, createdEpic: true, openedRoadmap: true },
  });
  await db
    .insertInto('imports')
    .values({ userId: user.id, state: 'finished', fileName: 'x.tar.gz', storedAs: null, size: 1, reservedId: first.id })
    .execute();
  expect(await stepsOf(first.fullPath)).toMatchObject({ steps: null });
  await db.deleteFrom('imports').execute();
  expect((await note('dismissed')).status).toBe(204);
  expect(await stepsOf(first.fullPath)).toMatchObject({ steps: null });
  expect((await send({ method: 'PUT', url: '/-/checklist', payload: { step: 'dismissed' } })).status).toBe(401);
});
