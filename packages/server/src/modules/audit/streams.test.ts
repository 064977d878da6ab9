import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuditStreamId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { expect, inject, vi } from 'vitest';
import { connect } from '../../platform/database/connect.ts';
import { migrateJobs } from '../../platform/jobs/runner.ts';
import { test as base } from '../../testing/http.ts';
import { sendStream, startStream } from './commands/send.ts';
import { resumeAuditStreams } from './jobs.ts';

interface Stream {
  id: AuditStreamId;
  verification_token: string;
  signing_secret: string;
  waiting: number;
  failure: string | null;
}

const signal = new AbortController().signal;

const test = base
  .extend('queue', { scope: 'file', auto: true }, async ({ world }) => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.db);
    const { db, pool } = connect({ ...inject('postgres'), database: rows[0]?.name }, { size: 1 });
    await migrateJobs(pool);
    await db.destroy();
  })
  .extend('services', ({ world }) => ({ ...world.services, webhooksAllowLocal: true }))
  /** A program that records what it receives, and answers with `how.status`; while `how.isHeld`, it does not answer. */
  .extend('destination', ({ queue: _queue }, { onCleanup }) => {
    const servers: Server[] = [];
    onCleanup(() => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    });
    return async () => {
      const received: { headers: IncomingHttpHeaders; text: string; body: { id: number; event_type: string } }[] = [];
      const how = { status: 200, isHeld: false };
      const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const text = Buffer.concat(parts).toString();
          received.push({ headers: request.headers, text, body: JSON.parse(text) as never });
          if (!how.isHeld) response.writeHead(how.status).end();
        });
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      servers.push(server);
      return { received, how, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
    };
  })
  /** Adds a destination on this machine, which the installation allows here. */
  .extend('add', ({ call, world }) => async (path: string, url: string, who: 'ada' | 'root' = 'ada') => {
    world.services.webhooksAllowLocal = true;
    try {
      return await call<Stream>(who, 'POST', path, { url });
    } finally {
      world.services.webhooksAllowLocal = false;
    }
  });

test('OG-AU-10: a destination receives each event of its group as signed JSON, in order, and of nothing else', async ({
  call,
  build,
  destination,
  add,
  services,
}) => {
  const group = await build.group();
  const [below, beside] = [await build.project({ group: await build.group({ parent: group }) }), await build.group()];
  const { received, url } = await destination();
  const path = `/groups/${group.id}/audit_event_streams`;
  const { status, body: stream } = await add(path, url);
  expect(status).toBe(201);
  await call('ada', 'PUT', `/projects/${below.id}`, { description: 'one' });
  await call('ada', 'PUT', `/groups/${beside.id}`, { description: 'two' });
  await call('ada', 'PUT', `/groups/${group.id}`, { description: 'three' });
  await sendStream(services, stream.id, signal);
  const { body: log } = await call<{ id: number }[]>('ada', 'GET', `/groups/${group.id}/audit_events`, { per_page: 3 });
  expect(received.map(({ body }) => body.id)).toEqual(log.map(({ id }) => id).toReversed());
  expect(received.map(({ body }) => body.event_type)).toEqual([
    'audit_stream_created',
    'settings_changed',
    'settings_changed',
  ]);
  for (const { headers, text, body } of received) {
    expect(headers['x-gitlab-event-streaming-token']).toBe(stream.verification_token);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
    expect(id).toBe(String(body.id));
    const wanted = createHmac('sha256', stream.signing_secret)
      .update(`${String(id)}.${String(time)}.${text}`)
      .digest('base64');
    expect(signature).toBe(`v1,${wanted}`);
    expect(text).not.toContain(stream.signing_secret);
  }
  // Its secrets were shown once.
  const { body: shown } = await call('ada', 'GET', `${path}/${stream.id}`);
  expect(shown).not.toHaveProperty('signing_secret');
  expect(shown).toMatchObject({ name: expect.stringContaining('127.0.0.1'), waiting: 0, failure: null });
  expect((await call('ada', 'DELETE', `${path}/${stream.id}`)).status).toBe(204);
  expect((await call('ada', 'GET', `${path}/${stream.id}`)).status).toBe(404);
});

test('OG-AU-10: a destination that is down delays nothing else, and catches up in order', async ({
  call,
  build,
  destination,
  add,
  services,
  db,
}) => {
  const group = await build.group();
  const path = `/groups/${group.id}/audit_event_streams`;
  const [down, up] = [await destination(), await destination()];
  down.how.status = 503;
  const { body: first } = await add(path, down.url);
  const { body: second } = await add(path, up.url);
  await Promise.all([first, second].map(({ id }) => sendStream(services, id, signal)));
  await call('ada', 'PUT', `/groups/${group.id}`, { description: 'one' });
  await Promise.all([first, second].map(({ id }) => sendStream(services, id, signal)));
  expect(up.received.map(({ body }) => body.event_type)).toEqual(['audit_stream_created', 'settings_changed']);
  // The first event is tried again later; the next one waits behind it.
  expect(down.received).toHaveLength(1);
  expect((await call<Stream>('ada', 'GET', `${path}/${first.id}`)).body).toMatchObject({
    waiting: 3,
    failure: 'Answered 503',
  });
  const makeDue = () => sql`UPDATE audit_streams SET next_attempt_at = now() WHERE id = ${first.id}`.execute(db);
  await makeDue();
  down.how.status = 200;
  await sendStream(services, first.id, signal);
  const ids = down.received.map(({ body }) => body.id);
  // At least once: the event that was refused came again, with its id.
  expect(ids[0]).toBe(ids[1]);
  expect(ids.slice(1)).toEqual(ids.slice(1).toSorted((one, other) => one - other));
  expect(new Set(ids).size).toBe(3);

  // One that does not answer holds no place in the queue: starting it returns at once.
  down.how.isHeld = true;
  await call('ada', 'PUT', `/groups/${group.id}`, { description: 'two' });
  startStream(services, first.id, signal);
  startStream(services, second.id, signal);
  await vi.waitFor(() => expect(up.received.at(-1)?.body.event_type).toBe('settings_changed'));
  await vi.waitFor(() => expect(up.received).toHaveLength(3));
  // What a crashed process left is queued again.
  await makeDue();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db);
  await resumeAuditStreams.run(services, {}, signal);
  const { rows } = await sql<{ payload: { id: number } }>`SELECT payload FROM graphile_worker._private_jobs`.execute(
    db,
  );
  expect(rows.map(({ payload }) => payload.id)).toContain(first.id);
});

test('OG-AU-10: an installation and a group have at most 5 destinations, which their owners manage', async ({
  call,
  build,
  destination,
  add,
  services,
}) => {
  const group = await build.group();
  const { url, received } = await destination();
  for (const [path, who] of [
    [`/groups/${group.id}/audit_event_streams`, 'ada'],
    ['/audit_event_streams', 'root'],
  ] as const) {
    const made: Stream[] = [];
    for (let each = 0; each < 5; each += 1) made.push((await add(path, url, who)).body);
    expect(await add(path, url, who)).toMatchObject({
      status: 400,
      body: { message: { base: ['There can be at most 5 streams'] } },
    });
    const other = who === 'ada' ? 'mina' : 'ada';
    expect((await call(other, 'GET', path)).status).toBe(403);
    expect((await add(path, url, other as 'ada')).status).toBe(403);
    expect(await call(who, 'PUT', `${path}/${made[0]?.id ?? 0}`, { name: 'SIEM' })).toMatchObject({
      body: { name: 'SIEM' },
    });
    expect((await call<Stream[]>(who, 'GET', path)).body).toHaveLength(5);
    // That of the installation receives events of groups, too.
    await call('ada', 'PUT', `/groups/${group.id}`, { description: `seen by ${who}` });
    received.length = 0;
    await sendStream(services, made[4]?.id ?? (0 as never), signal);
    expect(received.map(({ body }) => body.event_type)).toContain('settings_changed');
    for (const { id } of made) await call(who, 'DELETE', `${path}/${id}`);
  }
});

test('OG-SE-09: a destination on this machine or in a private network is refused at save and at each connection', async ({
  call,
  build,
  destination,
  add,
  world,
}) => {
  const group = await build.group();
  const path = `/groups/${group.id}/audit_event_streams`;
  const { url, received } = await destination();
  const local = [
    'http://127.0.0.1/in',
    'http://[::1]/in',
    'http://localhost/in',
    'http://169.254.169.254/',
    'http://10.1.2.3/',
  ];
  for (const where of local) {
    expect(await call('ada', 'POST', path, { url: where })).toMatchObject({
      status: 400,
      body: { message: { url: ['must not be an address of this machine or of a private network'] } },
    });
    expect(await call('ada', 'POST', `/groups/${group.id}/hooks`, { url: where })).toMatchObject({
      status: 400,
      body: { message: { url: ['must not be an address of this machine or of a private network'] } },
    });
  }
  // Allowed once, and not any more: as a name that resolves to another address.
  const { body } = await add(path, url);
  await sendStream({ ...world.services, webhooksAllowLocal: false }, body.id, signal);
  expect(received).toEqual([]);
  expect((await call<Stream>('ada', 'GET', `${path}/${body.id}`)).body.failure).toContain('private network');
});
