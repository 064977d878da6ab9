import { anonymous, Viewer } from '@milepost/core/roles';
import { expect } from 'vitest';
import { Context, type Services } from '../../platform/context.ts';
import { test as base } from '../../testing/http.ts';
import { publicBootstrap } from './rest/set-up-page.ts';
import { createUser, deleteUser, setBanned, setBlocked, updateUser } from './commands/accounts.ts';
import { ensureSetUpAddress, needsSetUp, setUp, SetUpClosedError } from './commands/set-up.ts';
import { verifyPassword } from './commands/sign-in.ts';

const here = { ip: '127.0.0.1', userAgent: null };
const first = { username: 'first', name: 'First', email: 'first@example.com', password: 'a quiet morning walk' };

/** Each of these tests starts without accounts. */
const test = base.extend('empty', async ({ world }): Promise<Services> => {
  await world.db.deleteFrom('users').execute();
  await world.db.deleteFrom('setUpTokens').execute();
  return world.services;
});

const tokenIn = (address: string | null): string =>
  /^http:\/\/milepost\.test\/-\/set-up\/([A-Za-z0-9]{43})$/.exec(address ?? '')?.[1] ?? '';

test('TM-SU-02, TM-SU-03: the link creates one administrator, signs them in, and then expires', async ({ empty }) => {
  const token = tokenIn(await ensureSetUpAddress(empty));
  const { user, sessionSecret } = await setUp(empty, { token, ...first }, here);
  expect(user).toMatchObject({ username: 'first', isAdmin: true });
  expect(sessionSecret).toHaveLength(43);
  expect((await verifyPassword(empty, { login: 'first', password: first.password }, null)).id).toBe(user.id);
  const again = setUp(empty, { token, ...first, username: 'second', email: 'second@example.com' }, here);
  await expect(again).rejects.toThrow(SetUpClosedError);
  expect(await ensureSetUpAddress(empty)).toBeNull();
});

test('a site needs set-up until it has its administrator', async ({ empty }) => {
  const token = tokenIn(await ensureSetUpAddress(empty));
  expect(await needsSetUp(empty.db)).toBe(true);
  await setUp(empty, { token, ...first }, here);
  expect(await needsSetUp(empty.db)).toBe(false);
});

test('TM-SU-01, TM-SU-04: every page of an empty site leads to set-up, which answers 404 without a link that works', async ({
  empty,
  send,
}) => {
  const address = await ensureSetUpAddress(empty);
  const path = new URL(address ?? '').pathname;
  for (const url of ['/', '/users/sign_in', '/groups/works?state=opened'])
    expect(await publicBootstrap(empty, url)).toEqual({ isFound: true, redirectTo: '/-/set-up', parts: {} });
  const [asked, wrong, open] = [
    await publicBootstrap(empty, '/-/set-up'),
    await publicBootstrap(empty, `/-/set-up/${'x'.repeat(43)}`),
    await publicBootstrap(empty, path),
  ];
  expect([asked, wrong, open].map((page) => page?.isFound)).toEqual([false, false, true]);
  const set = await send({ method: 'POST', url: '/-/set-up', payload: { token: tokenIn(address), ...first } });
  expect(set).toMatchObject({ status: 200, body: { viewer: { username: 'first', isAdmin: true } } });
  expect(String(set.headers['set-cookie'])).toContain('_gitlab_session=');
  expect(await publicBootstrap(empty, path)).toMatchObject({ isFound: false, parts: { needsSetUp: false } });
  expect(await publicBootstrap(empty, '/')).toBeNull();
  const again = { method: 'POST', url: '/-/set-up', payload: { token: tokenIn(address), ...first } } as const;
  expect(await send(again)).toMatchObject({ status: 404 });
});

test('a made-up token creates no account', async ({ empty }) => {
  await ensureSetUpAddress(empty);
  await expect(setUp(empty, { token: 'x'.repeat(43), ...first }, here)).rejects.toThrow(SetUpClosedError);
  expect(await empty.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('invalid input does not use up the link', async ({ empty }) => {
  const token = tokenIn(await ensureSetUpAddress(empty));
  await expect(setUp(empty, { token, ...first, password: 'short' }, here)).rejects.toThrow('Password is too short');
  expect((await setUp(empty, { token, ...first }, here)).user.username).toBe('first');
});

test('TM-SU-05: several processes print an address each, and one of them works', async ({ empty }) => {
  const tokens = [tokenIn(await ensureSetUpAddress(empty)), tokenIn(await ensureSetUpAddress(empty))];
  const both = await Promise.allSettled(
    tokens.map((token, index) =>
      setUp(empty, { token, ...first, username: `first-${index}`, email: `${index}@example.com` }, here),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await empty.db.selectFrom('users').select('id').execute()).toHaveLength(1);
});

test('imported accounts do not disable the set-up', async ({ empty, build }) => {
  await build.user({ isAdmin: true, passwordHash: null });
  expect(tokenIn(await ensureSetUpAddress(empty))).toHaveLength(43);
});

test('TM-AD-07: the last active administrator can be neither demoted, blocked, banned nor deleted', async ({
  empty,
}) => {
  const shell = new Context(empty, new Viewer(null, true));
  const admins = [];
  for (const name of ['one', 'two']) {
    admins.push(await createUser(shell, { ...first, username: name, email: `${name}@example.com`, isAdmin: true }));
  }
  const [one, two] = admins;
  if (!one || !two) throw new Error('two were created');
  const both = await Promise.allSettled([
    updateUser(shell, one.id, { isAdmin: false }),
    updateUser(shell, two.id, { isAdmin: false }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const last = both[0].status === 'rejected' ? one : two;
  const refused = 'The last administrator must stay one';
  await expect(updateUser(shell, last.id, { isAdmin: false })).rejects.toThrow(refused);
  await expect(setBlocked(shell, last.id, true)).rejects.toThrow(refused);
  await expect(setBanned(shell, last.id, true)).rejects.toThrow(refused);
  await expect(deleteUser(shell, last.id)).rejects.toThrow(refused);
  // A blocked administrator does not count.
  const other = last === one ? two : one;
  await updateUser(shell, other.id, { isAdmin: true });
  await setBlocked(shell, other.id, true);
  await expect(setBanned(shell, last.id, true)).rejects.toThrow(refused);
});

test('anonymous viewers cannot create accounts', async ({ empty }) => {
  await expect(createUser(new Context(empty, anonymous), first)).rejects.toThrow('permission');
});
