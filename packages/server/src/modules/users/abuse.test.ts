import { describe, expect } from 'vitest';
import { abuseCategories } from '@milepost/core/accounts/abuse';
import { sha256Of } from '../../platform/util/tokens.ts';
import type { Person } from '../../testing/cast.ts';
import { test, tokenFor } from '../../testing/http.ts';
import type { World } from '../../testing/world.ts';
import { reportLimit } from './commands/abuse.ts';
import { csrfTokenOf } from './commands/sessions.ts';

const page = 'http://milepost.test/alpha/web/-/issues/3?tab=1';

/** The form of the report drawer, as a browser sends it. */
async function formOf(world: World, who: Person, fields: Record<string, string>) {
  const secret = `abuse-${who}-${world.next()}`;
  await world.db
    .insertInto('sessions')
    .values({ idHash: sha256Of(secret), userId: world.userIds[who], expiresAt: new Date(Date.now() + 86_400_000) })
    .execute();
  return {
    method: 'POST',
    url: '/-/abuse_reports',
    headers: {
      accept: 'text/html,application/xhtml+xml',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `_gitlab_session=${secret}`,
    },
    payload: new URLSearchParams({ authenticity_token: csrfTokenOf(secret), ...fields }).toString(),
  } as const;
}

const about = (world: World, who: Person, category: string, url = page) => ({
  user_id: String(world.userIds[who]),
  'abuse_report[reported_from_url]': url,
  'abuse_report[category]': category,
});

interface Listed {
  id: number;
  category: string;
  reported_from_url: string;
  state: string;
  user: { username: string; state: string };
  reporter: { username: string } | null;
}

async function listed(
  send: (request: object) => Promise<{ status: number; body: unknown }>,
  world: World,
  state = 'open',
) {
  const answer = await send({
    url: `/-/abuse_reports?state=${state}`,
    headers: { 'private-token': await tokenFor(world, 'root') },
  });
  return answer.body as Listed[];
}

describe('reporting a person', () => {
  test('EP-AB-03, EP-AB-04, EP-AB-05, EP-AB-06: a form posts person, address and reason, and returns to the page with a notice', async ({
    send,
    world,
  }) => {
    for (const category of abuseCategories) {
      const answer = await send(await formOf(world, 'rita', about(world, 'gwen', category)));
      expect([answer.status, answer.headers['location']]).toEqual([303, '/alpha/web/-/issues/3?tab=1']);
      expect(String(answer.headers['set-cookie'])).toContain('notice=abuse_reported');
    }
    const reports = await listed(send, world);
    expect(reports.map(({ category }) => category).toReversed()).toEqual([
      'spam',
      'offensive',
      'phishing',
      'crypto',
      'credentials',
      'copyright',
      'malware',
      'other',
    ]);
    expect(reports[0]).toMatchObject({
      state: 'open',
      reported_from_url: page,
      user: { username: 'gwen' },
      reporter: { username: 'rita' },
    });
  });

  test('EP-AB-02: nothing is taken without a category, with another one, or without the token of the page', async ({
    send,
    world,
  }) => {
    const whole = about(world, 'gwen', 'spam');
    const { 'abuse_report[category]': _category, ...without } = whole;
    expect((await send(await formOf(world, 'paul', without))).status).toBe(400);
    expect((await send(await formOf(world, 'paul', about(world, 'gwen', 'boring')))).status).toBe(400);
    expect((await send(await formOf(world, 'paul', { ...whole, authenticity_token: 'x' }))).status).toBe(403);
    const { headers, ...form } = await formOf(world, 'paul', whole);
    const stranger = { ...form, headers: { ...headers, cookie: '' } };
    expect((await send(stranger)).status).toBe(401);
    expect((await listed(send, world)).filter(({ reporter }) => reporter?.username === 'paul')).toEqual([]);
  });

  test('nobody reports themselves, reports the same twice, or is redirected to another site', async ({
    send,
    world,
  }) => {
    const own = await send(await formOf(world, 'dana', about(world, 'dana', 'spam')));
    expect(String(own.headers['set-cookie'])).toContain('notice=abuse_report_refused');
    for (let times = 0; times < 2; times += 1) {
      const away = await send(await formOf(world, 'dana', about(world, 'gwen', 'other', 'https://evil.example/x')));
      expect([away.status, away.headers['location']]).toEqual([303, '/']);
    }
    const disguised = await send(await formOf(world, 'gwen', about(world, 'dana', 'other', '/x/..//evil.example/x')));
    expect([disguised.status, disguised.headers['location']]).toEqual([303, '/']);
    const reports = (await listed(send, world)).filter(({ reporter }) => reporter?.username === 'dana');
    expect(reports).toHaveLength(1);
  });

  test('reports are rate limited', async ({ send, world }) => {
    const notices: string[] = [];
    for (let times = 0; times <= reportLimit.burst; times += 1) {
      const answer = await send(await formOf(world, 'otto', about(world, 'gwen', 'spam', `${page}&n=${times}`)));
      notices.push(String(answer.headers['set-cookie']).split(';')[0] ?? '');
    }
    expect(notices.at(0)).toBe('notice=abuse_reported');
    expect(notices.at(-1)).toBe('notice=abuse_report_limited');
    const token = await tokenFor(world, 'otto');
    const payload = { user_id: world.userIds.gwen, abuse_report: { category: 'spam', reported_from_url: page } };
    const program = { method: 'POST', url: '/-/abuse_reports', headers: { 'private-token': token }, payload } as const;
    expect((await send(program)).status).toBe(429);
  });

  test('administrators alone read the reports, close them and open them again', async ({ send, world }) => {
    await send(await formOf(world, 'mina', about(world, 'gwen', 'malware')));
    const report = (await listed(send, world)).find(({ reporter }) => reporter?.username === 'mina');
    const headers = async (who: Person) => ({ 'private-token': await tokenFor(world, who) });
    expect((await send({ url: '/-/abuse_reports', headers: await headers('ada') })).status).toBe(403);
    expect((await send({ url: '/-/abuse_reports' })).status).toBe(401);
    const put = async (who: Person, state: string) =>
      send({
        method: 'PUT',
        url: `/-/abuse_reports/${report?.id}`,
        headers: await headers(who),
        payload: { state },
      });
    expect((await put('ada', 'closed')).status).toBe(403);
    expect((await put('root', 'closed')).status).toBe(200);
    expect((await listed(send, world)).map(({ id }) => id)).not.toContain(report?.id);
    expect((await listed(send, world, 'closed')).map(({ id }) => id)).toContain(report?.id);
    expect((await put('root', 'open')).status).toBe(200);
    expect((await listed(send, world)).map(({ id }) => id)).toContain(report?.id);
  });
});

describe('banning', () => {
  test('disables an account, and is reverted; blocking and banning exclude each other', async ({
    call,
    world,
    send,
  }) => {
    const id = world.userIds.gwen;
    expect((await call('ada', 'POST', `/users/${id}/ban`)).status).toBe(403);
    expect((await call('root', 'POST', `/users/${world.userIds.root}/ban`)).status).toBe(403);
    expect(await call('root', 'POST', `/users/${id}/ban`)).toMatchObject({ status: 201, body: true });
    expect((await call('root', 'GET', `/users/${id}`)).body).toMatchObject({ state: 'banned' });
    expect(
      (await send({ url: '/api/v4/user', headers: { 'private-token': await tokenFor(world, 'gwen') } })).status,
    ).toBe(401);
    expect((await call('root', 'POST', `/users/${id}/unblock`)).status).toBe(403);
    expect((await call('root', 'POST', `/users/${id}/unban`)).status).toBe(201);
    expect((await call('gwen', 'GET', '/user')).status).toBe(200);
  });
});
