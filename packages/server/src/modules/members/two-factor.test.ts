import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../platform/database/tables.ts';
import { type Browser, PASSWORD, test } from '../../testing/second-factors/browser.ts';
import { codeOf } from '../../testing/second-factors/totp.ts';
import { hashPassword } from '../users/commands/passwords.ts';
import { bootstrap } from './rest/identity.ts';

/** Makes every requirement and membership older. */
const pass = async (db: Db, hours: number): Promise<void> => {
  await sql`UPDATE namespaces SET two_factor_required_at = two_factor_required_at - make_interval(hours => ${hours}::int)
    WHERE requires_two_factor`.execute(db);
  await sql`UPDATE members SET created_at = created_at - make_interval(hours => ${hours}::int)`.execute(db);
};

/** The bootstrap data of a page that decide about the second factor. */
async function pageOf(browser: Browser, world: { services: Parameters<typeof bootstrap>[0]['services'] }, url: string) {
  const { viewerContextOf } = await import('./rest/identity.ts');
  const request = {
    url,
    headers: {},
    cookies: browser.cookies,
    query: {},
    method: 'GET',
    routeOptions: { config: {} },
  };
  const ctx = await viewerContextOf(world.services, request as never);
  const { redirectTo, twoFactor } = (await bootstrap(ctx, request as never)) as Record<string, unknown>;
  return { redirectTo, twoFactor };
}

test('only owners of a group require a second factor, within limits; groups show it in REST and GraphQL', async ({
  build,
  call,
  ask,
}) => {
  const group = await build.group();
  const put = (who: 'ada' | 'mina', input: object) => call(who, 'PUT', `/groups/${group.id}`, input);
  expect((await call('ada', 'GET', `/groups/${group.id}`)).body).toMatchObject({
    require_two_factor_authentication: false,
    two_factor_grace_period: 48,
  });
  expect((await put('mina', { require_two_factor_authentication: true })).status).toBe(403);
  for (const two_factor_grace_period of [-1, 8761, 'soon'])
    expect((await put('ada', { two_factor_grace_period })).status).toBe(400);
  const saved = await put('ada', { require_two_factor_authentication: true, two_factor_grace_period: 24 });
  expect(saved).toMatchObject({
    status: 200,
    body: { require_two_factor_authentication: true, two_factor_grace_period: 24 },
  });
  const { data } = await ask(
    'ada',
    `{ group(fullPath: "${group.fullPath}") { requireTwoFactorAuthentication twoFactorGracePeriod } }`,
  );
  expect(data).toEqual({ group: { requireTwoFactorAuthentication: true, twoFactorGracePeriod: 24 } });
});

test('OG-2F-10: members of a group, of those above and of everything below have until the deadline, then every page leads to the set-up', async ({
  build,
  call,
  db,
  world,
  browser,
  newcomer,
}) => {
  const top = await build.group();
  const group = await build.group({ parent: top });
  const below = await build.project({ group: await build.group({ parent: group }) });
  const beside = await build.group({ parent: top });
  const person = async (namespace: typeof top, role: 'guest' | 'developer') => {
    const user = await build.user({ passwordHash: await hashPassword(PASSWORD) });
    await build.member(namespace, user, role);
    const own = browser();
    await own.signIn(user.username);
    return own;
  };
  const [direct, above, lower, other] = [
    await person(group, 'guest'),
    await person(top, 'developer'),
    await person(below, 'developer'),
    await person(beside, 'developer'),
  ];
  const page = (own: Browser, url = '/dashboard/todos') => pageOf(own, world, url);
  const none = { redirectTo: undefined, twoFactor: undefined };
  expect(await page(direct)).toEqual(none);
  await call('root', 'PUT', `/groups/${group.id}`, { require_two_factor_authentication: true });
  const required = Date.now();
  for (const own of [direct, above, lower]) {
    const { redirectTo, twoFactor } = await page(own);
    expect(redirectTo).toBeUndefined();
    const { deadline, isOver } = twoFactor as { deadline: string; isOver: boolean };
    expect(isOver).toBe(false);
    expect(Math.abs(Date.parse(deadline) - required - 48 * 3_600_000)).toBeLessThan(60_000);
    expect((await own.send('GET', '/api/v4/user')).status).toBe(200);
  }
  expect(await page(other)).toEqual(none);
  await pass(db, 47);
  expect(await page(direct)).toMatchObject({ redirectTo: undefined });
  // A new member has the whole period.
  await build.member(below, newcomer, 'guest');
  const late = browser();
  await late.signIn(newcomer.username);
  await pass(db, 2);
  expect(await page(late)).toMatchObject({ redirectTo: undefined, twoFactor: { isOver: false } });
  const refused = {
    status: 403,
    body: { message: 'Set up two-factor authentication to continue.' },
  };
  for (const own of [direct, above, lower]) {
    for (const url of ['/', '/dashboard/todos?x=1', `/groups/${group.fullPath}`, '/admin/users'])
      expect(await page(own, url)).toMatchObject({ redirectTo: '/-/profile/2fa', twoFactor: { isOver: true } });
    expect(await page(own, '/-/profile/2fa?x=1')).toMatchObject({ redirectTo: undefined });
    expect(await own.send('GET', '/api/v4/user')).toMatchObject(refused);
    expect(await own.send('POST', '/api/graphql', { query: '{ currentUser { username } }' })).toMatchObject({
      status: 403,
    });
    for (const url of ['/-/profile.json', '/-/sessions', '/-/frequent_items'])
      expect([url, (await own.send('GET', url)).status]).toEqual([url, 403]);
    expect((await own.send('PUT', '/-/password', { current_password: PASSWORD, password: 'x' })).status).toBe(403);
  }
  expect((await other.send('GET', '/api/v4/user')).status).toBe(200);

  await direct.addTotp();
  expect(await page(direct)).toEqual(none);
  expect((await direct.send('GET', '/api/v4/user')).status).toBe(200);
  await direct.addPasskey();
  expect((await direct.send('DELETE', '/-/two-factor/totp', { current_password: PASSWORD })).status).toBe(204);
  const { body } = await direct.send<{ passkeys: { id: number }[]; is_required: boolean }>('GET', '/-/two-factor');
  expect(body.is_required).toBe(true);
  const last = await direct.send('DELETE', `/-/two-factor/passkeys/${body.passkeys[0]?.id}`, {
    current_password: PASSWORD,
  });
  expect(last.status).toBe(409);
  expect((await direct.send('GET', '/-/two-factor')).body['passkeys']).toHaveLength(1);

  expect((await lower.send('POST', '/-/sign-out')).status).toBe(204);
  await call('root', 'PUT', `/groups/${group.id}`, { require_two_factor_authentication: false });
  expect(await page(above)).toEqual(none);
});

test('OG-2F-11: after the deadline the tokens of a person keep working, but they can make no new one', async ({
  build,
  db,
  browser,
  call,
  send,
}) => {
  const group = await build.group();
  const user = await build.user({ passwordHash: await hashPassword(PASSWORD) });
  await build.member(group, user, 'owner');
  const own = browser();
  await own.signIn(user.username);
  const made = await own.send<{ token: string; id: number }>('POST', '/api/v4/user/personal_access_tokens', {
    name: 'Old',
    scopes: ['api'],
  });
  await call('ada', 'PUT', `/groups/${group.id}`, { require_two_factor_authentication: true });
  const headers = { 'private-token': made.body.token };
  const create = (url: string, payload: object) => send({ method: 'POST', url: `/api/v4${url}`, headers, payload });
  const token = { name: 'New', scopes: ['api'] };
  expect((await create('/user/personal_access_tokens', token)).status).toBe(201);
  await pass(db, 49);
  expect((await send({ url: '/api/v4/user', headers })).status).toBe(200);
  expect((await send({ url: `/api/v4/groups/${group.id}`, headers })).status).toBe(200);
  const groupToken = { ...token, access_level: 30, expires_at: new Date(Date.now() + 9e8).toISOString().slice(0, 10) };
  expect((await create('/user/personal_access_tokens', token)).status).toBe(403);
  expect((await create(`/groups/${group.id}/access_tokens`, groupToken)).status).toBe(403);
  expect((await create(`/personal_access_tokens/${made.body.id}/rotate`, {})).status).toBe(403);
  expect((await own.send('POST', '/api/v4/user/personal_access_tokens', token)).status).toBe(403);
  expect((await send({ url: '/api/v4/user', headers })).status).toBe(200);
  const { secret } = await own.addTotp();
  expect(codeOf(secret)).toMatch(/^\d{6}$/);
  expect((await create('/user/personal_access_tokens', token)).status).toBe(201);
});
