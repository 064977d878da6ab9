import { describe, expect } from 'vitest';
import { sql } from 'kysely';
import {
  Directory,
  dnOf,
  groupDnOf,
  groupLdif,
  missingDirectory,
  personLdif,
} from '../../testing/identity/directory.ts';
import { test as base } from '../../testing/identity/ldap.ts';
import { syncLdapGroups } from './jobs.ts';
import { syncGroups } from './commands/ldap/sync.ts';

interface Link {
  cn: string | null;
  filter: string | null;
  group_access: number;
  provider: string;
}

const MANY = 5_000;
const many = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => dnOf(`m${from + index}`));

const LDIF = [
  ...['ann', 'ben', 'cat', 'dan'].map((uid) => personLdif(uid)),
  ...Array.from({ length: MANY }, (_, index) => personLdif(`m${index}`)),
  groupLdif('crew', [dnOf('ann'), dnOf('ben')]),
  groupLdif('leads', [dnOf('ben')]),
  groupLdif('a (odd) *name', [dnOf('ann')]),
  // Three levels, with a circle.
  groupLdif('all', [groupDnOf('half'), ...many(0, 1_500)]),
  groupLdif('half', [groupDnOf('rest'), ...many(1_500, 3_000)]),
  groupLdif('rest', [groupDnOf('all'), ...many(3_000, MANY)]),
].join('\n');

const test = base
  // oxlint-disable-next-line no-empty-pattern
  .override('directory', { scope: 'file' }, async ({}, { onCleanup }) => {
    const directory = await Directory.start({ ldif: LDIF });
    onCleanup(() => directory.stop());
    return directory;
  })
  .extend(
    'link',
    ({ call }) =>
      (id: number, input: object) =>
        call<Link>('ada', 'POST', `/groups/${id}/ldap_group_links`, {
          provider: 'ldapmain',
          group_access: 30,
          ...input,
        }),
  )
  /** The account of a person, who has signed in. */
  .extend('accountOf', ({ enter, browser }) => async (uid: string) => {
    const { body } = await enter(browser(), uid);
    return (body as { viewer: { id: number } }).viewer.id;
  })
  .extend('levelsIn', ({ db }) => async (id: number) => {
    const rows = await db
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .select(['u.username', 'm.accessLevel'])
      .where('m.namespaceId', '=', id as never)
      .where('u.username', 'in', ['ann', 'ben', 'cat', 'dan'])
      .execute();
    return Object.fromEntries(rows.map((row) => [row.username, row.accessLevel]));
  });

describe.skipIf(missingDirectory)(`links of groups${missingDirectory ? ` (${missingDirectory})` : ''}`, () => {
  test('OG-LD-07: are added by cn or filter, listed and deleted', async ({ build, call, link }) => {
    const group = await build.group();
    const path = `/groups/${group.id}/ldap_group_links`;
    const crew = { cn: 'crew', filter: null, group_access: 30, provider: 'ldapmain' };
    expect(await link(group.id, { cn: 'crew' })).toMatchObject({ status: 201, body: crew });
    const filter = '(mail=*@ldap.test)';
    expect((await link(group.id, { filter, group_access: 10 })).status).toBe(201);
    for (const bad of [
      {},
      { cn: 'x', filter },
      { cn: '' },
      { cn: 'x', group_access: 31 },
      { cn: 'x', provider: 'other' },
      { filter: 'mail=x' },
      { filter: '(mail=x' },
      { filter: '(mail=x)(uid=*)' },
    ])
      expect({ bad, status: (await link(group.id, bad)).status }).toEqual({ bad, status: 400 });
    expect((await link(group.id, { cn: 'CREW', group_access: 40 })).status).toBe(409);
    expect((await link(group.id, { filter })).status).toBe(409);
    expect((await call<Link[]>('ada', 'GET', path)).body).toMatchObject([crew, { cn: null, filter }]);
    expect((await call('mina', 'GET', path)).status).toBe(403);
    expect((await call('mina', 'POST', path, { cn: 'x', provider: 'ldapmain', group_access: 10 })).status).toBe(403);
    expect((await call('ada', 'DELETE', path, { filter, provider: 'ldapmain' })).status).toBe(204);
    expect((await call('ada', 'DELETE', `${path}/ldapmain/crew`)).status).toBe(204);
    expect((await call('ada', 'DELETE', `${path}/crew`)).status).toBe(404);
    expect((await call('ada', 'DELETE', path)).status).toBe(400);
    expect((await call<Link[]>('ada', 'GET', path)).body).toEqual([]);
  });

  test('OG-AU-02: adding and removing links is recorded', async ({ build, call, link }) => {
    const group = await build.group();
    await link(group.id, { cn: 'crew' });
    await call('ada', 'DELETE', `/groups/${group.id}/ldap_group_links/crew`);
    const { body } = await call<{ event_name: string; details: object }[]>(
      'ada',
      'GET',
      `/groups/${group.id}/audit_events`,
    );
    expect(body.slice(0, 2)).toMatchObject([
      { event_name: 'ldap_link_removed', details: { change: 'crew', from: 'Developer', to: null } },
      { event_name: 'ldap_link_added', details: { change: 'crew', from: null, to: 'Developer' } },
    ]);
  });

  test('OG-LD-10, RS-LD-01, RS-LD-02: the groups of the directory itself, for those who own a group', async ({
    call,
    build,
    services,
  }) => {
    await build.group();
    const find = (search: string, who: 'ada' | 'otto' | 'nobody' | 'root' = 'ada', provider = 'ldapmain') =>
      call<{ cn: string }[]>(who, 'GET', `/ldap/${provider}/groups.json`, { search, active: 'true', per_page: 100 });
    expect(await find('')).toMatchObject({
      status: 200,
      body: ['a (odd) *name', 'all', 'crew', 'half', 'leads', 'rest'].map((cn) => ({ cn })),
    });
    expect((await find('RE')).body).toEqual([{ cn: 'crew' }, { cn: 'rest' }].filter(({ cn }) => cn.includes('re')));
    expect((await find('(odd) *')).body).toEqual([{ cn: 'a (odd) *name' }]);
    expect((await find('*)(cn=*')).body).toEqual([]);
    expect((await find('', 'root')).status).toBe(200);
    expect((await find('', 'otto')).status).toBe(403);
    expect((await find('', 'nobody')).status).toBe(401);
    expect((await find('', 'ada', 'other')).status).toBe(404);
    services.identity = { oidc: [], ldap: null };
    expect(await find('')).toMatchObject({ status: 404, body: { message: 'LDAP is not configured.' } });
  });

  test('OG-LD-08: a sync gives, changes and takes away what links give; roles by hand and the last owner stay', async ({
    build,
    call,
    link,
    accountOf,
    levelsIn,
    directory,
    configure,
    services,
    world,
  }) => {
    const config = configure();
    const [group, owned] = [await build.group(), await build.group()];
    const ids = { ann: await accountOf('ann'), ben: await accountOf('ben'), cat: await accountOf('cat') };
    await call('ada', 'POST', `/groups/${group.id}/members`, { user_id: ids.cat, access_level: 20 });
    await link(group.id, { cn: 'crew' });
    await link(group.id, { cn: 'leads', group_access: 40 });
    await link(owned.id, { cn: 'leads', group_access: 50 });
    await link(group.id, { filter: '(uid=cat)', group_access: 10 });
    const sync = () => syncGroups(services, config, null);
    expect(await sync()).toBe(true);
    expect(await levelsIn(group.id)).toEqual({ ann: 30, ben: 40, cat: 20 });
    expect(await levelsIn(owned.id)).toEqual({ ben: 50 });
    await directory.setMembers('crew', [dnOf('ben'), dnOf('dan')]);
    await accountOf('dan');
    await sync();
    expect(await levelsIn(group.id)).toEqual({ ben: 40, cat: 20, dan: 30 });
    // By hand: it stays, also when the link would give less.
    await call('ada', 'PUT', `/groups/${group.id}/members/${ids.ben}`, { access_level: 50 });
    await call('ada', 'DELETE', `/groups/${group.id}/ldap_group_links/leads`);
    await call('ada', 'DELETE', `/groups/${owned.id}/ldap_group_links/leads`);
    await call('ada', 'DELETE', `/groups/${owned.id}/members/${world.userIds.ada}`);
    await sync();
    expect(await levelsIn(group.id)).toEqual({ ben: 50, cat: 20, dan: 30 });
    // The last owner of the other group, although nothing gives the role any more.
    expect(await levelsIn(owned.id)).toEqual({ ben: 50 });
    await directory.setMembers('crew', [dnOf('ann')]);
    await directory.halt();
    await expect(sync()).rejects.toThrow('unavailable');
    await directory.resume();
    expect(await levelsIn(group.id)).toEqual({ ben: 50, cat: 20, dan: 30 });
    const empty = configure({ groupBase: `ou=people,dc=example,dc=com` });
    await expect(syncGroups(services, empty, null)).rejects.toThrow('answered no groups');
    expect(await levelsIn(group.id)).toEqual({ ben: 50, cat: 20, dan: 30 });
  });

  test('OG-LD-08: two syncs never run at once, and an owner starts one', async ({
    build,
    call,
    link,
    db,
    services,
    configure,
    accountOf,
    levelsIn,
  }) => {
    const config = configure();
    const group = await build.group();
    await accountOf('cat');
    await link(group.id, { filter: '(uid=cat)' });
    const results = await Promise.all([1, 2, 3].map(() => syncGroups(services, config, group.id)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect((await call('mina', 'POST', `/groups/${group.id}/ldap_sync`)).status).toBe(403);
    expect((await call('ada', 'POST', `/groups/${group.id}/ldap_sync`)).status).toBe(202);
    const { rows } = await sql<{ payload: object; soon: boolean }>`
      SELECT j.payload, run_at <= now() AS soon FROM graphile_worker._private_jobs j
      WHERE key = ${`identity.syncGroups ${group.id}`}`.execute(db);
    expect(rows).toMatchObject([{ payload: { groupId: group.id }, soon: true }]);
    await db.deleteFrom('members').where('namespaceId', '=', group.id).where('accessLevel', '=', 30).execute();
    await syncLdapGroups.run(services, { groupId: group.id }, new AbortController().signal);
    expect(await levelsIn(group.id)).toEqual({ cat: 30 });
  });

  test('OG-LD-09: a group of 5,000 members, nested to three levels, is synced completely in pages of 500', async ({
    build,
    link,
    db,
    configure,
    services,
  }) => {
    const config = configure();
    const group = await build.group();
    await link(group.id, { cn: 'all', group_access: 20 });
    const { listEntries } = await import('./commands/ldap/directory.ts');
    const entries = (await listEntries(config)).filter(({ username }) => /^m\d/.test(username ?? ''));
    expect(entries).toHaveLength(MANY);
    await sql`WITH people AS (
        INSERT INTO users (username, name, email, confirmed_at)
        SELECT name, name, name || '@ldap.test', now() FROM unnest(${entries.map(({ username }) => username)}::text[]) AS given (name)
        RETURNING id, username)
      INSERT INTO identities (user_id, provider, subject, shown_as)
      SELECT people.id, 'ldapmain', given.subject, people.username
      FROM people JOIN unnest(${entries.map(({ username }) => username)}::text[], ${entries.map(({ subject }) => subject)}::text[])
        AS given (name, subject) ON given.name = people.username`.execute(db);
    const count = async () =>
      (
        await db
          .selectFrom('members')
          .select('userId')
          .where('namespaceId', '=', group.id)
          .where('accessLevel', '=', 20)
          .execute()
      ).length;
    const before = await count();
    await syncGroups(services, config, group.id);
    expect((await count()) - before).toBe(MANY);
  });
});
