import { describe, expect } from 'vitest';
import { test as base } from '../../testing/http.ts';

interface Member {
  id: number;
  username: string;
  membership_type: string;
  removable: boolean;
  access_level: number;
}
interface Membership {
  source_id: number | null;
  source_full_name: string | null;
  source_members_url: string | null;
  access_level: { string_value: string; integer_value: number };
  shared_in: { full_path: string };
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const inAMonth = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);

const test = base.extend('seats', ({ call }) => async (groupId: number, input: object = {}) => {
  const { status, body, headers } = await call<Member[]>('ada', 'GET', `/groups/${groupId}/billable_members`, input);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { names: body.map(({ username }) => username), members: body, headers };
});

describe('billable members', () => {
  test('OG-BL-01, RS-BM-01, RS-BM-09: people above guest in the tree take a seat, each once; bots, blocked people and guests do not', async ({
    build,
    call,
    db,
    seats,
  }) => {
    const group = await build.group({ members: { ada: 'owner', gwen: 'guest', mina: 'planner' } });
    const below = await build.group({ parent: group, members: { mina: 'maintainer', rita: 'reporter' } });
    const project = await build.project({ group: below, members: { dana: 'developer', rita: 'developer' } });
    const blocked = await build.user({ username: 'blocked-one', state: 'blocked' });
    await build.member(group, blocked, 'owner');
    const past = await build.user({ username: 'past-one' });
    await build.member(project, past, 'developer', '2020-01-01');
    const guests = await build.group({ visibility: 'public', members: { otto: 'owner', paul: 'guest' } });
    await build.share(below, guests, 'reporter');
    const token = { name: 'bot', access_level: 30, scopes: ['api'], expires_at: inAMonth };
    expect(await call('ada', 'POST', `/groups/${group.id}/access_tokens`, token)).toMatchObject({ status: 201 });

    const { members, headers } = await seats(group.id);
    expect(members.map((each) => [each.username, each.access_level, each.membership_type, each.removable])).toEqual([
      ['ada', 50, 'group_member', true],
      ['dana', 30, 'project_member', true],
      ['mina', 40, 'group_member', true],
      ['otto', 20, 'group_invite', false],
      ['rita', 30, 'group_member', true],
    ]);
    expect(headers['x-total']).toBe('5');
    expect(Object.keys(members[0] ?? {}).toSorted()).toEqual(
      [
        'access_level',
        'avatar_url',
        'created_at',
        'email',
        'id',
        'last_activity_on',
        'last_login_at',
        'membership_state',
        'membership_type',
        'name',
        'removable',
        'state',
        'username',
        'web_url',
      ].toSorted(),
    );
    const info = { show_seat_info: true };
    const { body } = await call<{ username: string; is_using_seat: boolean }[]>(
      'ada',
      'GET',
      `/groups/${group.id}/members`,
      info,
    );
    const using = new Map(body.map((each) => [each.username, each.is_using_seat]));
    expect([using.get('ada'), using.get('gwen'), using.get('blocked-one')]).toEqual([true, false, false]);
    await db.updateTable('users').set({ state: 'active' }).where('id', '=', blocked.id).execute();
    expect((await seats(group.id)).names).toContain('blocked-one');
  });

  test('RS-BM-01, RS-BM-02: pages of 20, or of `per_page`; one statement a page', async ({
    build,
    call,
    seats,
    statements,
  }) => {
    const group = await build.group({ members: { ada: 'owner' } });
    for (let n = 0; n < 24; n++) await build.member(group, await build.user({ name: `Person ${n + 10}` }), 'developer');
    const first = await seats(group.id);
    expect([first.names.length, first.headers['x-total'], first.headers['x-total-pages']]).toEqual([20, '25', '2']);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await seats(group.id, { page, per_page: 10 })).names);
    expect(new Set(pages).size).toBe(25);
    const beyond = await seats(group.id, { page: 9 });
    expect([beyond.names, beyond.headers['x-total']]).toEqual([[], '25']);
    expect((await call('ada', 'GET', `/groups/${group.id}/billable_members`, { per_page: 0 })).status).toBe(400);
    statements.length = 0;
    await seats(group.id, { per_page: 10 });
    expect(statements.filter((text) => text.includes('WITH seat AS'))).toHaveLength(1);
  });

  test('OG-BL-02: is for owners of top-level groups; search needs three characters; ten orders', async ({
    build,
    call,
    db,
    seats,
  }) => {
    const group = await build.group();
    const below = await build.group({ parent: group });
    const path = `/groups/${group.id}/billable_members`;
    const statuses: [string, number][] = [];
    for (const who of ['nobody', 'otto', 'gwen', 'mina', 'ada', 'root'] as const)
      statuses.push([who, (await call(who, 'GET', path)).status]);
    expect(statuses).toEqual([
      ['nobody', 401],
      ['otto', 404],
      ['gwen', 403],
      ['mina', 403],
      ['ada', 200],
      ['root', 200],
    ]);
    expect((await call('ada', 'GET', `/groups/${below.id}/billable_members`)).status).toBe(400);
    expect((await call('mina', 'GET', `/groups/${below.id}/billable_members`)).status).toBe(403);
    const project = await build.project({ group });
    expect((await call('ada', 'GET', `/groups/${project.id}/billable_members`)).status).toBe(404);
    expect(await call('ada', 'GET', path, { search: 'ri' })).toMatchObject({
      status: 400,
      body: { error: 'search is too short (minimum is 3 characters)' },
    });
    expect((await call('ada', 'GET', path, { sort: 'height' })).status).toBe(400);
    expect((await seats(group.id, { search: 'RITA R' })).names).toEqual(['rita']);
    expect((await seats(group.id, { search: '%%%' })).names).toEqual([]);

    const people = ['ada', 'mina', 'dana', 'rita', 'paul'] as const;
    for (const [index, name] of people.entries()) {
      const day = new Date(Date.UTC(2026, 0, 10 + index));
      await db
        .updateTable('users')
        .set({ lastSignInAt: index === 4 ? null : day })
        .where('username', '=', name)
        .execute();
      await db
        .updateTable('members')
        .set({ createdAt: day })
        .where('namespaceId', '=', group.id)
        .where('userId', '=', build.idOf(name))
        .execute();
      await db
        .deleteFrom('personalAccessTokens')
        .where('userId', '=', build.idOf(name))
        .where('name', '<>', 'ada for api')
        .execute();
    }
    await db
      .updateTable('personalAccessTokens')
      .set({ lastUsedAt: new Date('2026-03-01T00:00:00Z') })
      .execute();
    const sorted: Record<string, readonly string[]> = {};
    const orders = ['access_level', 'last_activity_on', 'name'].flatMap((name) => [`${name}_asc`, `${name}_desc`]);
    for (const sort of [...orders, 'last_joined', 'oldest_joined', 'recent_sign_in', 'oldest_sign_in'])
      sorted[sort] = (await seats(group.id, { sort })).names;
    expect(sorted).toEqual({
      access_level_asc: ['paul', 'rita', 'dana', 'mina', 'ada'],
      access_level_desc: ['ada', 'mina', 'dana', 'rita', 'paul'],
      last_activity_on_asc: ['paul', 'mina', 'dana', 'rita', 'ada'],
      last_activity_on_desc: ['ada', 'rita', 'dana', 'mina', 'paul'],
      name_asc: ['ada', 'dana', 'mina', 'paul', 'rita'],
      name_desc: ['rita', 'paul', 'mina', 'dana', 'ada'],
      last_joined: ['paul', 'rita', 'dana', 'mina', 'ada'],
      oldest_joined: ['ada', 'mina', 'dana', 'rita', 'paul'],
      recent_sign_in: ['rita', 'dana', 'mina', 'ada', 'paul'],
      oldest_sign_in: ['paul', 'ada', 'mina', 'dana', 'rita'],
    });
  });

  test('OG-BL-03, RS-BM-03, RS-BM-04, RS-BM-05: direct memberships in the tree, and those through shared groups', async ({
    build,
    call,
  }) => {
    const group = await build.group({ name: 'Home', members: { ada: 'owner', dana: 'guest' } });
    const project = await build.project({ group, name: 'Engine', members: { dana: 'developer' } });
    const open = await build.group({
      name: 'Open',
      visibility: 'public',
      members: { dana: 'maintainer', gwen: 'guest' },
    });
    const secret = await build.group({ name: 'Secret', members: { dana: 'owner' } });
    await build.share(project, open, 'reporter');
    await build.share(group, secret, 'developer');
    const path = `/groups/${group.id}/billable_members/${build.idOf('dana')}`;
    const direct = await call<Membership[]>('ada', 'GET', `${path}/memberships`);
    expect(direct.body.map((each) => [each.source_id, each.source_full_name, each.access_level])).toEqual([
      [group.id, 'Home', { string_value: 'Guest', integer_value: 10 }],
      [project.id, 'Home / Engine', { string_value: 'Developer', integer_value: 30 }],
    ]);
    expect(direct.body.map((each) => new URL(each.source_members_url ?? '').pathname)).toEqual([
      `/groups/${group.fullPath}/-/group_members`,
      `/${project.fullPath}/-/project_members`,
    ]);
    const indirect = await call<Membership[]>('ada', 'GET', `${path}/indirect`);
    // The owner of the tree cannot see the other shared group: it has no name.
    expect(
      indirect.body.map((each) => [each.source_full_name, each.access_level.integer_value, each.shared_in.full_path]),
    ).toEqual([
      [null, 30, group.fullPath],
      ['Open', 20, project.fullPath],
    ]);
    expect((await call<Membership[]>('ada', 'GET', `${path}/indirect`, { per_page: 1, page: 2 })).body).toHaveLength(1);
    for (const kind of ['memberships', 'indirect']) {
      expect(
        (await call('ada', 'GET', `/groups/${group.id}/billable_members/${build.idOf('gwen')}/${kind}`)).status,
      ).toBe(404);
      expect((await call('ada', 'GET', `/groups/${group.id}/billable_members/x/${kind}`)).status).toBe(400);
      expect((await call('dana', 'GET', `${path}/${kind}`)).status).toBe(403);
    }
  });

  test('OG-BL-04, RS-BM-06, RS-BM-05: removing takes away every direct membership in the tree, and protects the last owner', async ({
    build,
    call,
    db,
    seats,
  }) => {
    const group = await build.group({ members: { ada: 'owner', dana: 'guest', gwen: 'guest' } });
    const below = await build.group({ parent: group, members: { dana: 'owner' } });
    const project = await build.project({ group: below, members: { dana: 'developer' } });
    const elsewhere = await build.group({ members: { dana: 'developer' } });
    const guests = await build.group({ visibility: 'public', members: { otto: 'owner' } });
    await build.share(group, guests, 'developer');
    const of = (name: 'ada' | 'dana' | 'otto' | 'gwen') => `/groups/${group.id}/billable_members/${build.idOf(name)}`;
    expect((await call('dana', 'DELETE', of('dana'))).status).toBe(403);
    expect((await call('ada', 'DELETE', of('gwen'))).status).toBe(404);
    expect((await call('ada', 'DELETE', of('otto'))).status).toBe(403);
    expect((await call('ada', 'DELETE', of('ada'))).status).toBe(400);
    expect((await call('ada', 'DELETE', of('dana'))).status).toBe(204);
    expect((await seats(group.id)).names).toEqual(['ada', 'otto']);
    const left = await db
      .selectFrom('members')
      .select('namespaceId')
      .where('userId', '=', build.idOf('dana'))
      .execute();
    expect(left.map(({ namespaceId }) => namespaceId)).toContain(elsewhere.id);
    expect(left.filter(({ namespaceId }) => [group.id, below.id, project.id].includes(namespaceId))).toEqual([]);
    const { body } = await call<{ event_name: string }[]>('ada', 'GET', `/groups/${group.id}/audit_events`);
    expect(body.filter((event) => event.event_name === 'member_removed')).toHaveLength(3);
    expect((await call('ada', 'DELETE', of('dana'))).status).toBe(404);
    await build.member(group, 'mina', 'owner');
    expect((await call('ada', 'DELETE', of('ada'))).status).toBe(204);
    const archived = await build.group({ archived: true });
    const inArchived = `/groups/${archived.id}/billable_members/${build.idOf('dana')}`;
    expect((await call('ada', 'DELETE', inArchived)).status).toBe(403);
  });

  test('OG-BL-10: CSV of the list, which is an export in the audit log', async ({ build, call }) => {
    const group = await build.group({ members: { ada: 'owner', dana: 'developer' } });
    const odd = await build.user({ name: '=1+1', username: 'odd-name' });
    await build.member(group, odd, 'reporter');
    const path = `/groups/${group.id}/billable_members.csv`;
    const { body, headers, status } = await call<string>('ada', 'GET', path);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, first, ...rest] = body.trimEnd().split('\r\n');
    expect(head).toBe('Name,Username,Email,State,Role,Membership,Last Activity On,Last Sign-In (UTC)');
    expect(first).toMatch(/^'=1\+1,odd-name,[^,]+,active,Reporter,group member,/);
    expect(rest).toHaveLength(2);
    expect((await call('dana', 'GET', path)).status).toBe(403);
    const { body: events } = await call<{ event_name: string }[]>('ada', 'GET', `/groups/${group.id}/audit_events`);
    expect(events[0]?.event_name).toBe('exported');
  });
});
