import { expect } from 'vitest';
import { test as base } from '../../testing/http.ts';
import { startNameServer } from '../../testing/providers/name-server.ts';

interface Domain {
  domain: string;
  verified: boolean;
  txt_record: string;
}

const test = base.extend('names', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const names = await startNameServer();
  world.services.nameServers = [names.address];
  onCleanup(() => names.close());
  return names;
});

test('OG-BL-11, RS-BM-07: enterprise users are accounts with a confirmed address in a domain that the group has verified', async ({
  build,
  call,
  db,
  names,
}) => {
  const group = await build.group();
  const person = async (username: string, email: string, fields: object = {}) => {
    const { id } = await build.user({ username, email });
    await db
      .updateTable('users')
      .set({ confirmedAt: new Date(), ...fields })
      .where('id', '=', id)
      .execute();
    return id;
  };
  await person('eve', 'Eve@Example.COM', { createdAt: new Date('2026-01-10T00:00:00Z') });
  await person('fred', 'fred@example.com', {
    state: 'blocked',
    hasSecondFactor: true,
    createdAt: new Date('2026-02-10T00:00:00Z'),
  });
  await person('hugo', 'hugo@example.com', { confirmedAt: null });
  await person('ines', 'ines@sub.example.com');
  const path = `/groups/${group.id}`;
  const users = async (input: object = {}) =>
    (await call<{ username: string }[]>('ada', 'GET', `${path}/enterprise_users`, input)).body.map(
      (each) => each.username,
    );

  const added = await call<Domain>('ada', 'POST', `${path}/mail_domains`, { domain: ' Example.com ' });
  expect(added).toMatchObject({ status: 201, body: { domain: 'example.com', verified: false } });
  expect(await users()).toEqual([]);
  const verify = (groupPath = path, domain = 'example.com') =>
    call<Domain>('ada', 'PUT', `${groupPath}/mail_domains/${domain}/verify`);
  const missing = { status: 400, body: { message: { domain: [expect.stringContaining('has no TXT record')] } } };
  expect(await verify()).toMatchObject(missing);
  names.records.set('example.com', ['v=spf1 -all', 'milepost-verification=somebody-else']);
  expect(await verify()).toMatchObject(missing);
  expect(await users()).toEqual([]);
  names.records.set('example.com', ['v=spf1 -all', added.body.txt_record]);
  expect(await verify()).toMatchObject({ status: 200, body: { verified: true } });

  expect(await users()).toEqual(['fred', 'eve']);
  const filtered: [object, string[]][] = [
    [{ username: 'EVE' }, ['eve']],
    [{ search: 'fre' }, ['fred']],
    [{ search: 'xyz' }, []],
    [{ active: true }, ['eve']],
    [{ blocked: true }, ['fred']],
    [{ created_after: '2026-02-01' }, ['fred']],
    [{ created_before: '2026-02-01T00:00:00Z' }, ['eve']],
    [{ two_factor: 'enabled' }, ['fred']],
    [{ two_factor: 'disabled' }, ['eve']],
    [{ per_page: 1, page: 2 }, ['eve']],
    [{ page: 9 }, []],
  ];
  for (const [input, expected] of filtered) expect([input, await users(input)]).toEqual([input, expected]);
  for (const bad of [{ active: 'x' }, { two_factor: 'x' }, { created_after: 'x' }, { page: 0 }])
    expect([bad, (await call('ada', 'GET', `${path}/enterprise_users`, bad)).status]).toEqual([bad, 400]);
  const [first] = (await call<object[]>('ada', 'GET', `${path}/enterprise_users`)).body;
  expect(first).toMatchObject({
    username: 'fred',
    email: 'fred@example.com',
    two_factor_enabled: true,
    state: 'blocked',
  });

  // A domain belongs to one group.
  const other = await build.group();
  const otherPath = `/groups/${other.id}`;
  const second = await call<Domain>('ada', 'POST', `${otherPath}/mail_domains`, { domain: 'example.com' });
  names.records.set('example.com', [added.body.txt_record, second.body.txt_record]);
  expect((await verify(otherPath)).status).toBe(409);
  expect((await call('ada', 'GET', `${otherPath}/enterprise_users`)).body).toEqual([]);

  expect((await call('ada', 'POST', `${path}/mail_domains`, { domain: 'example.com' })).status).toBe(409);
  for (const domain of ['', 'localhost', 'a b.com', '-a.com', 'a..com', `${'x'.repeat(64)}.com`])
    expect([domain, (await call('ada', 'POST', `${path}/mail_domains`, { domain })).status]).toEqual([domain, 400]);
  expect((await verify(path, 'unknown.org')).status).toBe(404);
  for (const [who, status] of [
    ['nobody', 401],
    ['otto', 404],
    ['mina', 403],
  ] as const) {
    for (const list of ['enterprise_users', 'mail_domains'])
      expect([who, (await call(who, 'GET', `${path}/${list}`)).status]).toEqual([who, status]);
    expect((await call(who, 'POST', `${path}/mail_domains`, { domain: 'a.org' })).status).toBe(status);
  }
  expect((await call('ada', 'DELETE', `${path}/mail_domains/Example.com`)).status).toBe(204);
  expect((await call('ada', 'DELETE', `${path}/mail_domains/example.com`)).status).toBe(404);
  expect(await users()).toEqual([]);
  expect((await verify(otherPath)).body).toMatchObject({ verified: true });
});
