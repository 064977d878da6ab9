import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { PASSWORD, test as base, type Browser } from '../../testing/second-factors/browser.ts';
import type { Services } from '../../platform/context.ts';
import { bootstrap, viewerContextOf } from './rest/identity.ts';
import { hashPassword } from '../users/commands/passwords.ts';
import { touchSession } from '../users/store/sessions.ts';
import { sha256Of } from '../../platform/util/tokens.ts';

interface Session {
  current: boolean;
  impersonatedBy: string | null;
}

const test = base
  /** A browser in which an administrator is signed in. */
  .extend('administrator', async ({ browser, build }) => {
    const user = await build.user({ isAdmin: true, name: 'Support Sam', passwordHash: await hashPassword(PASSWORD) });
    const own = browser();
    await own.signIn(user.username);
    return { user, own };
  })
  .extend(
    'impersonate',
    ({ newcomer }) =>
      (own: Browser, reason = 'Ticket 12', userId: number = newcomer.id) =>
        own.send('POST', '/-/impersonation', { user_id: userId, reason }),
  );

const whoIs = async (own: Browser) => (await own.send<{ username: string }>('GET', '/api/v4/user')).body.username;

/** The name in the banner of the pages. */
async function bannerOf(own: Browser, world: { services: Services }): Promise<unknown> {
  const request = {
    method: 'GET',
    url: '/-/profile',
    headers: {},
    query: {},
    cookies: own.cookies,
    routeOptions: { config: {} },
  };
  const ctx = await viewerContextOf(world.services, request as never);
  return ((await bootstrap(ctx, request as never)) as Record<string, unknown>)['impersonator'];
}

describe('impersonation', () => {
  test('OG-TK-13: an administrator acts as a person until they stop, with a banner and both names in the log', async ({
    administrator: { user: admin, own },
    newcomer,
    impersonate,
    signedIn,
    call,
    build,
    world,
  }) => {
    const project = await build.project();
    await build.member(project, newcomer, 'maintainer');
    expect((await impersonate(own, ' ')).status).toBe(400);
    expect(await whoIs(own)).toBe(admin.username);
    expect((await impersonate(own)).status).toBe(204);
    expect(await whoIs(own)).toBe(newcomer.username);
    expect(await bannerOf(own, world)).toBe('Support Sam');
    expect(await bannerOf(signedIn, world)).toBeUndefined();
    // The person sees it.
    const sessions = (await signedIn.send<Session[]>('GET', '/-/sessions')).body;
    expect(sessions.map(({ current, impersonatedBy }) => ({ current, impersonatedBy }))).toEqual(
      expect.arrayContaining([
        { current: true, impersonatedBy: null },
        { current: false, impersonatedBy: 'Support Sam' },
      ]),
    );
    await own.send('PUT', `/api/v4/projects/${project.id}`, { description: 'Changed for the person' });
    const events = async (input: object) =>
      (await call<{ author_id: number; event_name: string; details: object }[]>('root', 'GET', '/audit_events', input))
        .body;
    expect(await events({ entity_type: 'Project', entity_id: project.id, per_page: 1 })).toMatchObject([
      {
        author_id: newcomer.id,
        event_name: 'settings_changed',
        details: { author_name: newcomer.name, impersonator_id: admin.id, impersonator_name: 'Support Sam' },
      },
    ]);
    expect((await own.send('DELETE', '/-/impersonation')).status).toBe(204);
    expect(await whoIs(own)).toBe(admin.username);
    expect((await signedIn.send<Session[]>('GET', '/-/sessions')).body).toHaveLength(1);
    const log = await events({ entity_type: 'User', entity_id: newcomer.id });
    expect(log.slice(0, 2)).toMatchObject([
      { event_name: 'impersonation_ended', details: { impersonator_name: 'Support Sam' } },
      { event_name: 'impersonation_started', author_id: admin.id, details: { author_name: 'Support Sam' } },
    ]);
    expect(JSON.stringify(log[1])).toContain('Ticket 12');
    expect((await own.send('DELETE', '/-/impersonation')).status).toBe(401);
  });

  test('OG-TK-13: it ends after 60 minutes, whatever is done, and with the rights of the administrator', async ({
    administrator: { user: admin, own },
    newcomer,
    impersonate,
    db,
  }) => {
    await impersonate(own);
    const id = sha256Of(own.cookies['_gitlab_session'] ?? '');
    await touchSession(db, id);
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes FROM sessions WHERE id_hash = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    expect(await whoIs(own)).toBe(newcomer.username);
    await sql`UPDATE users SET is_admin = false WHERE id = ${admin.id}`.execute(db);
    expect((await own.send('GET', '/api/v4/user')).status).toBe(401);
    await sql`UPDATE users SET is_admin = true WHERE id = ${admin.id}`.execute(db);
    expect(await whoIs(own)).toBe(newcomer.username);
    await sql`UPDATE sessions SET expires_at = now() WHERE id_hash = ${id}`.execute(db);
    expect((await own.send('GET', '/api/v4/user')).status).toBe(401);
  });

  test('OG-TK-13: meanwhile password, factors, tokens and addresses stay as they are', async ({
    administrator: { own },
    newcomer,
    signedIn,
    impersonate,
  }) => {
    const token = await signedIn.send<{ id: number }>('POST', '/api/v4/user/personal_access_tokens', {
      name: 'own',
      scopes: ['api'],
    });
    await impersonate(own);
    const proof = { current_password: PASSWORD };
    for (const [method, url, payload] of [
      ['PUT', '/-/password', { ...proof, password: 'another horse battery' }],
      ['PUT', '/-/email', { ...proof, email: 'other@milepost.test' }],
      ['POST', '/-/two-factor/totp', proof],
      ['PUT', '/-/two-factor/totp', { code: '123456' }],
      ['DELETE', '/-/two-factor/totp', proof],
      ['POST', '/-/two-factor/passkeys/options', proof],
      ['POST', '/api/v4/user/personal_access_tokens', { name: 'x', scopes: ['api'] }],
      ['POST', `/api/v4/personal_access_tokens/${token.body.id}/rotate`, {}],
      ['DELETE', `/api/v4/personal_access_tokens/${token.body.id}`, undefined],
    ] as const) {
      const { status } = await own.send(method, url, payload);
      expect([`${method} ${url}`, status]).toEqual([`${method} ${url}`, 403]);
    }
    expect(await whoIs(own)).toBe(newcomer.username);
  });

  test('OG-TK-13: administrators, service accounts and blocked people cannot be impersonated, nor by others', async ({
    administrator: { user: admin, own },
    build,
    impersonate,
    signedIn,
    call,
    send,
    world,
  }) => {
    const other = await build.user({ isAdmin: true });
    const blocked = await build.user({ state: 'blocked' });
    const { body: account } = await call<{ id: number }>('root', 'POST', '/service_accounts');
    for (const id of [other.id, admin.id, blocked.id, account.id]) {
      expect((await impersonate(own, 'Ticket 12', id)).status).toBe(403);
    }
    expect((await impersonate(signedIn, 'Ticket 12', world.userIds.otto)).status).toBe(403);
    expect((await impersonate(own, 'Ticket 12', 999_999_999)).status).toBe(404);
    const payload = { user_id: world.userIds.otto, reason: 'Ticket 12' };
    expect((await send({ method: 'POST', url: '/-/impersonation', payload })).status).toBe(401);
  });

  test('OG-TK-13: it ends when the administrator ends their sessions', async ({
    administrator: { own, user: admin },
    browser,
    impersonate,
    newcomer,
  }) => {
    const other = browser();
    await other.signIn(admin.username);
    await impersonate(other);
    expect(await whoIs(other)).toBe(newcomer.username);
    await own.send('DELETE', '/-/sessions');
    expect((await other.send('GET', '/api/v4/user')).status).toBe(401);
  });
});
