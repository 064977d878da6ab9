import { nothingChanged } from '@milepost/core/live';
import type { Visibility } from '@milepost/core/roles';
import { type RawBuilder, sql } from 'kysely';
import type { LinkId } from '@milepost/core/ids';
import { httpServer } from '../../platform/http/server.ts';
import { notifyingAfter } from '../../platform/live/sender.ts';
import { notifyOfRecent } from './store.ts';
import { addLiveStream } from './rest/stream.ts';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { castNames, type CastName } from '../../testing/cast.ts';
import { test as base, tokenFor } from '../../testing/http.ts';
import { openLive, untilAllDelivered, type LivePage } from '../../testing/live.ts';
import { removeMember } from '../members/commands.ts';
import { createNote } from '../notes/commands.ts';
import { deleteNamespace } from '../namespaces/commands/lifecycle.ts';
import { updateGroup } from '../namespaces/commands/writing.ts';
import { closeWorkItem, createWorkItem, deleteWorkItem, updateWorkItem } from '../work-items/commands.ts';

import { linkItems } from '../links/commands.ts';
import { beginSession, revokeSessions, signOut } from '../users/commands/sessions.ts';
import { updateLabel } from '../labels/commands.ts';

const test = base
  .extend('address', { scope: 'file' }, ({ server }) => server.listen({ port: 0, host: '127.0.0.1' }))
  .extend('listen', ({ address, world }, { onCleanup }) => {
    const pages: LivePage[] = [];
    onCleanup(() => {
      for (const page of pages) page.close();
    });
    return async (who: CastName, query: string): Promise<LivePage> => {
      const headers: Record<string, string> = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
      const page = await openLive(`${address}/-/live?${query}`, headers);
      pages.push(page);
      return page;
    };
  });

const bareServer = () => httpServer({ logLevel: 'error', secret: 's'.repeat(32), isSecure: false, fileLimit: 1 });

describe('live updates', () => {
  test('name the changed item and its ancestors', async ({ as, build, listen }) => {
    const group = await build.group();
    const theme = await build.epic({ group });
    const feature = await build.epic({ parent: theme });
    const issue = await build.issue({ parent: feature });
    const page = await listen('gwen', `group=${group.fullPath}`);
    await closeWorkItem(as('ada'), issue.id);
    const answered = await page.until(({ items }) => items.length > 0);
    expect(answered).toEqual({
      ...nothingChanged,
      items: [issue.id],
      epics: expect.arrayContaining([theme.id, feature.id]),
    });
    expect(answered.epics).toHaveLength(2);
    for (const title of ['one', 'two', 'three']) {
      page.forget();
      await updateWorkItem(as('ada'), issue.id, { title });
      expect((await page.until(({ items }) => items.length > 0)).items).toEqual([issue.id]);
    }
  });

  test('contain ids only, never the new values', async ({ as, build, listen }) => {
    const group = await build.group();
    const epic = await build.epic({ group, title: 'before' });
    const page = await listen('gwen', `group=${group.fullPath}`);
    await updateWorkItem(as('ada'), epic.id, { title: 'a secret word' });
    await page.until(({ epics }) => epics.includes(epic.id));
    expect(JSON.stringify(page.messages)).not.toContain('secret');
    expect(page.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(page.headers.get('x-accel-buffering')).toBe('no');
  });

  describe('are not sent to viewers who may not see the item', () => {
    const insiders: readonly CastName[] = ['paul', 'rita', 'dana', 'mina', 'ada', 'root'];
    const cases: readonly { visibility: Visibility; isConfidential: boolean; recipients: readonly CastName[] }[] = [
      { visibility: 'public', isConfidential: false, recipients: castNames },
      { visibility: 'public', isConfidential: true, recipients: insiders },
      { visibility: 'internal', isConfidential: false, recipients: castNames.filter((name) => name !== 'nobody') },
      { visibility: 'internal', isConfidential: true, recipients: insiders },
      { visibility: 'private', isConfidential: false, recipients: ['gwen', ...insiders] },
      { visibility: 'private', isConfidential: true, recipients: insiders },
    ] satisfies { visibility: Visibility; isConfidential: boolean; recipients: readonly CastName[] }[];
    for (const { visibility, isConfidential, recipients } of cases) {
      test(`${visibility} group, ${isConfidential ? 'confidential' : 'ordinary'} epic in a subgroup`, async ({
        as,
        build,
        db,
        listen,
      }) => {
        const top = await build.group({ visibility: 'public' });
        const group = await build.group({ parent: top, visibility });
        const epic = await build.epic({ group, confidential: isConfidential });
        const pages = await Promise.all(castNames.map((name) => listen(name, `group=${top.fullPath}`)));
        await updateWorkItem(as('ada'), epic.id, { title: 'other' });
        await closeWorkItem(as('ada'), epic.id);
        await untilAllDelivered(db, top.id, pages);
        const notified = castNames.filter((_name, index) => pages[index]?.messages.length);
        expect(notified).toEqual(castNames.filter((name) => recipients.includes(name)));
        for (const page of pages) page.forget();
        await deleteWorkItem(as('ada'), epic.id);
        await untilAllDelivered(db, top.id, pages);
        expect(castNames.filter((_name, index) => pages[index]?.messages.length)).toEqual(notified);
      });
    }

    test('a group one may not see cannot be watched at all', async ({ build, listen }) => {
      const group = await build.group({ visibility: 'private' });
      expect((await listen('nobody', `group=${group.fullPath}`)).status).toBe(404);
      expect((await listen('otto', `group=${group.fullPath}`)).status).toBe(404);
      expect((await listen('gwen', `group=${group.fullPath}`)).status).toBe(200);
      expect((await listen('gwen', `project=${group.fullPath}`)).status).toBe(404);
      expect((await listen('gwen', '')).status).toBe(404);
    });

    test('author and assignees are notified of a confidential item, other guests are not', async ({
      as,
      build,
      db,
      listen,
    }) => {
      const group = await build.group({ members: { ada: 'owner', gwen: 'guest', otto: 'guest', rita: 'guest' } });
      const epic = await build.epic({ group, confidential: true, author: 'gwen', assignees: ['otto'] });
      const [author, assignee, other] = await Promise.all(
        (['gwen', 'otto', 'rita'] as const).map((name) => listen(name, `group=${group.fullPath}`)),
      );
      await updateWorkItem(as('ada'), epic.id, { title: 'other' });
      await author?.until(({ epics }) => epics.includes(epic.id));
      await assignee?.until(({ epics }) => epics.includes(epic.id));
      await untilAllDelivered(db, group.id, other ? [other] : []);
      expect(other?.messages).toEqual([]);
    });

    test('viewers who lose access to an item that becomes confidential are notified to remove it', async ({
      as,
      build,
      listen,
    }) => {
      const group = await build.group({ visibility: 'public' });
      const epic = await build.epic({ group });
      const [visitor, planner] = [
        await listen('nobody', `group=${group.fullPath}`),
        await listen('paul', `group=${group.fullPath}`),
      ];
      await updateWorkItem(as('ada'), epic.id, { isConfidential: true });
      expect(await visitor.until(({ removed }) => removed.length > 0)).toEqual({
        ...nothingChanged,
        removed: [epic.id],
      });
      expect(await planner.until(({ epics }) => epics.length > 0)).toEqual({ ...nothingChanged, epics: [epic.id] });
    });

    test('a confidential child and its contribution to sums are not sent; inherited dates of ancestors are', async ({
      as,
      build,
      db,
      listen,
    }) => {
      const group = await build.group({ visibility: 'public' });
      const theme = await build.epic({ group });
      const hidden = await build.epic({ parent: theme, confidential: true });
      const [visitor, planner] = [
        await listen('nobody', `group=${group.fullPath}`),
        await listen('paul', `group=${group.fullPath}`),
      ];
      await updateWorkItem(as('ada'), hidden.id, { title: 'other' });
      await closeWorkItem(as('ada'), hidden.id);
      await planner.until(({ epics }) => epics.includes(theme.id));
      await untilAllDelivered(db, group.id, [visitor]);
      expect(visitor.messages).toEqual([]);
      await updateWorkItem(as('ada'), hidden.id, { startDateFixed: '2026-01-05' });
      expect(await visitor.until(({ epics }) => epics.length > 0)).toEqual({ ...nothingChanged, epics: [theme.id] });
    });

    test('a link is sent to those who may read both ends', async ({ as, build, db, listen }) => {
      const group = await build.group({ visibility: 'public' });
      const [open, hidden] = [await build.epic({ group }), await build.epic({ group, confidential: true })];
      const [visitor, planner] = [
        await listen('nobody', `group=${group.fullPath}`),
        await listen('paul', `group=${group.fullPath}`),
      ];
      await linkItems(as('ada'), { itemId: open.id, linkType: 'blocks', otherIds: [hidden.id] });
      await planner.until(({ epics }) => epics.length === 2);
      await untilAllDelivered(db, group.id, [visitor]);
      expect(visitor.messages).toEqual([]);
    });

    test('an internal note is sent to those who are planners there', async ({ as, build, db, listen }) => {
      const group = await build.group({ visibility: 'public' });
      const epic = await build.epic({ group });
      const [visitor, planner] = [
        await listen('nobody', `group=${group.fullPath}`),
        await listen('paul', `group=${group.fullPath}`),
      ];
      await createNote(as('ada'), { workItemId: epic.id, body: 'between us', isInternal: true });
      expect(await planner.until(({ discussions }) => discussions.length > 0)).toEqual({
        ...nothingChanged,
        discussions: [epic.id],
      });
      await untilAllDelivered(db, group.id, [visitor]);
      expect(visitor.messages).toEqual([]);
      await createNote(as('ada'), { workItemId: epic.id, body: 'for all' });
      await visitor.until(({ discussions }) => discussions.includes(epic.id));
    });
  });

  test('TM-PM-09: follow the viewer: a role taken away ends the stream within 5 seconds, a new one extends it', async ({
    as,
    build,
    db,
    listen,
    world,
  }) => {
    const group = await build.group({ members: { ada: 'owner', gwen: 'guest' } });
    const page = await listen('gwen', `group=${group.fullPath}`);
    await db
      .updateTable('members')
      .set({ accessLevel: 15 })
      .where('namespaceId', '=', group.id)
      .where('userId', '=', world.userIds.gwen)
      .execute();
    await page.until(({ all }) => all);
    const taken = performance.now();
    await removeMember(as('ada'), group, world.userIds.gwen);
    await page.untilClosed();
    expect(performance.now() - taken).toBeLessThan(5000);
  });

  test('end within seconds of the token, and of the account', async ({ address, build, db, world }) => {
    const group = await build.group({ members: { ada: 'owner', gwen: 'guest' } });
    const url = `${address}/-/live?group=${group.fullPath}`;
    const setRevoked = (revokedAt: Date | null) =>
      db
        .updateTable('personalAccessTokens')
        .set({ revokedAt })
        .where('userId', '=', world.userIds.gwen)
        .where('name', 'like', '%read_api%')
        .execute();
    const page = await openLive(url, { 'private-token': await tokenFor(world, 'gwen', ['read_api']) });
    expect(page.status).toBe(200);
    // The server ends the connection with the stream: a client that keeps connections must not use it again.
    expect(page.headers.get('connection')).toBe('close');
    await setRevoked(new Date());
    await page.untilClosed();
    await setRevoked(null);
    const other = await openLive(url, { 'private-token': await tokenFor(world, 'gwen') });
    await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', world.userIds.gwen).execute();
    await other.untilClosed();
    await db.updateTable('users').set({ state: 'active' }).where('id', '=', world.userIds.gwen).execute();
    expect((await openLive(url, { 'private-token': 'wrong' })).status).toBe(401);
  });

  test('TM-PW-12: end with the session, on whichever server it is revoked', async ({
    address,
    as,
    build,
    db,
    world,
  }) => {
    const group = await build.group({ members: { ada: 'owner' } });

    const secret = await beginSession(db, world.userIds.ada, { ip: null, userAgent: null });
    const page = await openLive(`${address}/-/live?group=${group.fullPath}`, { cookie: `_gitlab_session=${secret}` });
    expect(page.status).toBe(200);
    const kept = await beginSession(db, world.userIds.ada, { ip: null, userAgent: null });
    const other = await openLive(`${address}/-/live?group=${group.fullPath}`, { cookie: `_gitlab_session=${kept}` });
    expect(other.status).toBe(200);
    await revokeSessions(as('ada'), kept);
    const revokedAt = performance.now();
    await page.untilClosed();
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    await signOut(db, kept, '127.0.0.1');
    await other.untilClosed();
  });

  test('reach children in other namespaces, and no pages that watch something else', async ({ as, build, listen }) => {
    const top = await build.group();
    const [one, two] = [await build.group({ parent: top }), await build.group({ parent: top })];
    const theme = await build.epic({ group: one });
    const child = await build.epic({ parent: theme, group: two });
    const stranger = await build.epic({ group: two });
    const page = await listen('gwen', `group=${one.fullPath}`);
    await updateWorkItem(as('ada'), stranger.id, { title: 'other item' });
    await updateWorkItem(as('ada'), child.id, { title: 'below' });
    await page.until(({ epics }) => epics.includes(child.id));
    expect(new Set(page.received().epics)).toEqual(new Set([theme.id, child.id]));
  });

  test('cover labels, milestones, namespaces and imports as one change', async ({ as, build, db, listen }) => {
    const group = await build.group();
    const sub = await build.group({ parent: group });
    const hidden = await build.group({ visibility: 'private', members: { ada: 'owner' } });
    const label = await build.label({ namespace: group });
    const page = await listen('gwen', `group=${sub.fullPath}`);
    await updateLabel(as('ada'), label.id, { title: 'renamed' });
    await page.until(({ labels }) => labels.includes(label.id));
    await updateGroup(as('ada'), hidden.id, { name: 'unheard' });
    await untilAllDelivered(db, sub.id, [page]);
    expect(page.received().all).toBe(false);
    await updateGroup(as('ada'), group.id, { name: 'renamed' });
    await page.until(({ all }) => all);
  });

  test('of a deleted group reach those who saw it', async ({ as, build, db, listen }) => {
    const top = await build.group({ visibility: 'public' });
    const [open, closed] = [
      await build.group({ parent: top }),
      await build.group({ parent: top, visibility: 'private' }),
    ];
    const [visitor, member] = [
      await listen('nobody', `group=${top.fullPath}`),
      await listen('gwen', `group=${top.fullPath}`),
    ];
    await deleteNamespace(as('ada'), 'group', closed.id);
    await member.until(({ all }) => all);
    await untilAllDelivered(db, top.id, [visitor]);
    expect(visitor.messages).toEqual([]);
    await deleteNamespace(as('ada'), 'group', open.id);
    await visitor.until(({ all }) => all);
  });

  test('a reconnecting page gets missed messages, or is notified to reload', async ({ address, as, build, world }) => {
    const began = performance.now();
    const group = await build.group();
    const url = `${address}/-/live?group=${group.fullPath}`;
    const headers = { 'private-token': await tokenFor(world, 'gwen') };
    const page = await openLive(url, headers);
    const { lastId } = page;
    page.close();
    const epic = await createWorkItem(as('ada'), { namespace: group, type: 'epic', title: 'missed' });
    const again = await openLive(url, { ...headers, 'last-event-id': lastId ?? '' });
    expect(await again.until(({ epics }) => epics.length > 0)).toEqual({ ...nothingChanged, epics: [epic.id] });
    // The server subtracts the age from the time at which the request arrives, which is later than now.
    const aged = await openLive(`${url}&age=${Math.ceil(performance.now() - began)}`, headers);
    expect((await aged.until(({ epics, all }) => all || epics.length > 0)).epics).toContain(epic.id);
    const lost = await openLive(`${url}&since=ffffffffffff-3`, headers);
    expect(await lost.until(({ all }) => all)).toEqual({ ...nothingChanged, all: true });
    for (const each of [again, aged, lost]) each.close();
  });

  test('a rolled back change is not sent', async ({ as, build, db, listen }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const page = await listen('gwen', `group=${group.fullPath}`);
    const failing = as('ada').transaction(async (trx) => {
      await updateWorkItem(as('ada').within(trx), epic.id, { title: 'never' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await untilAllDelivered(db, group.id, [page]);
    expect(page.messages).toEqual([]);
  });
});

describe('the server of live updates', () => {
  test('limits the pages of each person, and of all of them together', async ({ build, db, services, world }) => {
    const group = await build.group({ visibility: 'public' });
    const server = await bareServer();
    const limits = { ofUser: 2, ofVisitors: 1, ofSite: 4 };
    addLiveStream(server, services, limits);
    const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/-/live?group=${group.fullPath}`;
    const headers = { 'private-token': await tokenFor(world, 'gwen') };
    const open = [await openLive(url, headers), await openLive(url, headers), await openLive(url)];
    const refused = await openLive(url, headers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await openLive(url)).status).toBe(429);
    open.push(await openLive(url, { 'private-token': await tokenFor(world, 'ada') }));
    expect((await openLive(url, { 'private-token': await tokenFor(world, 'paul') })).status).toBe(429);
    open[0]?.close();
    const paul = { 'private-token': await tokenFor(world, 'paul') };
    await expect.poll(async () => (await openLive(url, paul)).status).toBe(200);
    // Closing the server does not wait for open streams, which may never end.
    await server.close();
    await open[1]?.untilClosed();
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE application_name = 'milepost live' AND datname = current_database()`.execute(db);
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  test('receives what another process did, and after a gap has every page look at everything', async ({
    as,
    build,
    db,
    services,
    world,
  }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const headers = { 'private-token': await tokenFor(world, 'gwen') };
    const servers = [await bareServer(), await bareServer()];
    const pages = await Promise.all(
      servers.map(async (server) => {
        addLiveStream(server, services);
        const address = await server.listen({ port: 0, host: '127.0.0.1' });
        return openLive(`${address}/-/live?group=${group.fullPath}`, headers);
      }),
    );
    await closeWorkItem(as('ada'), epic.id);
    for (const page of pages) await page.until(({ epics }) => epics.includes(epic.id));
    for (const page of pages) page.forget();
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'milepost live' AND datname = current_database()`.execute(db);
    for (const page of pages) await page.until(({ all }) => all);
    for (const page of pages) page.forget();
    await updateWorkItem(as('ada'), epic.id, { title: 'reconnected' });
    for (const page of pages) await page.until(({ epics }) => epics.includes(epic.id));
    for (const page of pages) page.forget();
    // As a process does that starts: it may have ended before it sent a notice.
    await notifyOfRecent(db);
    for (const page of pages) await page.until(({ all }) => all);
    for (const server of servers) await server.close();
  });

  test('TM-MB-13, OG-TK-04: ends the pages of a role and of a token that expired, within 30 seconds and without a change that says so', async ({
    build,
    db,
    services,
    world,
  }) => {
    const group = await build.group({ members: { ada: 'owner', gwen: 'guest' } });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await bareServer();
    onTestFinished(() => server.close());
    addLiveStream(server, services);
    const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/-/live?group=${group.fullPath}`;
    const page = await openLive(url, { 'private-token': await tokenFor(world, 'gwen') });
    const ofToken = await openLive(url, { 'private-token': await tokenFor(world, 'ada', ['read_api']) });
    expect([page.status, ofToken.status]).toEqual([200, 200]);
    const expire = (day: RawBuilder<unknown>) => sql`
      UPDATE personal_access_tokens SET expires_at = ${day}
      WHERE user_id = ${world.userIds.ada} AND name LIKE '%read_api%'`;
    await db.transaction().execute(async (trx) => {
      // No trigger sends a notice: time alone ends the role.
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql`UPDATE members SET expires_at = (now() AT TIME ZONE 'UTC')::date WHERE namespace_id = ${group.id}`.execute(
        trx,
      );
      await expire(sql`(now() AT TIME ZONE 'UTC')::date`).execute(trx);
    });
    vi.advanceTimersByTime(30_000);
    await page.untilClosed();
    await ofToken.untilClosed();
    await expire(sql`NULL`).execute(db);
  });

  test('sends a burst as one message, and every change once', async ({ as, build, listen }) => {
    const group = await build.group();
    const epics = await Promise.all(Array.from({ length: 60 }, () => build.epic({ group })));
    const page = await listen('gwen', `group=${group.fullPath}`);
    await Promise.all(epics.map(({ id }) => updateWorkItem(as('ada'), id, { title: `flood ${id}` })));
    await page.until((answered) => answered.epics.length === 60);
    const answered = page.messages.flatMap((message) => message.epics);
    expect(answered).toHaveLength(60);
    // A notice above PostgreSQL's size limit becomes one to reload everything.
    page.forget();
    await as('ada').transaction(async (trx) => {
      const ctx = as('ada').within(trx);
      for (let round = 0; round < 14; round++)
        for (const { id } of epics)
          trx.announce({
            name: 'workItem.linked',
            namespaceId: group.id,
            workItemId: id,
            data: { linkId: 1 as LinkId, linkType: 'blocks', otherId: epics[round]?.id ?? id },
          });
      return ctx;
    });
    expect(await page.until(({ all }) => all)).toEqual({ ...nothingChanged, all: true });
  });

  test('sends a notice after the change was committed, and one with it where people may lose access', async ({
    as,
    build,
    statements,
  }) => {
    const epic = await build.epic();
    const ctx = as('ada');
    const notifying = () => statements.filter((text) => text.includes('pg_notify'));
    statements.length = 0;
    await updateWorkItem(ctx, epic.id, { title: 'counted' });
    await expect.poll(notifying).toHaveLength(1);
    // A NOTIFY in the transaction would have changes wait for the disk one after the other.
    expect(notifying()[0]).not.toContain('INSERT INTO events');
    expect(statements.at(-1)).toBe(notifying()[0]);
    statements.length = 0;
    await updateWorkItem(ctx, epic.id, { isConfidential: true });
    expect(notifying()).toEqual(statements.filter((text) => text.includes('INSERT INTO events')));
  });

  test('sends a notice where nobody knows whether the change was committed, and none where it was not', async ({
    as,
    build,
    services,
    statements,
  }) => {
    const epic = await build.epic();
    const notices = () => statements.filter((text) => text.includes('pg_notify'));
    const failing = vi.spyOn(services, 'recordEvents');
    const change = (message: string) => {
      failing.mockImplementationOnce((_trx, _announced, _writes, notify) => {
        notify({ items: [{ id: epic.id }] });
        return Promise.reject(new Error(message));
      });
      return expect(updateWorkItem(as('ada'), epic.id, { title: message })).rejects.toThrow(message);
    };
    statements.length = 0;
    await change('a defect');
    await change('Connection terminated unexpectedly');
    await expect.poll(notices).toHaveLength(1);
    failing.mockRestore();
  });

  test('asks pages to reload where PostgreSQL refuses a notice, or too many wait', async ({ build, db, listen }) => {
    const group = await build.group();
    const page = await listen('gwen', `group=${group.fullPath}`);
    const send = (payload: object) => notifyingAfter(db, (notify) => Promise.resolve(notify(payload)));
    await send({ items: [], text: 'x'.repeat(8_000) });
    await page.until(({ all }) => all);
    page.forget();
    await Promise.all(Array.from({ length: 1_001 }, () => send({ items: [] })));
    await page.until(({ all }) => all);
  });
});
