import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { pathOf, test } from '../../testing/identity/browser.ts';
import { encode, OpenidProvider, type TokenParts } from '../../testing/identity/openid-provider.ts';
import { PASSWORD } from '../../testing/second-factors/browser.ts';
import { codeOf } from '../../testing/second-factors/totp.ts';
import { valuesOf } from './commands/provider.ts';

const UNVERIFIED = { status: 400, body: { message: 'Sign-in could not be verified. Start again.' } };

describe('set-up', () => {
  test('OG-OI-02, OG-ER-01: without a provider there is no button, and its addresses answer 404 with a text', async ({
    services,
    browser,
    configure,
  }) => {
    services.identity = { oidc: [], ldap: null };
    const missing = { status: 404, body: { message: 'Single sign-on is not configured.' } };
    expect(await browser().send('GET', '/users/auth/corp')).toMatchObject(missing);
    expect(await browser().send('GET', '/users/auth/corp/callback?code=1&state=2')).toMatchObject(missing);
    configure();
    expect(await browser().send('GET', '/users/auth/unknown')).toMatchObject(missing);
  });

  test('OG-OI-03: a description with another issuer is refused', async ({ provider, configure, browser }) => {
    const address = provider.issuer.replace('127.0.0.1', 'localhost');
    configure({ issuer: address });
    expect(await browser().send('GET', '/users/auth/corp')).toMatchObject({
      status: 503,
      body: { message: 'Corp is unavailable. Try again later.' },
    });
    expect(provider.requests.at(-1)).toBe('GET /.well-known/openid-configuration');
    configure();
    expect((await browser().send('GET', '/users/auth/corp')).status).toBe(302);
  });

  test('OG-OI-04, OG-ER-03: a provider that hangs leaves password sign-in working and holds no connection', async ({
    browser,
    newcomer,
    services,
    provider,
  }) => {
    const hanging = createServer(() => {});
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    services.identity = { oidc: [provider.config('corp', { issuer })], ldap: null };
    // More than the connections to the database: five.
    const starts = Array.from({ length: 100 }, () => browser().send('GET', '/users/auth/corp'));
    expect((await browser().signIn(newcomer.username)).status).toBe(200);
    const answers = await Promise.all(starts);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers[0]?.body).toEqual({ message: 'Corp is unavailable. Try again later.' });
    hanging.closeAllConnections();
    hanging.close();
  });
});

describe('a sign-in', () => {
  test('OG-OI-05: uses the code flow with PKCE S256 and fresh secrets, in a cookie for 10 minutes, used once', async ({
    browser,
    person,
    reach,
    db,
  }) => {
    person();
    const start = async () => {
      const answer = await browser().send('GET', '/users/auth/corp');
      return { answer, query: new URL(String(answer.headers['location'])).searchParams };
    };
    const { answer, query } = await start();
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'milepost',
      redirect_uri: 'http://milepost.test/users/auth/corp/callback',
      code_challenge_method: 'S256',
    });
    const other = (await start()).query;
    for (const name of ['state', 'nonce', 'code_challenge']) {
      // 256 bits, as base64url.
      expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      expect(other.get(name)).not.toBe(query.get(name));
    }
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^milepost_provider_sign_in=\w{43}; Max-Age=600; Path=\/users\/auth; HttpOnly; SameSite=Lax$/,
    );
    // The database holds none of these secrets.
    const { rows } = await sql<{ text: string }>`SELECT r::text AS text FROM identity_requests r`.execute(db);
    for (const name of ['state', 'nonce']) expect(JSON.stringify(rows)).not.toContain(query.get(name));
    const own = browser();
    const back = await reach(own);
    const cookies = { ...own.cookies };
    expect((await own.send('GET', back)).status).toBe(303);
    expect(own.cookies).not.toHaveProperty('milepost_provider_sign_in');
    Object.assign(own.cookies, cookies);
    expect(await own.send('GET', back)).toMatchObject(UNVERIFIED);
  });

  test('OG-OI-06, OG-AU-02: a forged, missing, expired, reused or foreign state makes no session, and is recorded', async ({
    browser,
    person,
    provider,
    configure,
    reach,
    whoIs,
    db,
  }) => {
    person();
    configure({}, [provider.config('other')]);
    const attempts: Record<string, (back: string, own: ReturnType<typeof browser>) => Promise<[string, typeof own]>> = {
      forged: (back, own) => Promise.resolve([back.replace(/state=[^&]+/, `state=${'a'.repeat(43)}`), own]),
      missing: (back, own) => Promise.resolve([back.replace(/&?state=[^&]+/, ''), own]),
      doubled: (back, own) => Promise.resolve([`${back}&state=x`, own]),
      expired: async (back, own) => {
        await sql`UPDATE identity_requests SET expires_at = now() - interval '1 second'`.execute(db);
        return [back, own];
      },
      'in another browser': (back) => Promise.resolve([back, browser()]),
      'of another sign-in': async (back, own) => {
        const victim = browser();
        await reach(victim);
        void own;
        return [back, victim];
      },
      'of another provider': (back, own) => Promise.resolve([back.replace('/corp/', '/other/'), own]),
    };
    for (const [kind, attempt] of Object.entries(attempts)) {
      const own = browser();
      const [back, used] = await attempt(await reach(own), own);
      const answer = await used.send('GET', back);
      expect({ kind, ...answer }).toMatchObject({ kind, ...UNVERIFIED });
      expect(await whoIs(used)).toBeNull();
    }
    const { rows } = await sql<{ what: string; count: number }>`
      SELECT custom_message AS what, count(*)::int AS count FROM audit_events
      WHERE kind = 'sign_in_failed' AND custom_message LIKE '%its state is forged, used or expired'
      GROUP BY 1 ORDER BY 1`.execute(db);
    expect(rows).toEqual([
      // With the one that the test before used twice.
      { what: expect.stringContaining('Sign-in with corp was refused'), count: Object.keys(attempts).length },
      { what: expect.stringContaining('Sign-in with other was refused'), count: 1 },
    ]);
  });

  const attacks: Record<string, (parts: TokenParts, provider: OpenidProvider) => string> = {
    'alg none': ({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
    'an HMAC of the public key': ({ header, claims }, provider) => {
      const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
      return `${text}.${createHmac('sha256', provider.publicKey).update(text).digest('base64url')}`;
    },
    'an HMAC of the client secret': ({ header, claims }) => {
      const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
      return `${text}.${createHmac('sha256', 'a-client-secret-of-tests').update(text).digest('base64url')}`;
    },
    'a wrong signature': (parts, provider) =>
      provider.sign(parts, generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey),
    'a wrong iss': ({ header, claims }, provider) =>
      provider.sign({ header, claims: { ...claims, iss: 'https://evil.example' } }),
    'a wrong aud': ({ header, claims }, provider) => provider.sign({ header, claims: { ...claims, aud: 'other' } }),
    'a wrong nonce': ({ header, claims }, provider) =>
      provider.sign({ header, claims: { ...claims, nonce: 'a'.repeat(43) } }),
    'no nonce': ({ header, claims }, provider) => provider.sign({ header, claims: { ...claims, nonce: undefined } }),
    'an exp of 61 seconds ago': ({ header, claims }, provider) =>
      provider.sign({ header, claims: { ...claims, exp: Math.floor(Date.now() / 1_000) - 61 } }),
  };

  test('OG-OI-07: forged ID tokens are refused and recorded as failed sign-ins', async ({
    browser,
    person,
    provider,
    enter,
    whoIs,
    db,
  }) => {
    const { sub } = person();
    for (const [kind, forge] of Object.entries(attacks)) {
      provider.forge = forge;
      const own = browser();
      const answer = await enter(own);
      expect({ kind, ...answer }).toMatchObject({ kind, ...UNVERIFIED });
      expect(await whoIs(own)).toBeNull();
    }
    const { rows } = await sql<{ what: string }>`
      SELECT custom_message AS what FROM audit_events WHERE kind = 'sign_in_failed' AND custom_message LIKE 'Sign-in with corp%' AND custom_message NOT LIKE '%its state%'`.execute(
      db,
    );
    expect(rows).toHaveLength(Object.keys(attacks).length);
    expect(await db.selectFrom('identities').select('id').where('subject', '=', sub).execute()).toEqual([]);
    // A token that expired less than 60 seconds ago is accepted.
    provider.forge = ({ header, claims }) =>
      provider.sign({ header, claims: { ...claims, exp: Math.floor(Date.now() / 1_000) - 50 } });
    expect((await enter(browser())).status).toBe(303);
  });

  test('OG-OI-08: after a key rotation the next sign-in fetches the keys again, at most once a minute', async ({
    browser,
    person,
    provider,
    enter,
    configure,
  }) => {
    configure();
    person();
    const fetches = () => provider.requests.filter((request) => request === 'GET /jwks').length;
    const before = fetches();
    expect((await enter(browser())).status).toBe(303);
    expect(fetches() - before).toBe(1);
    expect((await enter(browser())).status).toBe(303);
    expect(fetches() - before).toBe(1);
    provider.rotateKeys();
    expect((await enter(browser())).status).toBe(303);
    expect(fetches() - before).toBe(2);
    // Another unknown key within the minute is refused without a request.
    provider.rotateKeys();
    expect(await enter(browser())).toMatchObject(UNVERIFIED);
    expect(fetches() - before).toBe(2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    provider.forge = ({ header, claims }) => {
      const now = Math.floor(Date.now() / 1_000);
      return provider.sign({ header, claims: { ...claims, iat: now, exp: now + 600 } });
    };
    expect((await enter(browser())).status).toBe(303);
    vi.useRealTimers();
  });

  test('a person who cancels at the provider gets a text, and no session', async ({
    browser,
    person,
    provider,
    enter,
    whoIs,
  }) => {
    person();
    provider.cancels = true;
    const own = browser();
    expect(await enter(own)).toMatchObject({ status: 403, body: { message: 'Corp did not allow the sign-in.' } });
    expect(await whoIs(own)).toBeNull();
  });

  test('OG-OI-14: leads to a path of this site only', async ({ browser, person, enter }) => {
    person();
    const target = async (redirect: string) =>
      (await enter(browser(), `?redirect=${encodeURIComponent(redirect)}`)).headers['location'];
    expect(await target('/groups/a/-/roadmap?state=opened#x')).toBe('/groups/a/-/roadmap?state=opened#x');
    for (const bad of [
      '//evil.example/a',
      'https://evil.example',
      String.raw`\evil.example`,
      String.raw`/\evil.example`,
      'javascript:alert(1)',
      '/users/sign_in?redirect=/a',
      '/users/auth/corp',
      '',
    ])
      expect({ bad, location: await target(bad) }).toEqual({ bad, location: '/' });
  });

  test('OG-SE-04: makes a new session, and ends the one that the browser had', async ({
    signedIn,
    newcomer,
    person,
    enter,
    whoIs,
    browser,
  }) => {
    person();
    const former = { ...signedIn.cookies };
    expect(await whoIs(signedIn)).toBe(newcomer.username);
    expect((await enter(signedIn)).status).toBe(303);
    expect(signedIn.cookies['_gitlab_session']).not.toBe(former['_gitlab_session']);
    const copied = browser();
    Object.assign(copied.cookies, former);
    expect(await whoIs(copied)).toBeNull();
  });
});

describe('a second factor', () => {
  test('OG-2F-12: is asked for unless the provider vouches for several factors', async ({
    browser,
    person,
    provider,
    enter,
    whoIs,
  }) => {
    const { preferred_username: username } = person();
    const own = browser();
    expect((await enter(own)).status).toBe(303);
    expect((await own.send('PUT', '/-/password', { password: PASSWORD })).status).toBe(204);
    const { secret } = await own.addTotp();
    const vouch = (amr: unknown): void => {
      provider.forge = ({ header, claims }) => provider.sign({ header, claims: { ...claims, amr } });
    };
    for (const amr of [undefined, ['pwd'], 'mfa', [1]]) {
      vouch(amr);
      const pending = browser();
      const answer = await enter(pending, '?redirect=%2Fdashboard%2Ftodos');
      expect(answer.headers['location']).toBe('/users/sign_in?step=second_factor&redirect=%2Fdashboard%2Ftodos');
      expect(await whoIs(pending)).toBeNull();
    }
    const pending = browser();
    await enter(pending);
    expect((await pending.second({ code: codeOf(secret) })).status).toBe(200);
    expect(await whoIs(pending)).toBe(username);
    for (const method of ['mfa', 'otp', 'hwk', 'swk']) {
      vouch(['pwd', method]);
      const vouched = browser();
      expect((await enter(vouched)).headers['location']).toBe('/');
      expect(await whoIs(vouched)).toBe(username);
    }
  });
});

describe('accounts', () => {
  test('OG-OI-09: the first sign-in creates an account; a taken username gets the next free number', async ({
    browser,
    person,
    enter,
    whoIs,
    build,
    configure,
    call,
  }) => {
    const first = person({ preferred_username: 'grace', name: 'Grace Hopper', email: 'grace@corp.test' });
    const own = browser();
    await enter(own);
    expect(await whoIs(own)).toBe('grace');
    expect((await own.send('GET', '/api/v4/user')).body).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@corp.test',
    });
    // The same person again, also under another name there.
    first['preferred_username'] = 'hopper';
    const again = browser();
    await enter(again);
    expect(await whoIs(again)).toBe('grace');
    await build.group({ path: 'grace2' });
    const names: (string | null)[] = [];
    for (const username of ['grace', 'grace', 'admin', 'Zoë Ünger@corp.test', '***', undefined]) {
      person({ preferred_username: username, ...(username === undefined && { email: 'a.b+c@corp.test' }) });
      const next = browser();
      await enter(next);
      names.push(await whoIs(next));
    }
    expect(names).toEqual(['grace1', 'grace3', 'admin1', 'Zoe-Unger', 'user1', 'a.b-c']);
    configure({ createsAccounts: false });
    person();
    const stranger = browser();
    expect(await enter(stranger)).toMatchObject({
      status: 403,
      body: { message: 'No account exists for this sign-in. Ask an administrator.' },
    });
    expect(await whoIs(stranger)).toBeNull();
    const { body } = await call<{ event_name: string }[]>('root', 'GET', '/audit_events', { entity_path: '@grace' });
    expect(body.map((event) => event.event_name)).toEqual([
      'signed_in',
      'signed_in',
      'identity_linked',
      'user_created',
    ]);
  });

  test('OG-OI-09: sign-ins of one new person at the same time create one account', async ({
    browser,
    person,
    reach,
    db,
  }) => {
    const { sub } = person();
    const backs = await Promise.all(
      [1, 2, 3].map(async () => {
        const own = browser();
        return { own, back: await reach(own) };
      }),
    );
    const answers = await Promise.all(backs.map(({ own, back }) => own.send('GET', back)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await db.selectFrom('identities').select('id').where('subject', '=', sub).execute()).toHaveLength(1);
  });

  test('OG-OI-10: an address does not sign in to an existing account, unless the provider is trusted and verified it', async ({
    browser,
    person,
    enter,
    whoIs,
    newcomer,
    configure,
  }) => {
    const claims = { email: newcomer.email.toUpperCase() };
    const refused = {
      status: 403,
      body: { message: 'An account with your email address exists. Sign in to it, then link Corp in your profile.' },
    };
    person(claims);
    expect(await enter(browser())).toMatchObject(refused);
    configure({ trustsEmail: true });
    for (const unverified of [false, undefined, 'true', 1]) {
      person({ ...claims, email_verified: unverified });
      expect(await enter(browser())).toMatchObject(refused);
    }
    person(claims);
    const own = browser();
    expect((await enter(own)).status).toBe(303);
    expect(await whoIs(own)).toBe(newcomer.username);
    // A second person with the same address does not get the account as well.
    person(claims);
    expect(await enter(browser())).toMatchObject(refused);
  });

  test('OG-AU-02: a blocked account is refused, and a person without an address gets no account, which is recorded', async ({
    browser,
    person,
    enter,
    whoIs,
    db,
  }) => {
    const { preferred_username: username } = person();
    await enter(browser());
    await db.updateTable('users').set({ state: 'blocked' }).where('username', '=', String(username)).execute();
    const own = browser();
    expect(await enter(own)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('blocked') as string },
    });
    expect(await whoIs(own)).toBeNull();
    person({ email: undefined });
    expect(await enter(browser())).toMatchObject({
      status: 403,
      body: { message: 'Corp did not send an email address. Ask an administrator.' },
    });
    const { rows } = await sql<{ path: string | null; what: string }>`
      SELECT entity_path AS path, custom_message AS what FROM audit_events
      WHERE kind = 'sign_in_failed' ORDER BY id DESC LIMIT 2`.execute(db);
    expect(rows).toEqual([
      { path: null, what: 'Sign-in with corp: Corp did not send an email address. Ask an administrator.' },
      {
        path: username,
        what: 'Correct sign-in with corp, but: Your account is blocked. Ask an administrator to unblock it.',
      },
    ]);
  });

  test('an identity belongs to the issuer: another one under the same name has other people', async ({
    browser,
    person,
    enter,
    whoIs,
    services,
  }) => {
    const { sub, preferred_username: username } = person();
    await enter(browser());
    const impostor = new OpenidProvider(['http://milepost.test/users/auth/corp/callback']);
    await impostor.start();
    impostor.people.set(sub, {
      sub,
      preferred_username: 'impostor',
      email: 'impostor@corp.test',
      email_verified: true,
    });
    impostor.signsIn = sub;
    services.identity = { oidc: [impostor.config('corp')], ldap: null };
    const own = browser();
    const started = await own.send('GET', '/users/auth/corp');
    const { followAtProvider } = await import('../../testing/identity/openid-provider.ts');
    await own.send('GET', pathOf(await followAtProvider(impostor, String(started.headers['location']))));
    expect(await whoIs(own)).toBe('impostor');
    expect(username).not.toBe('impostor');
    await impostor.stop();
  });
});

test('OG-OI-12: only a text or a list of texts is read as values', () => {
  expect(valuesOf('a')).toEqual(['a']);
  expect(valuesOf(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(valuesOf(undefined)).toEqual([]);
  expect(valuesOf([])).toEqual([]);
  for (const other of [1, true, { a: 1 }, ['a', 1], [['a']]]) expect(valuesOf(other)).toBeNull();
});
