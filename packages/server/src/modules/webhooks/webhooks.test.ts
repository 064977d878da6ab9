import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { WebhookId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { describe, expect, inject } from 'vitest';
import { connect } from '../../platform/database/connect.ts';
import { migrateJobs } from '../../platform/jobs/runner.ts';
import { acquireLeases } from '../../platform/jobs/leases.ts';
import { startProcess } from '../../testing/processes/child-process.ts';
import { test as base } from '../../testing/http.ts';
import type { SendProcessOptions } from '../../testing/processes/send-process.ts';
import { startWorkers } from '../../testing/workers.ts';
import { sendDue } from './commands/send.ts';
import { countUnreadable } from '../../platform/sealing/rotate.ts';
import { sealedTokens, sealOldTokens } from './commands/tokens.ts';
import { sendWebhooks } from './jobs.ts';
import { LEASE_SECONDS, leaseDelivery, leaseOfHook } from './store/deliveries.ts';
import { isPublicAddress } from '../../platform/network/public-addresses.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: Record<string, never> & { object_attributes: Record<string, unknown>; changes: Record<string, unknown> };
}

/** An HTTP server that records the requests it receives. It answers with `status`. */
const test = base
  .extend('queue', { scope: 'file', auto: true }, async ({ world }) => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
    const { db, pool } = connect({ ...inject('postgres'), database: rows[0]?.name }, { size: 1 });
    await migrateJobs(pool);
    await db.destroy();
    // Receivers are on this machine.
    world.services.webhooksAllowLocal = true;
  })
  .extend('receiver', async ({ queue: _queue }, { onCleanup }) => {
    const received: Received[] = [];
    const how = { status: 200, body: 'thanks', location: '' };
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Received['body'];
        received.push({ headers: request.headers, body });
        response.writeHead(how.status, how.location ? { location: how.location } : {}).end(how.body);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    return { received, how, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
  })
  /** Sends due deliveries, as the queue would. */
  .extend(
    'deliver',
    ({ world }) =>
      (isLocalAllowed = true) =>
        sendDue({ ...world.services, webhooksAllowLocal: isLocalAllowed }),
  );

describe('deliveries', () => {
  test('creating, changing and closing an issue: each as one message with token, event and ids', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    const project = await build.project();
    const made = await call('ada', 'POST', `/projects/${project.id}/hooks`, {
      url: receiver.url,
      token: 'open-sesame',
      issues_events: true,
    });
    expect(made).toMatchObject({ status: 201, body: { issues_events: true, note_events: false, token_present: true } });
    expect(JSON.stringify(made.body)).not.toContain('open-sesame');
    const issue = await call('paul', 'POST', `/projects/${project.id}/issues`, {
      title: 'Walls',
      description: 'of stone',
      labels: 'oak',
    });
    await deliver();
    const [opened] = receiver.received;
    expect(opened?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-gitlab-event': 'Issue Hook',
      'x-gitlab-token': 'open-sesame',
      'x-gitlab-instance': 'http://milepost.test',
      'x-gitlab-event-uuid': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'webhook-id': opened?.headers['x-gitlab-event-uuid'],
    });
    expect(opened?.body).toMatchObject({
      object_kind: 'issue',
      event_type: 'issue',
      user: { username: 'paul', email: '[REDACTED]' },
      project: { id: project.id, path_with_namespace: project.fullPath, visibility_level: 0 },
      object_attributes: {
        id: issue.body['id'],
        iid: issue.body['iid'],
        title: 'Walls',
        description: 'of stone',
        state: 'opened',
        action: 'open',
        url: `http://milepost.test/${project.fullPath}/-/issues/1`,
      },
      labels: [{ title: 'oak' }],
    });
    await call('ada', 'PUT', `/projects/${project.id}/issues/1`, {
      title: 'Doors',
      weight: 3,
      state_event: 'close',
      add_labels: 'iron',
    });
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toMatchObject({
      user: { username: 'ada' },
      object_attributes: { title: 'Doors', state: 'closed', state_id: 2, action: 'close' },
      changes: {
        title: { previous: 'Walls', current: 'Doors' },
        weight: { previous: null, current: 3 },
        state_id: { previous: 1, current: 2 },
        labels: { previous: [{ title: 'oak' }], current: [{ title: 'iron' }, { title: 'oak' }] },
      },
    });
  });

  test('TM-ST-07, TM-ST-11, TM-ST-15: a status that closes an issue is one message, that of an epic another, with the status before and after', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    const group = await build.group();
    const issue = await build.issue({ project: await build.project({ group }) });
    const epic = await build.epic({ group });
    await call('ada', 'POST', `/groups/${group.id}/hooks`, { url: receiver.url, issues_events: true });
    await call('paul', 'PUT', `/projects/${issue.namespaceId}/issues/${issue.iid}`, { status: "Won't do" });
    await call('paul', 'PUT', `/groups/${group.id}/epics/${epic.iid}`, { status: 'In progress' });
    await deliver();
    const toDo = { id: 1, name: 'To do', category: 'to_do', color: '#737278' };
    const dropped = { id: 4, name: "Won't do", category: 'canceled', color: '#dd2b0e' };
    const started = { id: 2, name: 'In progress', category: 'in_progress', color: '#1f75cb' };
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      {
        object_attributes: { state: 'closed', action: 'close', status: dropped },
        changes: { state_id: { previous: 1, current: 2 }, status: { previous: toDo, current: dropped } },
      },
      {
        object_attributes: { state: 'opened', action: 'update', status: started },
        changes: { status: { previous: toDo, current: started } },
      },
    ]);
  });

  test('the risk of an epic, with what it was before', async ({ build, call, receiver, deliver }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    await call('ada', 'POST', `/groups/${group.id}/hooks`, { url: receiver.url, issues_events: true });
    await call('paul', 'PUT', `/groups/${group.id}/epics/${epic.iid}`, { risk: 'high' });
    await deliver();
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      { object_attributes: { risk: 'high' }, changes: { risk: { previous: 'none', current: 'high' } } },
    ]);
  });

  test('several changes of a set in one transaction are sent as one, from the first to the last state', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    const project = await build.project();
    const issues = `/projects/${project.id}/issues`;
    await call('paul', 'POST', issues, { title: 'Walls', labels: 'oak,iron', assignee_ids: [build.idOf('paul')] });
    await call('ada', 'POST', `/projects/${project.id}/hooks`, { url: receiver.url, issues_events: true });
    const body = '/unlabel ~oak\n/label ~oak\n/unlabel ~iron\n/title Doors\n/title Gates\n/reassign @ada';
    await call('paul', 'POST', `${issues}/1/notes`, { body });
    await deliver();
    expect(receiver.received.map(({ body: { changes } }) => changes)).toMatchObject([
      {
        title: { previous: 'Walls', current: 'Gates' },
        labels: { previous: [{ title: 'iron' }, { title: 'oak' }], current: [{ title: 'oak' }] },
        assignee_ids: { previous: [build.idOf('paul')], current: [build.idOf('ada')] },
      },
    ]);
  });

  test('a group is notified of epics, and of the issues and comments of everything below it', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    const group = await build.group();
    const below = await build.group({ parent: group });
    const project = await build.project({ group: below });
    const events = { issues_events: true, note_events: true };
    await call('ada', 'POST', `/groups/${group.id}/hooks`, { url: receiver.url, ...events });
    await call('paul', 'POST', `/groups/${below.id}/epics`, { title: 'Castle' });
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Moat' });
    await call('gwen', 'POST', `/projects/${project.id}/issues/1/notes`, { body: 'Deep?' });
    await deliver();
    expect(receiver.received.map(({ headers, body }) => [headers['x-gitlab-event'], body['object_kind']])).toEqual([
      ['Issue Hook', 'work_item'],
      ['Issue Hook', 'issue'],
      ['Note Hook', 'note'],
    ]);
    const [epic, , note] = receiver.received;
    expect(epic?.body).toMatchObject({
      group: { id: below.id, full_path: below.fullPath },
      object_attributes: { type: 'Epic', title: 'Castle', action: 'open', group_id: below.id },
    });
    expect(note?.body).toMatchObject({
      object_attributes: { note: 'Deep?', noteable_type: 'Issue', action: 'create', internal: false },
      issue: { title: 'Moat' },
      user: { username: 'gwen' },
    });
  });

  test('confidential items are sent only to hooks that request them, and nothing that was rolled back', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    const project = await build.project();
    const hooks = `/projects/${project.id}/hooks`;
    await call('ada', 'POST', hooks, { url: `${receiver.url}?open`, issues_events: true, note_events: true });
    const secret = { confidential_issues_events: true, confidential_note_events: true };
    await call('ada', 'POST', hooks, { url: `${receiver.url}?secret`, ...secret });
    const issues = `/projects/${project.id}/issues`;
    await call('paul', 'POST', issues, { title: 'Tunnel', confidential: true });
    await call('paul', 'POST', `${issues}/1/notes`, { body: 'Where to?' });
    await call('paul', 'POST', issues, { title: '' });
    await deliver();
    expect(receiver.received.map(({ headers, body }) => [headers['x-gitlab-event'], body['event_type']])).toEqual([
      ['Confidential Issue Hook', 'confidential_issue'],
      ['Confidential Note Hook', 'confidential_note'],
    ]);
  });
});

describe('failures', () => {
  test('is retried with the same id, logged without the secret, and can be repeated manually', async ({
    build,
    call,
    receiver,
    deliver,
    world,
  }) => {
    const project = await build.project();
    const hooks = `/projects/${project.id}/hooks`;
    const made = await call('ada', 'POST', hooks, { url: receiver.url, token: 'open-sesame', issues_events: true });
    const events = `${hooks}/${String(made.body['id'])}/events`;
    receiver.how.status = 503;
    receiver.how.body = 'too early';
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Walls' });
    await deliver();
    const log = async () => (await call<Record<string, unknown>[]>('ada', 'GET', events)).body;
    expect(await log()).toMatchObject([
      {
        trigger: 'issue_hooks',
        response_status: '503',
        response_body: 'too early',
        attempts: 1,
        next_attempt_at: expect.any(String) as string,
        request_headers: { 'X-Gitlab-Token': '[REDACTED]' },
        request_data: { object_attributes: { title: 'Walls' } },
      },
    ]);
    expect(JSON.stringify(await log())).not.toContain('open-sesame');
    // Not due yet.
    await deliver();
    expect(receiver.received).toHaveLength(1);
    await sql`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 second' WHERE next_attempt_at IS NOT NULL`.execute(
      world.db,
    );
    receiver.how.status = 200;
    await deliver();
    expect(receiver.received[1]?.headers['idempotency-key']).toBe(receiver.received[0]?.headers['idempotency-key']);
    expect(await log()).toMatchObject([{ response_status: '200', attempts: 2, next_attempt_at: null }]);

    const [{ id } = {}] = await log();
    const again = await call('ada', 'POST', `${events}/${String(id)}/resend`);
    expect(again).toMatchObject({ status: 201, body: { response_status: '200' } });
    expect(receiver.received[2]?.body).toEqual(receiver.received[0]?.body);
    expect(await log()).toHaveLength(2);
    expect((await call('dana', 'GET', events)).status).toBe(403);
  });

  test('a slow receiver delays no other, and each gets its deliveries in order', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    let letGo = () => {};
    const isHeld = new Promise<void>((done) => (letGo = done));
    const late: string[] = [];
    const slow = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { object_attributes: attributes } = JSON.parse(Buffer.concat(parts).toString()) as Received['body'];
        late.push(String(attributes['title']));
        void isHeld.then(() => response.writeHead(200).end());
      });
    });
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
    const project = await build.project();
    const hooks = [`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, receiver.url];
    for (const url of hooks) await call('ada', 'POST', `/projects/${project.id}/hooks`, { url, issues_events: true });
    const titles = Array.from({ length: 24 }, (_, index) => `Issue ${index}`);
    const make = (title: string) => call('ada', 'POST', `/projects/${project.id}/issues`, { title });
    for (const title of titles) await make(title);
    const all = deliver();
    const titlesReceived = () => receiver.received.map(({ body }) => body.object_attributes['title']);
    await expect.poll(titlesReceived).toEqual(titles);
    // The same run sends deliveries that become due meanwhile.
    await make('Later');
    await expect.poll(titlesReceived).toEqual([...titles, 'Later']);
    expect(late).toEqual(['Issue 0']);
    letGo();
    await all;
    expect(late).toEqual([...titles, 'Later']);
    slow.closeAllConnections();
    slow.close();
  });

  test('two servers on one database send to each hook in order, one at a time and once', async ({
    build,
    call,
    world,
  }) => {
    const deliveries = new Map<string, string[]>();
    let inProgress: string[] = [];
    let atOnce = 0;
    const slow = createServer((request, response) => {
      const hook = request.url ?? '';
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        inProgress.push(hook);
        atOnce = Math.max(atOnce, inProgress.filter((each) => each === hook).length);
        const { object_attributes: item } = JSON.parse(Buffer.concat(parts).toString()) as Received['body'];
        deliveries.set(hook, [...(deliveries.get(hook) ?? []), String(item['title'])]);
        setTimeout(() => {
          inProgress = inProgress.filter((each) => each !== hook);
          response.writeHead(200).end();
        }, 10);
      });
    });
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
    const project = await build.project();
    for (const name of ['one', 'two']) {
      const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/${name}`;
      await call('ada', 'POST', `/projects/${project.id}/hooks`, { url, issues_events: true });
    }
    const titles = Array.from({ length: 40 }, (_, index) => `Issue ${index}`);
    const make = async (title: string) => call('ada', 'POST', `/projects/${project.id}/issues`, { title });
    for (const title of titles.slice(0, 25)) await make(title);
    // Each change wakes any free worker.
    const stop = await startWorkers(world, 2, [sendWebhooks], { webhooksAllowLocal: true });
    for (const title of titles.slice(25)) await make(title);
    await expect.poll(() => [...deliveries.values()].map(({ length }) => length)).toEqual([40, 40]);
    await stop();
    expect(deliveries.get('/one')).toEqual(titles);
    expect(deliveries.get('/two')).toEqual(titles);
    expect(atOnce).toBe(1);
    const again = await sql`SELECT FROM webhook_deliveries d JOIN webhooks h ON h.id = d.webhook_id
      WHERE h.namespace_id = ${project.id} AND d.attempts <> 1`.execute(world.db);
    expect(again.rows).toEqual([]);
    expect((await sql`SELECT FROM leases`.execute(world.db)).rows).toEqual([]);
    slow.closeAllConnections();
    slow.close();
  });

  test('deliveries of a killed server are sent first once its lease has expired', async ({
    build,
    call,
    receiver,
    deliver,
    world,
  }) => {
    const project = await build.project();
    const made = await call('ada', 'POST', `/projects/${project.id}/hooks`, { url: receiver.url, issues_events: true });
    for (const title of ['First', 'Second']) await call('ada', 'POST', `/projects/${project.id}/issues`, { title });
    const hook = made.body['id'] as WebhookId;
    await world.db.transaction().execute(async (trx) => {
      await acquireLeases(trx, randomUUID(), [leaseOfHook(hook)], 60);
      await leaseDelivery(trx, { first: hook });
    });
    await deliver();
    expect(receiver.received).toEqual([]);
    await sql`UPDATE leases SET ends_at = ends_at - interval '1 minute'`.execute(world.db);
    await sql`UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - interval '1 minute' WHERE attempts = 1`.execute(
      world.db,
    );
    await deliver();
    expect(receiver.received.map(({ body }) => body.object_attributes['title'])).toEqual(['First', 'Second']);
  });

  test('a delivery in progress when a server is killed is sent by another, once the lease of a few seconds has ended', async ({
    build,
    call,
    world,
  }) => {
    expect(LEASE_SECONDS).toBeLessThan(10);
    let requests = 0;
    // The server never answers the first request.
    const silent = createServer((request, response) => {
      request.resume();
      requests += 1;
      if (requests > 1) response.end();
    });
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/in`;
    const project = await build.project();
    await call('ada', 'POST', `/projects/${project.id}/hooks`, { url, issues_events: true });
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
    await call('ada', 'POST', `/projects/${project.id}/issues`, { title: 'Tide' });
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(world.db);
    const wish: SendProcessOptions = { target: { ...inject('postgres'), database: rows[0]?.name } };
    const script = join(import.meta.dirname, '../../testing/processes/send-process.ts');
    const child = await startProcess(script, wish, ['ignore', 'ignore', 'inherit']);
    await expect.poll(() => requests).toBe(1);
    const stop = await startWorkers(world, 1, [{ ...sendWebhooks, atStart: false }], { webhooksAllowLocal: true });
    const leasedUntil = async (): Promise<number> => {
      const { rows: leases } = await sql<{ endsAt: number }>`
          SELECT extract(epoch FROM ends_at)::float AS ends_at FROM leases`.execute(world.db);
      return leases[0]?.endsAt ?? 0;
    };
    /** Moves everything that waits, as if this time had passed. */
    const pass = async (seconds: number): Promise<void> => {
      const time = sql`make_interval(secs => ${seconds})`;
      await sql`
          WITH leased AS (UPDATE leases SET ends_at = ends_at - ${time}),
            queued AS (UPDATE graphile_worker._private_jobs SET run_at = run_at - ${time} WHERE locked_at IS NULL)
          UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - ${time}`.execute(world.db);
    };
    // Together longer than a lease, which is renewed while the process lives.
    for (let turn = 0; turn < 2; turn += 1) {
      await pass(LEASE_SECONDS - 2);
      const before = await leasedUntil();
      await expect.poll(leasedUntil).toBeGreaterThan(before + 1);
    }
    expect(requests).toBe(1);
    child.kill('SIGKILL');
    await pass(LEASE_SECONDS + 1);
    await expect.poll(() => requests).toBe(2);
    await stop();
    silent.closeAllConnections();
    silent.close();
  });

  test('a token is encrypted in the database, also one from before, and read with the secret it was saved with alone', async ({
    build,
    call,
    receiver,
    deliver,
    world,
  }) => {
    const { db, services } = world;
    const project = await build.project();
    const hook = { url: receiver.url, token: 'open-sesame', issues_events: true };
    const made = await call('ada', 'POST', `/projects/${project.id}/hooks`, hook);
    const row = async () =>
      (await sql<{ row: string }>`SELECT webhooks::text AS row FROM webhooks WHERE id = ${made.body['id']}`.execute(db))
        .rows[0]?.row;
    expect(await row()).not.toContain('sesame');
    expect(made.body).toMatchObject({ token_present: true });

    await sql`UPDATE webhooks SET plain_token = 'from-before', sealed_token = NULL WHERE id = ${made.body['id']}`.execute(
      db,
    );
    const sendOne = async (title: string) => {
      await call('paul', 'POST', `/projects/${project.id}/issues`, { title });
      await deliver();
    };
    await sendOne('Plain');
    expect(await sealOldTokens(services)).toBe(1);
    expect(await row()).not.toContain('from-before');
    await sendOne('Sealed');
    expect(receiver.received.map(({ headers }) => headers['x-gitlab-token'])).toEqual(['from-before', 'from-before']);

    expect(await countUnreadable(services, [sealedTokens])).toBe(0);
    const another = { db, secret: 'another secret of at least 32 characters' };
    expect(await countUnreadable(another, [sealedTokens])).toBeGreaterThan(0);
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Lost' });
    await sendDue({ ...services, webhooksAllowLocal: true, secret: 'another secret of at least 32 characters' });
    expect(receiver.received).toHaveLength(2);
    const { rows } = await sql<{
      failure: string;
    }>`SELECT failure FROM webhook_deliveries ORDER BY id DESC LIMIT 1`.execute(db);
    expect(rows[0]?.failure).toMatch(/cannot be decrypted: MILEPOST_SECRET/);
  });

  test('gives up after the sixth attempt', async ({ build, call, receiver, deliver, world }) => {
    const project = await build.project();
    await call('ada', 'POST', `/projects/${project.id}/hooks`, { url: receiver.url, issues_events: true });
    receiver.how.status = 500;
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Walls' });
    for (let attempt = 1; attempt <= 8; attempt++) {
      await deliver();
      await sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`.execute(
        world.db,
      );
    }
    expect(receiver.received).toHaveLength(6);
  });

  test('loopback and private networks are not called, neither by address nor by name, and redirects are not followed', async ({
    build,
    call,
    receiver,
    deliver,
  }) => {
    const project = await build.project();
    const hooks = `/projects/${project.id}/hooks`;
    const named = receiver.url.replace('127.0.0.1', 'localhost');
    for (const url of [receiver.url, named, receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
      await call('ada', 'POST', hooks, { url, issues_events: true });
    }
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Walls' });
    await deliver(false);
    expect(receiver.received).toEqual([]);
    const [{ id } = {}] = (await call<{ id: number }[]>('ada', 'GET', hooks)).body;
    const log = await call<Record<string, unknown>[]>('ada', 'GET', `${hooks}/${String(id)}/events`);
    expect(log.body).toMatchObject([
      {
        response_status: null,
        internal_error_message: '127.0.0.1 is an address of this machine or of a private network',
      },
    ]);

    const other = await build.project();
    receiver.how.status = 302;
    receiver.how.location = receiver.url;
    await call('ada', 'POST', `/projects/${other.id}/hooks`, { url: receiver.url, issues_events: true });
    await call('paul', 'POST', `/projects/${other.id}/issues`, { title: 'Walls' });
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  test('loopback and private addresses, and names that resolve to them, are distinguished from public ones', () => {
    const closed =
      `10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fd00::1 fe80::1 64:ff9b::a00:1
      ::ffff:10.0.0.1 2002:a00:1:: words`.split(/\s+/);
    expect(closed.filter(isPublicAddress)).toEqual([]);
    const open = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];
    expect(open.filter(isPublicAddress)).toEqual(open);
  });

  test('a URL must be one of http or https, without a password in it; a token must fit into a header', async ({
    build,
    call,
  }) => {
    const { id } = await build.project();
    const add = async (input: object) => call('ada', 'POST', `/projects/${id}/hooks`, input);
    for (const url of ['', 'ftp://hooks.example', 'http://', 'http://me:pass@hooks.example/', 'http://[']) {
      expect(await add({ url })).toMatchObject({ status: 400, body: { message: { url: [expect.any(String)] } } });
    }
    const broken = await add({ url: 'https://hooks.example', token: 'two\nlines' });
    expect(broken).toMatchObject({ status: 400, body: { message: { token: [expect.any(String)] } } });
  });

  test('hooks are listed, changed and deleted by those with permission', async ({ build, call }) => {
    const group = await build.group();
    const hooks = `/groups/${group.id}/hooks`;
    const { body } = await call('ada', 'POST', hooks, { url: 'https://hooks.example/a', token: 'first' });
    const own = `${hooks}/${String(body['id'])}`;
    const changed = { url: 'https://hooks.example/b', note_events: true, token: '' };
    expect((await call('ada', 'PUT', own, changed)).body).toMatchObject({
      url: 'https://hooks.example/b',
      note_events: true,
      token_present: false,
    });
    expect((await call('ada', 'GET', hooks)).body).toHaveLength(1);
    expect((await call('mina', 'GET', hooks)).status).toBe(403);
    expect((await call('ada', 'DELETE', own)).status).toBe(204);
    expect((await call('ada', 'GET', own)).status).toBe(404);
  });

  test('RS-GN-06: a hook that only requests events that are not sent here is refused', async ({ build, call }) => {
    const project = await build.project();
    const hooks = `/projects/${project.id}/hooks`;
    const url = 'https://hooks.example/in';
    for (const event of ['push_events', 'tag_push_events', 'pipeline_events']) {
      expect(await call('ada', 'POST', hooks, { url, [event]: true })).toMatchObject({
        status: 422,
        body: {
          message: expect.stringContaining(`No webhook is sent for ${event}. Request at least one of issues_events`),
        },
      });
    }
    expect((await call('ada', 'GET', hooks)).body).toEqual([]);
    const { status, body } = await call('ada', 'POST', hooks, { url, push_events: true, issues_events: true });
    expect([status, body]).toMatchObject([201, { push_events: false, pipeline_events: false, issues_events: true }]);
    const own = `${hooks}/${String(body['id'])}`;
    expect((await call('ada', 'PUT', own, { push_events: true, issues_events: false })).status).toBe(422);
    expect((await call('ada', 'PUT', own, { push_events: true })).body).toMatchObject({
      push_events: false,
      issues_events: true,
    });
    expect((await call('ada', 'POST', hooks, { url, push_events: false })).status).toBe(201);
  });
});

describe('testing a hook', () => {
  test('it gets the newest item or comment of the namespace at once, with a log entry', async ({
    build,
    call,
    receiver,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const hooks = `/groups/${group.id}/hooks`;
    const { body: hook } = await call('ada', 'POST', hooks, { url: receiver.url, token: 'open-sesame' });
    const own = `${hooks}/${String(hook['id'])}`;
    const tried = async (trigger: string) => call('ada', 'POST', `${own}/test/${trigger}`);
    expect(await tried('issues_events')).toMatchObject({
      status: 400,
      body: { message: { base: ['There is nothing to send yet. Create an epic or issue first'] } },
    });
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Walls' });
    await call('paul', 'POST', `/projects/${project.id}/issues`, { title: 'Tunnel', confidential: true });
    await call('paul', 'POST', `/projects/${project.id}/issues/1/notes`, { body: 'Thick?' });
    await call('paul', 'POST', `/projects/${project.id}/issues/2/notes`, { body: 'Where to?' });
    expect(await tried('issues_events')).toMatchObject({
      status: 201,
      body: { message: '201 Created', event: 'Issue Hook', response_status: '200', next_attempt_at: null },
    });
    for (const trigger of ['confidential_issues_events', 'note_events', 'confidential_note_events']) {
      expect((await tried(trigger)).status).toBe(201);
    }
    expect(receiver.received.map(({ headers, body }) => [headers['x-gitlab-event'], body['event_type']])).toEqual([
      ['Issue Hook', 'issue'],
      ['Confidential Issue Hook', 'confidential_issue'],
      ['Note Hook', 'note'],
      ['Confidential Note Hook', 'confidential_note'],
    ]);
    expect(receiver.received[0]).toMatchObject({
      headers: { 'x-gitlab-token': 'open-sesame' },
      body: { object_attributes: { title: 'Walls', action: 'update' }, changes: {} },
    });
    expect(receiver.received[2]?.body).toMatchObject({ object_attributes: { note: 'Thick?' } });
    expect((await call('ada', 'GET', `${own}/events`)).body).toHaveLength(4);

    // The fifth in a minute; the sixth is refused, and so is a repeated delivery.
    expect((await tried('issues_events')).status).toBe(201);
    expect((await tried('issues_events')).status).toBe(429);
    const [{ id } = {}] = (await call<{ id: number }[]>('ada', 'GET', `${own}/events`)).body;
    expect((await call('ada', 'POST', `${own}/events/${String(id)}/resend`)).status).toBe(429);
  });

  test('content of banned people is not sent', async ({ build, call, world }) => {
    const project = await build.project();
    const issues = `/projects/${project.id}/issues`;
    await call('paul', 'POST', issues, { title: 'Walls' });
    await call('gwen', 'POST', `${issues}/1/notes`, { body: 'Buy walls here' });
    const { body: hook } = await call('ada', 'POST', `/projects/${project.id}/hooks`, {
      url: 'https://hooks.example/in',
    });
    const ban = (state: 'active' | 'banned') =>
      world.db.updateTable('users').set({ state }).where('username', '=', 'gwen').execute();
    await ban('banned');
    expect(
      await call('ada', 'POST', `/projects/${project.id}/hooks/${String(hook['id'])}/test/note_events`),
    ).toMatchObject({
      status: 400,
      body: { message: { base: ['There is nothing to send yet: write a comment first'] } },
    });
    await ban('active');
  });

  test('with a known event, and only by those with permission', async ({ build, call }) => {
    const project = await build.project();
    const hooks = `/projects/${project.id}/hooks`;
    const { body: hook } = await call('ada', 'POST', hooks, { url: 'https://hooks.example/in' });
    const trial = `${hooks}/${String(hook['id'])}/test`;
    expect(await call('ada', 'POST', `${trial}/push_events`)).toMatchObject({
      status: 400,
      body: { error: 'trigger does not have a valid value' },
    });
    expect((await call('dana', 'POST', `${trial}/issues_events`)).status).toBe(403);
    expect((await call('ada', 'POST', `${hooks}/1000000/test/issues_events`)).status).toBe(404);
  });

  test('a page knows who may manage hooks: owners of a group, maintainers of a project', async ({ build, ask }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const query = `query ($group: ID!, $project: ID!) {
      group(fullPath: $group) { userPermissions { adminWebHook } }
      project(fullPath: $project) { userPermissions { adminWebHook } }
    }`;
    const may = async (who: Parameters<typeof ask>[0]) => {
      const { data } = await ask<Record<'group' | 'project', { userPermissions: { adminWebHook: boolean } }>>(
        who,
        query,
        {
          group: group.fullPath,
          project: project.fullPath,
        },
      );
      return [data.group.userPermissions.adminWebHook, data.project.userPermissions.adminWebHook];
    };
    expect(await may('ada')).toEqual([true, true]);
    expect(await may('mina')).toEqual([false, true]);
    expect(await may('dana')).toEqual([false, false]);
  });
});
