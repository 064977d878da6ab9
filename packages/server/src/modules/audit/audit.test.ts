import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditKinds, type AuditKind } from '@milepost/core/accounts/audit';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { recordAudit } from '../../platform/audit.ts';
import { castNames } from '../../testing/cast.ts';
import { tokenFor } from '../../testing/http.ts';
import { saveSettings } from '../admin/commands/settings.ts';
import type { Db } from '../../platform/database/tables.ts';
import { PASSWORD, test as base } from '../../testing/second-factors/browser.ts';
import { codeOf } from '../../testing/second-factors/totp.ts';
import { sendLink, tokenOfLink } from '../users/commands/links.ts';
import { removeOldAuditEvents } from './jobs.ts';

interface Event {
  id: number;
  author_id: number;
  author_name: string;
  author_username: string | null;
  entity_id: number | null;
  entity_type: string;
  entity_current_path: string | null;
  event_name: AuditKind;
  details: Record<string, string | number | null>;
  created_at: string;
}

const test = base
  /** The newest event of a kind, as administrators read it. */
  .extend('newest', ({ call }) => async (kind: AuditKind) => {
    const { body } = await call<Event[]>('root', 'GET', '/audit_events', { event_type: kind, per_page: 1 });
    return body[0];
  })
  /** What an action adds to the log of the installation, oldest first. */
  .extend('recorded', ({ db }) => async (action: () => Promise<unknown>) => {
    const newest = async () =>
      (await sql<{ id: number }>`SELECT coalesce(max(id), 0)::int AS id FROM audit_events`.execute(db)).rows[0]?.id ??
      0;
    const before = await newest();
    await action();
    const { rows } = await sql<{ kind: AuditKind; what: string; author: string }>`
      SELECT kind, coalesce(custom_message, concat_ws(' ', change, change_from, '>', change_to)) AS what, author_name AS author
      FROM audit_events WHERE id > ${before} ORDER BY id`.execute(db);
    return rows.map(({ kind, what }) => `${kind}: ${what}`);
  })
  .extend('countOf', ({ db }) => async (kind: AuditKind) => {
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM audit_events WHERE kind = ${kind}`.execute(db);
    return rows[0]?.count ?? 0;
  });

const event = (db: Db, id: number, kind: AuditKind = 'settings_changed') =>
  recordAudit(
    db,
    { viewer: { id: null }, address: null },
    { kind, of: { namespace: { id: id as never, kind: 'group' } }, what: 'Changed' },
  );

describe('an event', () => {
  test('OG-AU-01: has the published fields', async ({ call, build, world, newest }) => {
    const group = await build.group();
    await call('ada', 'POST', `/groups/${group.id}/members`, { user_id: world.userIds.otto, access_level: 30 });
    const found = await newest('member_added');
    expect(found).toEqual({
      id: expect.any(Number),
      author_id: world.userIds.ada,
      author_name: 'Ada Owner',
      author_username: 'ada',
      entity_id: group.id,
      entity_type: 'Group',
      entity_current_path: group.fullPath,
      event_name: 'member_added',
      details: {
        change: 'access_level',
        from: null,
        to: 'Developer',
        author_name: 'Ada Owner',
        target_id: world.userIds.otto,
        target_type: 'User',
        target_details: 'Otto Outsider',
        ip_address: '127.0.0.1',
        entity_path: group.fullPath,
        request_id: expect.stringMatching(/^[\w-]{36}$/),
      },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const { body } = await call('root', 'GET', `/audit_events/${found?.id ?? 0}`);
    expect(body).toEqual(found);
    const project = await build.project();
    await call('ada', 'PUT', `/projects/${project.id}`, { description: 'New' });
    expect(await newest('settings_changed')).toMatchObject({
      entity_type: 'Project',
      entity_id: project.id,
      details: { custom_message: 'Changed description', target_type: 'Project', target_details: project.fullPath },
    });
    await call('root', 'POST', '/users', {
      username: 'nova',
      name: 'Nova',
      email: 'nova@example.org',
      password: PASSWORD,
    });
    expect(await newest('user_created')).toMatchObject({ entity_type: 'User', details: { target_details: 'Nova' } });
  });

  test('OG-AU-03: is written exactly when the change is', async ({ call, build, world, countOf }) => {
    const group = await build.group();
    const [before, settings] = [await countOf('member_added'), await countOf('settings_changed')];
    const again = { user_id: world.userIds.mina, access_level: 30 };
    expect((await call('ada', 'POST', `/groups/${group.id}/members`, again)).status).toBe(409);
    expect((await call('gwen', 'POST', `/groups/${group.id}/members`, again)).status).toBe(403);
    expect(await countOf('member_added')).toBe(before);
    const failing = world.services.db.transaction().execute(async (trx) => {
      await event(trx, group.id);
      throw new Error('the change fails');
    });
    await expect(failing).rejects.toThrow('the change fails');
    expect(await countOf('settings_changed')).toBe(settings);
  });

  test('OG-AU-04: cannot be changed or deleted, and outlives its author and its group', async ({
    call,
    build,
    db,
    newest,
  }) => {
    const author = await build.user();
    const group = await build.group({ members: { ada: 'owner' } });
    await db.insertInto('members').values({ namespaceId: group.id, userId: author.id, accessLevel: 50 }).execute();
    await recordAudit(
      db,
      { viewer: author, address: '192.0.2.1' },
      {
        kind: 'settings_changed',
        of: { namespace: { id: group.id, kind: 'group' } },
        what: 'Changed description',
      },
    );
    const kept = await newest('settings_changed');
    for (const change of [
      sql`UPDATE audit_events SET author_name = 'Someone else'`,
      sql`DELETE FROM audit_events`,
      sql`UPDATE audit_event_scopes SET namespace_id = 1`,
      sql`DELETE FROM audit_event_scopes`,
      sql`TRUNCATE audit_event_scopes`,
      sql`TRUNCATE audit_events, audit_event_scopes CASCADE`,
    ]) {
      await expect(change.execute(db)).rejects.toMatchObject({ code: '42501' });
    }
    await call('root', 'DELETE', `/users/${author.id}`);
    await call('ada', 'DELETE', `/groups/${group.id}`);
    await call('root', 'DELETE', `/groups/${group.id}`, {
      permanently_remove: 'true',
      full_path: `${group.path}-deletion_scheduled-${group.id}`,
    });
    const { body } = await call<Event>('root', 'GET', `/audit_events/${kept?.id ?? 0}`);
    expect(body).toEqual({ ...kept, author_username: null, entity_current_path: null });
    expect(body).toMatchObject({ author_name: author.name, details: { entity_path: group.fullPath } });
    for (const verb of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect([404, 405]).toContain((await call('root', verb, `/audit_events/${kept?.id ?? 0}`)).status);
    }
  });
});

describe('what is recorded', () => {
  test('OG-AU-02: sign-in, its failure, sessions and passwords', async ({
    browser,
    newcomer,
    recorded,
    newest,
    db,
  }) => {
    const own = browser();
    expect(await recorded(() => own.signIn(newcomer.username, 'a wrong password'))).toEqual([
      'sign_in_failed: Wrong password',
    ]);
    expect(await newest('sign_in_failed')).toMatchObject({
      author_id: -1,
      entity_id: newcomer.id,
      details: { target_details: newcomer.name, ip_address: '127.0.0.1' },
    });
    // A password typed into the wrong field is recorded nowhere.
    expect(await recorded(() => own.signIn('my secret password', PASSWORD))).toEqual([
      'sign_in_failed: Unknown username or email address',
    ]);
    expect(await recorded(() => own.signIn(newcomer.username))).toEqual(['signed_in: Signed in with password']);
    const other = browser();
    await other.signIn(newcomer.username);
    expect(await recorded(() => own.send('DELETE', '/-/sessions'))).toEqual([
      'session_ended: Ended all other sessions',
    ]);
    const change = { current_password: PASSWORD, password: 'another horse battery' };
    expect(await recorded(() => own.send('PUT', '/-/password', change))).toEqual([
      'password_changed: Changed the password',
    ]);
    expect(await recorded(() => own.send('POST', '/-/sign-out'))).toEqual(['signed_out: Signed out']);
    const { rows } = await sql<{ text: string }>`SELECT string_agg(e::text, '') AS text FROM audit_events e`.execute(
      db,
    );
    for (const secret of [PASSWORD, 'my secret password', 'a wrong password', 'another horse battery']) {
      expect(rows[0]?.text).not.toContain(secret);
    }
  });

  test('OG-AU-11: a failed sign-in has the account, the address and the reason, and never what was typed', async ({
    browser,
    newcomer,
    signedIn,
    newest,
    db,
  }) => {
    const { secret } = await signedIn.addTotp();
    const failed = async () => {
      const { entity_id: id, details } = (await newest('sign_in_failed')) as Event;
      return { id, what: details['custom_message'], address: details['ip_address'] };
    };
    const own = browser();
    await own.signIn('typed-into-the-wrong-field', PASSWORD);
    const address = '127.0.0.1';
    expect(await failed()).toEqual({ id: null, what: 'Unknown username or email address', address });
    await own.signIn(newcomer.username, 'typed password');
    expect(await failed()).toEqual({ id: newcomer.id, what: 'Wrong password', address });
    await own.signIn(newcomer.username);
    for (const input of [{ code: '918273' }, { recovery_code: 'typed-recovery' }]) {
      expect((await own.second(input)).status).toBe(401);
      expect(await failed()).toEqual({ id: newcomer.id, what: 'Wrong code', address });
    }
    // Blocked between the two factors.
    await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', newcomer.id).execute();
    expect((await own.second({ code: codeOf(secret) })).status).toBe(403);
    const what = 'Correct second factor, but: Your account is blocked. Ask an administrator to unblock it.';
    expect(await failed()).toEqual({ id: newcomer.id, what, address });
    await own.signIn(newcomer.username);
    expect(await failed()).toMatchObject({ id: newcomer.id, what: expect.stringContaining('blocked'), address });
    const { rows } = await sql<{ text: string }>`SELECT string_agg(e::text, '') AS text FROM audit_events e`.execute(
      db,
    );
    for (const typed of ['typed-into', 'typed password', '918273', 'typed-recovery', PASSWORD])
      expect(rows[0]?.text).not.toContain(typed);
  });

  test('OG-AU-02: factors', async ({ signedIn, newcomer, call, recorded }) => {
    const { secret } = (
      await signedIn.send<{ secret: string }>('POST', '/-/two-factor/totp', { current_password: PASSWORD })
    ).body;
    expect(await recorded(() => signedIn.send('PUT', '/-/two-factor/totp', { code: codeOf(secret) }))).toEqual([
      'second_factor_added: Added an authenticator app',
    ]);
    expect(await recorded(() => signedIn.addPasskey())).toEqual(['second_factor_added: Added the passkey Laptop']);
    expect(await recorded(() => signedIn.send('DELETE', '/-/two-factor/totp', { current_password: PASSWORD }))).toEqual(
      ['second_factor_removed: Removed the authenticator app'],
    );
    expect(await recorded(() => call('root', 'PATCH', `/users/${newcomer.id}/disable_two_factor`))).toEqual([
      `second_factor_removed: Removed every second factor of @${newcomer.username}`,
    ]);
  });

  test('OG-AU-02: accounts', async ({ call, recorded, build }) => {
    const { id, username } = await build.user();
    const path = `/users/${id}`;
    expect(await recorded(() => call('root', 'PUT', path, { admin: true, email: `${username}@new.example` }))).toEqual([
      'administrator_added: admin false > true',
      expect.stringMatching(/^email_changed: email .* > .*@new.example$/),
    ]);
    await build.user({ isAdmin: true, passwordHash: 'x' });
    expect(await recorded(() => call('root', 'PUT', path, { admin: false, password: PASSWORD }))).toEqual([
      'password_changed: Set another password',
      'administrator_removed: admin true > false',
    ]);
    for (const [step, title] of [
      ['block', 'Blocked'],
      ['unblock', 'Unblocked'],
      ['ban', 'Banned'],
      ['unban', 'Unbanned'],
    ] as const) {
      const seen = await recorded(() => call('root', 'POST', `${path}/${step}`));
      expect(seen).toEqual([`user_${step}${step.endsWith('ban') ? 'ned' : 'ed'}: ${title} @${username}`]);
    }
    expect(await recorded(() => call('root', 'DELETE', path))).toEqual([`user_deleted: Deleted @${username}`]);
  });

  test('OG-AU-02: tokens of people, groups and projects', async ({ call, recorded, build, world, newest }) => {
    const own = `/users/${world.userIds.ada}/personal_access_tokens`;
    let id = 0;
    const make = async () => {
      const { body } = await call<{ id: number }>('root', 'POST', own, { name: 'Robot', scopes: ['api'] });
      ({ id } = body);
    };
    const scopes = 'with the scopes api';
    expect(await recorded(make)).toEqual([`access_token_created: Created an access token ${scopes}`]);
    expect(await recorded(() => call('ada', 'DELETE', `/personal_access_tokens/${id}`))).toEqual([
      `access_token_revoked: Revoked an access token ${scopes}`,
    ]);
    const group = await build.group();
    const path = `/groups/${group.id}/access_tokens`;
    const makeOfGroup = async () => {
      const { body } = await call<{ id: number }>('ada', 'POST', path, { name: 'Deploy', scopes: ['api'] });
      ({ id } = body);
    };
    expect(await recorded(makeOfGroup)).toEqual([
      `access_token_created: Created an access token ${scopes}`,
      'member_added: access_level > Maintainer',
    ]);
    expect(await newest('access_token_created')).toMatchObject({
      entity_type: 'Group',
      entity_id: group.id,
      details: { target_type: 'GroupAccessToken', target_id: id, target_details: 'Deploy' },
    });
    const rotate = async () => {
      const { body } = await call<{ id: number }>('ada', 'POST', `${path}/${id}/rotate`);
      ({ id } = body);
    };
    expect(await recorded(rotate)).toEqual([`access_token_rotated: Rotated an access token ${scopes}`]);
    expect(await recorded(() => call('ada', 'DELETE', `${path}/${id}`))).toEqual([
      `access_token_revoked: Revoked an access token ${scopes}`,
      'member_removed: Removed the member',
    ]);
  });

  test('OG-AU-02: members, roles and group links', async ({ call, recorded, build, world }) => {
    const [group, guests] = [await build.group(), await build.group()];
    const members = `/groups/${group.id}/members`;
    const { otto } = world.userIds;
    expect(await recorded(() => call('ada', 'POST', members, { user_id: otto, access_level: 10 }))).toEqual([
      'member_added: access_level > Guest',
    ]);
    expect(await recorded(() => call('ada', 'PUT', `${members}/${otto}`, { access_level: 30 }))).toEqual([
      'member_updated: access_level Guest > Developer',
    ]);
    expect(await recorded(() => call('ada', 'DELETE', `${members}/${otto}`))).toEqual([
      'member_removed: Removed the member',
    ]);
    const link = { group_id: guests.id, group_access: 20 };
    expect(await recorded(() => call('ada', 'POST', `/groups/${group.id}/share`, link))).toEqual([
      'group_link_added: access_level > Reporter',
    ]);
    expect(await recorded(() => call('ada', 'DELETE', `/groups/${group.id}/share/${guests.id}`))).toEqual([
      'group_link_removed: Ended sharing with the group',
    ]);
  });

  test('OG-AU-02: settings, visibility, names, transfers, archiving, deletion and restoring', async ({
    call,
    recorded,
    build,
  }) => {
    const [top, target] = [await build.group(), await build.group()];
    let id = 0;
    const make = async () => {
      const input = { name: 'Planning', path: 'planning', parent_id: top.id };
      ({ id } = (await call<{ id: number }>('ada', 'POST', '/groups', input)).body);
    };
    expect(await recorded(make)).toEqual(['namespace_created: Created the group']);
    const path = `/groups/${id}`;
    expect(
      await recorded(() => call('ada', 'PUT', path, { name: 'Plans', path: 'plans', description: 'All' })),
    ).toEqual([
      'settings_changed: name Planning > Plans',
      'settings_changed: Changed description',
      `namespace_renamed: path ${top.fullPath}/planning > ${top.fullPath}/plans`,
    ]);
    await call('ada', 'PUT', `/groups/${top.id}`, { visibility: 'public' });
    expect(await recorded(() => call('ada', 'PUT', path, { visibility: 'public' }))).toEqual([
      'visibility_changed: visibility private > public',
    ]);
    await call('ada', 'PUT', path, { visibility: 'private' });
    expect(await recorded(() => call('ada', 'POST', `${path}/transfer`, { group_id: target.id }))).toEqual([
      `namespace_transferred: path ${top.fullPath}/plans > ${target.fullPath}/plans`,
    ]);
    expect(await recorded(() => call('ada', 'POST', `${path}/archive`))).toEqual(['namespace_archived: Archived']);
    expect(await recorded(() => call('ada', 'POST', `${path}/unarchive`))).toEqual([
      'namespace_unarchived: Unarchived',
    ]);
    expect(await recorded(() => call('ada', 'DELETE', path))).toEqual([
      'deletion_scheduled: Marked the group for deletion',
    ]);
    expect(await recorded(() => call('ada', 'POST', `${path}/restore`))).toEqual([
      'namespace_restored: Restored the group',
    ]);
    await call('ada', 'DELETE', path);
    const remove = async () => {
      const { body } = await call<{ full_path: string }>('ada', 'GET', path);
      await call('ada', 'DELETE', path, { permanently_remove: 'true', full_path: body.full_path });
    };
    expect(await recorded(remove)).toEqual(['namespace_deleted: Deleted the group']);
  });

  test('OG-AU-02: webhooks, protected environments and exports', async ({ call, recorded, build, newest, send }) => {
    const project = await build.project({ visibility: 'public' });
    const hooks = `/projects/${project.id}/hooks`;
    let id = 0;
    const make = async () => {
      const url = 'https://hooks.example/secret-path?token=secret';
      ({ id } = (await call<{ id: number }>('ada', 'POST', hooks, { url })).body);
    };
    expect(await recorded(make)).toEqual(['webhook_created: Added a webhook']);
    expect(JSON.stringify(await newest('webhook_created'))).not.toContain('secret');
    expect(await recorded(() => call('ada', 'PUT', `${hooks}/${id}`, { note_events: true }))).toEqual([
      'webhook_updated: Changed a webhook',
    ]);
    expect(await recorded(() => call('ada', 'DELETE', `${hooks}/${id}`))).toEqual([
      'webhook_deleted: Removed a webhook',
    ]);
    const protections = `/projects/${project.id}/protected_environments`;
    const rules = { name: 'production', deploy_access_levels: [{ access_level: 40 }] };
    expect(await recorded(() => call('ada', 'POST', protections, rules))).toEqual([
      'environment_protected: Protected the environment',
    ]);
    const added = { approval_rules: [{ access_level: 40 }] };
    expect(await recorded(() => call('ada', 'PUT', `${protections}/production`, added))).toEqual([
      'environment_protection_changed: Changed the protection of the environment',
    ]);
    expect(await recorded(() => call('ada', 'DELETE', `${protections}/production`))).toEqual([
      'environment_unprotected: Ended the protection of the environment',
    ]);
    expect(await recorded(() => call('gwen', 'GET', `/projects/${project.id}/issues.csv`))).toEqual([
      'exported: Exported issues as CSV',
    ]);
    expect(await recorded(() => send({ url: `/api/v4/projects/${project.id}/issues.csv` }))).toEqual([]);
  });

  test('OG-AU-11: settings of the installation, without their secrets', async ({ as, recorded }) => {
    const save = (values: Partial<Record<string, string>>) => () => saveSettings(as('root'), 'mail', values);
    const [plain, secret] = ['MILEPOST_SMTP_FROM', 'MILEPOST_SMTP_URL'];
    expect(
      await recorded(save({ [plain]: 'Plan <plan@example.org>', [secret]: 'smtp://u:hidden@mail.example:25' })),
    ).toEqual([
      'instance_settings_changed: MILEPOST_SMTP_URL > [masked]',
      'instance_settings_changed: MILEPOST_SMTP_FROM > Plan <plan@example.org>',
    ]);
    await save({ [plain]: '', [secret]: '' })();
  });

  test('OG-AU-02: approvals, resets, codes, changed links, plans, destinations and sites', async ({
    call,
    recorded,
    build,
    signedIn,
    newcomer,
    send,
    services,
    db,
  }) => {
    const kindsOf = async (action: () => Promise<unknown>) =>
      (await recorded(action)).map((each) => each.split(':')[0]);
    const waiting = async () => `/users/${(await build.user({ state: 'blocked_pending_approval' })).id}`;
    const [approved, rejected] = [await waiting(), await waiting()];
    expect(await kindsOf(() => call('root', 'POST', `${approved}/approve`))).toEqual(['user_approved']);
    expect(await kindsOf(() => call('root', 'POST', `${rejected}/reject`))).toEqual(['user_rejected']);
    for (const [step, kind] of [
      ['block', 'user_blocked'],
      ['unblock', 'user_unblocked'],
      ['ban', 'user_banned'],
      ['unban', 'user_unbanned'],
    ] as const) {
      expect(await kindsOf(() => call('root', 'POST', `${approved}/${step}`))).toEqual([kind]);
    }
    await signedIn.addTotp();
    const codes = () => signedIn.send('POST', '/-/two-factor/recovery-codes', { current_password: PASSWORD });
    expect(await kindsOf(codes)).toEqual(['recovery_codes_replaced']);
    await sendLink(services, db, { userId: newcomer.id, email: newcomer.email, purpose: 'reset' });
    const { nonce } = await db
      .selectFrom('accountLinks')
      .select('nonce')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const url = `/-/reset-password/${tokenOfLink(services.secret, nonce)}`;
    const reset = () => send({ method: 'POST', url, payload: { password: 'another horse battery' } });
    expect(await kindsOf(reset)).toEqual(['password_reset']);

    const [group, guests] = [await build.group(), await build.group()];
    await call('ada', 'POST', `/groups/${group.id}/share`, { group_id: guests.id, group_access: 20 });
    const share = () => call('ada', 'PUT', `/groups/${group.id}/share/${guests.id}`, { group_access: 10 });
    expect(await recorded(share)).toEqual(['group_link_updated: access_level Reporter > Guest']);
    const plan = { plan_code: 'team', plan_name: 'Team', seats: 5, start_date: '2026-01-01' };
    const subscription = `/namespaces/${group.id}/gitlab_subscription`;
    expect(await recorded(() => call('root', 'PUT', subscription, plan))).toContain('settings_changed: plan > team');
    expect(await recorded(() => call('root', 'DELETE', subscription))).toContain('settings_changed: plan team >');

    services.webhooksAllowLocal = true;
    const streams = `/groups/${group.id}/audit_event_streams`;
    let path = '';
    const add = async () => {
      const input = { name: 'Events', url: 'http://127.0.0.1:9/' };
      path = `${streams}/${(await call<{ id: number }>('ada', 'POST', streams, input)).body.id}`;
    };
    expect(await kindsOf(add)).toEqual(['audit_stream_created']);
    expect(await kindsOf(() => call('ada', 'PUT', path, { name: 'SIEM' }))).toEqual(['audit_stream_updated']);
    expect(await kindsOf(() => call('ada', 'DELETE', path))).toEqual(['audit_stream_deleted']);

    let site = '';
    const addSite = async () => {
      const input = { name: 'Away', url: 'https://away.milepost.test' };
      site = `/geo_sites/${(await call<{ id: number }>('root', 'POST', '/geo_sites', input)).body.id}`;
    };
    expect(await recorded(addSite)).toEqual(['site_changed: Added the site Away']);
    expect(await recorded(() => call('root', 'PUT', site, { enabled: false }))).toEqual([
      'site_changed: Changed the site Away',
    ]);
    expect(await recorded(() => call('root', 'DELETE', site))).toEqual(['site_changed: Removed the site Away']);
  });

  test('OG-AU-02: every kind of event is named in a test', () => {
    const root = join(import.meta.dirname, '../..');
    const tests = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
    const texts = tests.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    expect(auditKinds.filter((kind) => !new RegExp(`['"\`^]${kind}\\b`).test(texts))).toEqual([]);
  });
});

describe('the logs', () => {
  test('OG-AU-05: are for administrators, owners and maintainers', async ({ call, build, newest }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group, visibility: 'public' });
    await call('ada', 'PUT', `/groups/${group.id}`, { description: 'Changed' });
    const { id = 0 } = (await newest('settings_changed')) ?? {};
    const statuses = async (path: string) =>
      Object.fromEntries(
        await Promise.all(castNames.map(async (name) => [name, (await call(name, 'GET', path)).status] as const)),
      );
    const below = { otto: 403, gwen: 403, paul: 403, rita: 403, dana: 403 };
    expect(await statuses('/audit_events')).toEqual({ ...below, nobody: 401, mina: 403, ada: 403, root: 200 });
    for (const path of [`/groups/${group.id}/audit_events`, `/groups/${group.id}/audit_events/${id}`]) {
      expect(await statuses(path)).toEqual({ ...below, nobody: 401, mina: 403, ada: 200, root: 200 });
    }
    expect(await statuses(`/projects/${project.id}/audit_events`)).toEqual({
      ...below,
      nobody: 401,
      mina: 200,
      ada: 200,
      root: 200,
    });
    const other = await build.group();
    expect((await call('ada', 'GET', `/groups/${other.id}/audit_events/${id}`)).status).toBe(404);
    expect((await call('ada', 'GET', `/projects/${project.id}/audit_events/${id}`)).status).toBe(404);
  });

  test('OG-AU-06: are filtered by time and object, and paged by number or key', async ({ call, build, db }) => {
    const group = await build.group();
    const project = await build.project({ group });
    for (let each = 0; each < 5; each += 1) await event(db, group.id);
    await recordAudit(
      db,
      { viewer: { id: null }, address: null },
      {
        kind: 'settings_changed',
        of: { namespace: { id: project.id, kind: 'project' } },
        what: 'Changed',
      },
    );
    const path = `/groups/${group.id}/audit_events`;
    const ids = async (input: object) => (await call<Event[]>('ada', 'GET', path, input)).body.map((each) => each.id);
    const all = await ids({ event_type: 'settings_changed' });
    expect(all).toHaveLength(6);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    expect(await ids({ entity_type: 'Project', entity_id: project.id, event_type: 'settings_changed' })).toEqual([
      all[0],
    ]);
    expect(await ids({ created_after: '2999-01-01' })).toEqual([]);
    expect(await ids({ created_before: '2001-01-01' })).toEqual([]);
    expect(
      await ids({ created_after: '2001-01-01', created_before: '2999-01-01', event_type: 'settings_changed' }),
    ).toEqual(all);
    for (const input of [{ entity_id: project.id }, { entity_type: 'Epic' }, { created_after: 'tomorrow' }]) {
      expect((await call('ada', 'GET', path, input)).status).toBe(400);
    }
    const second = await call<Event[]>('ada', 'GET', path, { event_type: 'settings_changed', per_page: 4, page: 2 });
    expect(second.body.map(({ id }) => id)).toEqual(all.slice(4));
    expect(second.headers).toMatchObject({ 'x-total': '6' });
    const oldestFirst = { event_type: 'settings_changed', sort: 'asc', per_page: 4 };
    expect(await ids(oldestFirst)).toEqual(all.toReversed().slice(0, 4));
    expect(await ids({ ...oldestFirst, page: 2 })).toEqual(all.toReversed().slice(4));
    expect((await call('ada', 'GET', path, { sort: 'up' })).status).toBe(400);
    for (const sort of ['desc', 'asc']) {
      let [url, found]: [string | null, number[]] = [
        `${path}?event_type=settings_changed&pagination=keyset&per_page=4&sort=${sort}`,
        [],
      ];
      while (url !== null) {
        const page: { body: Event[]; headers: Readonly<Record<string, unknown>> } = await call<Event[]>(
          'ada',
          'GET',
          url,
        );
        found = [...found, ...page.body.map(({ id }) => id)];
        url = /\/api\/v4([^>]*)>; rel="next"/.exec((page.headers['link'] as string | undefined) ?? '')?.[1] ?? null;
      }
      expect(found).toEqual(sort === 'asc' ? all.toReversed() : all);
    }
  });

  test('OG-AU-07: that of a group has what is below it, and what the retention removes is counted', async ({
    call,
    build,
    db,
    world,
    newest,
  }) => {
    const group = await build.group();
    const [below, beside] = [await build.group({ parent: group }), await build.group()];
    const project = await build.project({ group: below });
    await call('ada', 'PUT', `/projects/${project.id}`, { description: 'Deep' });
    const entities = async (id: number) =>
      (await call<Event[]>('ada', 'GET', `/groups/${id}/audit_events`, { event_type: 'settings_changed' })).body.map(
        (each) => each.entity_id,
      );
    expect([await entities(group.id), await entities(below.id), await entities(beside.id)]).toEqual([
      [project.id],
      [project.id],
      [],
    ]);
    await sql`INSERT INTO audit_events (created_at, kind, author_name, entity_type, target_type, target_details, custom_message)
      SELECT now() - interval '31 days', 'exported', 'Old', 'Gitlab::Audit::InstanceScope', 'x', '', 'x' FROM generate_series(1, 3)`.execute(
      db,
    );
    const remove = (auditRetentionDays: number | null) =>
      removeOldAuditEvents.run({ ...world.services, auditRetentionDays }, {}, new AbortController().signal);
    const countOfOld = async () =>
      (
        await sql<{ count: number }>`SELECT count(*)::int AS count FROM audit_events WHERE author_name = 'Old'`.execute(
          db,
        )
      ).rows[0]?.count;
    await remove(null);
    await remove(32);
    expect(await countOfOld()).toBe(3);
    await remove(30);
    expect(await countOfOld()).toBe(0);
    expect(await newest('events_removed')).toMatchObject({
      author_name: 'System',
      details: { custom_message: 'Removed 3 audit events older than 30 days' },
    });
    expect(await entities(group.id)).toEqual([project.id]);
  });

  test('OG-AU-09: are exported as the list shows them, with safe cells, and the export is recorded', async ({
    send,
    call,
    build,
    db,
    world,
    recorded,
  }) => {
    const group = await build.group();
    await recordAudit(
      db,
      { viewer: { id: null }, address: null },
      {
        kind: 'settings_changed',
        of: { namespace: { id: group.id, kind: 'group' } },
        target: { type: 'Group', id: group.id, details: '=HYPERLINK("https://evil.example")' },
        what: '@SUM(1)',
      },
    );
    for (let each = 0; each < 600; each += 1) await event(db, group.id);
    const path = `/groups/${group.id}/audit_events`;
    const filter = 'event_type=settings_changed';
    const headers = { 'private-token': await tokenFor(world, 'ada') };
    let text = '';
    const fetchCsv = async () => {
      const answer = await send({ url: `/api/v4${path}.csv?${filter}`, headers });
      text = answer.body as string;
    };
    expect(await recorded(fetchCsv)).toContain('exported: Exported the audit log as CSV');
    const lines = text.trimEnd().split('\r\n');
    const listed: number[] = [];
    for (let page = 1; page <= 7; page += 1) {
      const { body } = await call<Event[]>('ada', 'GET', path, { event_type: 'settings_changed', per_page: 100, page });
      listed.push(...body.map(({ id }) => id));
    }
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(listed);
    expect(listed).toHaveLength(601);
    expect(lines.at(-1)).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(lines.at(-1)).toContain(",'@SUM(1),");
  });
});
