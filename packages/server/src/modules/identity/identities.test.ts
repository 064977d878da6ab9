import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { followAtProvider } from '../../testing/identity/openid-provider.ts';
import { pathOf, test as base } from '../../testing/identity/browser.ts';
import { type Browser, PASSWORD } from '../../testing/second-factors/browser.ts';

interface Shown {
  identities: { id: number; provider: string; shown_as: string; last_used_at: string | null }[];
  providers: object;
}

const test = base
  /** Links the person at the provider to the account of a browser; the answer to the return, or the refusal to begin. */
  .extend('link', ({ provider }) => async (own: Browser, name = 'corp') => {
    const started = await own.send<{ location: string }>('POST', `/-/identities/${name}/link`);
    if (started.status !== 200) return started;
    return own.send('GET', pathOf(await followAtProvider(provider, started.body.location)));
  })
  .extend('shown', () => async (own: Browser) => (await own.send<Shown>('GET', '/-/identities')).body)
  .extend('age', ({ db }) => async (username: string) => {
    await sql`UPDATE sessions SET created_at = now() - interval '11 minutes'
      WHERE user_id = (SELECT id FROM users WHERE username = ${username})`.execute(db);
  });

const STALE = { status: 403, body: { code: 'STALE_SIGN_IN' } };

describe('linking', () => {
  test('OG-OI-11: a person links a provider after a fresh sign-in, signs in with it, and unlinks it', async ({
    signedIn,
    newcomer,
    browser,
    person,
    link,
    shown,
    enter,
    whoIs,
    age,
  }) => {
    const { preferred_username: name } = person();
    expect(await shown(signedIn)).toEqual({
      identities: [],
      providers: { oidc: [{ name: 'corp', label: 'Corp' }], ldap: null },
    });
    await age(newcomer.username);
    expect(await link(signedIn)).toMatchObject(STALE);
    await signedIn.signIn(newcomer.username);
    expect(await link(signedIn)).toMatchObject({ status: 303, headers: { location: '/-/profile' } });
    const [identity] = (await shown(signedIn)).identities;
    expect(identity).toMatchObject({ provider: 'corp', shown_as: name });
    const other = browser();
    expect((await enter(other)).status).toBe(303);
    expect(await whoIs(other)).toBe(newcomer.username);
    await age(newcomer.username);
    expect(await signedIn.send('DELETE', `/-/identities/${identity?.id}`)).toMatchObject(STALE);
    await signedIn.signIn(newcomer.username);
    expect((await signedIn.send('DELETE', `/-/identities/${identity?.id}`)).status).toBe(204);
    expect((await signedIn.send('DELETE', `/-/identities/${identity?.id}`)).status).toBe(404);
    expect((await shown(signedIn)).identities).toEqual([]);
  });

  test('OG-OI-11: an identity of another account answers 409, as does a second one of the same provider', async ({
    signedIn,
    browser,
    person,
    link,
    enter,
    shown,
  }) => {
    person();
    await enter(browser());
    expect(await link(signedIn)).toMatchObject({
      status: 409,
      body: { message: 'This account of Corp is linked to another account here.' },
    });
    person();
    expect((await link(signedIn)).status).toBe(303);
    expect((await link(signedIn)).status).toBe(303);
    person();
    expect(await link(signedIn)).toMatchObject({ status: 409 });
    expect((await shown(signedIn)).identities).toHaveLength(1);
  });

  test('OG-OI-11: the last way to sign in stays until there is a password or a passkey', async ({
    browser,
    person,
    enter,
    shown,
    services,
  }) => {
    person();
    const own = browser();
    await enter(own);
    const [identity] = (await shown(own)).identities;
    const unlink = () => own.send('DELETE', `/-/identities/${identity?.id}`);
    const refused = { status: 409, body: { message: 'Set a password or add a passkey first.' } };
    expect(await unlink()).toMatchObject(refused);
    expect((await own.send('PUT', '/-/password', { password: PASSWORD })).status).toBe(204);
    services.instance = { ...services.instance, passwordSignIn: false };
    expect(await unlink()).toMatchObject(refused);
    services.instance = { ...services.instance, passwordSignIn: true };
    expect((await unlink()).status).toBe(204);
    person();
    const second = browser();
    await enter(second);
    const [only] = (await shown(second)).identities;
    await second.addPasskey();
    expect((await second.send('DELETE', `/-/identities/${only?.id}`)).status).toBe(204);
  });

  test('OG-SE-06: a link that was used is no longer valid, in any browser, and changes nothing', async ({
    signedIn,
    browser,
    person,
    provider,
    shown,
    whoIs,
  }) => {
    person();
    const started = await signedIn.send<{ location: string }>('POST', '/-/identities/corp/link');
    const back = pathOf(await followAtProvider(provider, started.body.location));
    const cookies = { ...signedIn.cookies };
    expect((await signedIn.send('GET', back)).status).toBe(303);
    const before = await shown(signedIn);
    const closed = { status: 404, body: { message: 'This link is no longer valid' } };
    Object.assign(signedIn.cookies, cookies);
    expect(await signedIn.send('GET', back)).toMatchObject(closed);
    const other = browser();
    expect(await other.send('GET', back)).toMatchObject(closed);
    expect(await whoIs(other)).toBeNull();
    expect(await shown(signedIn)).toEqual(before);
  });

  test('a link that one person began is not completed by another, nor by a visitor', async ({
    signedIn,
    newcomer,
    browser,
    build,
    person,
    provider,
    db,
  }) => {
    const { hashPassword } = await import('../users/commands/passwords.ts');
    const other = await build.user({ passwordHash: await hashPassword(PASSWORD) });
    const { sub } = person();
    for (const username of [other.username, null]) {
      await signedIn.signIn(newcomer.username);
      const started = await signedIn.send<{ location: string }>('POST', '/-/identities/corp/link');
      const back = pathOf(await followAtProvider(provider, started.body.location));
      const victim = browser();
      if (username !== null) await victim.signIn(username);
      victim.cookies['milepost_provider_sign_in'] = signedIn.cookies['milepost_provider_sign_in'] ?? '';
      expect((await victim.send('GET', back)).status).toBe(400);
    }
    expect(await db.selectFrom('identities').select('id').where('subject', '=', sub).execute()).toEqual([]);
  });

  test('without the CSRF token no link begins', async ({ signedIn, send, person }) => {
    person();
    const forged = await send({ method: 'POST', url: '/-/identities/corp/link', cookies: signedIn.cookies });
    expect(forged.status).toBe(403);
  });

  test('OG-AU-02: links, role mappings and sign-ins through a provider are recorded', async ({
    signedIn,
    newcomer,
    person,
    link,
    enter,
    shown,
    build,
    call,
  }) => {
    const group = await build.group();
    const mapping = await call<{ id: number }>('ada', 'POST', `/groups/${group.id}/role_mappings`, {
      provider: 'corp',
      claim_value: 'crew',
      access_level: 30,
    });
    const { preferred_username: name } = person({ groups: ['crew'] });
    await link(signedIn);
    await enter(signedIn);
    await call('ada', 'DELETE', `/groups/${group.id}/role_mappings/${mapping.body.id}`);
    const [identity] = (await shown(signedIn)).identities;
    await signedIn.send('DELETE', `/-/identities/${identity?.id}`);
    interface Event {
      event_name: string;
      author_name: string;
      details: { custom_message?: string; change?: string; from?: string | null; to?: string | null };
    }
    const ofPerson = await call<Event[]>('root', 'GET', '/audit_events', { entity_path: `@${newcomer.username}` });
    const messages = ofPerson.body.map((event) => `${event.event_name}: ${event.details.custom_message}`);
    expect(messages.slice(0, 4)).toEqual([
      `identity_unlinked: Unlinked ${String(name)} of corp`,
      'signed_out: Signed out',
      'signed_in: Signed in with corp',
      `identity_linked: Linked ${String(name)} of Corp`,
    ]);
    const ofGroup = await call<Event[]>('ada', 'GET', `/groups/${group.id}/audit_events`);
    expect(ofGroup.body.slice(0, 4).map((event) => [event.event_name, event.author_name, event.details])).toMatchObject(
      [
        ['member_removed', 'System', {}],
        ['role_mapping_removed', 'Ada Owner', { change: 'corp crew', from: 'Developer', to: null }],
        ['member_added', 'System', { change: 'access_level', to: 'Developer' }],
        ['role_mapping_added', 'Ada Owner', { change: 'corp crew', from: null, to: 'Developer' }],
      ],
    );
  });
});

describe('role mappings', () => {
  test('OG-OI-12: give the highest role at each sign-in, and take away only what they gave', async ({
    build,
    call,
    person,
    enter,
    browser,
    db,
    world,
  }) => {
    const [group, other] = [await build.group(), await build.group()];
    const map = (id: number, value: string, level: number) =>
      call<{ id: number }>('ada', 'POST', `/groups/${id}/role_mappings`, {
        provider: 'corp',
        claim_value: value,
        access_level: level,
      });
    expect((await map(group.id, 'staff', 20)).status).toBe(201);
    expect((await map(group.id, 'leads', 40)).status).toBe(201);
    const owners = await map(other.id, 'leads', 50);
    expect((await map(group.id, 'staff', 30)).status).toBe(409);
    const someone = person({ groups: ['staff', 'leads', 'unknown'] });
    const own = browser();
    await enter(own);
    const { id } = (await own.send<{ id: number }>('GET', '/api/v4/user')).body;
    const levels = async () => {
      const rows = await db
        .selectFrom('members')
        .select(['namespaceId', 'accessLevel'])
        .where('userId', '=', id as never)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.namespaceId === group.id ? 'group' : 'other', row.accessLevel]));
    };
    const signInWith = async (groups: unknown) => {
      someone['groups'] = groups;
      expect((await enter(own)).status).toBe(303);
      return levels();
    };
    expect(await levels()).toEqual({ group: 40, other: 50 });
    expect(await signInWith('staff')).toEqual({ group: 20 });
    for (const odd of [7, { staff: true }, ['staff', 1]]) expect(await signInWith(odd)).toEqual({ group: 20 });
    // By hand: a higher role stays, a lower one returns when the claim is gone.
    expect((await call('ada', 'PUT', `/groups/${group.id}/members/${id}`, { access_level: 30 })).status).toBe(200);
    expect(await signInWith(['staff'])).toEqual({ group: 30 });
    expect(await signInWith(['staff', 'leads'])).toEqual({ group: 40, other: 50 });
    expect(await signInWith(undefined)).toEqual({ group: 30 });
    // Never the last owner.
    expect(await signInWith(['leads'])).toEqual({ group: 40, other: 50 });
    expect((await call('ada', 'DELETE', `/groups/${other.id}/members/${world.userIds.ada}`)).status).toBe(204);
    expect(await signInWith([])).toEqual({ group: 30, other: 50 });
    await db
      .insertInto('members')
      .values({ namespaceId: other.id, userId: world.userIds.ada, accessLevel: 50 })
      .execute();
    expect(await signInWith([])).toEqual({ group: 30 });
    // A mapping that is removed takes its role with it.
    expect(await signInWith(['leads'])).toEqual({ group: 40, other: 50 });
    expect((await call('ada', 'DELETE', `/groups/${other.id}/role_mappings/${owners.body.id}`)).status).toBe(204);
    expect(await levels()).toEqual({ group: 40 });
  });

  test('OG-OI-12: unlinking the identity takes the roles that it gave', async ({
    build,
    call,
    signedIn,
    newcomer,
    person,
    provider,
    db,
  }) => {
    const group = await build.group();
    await call('ada', 'POST', `/groups/${group.id}/role_mappings`, {
      provider: 'corp',
      claim_value: 'x',
      access_level: 30,
    });
    person({ groups: ['x'] });
    const started = await signedIn.send<{ location: string }>('POST', '/-/identities/corp/link');
    await signedIn.send('GET', pathOf(await followAtProvider(provider, started.body.location)));
    const start = await signedIn.send('GET', '/users/auth/corp');
    await signedIn.send('GET', pathOf(await followAtProvider(provider, String(start.headers['location']))));
    const count = async () =>
      (await db.selectFrom('members').select('userId').where('userId', '=', newcomer.id).execute()).length;
    expect(await count()).toBe(1);
    const { identities } = (await signedIn.send<Shown>('GET', '/-/identities')).body;
    expect((await signedIn.send('DELETE', `/-/identities/${identities[0]?.id}`)).status).toBe(204);
    expect(await count()).toBe(0);
  });

  test('OG-PM-01, OG-ER-01: are for owners; without a provider the answer names what is not configured', async ({
    build,
    call,
    services,
  }) => {
    const group = await build.group();
    const path = `/groups/${group.id}/role_mappings`;
    const input = { provider: 'corp', claim_value: 'a', access_level: 30 };
    expect((await call('mina', 'GET', path)).status).toBe(403);
    expect((await call('mina', 'POST', path, input)).status).toBe(403);
    expect((await call('ada', 'POST', path, { ...input, provider: 'none' })).status).toBe(404);
    for (const bad of [
      { claim_value: ' ' },
      { claim_value: 'x'.repeat(1_001) },
      { access_level: 60 },
      { access_level: 31 },
      { claim_value: undefined },
    ])
      expect({ bad, status: (await call('ada', 'POST', path, { ...input, ...bad })).status }).toEqual({
        bad,
        status: 400,
      });
    expect((await call('ada', 'POST', path, input)).status).toBe(201);
    expect((await call<object[]>('ada', 'GET', path)).body).toMatchObject([input]);
    expect((await call('ada', 'DELETE', `${path}/999999`)).status).toBe(404);
    services.identity = { oidc: [], ldap: null };
    expect(await call('ada', 'GET', path)).toMatchObject({
      status: 404,
      body: { message: 'Single sign-on is not configured.' },
    });
  });
});

describe('sign-in with passwords turned off', () => {
  test('OG-OI-13: answers 403, sends no reset mail, and Git names access tokens', async ({
    browser,
    newcomer,
    services,
    send,
    db,
    build,
  }) => {
    const project = await build.project();
    services.instance = { ...services.instance, passwordSignIn: false };
    try {
      const off = { status: 403, body: { message: 'Sign-in with a password is turned off.' } };
      expect(await browser().signIn(newcomer.username)).toMatchObject(off);
      expect(await browser().send('POST', '/-/forgot-password', { email: newcomer.email })).toMatchObject(off);
      const { answerReset } = await import('../users/commands/links.ts');
      await answerReset(services, newcomer.email);
      expect(await db.selectFrom('accountLinks').select('id').where('userId', '=', newcomer.id).execute()).toEqual([]);
      const git = await send({
        url: `/${project.fullPath}.git/info/refs?service=git-upload-pack`,
        headers: { authorization: `Basic ${Buffer.from(`${newcomer.username}:${PASSWORD}`).toString('base64')}` },
      });
      expect(git).toMatchObject({ status: 401, body: expect.stringContaining('use an access token') as string });
    } finally {
      services.instance = { ...services.instance, passwordSignIn: true };
    }
    expect((await browser().signIn(newcomer.username)).status).toBe(200);
  });

  test('DL-RP-07: Git refuses the password of an account that signs in through a provider with a text that names tokens', async ({
    browser,
    person,
    enter,
    whoIs,
    send,
    build,
  }) => {
    const project = await build.project();
    person();
    const own = browser();
    await enter(own);
    const git = await send({
      url: `/${project.fullPath}.git/info/refs?service=git-upload-pack`,
      headers: { authorization: `Basic ${Buffer.from(`${await whoIs(own)}:${PASSWORD}`).toString('base64')}` },
    });
    expect(git).toMatchObject({ status: 401, body: expect.stringContaining('access token') as string });
  });
});
