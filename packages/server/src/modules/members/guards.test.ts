import { expect } from 'vitest';
import { test, tokenFor } from '../../testing/http.ts';

test('TM-MB-12: of two owners who demote each other at the same moment exactly one stays an owner', async ({
  call,
  build,
  db,
}) => {
  const group = await build.group({ members: { ada: 'owner', mina: 'owner' } });
  const demote = (who: 'ada' | 'mina', other: 'ada' | 'mina') =>
    call(who, 'PUT', `/groups/${group.id}/members/${build.idOf(other)}`, { access_level: 40 });
  const answers = await Promise.all([demote('ada', 'mina'), demote('mina', 'ada')]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const owners = await db
    .selectFrom('members')
    .select('userId')
    .where('namespaceId', '=', group.id)
    .where('accessLevel', '=', 50)
    .execute();
  expect(owners).toHaveLength(1);
});

test('TM-MB-11: the last owner cannot be removed, demoted, given an expiry or leave, and lists say who that is', async ({
  call,
  build,
}) => {
  const group = await build.group({ members: { ada: 'owner', mina: 'maintainer' } });
  const path = `/groups/${group.id}/members/${build.idOf('ada')}`;
  const refused = { status: 400, body: { message: 'A group needs at least one owner.' } };
  expect(await call('root', 'DELETE', path)).toMatchObject(refused);
  expect(await call('ada', 'DELETE', path)).toMatchObject(refused);
  expect(await call('root', 'PUT', path, { access_level: 40 })).toMatchObject(refused);
  expect(await call('ada', 'PUT', path, { access_level: 50, expires_at: '2099-01-01' })).toMatchObject(refused);
  const list = async () => {
    type Row = { username: string; is_last_owner: boolean };
    const { body } = await call<Row[]>('ada', 'GET', `/groups/${group.id}/members/all`, { with_source: true });
    return body.filter((row) => row.is_last_owner).map(({ username }) => username);
  };
  expect(await list()).toEqual(['ada']);
  await build.member(group, 'mina', 'owner');
  expect(await list()).toEqual([]);
});

test('TM-MB-13: a role ends on its expiry day, UTC', async ({ call, build }) => {
  const group = await build.group({ members: {} });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await build.member(group, 'otto', 'developer', day(1));
  expect((await call('otto', 'GET', `/groups/${group.id}`)).status).toBe(200);
  await build.member(group, 'otto', 'developer', day(0));
  expect((await call('otto', 'GET', `/groups/${group.id}`)).status).toBe(404);
});

test('TM-PM-08: a token that reads lists members, shares, invitations and requests, and changes none', async ({
  build,
  send,
  world,
}) => {
  const group = await build.group();
  const token = await tokenFor(world, 'ada', ['read_api']);
  const status = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) =>
    (
      await send({
        method,
        url: `/api/v4/groups/${group.id}/${path}`,
        headers: { 'private-token': token },
        ...(method !== 'GET' && { payload: {} }),
      })
    ).status;
  const reads = ['members', 'members/all', 'invited_groups', 'invitations', 'invitation_links', 'access_requests'];
  for (const path of reads) expect([path, await status('GET', path)]).toEqual([path, 200]);
  const writes = [
    ['POST', 'members'],
    ['PUT', 'members/1'],
    ['DELETE', 'members/1'],
    ['POST', 'share'],
    ['PUT', 'share/1'],
    ['DELETE', 'share/1'],
    ['POST', 'invitations'],
    ['PUT', 'invitations/a@example.com'],
    ['DELETE', 'invitations/a@example.com'],
    ['POST', 'invitations/a@example.com/resend'],
    ['POST', 'invitation_links'],
    ['DELETE', 'invitation_links/1'],
    ['POST', 'access_requests'],
    ['PUT', 'access_requests/1/approve'],
    ['DELETE', 'access_requests/1'],
  ] as const;
  for (const [method, path] of writes) expect([method, path, await status(method, path)]).toEqual([method, path, 403]);
});
