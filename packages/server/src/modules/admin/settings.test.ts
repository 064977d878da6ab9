import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config/config.ts';
import { applyStored, followInstance } from '../../platform/instance/follow.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { startMailServer, type MailServer } from '../../testing/mail/mail-server.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

const test = base.extend('admin', async ({ world, send }) => {
  const headers = await sessionHeaders(world, world.userIds.root);
  return {
    save: (section: string, values: object) =>
      send({ method: 'PUT', url: '/-/admin/settings', headers, payload: { section, values } }),
    read: async () =>
      (await send({ url: '/-/admin/settings.json', headers })).body as Record<
        string,
        { name: string; value: string | null; set: boolean; fixed: boolean }[]
      >,
    testMessage: () => send({ method: 'POST', url: '/-/admin/test_message', headers }),
  };
});

test('TM-AD-12, TM-AD-13: a section is saved in the database and in force on every server, without a restart', async ({
  admin,
  world,
  db,
}) => {
  const other = makeServices(
    db,
    { url: 'http://milepost.test', dataDir: '/nowhere' },
    {
      secret: world.services.secret,
      mailer: null,
    },
  );
  const follower = await followInstance(other, other.stored, () => {});
  try {
    expect(Object.keys(await admin.read())).toEqual(['sign_up', 'sessions', 'mail', 'limits', 'rate_limits', 'name']);
    expect((await admin.save('limits', { MILEPOST_UPLOAD_LIMIT: '7', MILEPOST_INVITATIONS_AT_ONCE: '3' })).status).toBe(
      204,
    );
    expect(world.services.uploadLimit).toBe(7 * 1024 * 1024);
    await expect.poll(() => other.instance.invitations.atOnce).toBe(3);
    expect(other.uploadLimit).toBe(7 * 1024 * 1024);
    // A bad value saves nothing of its section; an empty one goes back to the default.
    expect(await admin.save('limits', { MILEPOST_UPLOAD_LIMIT: '0', MILEPOST_INVITATIONS_AT_ONCE: '9' })).toMatchObject(
      {
        status: 400,
        body: { message: { MILEPOST_UPLOAD_LIMIT: ['must be a number of MB from 1'] } },
      },
    );
    expect(world.services.instance.invitations.atOnce).toBe(3);
    await admin.save('limits', { MILEPOST_UPLOAD_LIMIT: '', MILEPOST_INVITATIONS_AT_ONCE: '' });
    expect(world.services.instance.invitations.atOnce).toBe(50);
  } finally {
    follower.stop();
  }
});

test('TM-AD-14: the environment wins, and the stored value is kept until the variable goes', async ({
  admin,
  world,
}) => {
  const { services } = world;
  const stored = services.stored;
  await admin.save('name', { MILEPOST_NAME: 'Stored' });
  services.stored = readConfig({ MILEPOST_NAME: 'From the environment' }, '/').stored;
  await applyStored(services, services.stored);
  expect(services.instance.name).toBe('From the environment');
  expect((await admin.read())['name']).toMatchObject([{ name: 'MILEPOST_NAME', value: 'Stored', fixed: true }]);
  await admin.save('name', { MILEPOST_NAME: 'Changed' });
  services.stored = stored;
  await applyStored(services, stored);
  expect(services.instance.name).toBe('Stored');
  await admin.save('name', { MILEPOST_NAME: '' });
});

test('TM-AD-15, TM-AD-16: the mail server is stored encrypted and never shown; a test message gives its answer', async ({
  admin,
  db,
  world,
}) => {
  expect((await admin.testMessage()).body).toEqual({ sent: false, answer: 'No mail server is set.' });
  const { url } = server;
  await admin.save('mail', { MILEPOST_SMTP_URL: url, MILEPOST_SMTP_FROM: 'Plan <plan@milepost.test>' });
  const { rows } = await sql<{ row: string }>`SELECT instance_settings::text AS row FROM instance_settings`.execute(db);
  expect(rows.map(({ row }) => row).join()).not.toContain(new URL(url).port);
  const shown = await admin.read();
  expect(shown['mail']).toMatchObject([
    { name: 'MILEPOST_SMTP_URL', value: null, set: true },
    { name: 'MILEPOST_SMTP_FROM', value: 'Plan <plan@milepost.test>' },
  ]);
  expect(JSON.stringify(shown)).not.toContain(url);
  expect(world.services.mailer).not.toBeNull();
  expect((await admin.testMessage()).body).toEqual({ sent: true, answer: 'Sent to root@milepost.test' });
  expect(server.received.at(-1)?.headers['subject']).toBe('Test message');
  server.answer = 554;
  expect((await admin.testMessage()).body).toMatchObject({
    sent: false,
    answer: expect.stringContaining('554') as string,
  });
  server.answer = null;
  await admin.save('mail', { MILEPOST_SMTP_URL: '', MILEPOST_SMTP_FROM: '' });
  expect(world.services.mailer).toBeNull();
});

test('TM-AD-17: a session lasts as long as was set when it began', async ({ admin, world, build, db, call, send }) => {
  const user = await build.user();
  expect((await admin.save('sessions', { MILEPOST_SESSION_MINUTES: '4' })).status).toBe(400);
  expect((await admin.save('sessions', { MILEPOST_SESSION_MINUTES: '525601' })).status).toBe(400);
  expect(world.services.instance.sessionMinutes).toBe(10_080);
  await call('root', 'PUT', `/users/${user.id}`, { password: 'a quiet morning walk' });
  const minutes = async () => {
    const signIn = { username: user.username, password: 'a quiet morning walk' };
    expect(await send({ method: 'POST', url: '/-/sign-in', payload: signIn })).toMatchObject({ status: 200 });
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes FROM sessions
      WHERE user_id = ${user.id} ORDER BY created_at`.execute(db);
    return rows.map((row) => row.minutes);
  };
  expect(await minutes()).toEqual([10_080]);
  expect((await admin.save('sessions', { MILEPOST_SESSION_MINUTES: '525600' })).status).toBe(204);
  expect(await minutes()).toEqual([10_080, 525_600]);
  await admin.save('sessions', { MILEPOST_SESSION_MINUTES: '' });
});

test('for others than administrators the administration does not exist', async ({ send, world, build }) => {
  const headers = await sessionHeaders(world, (await build.user()).id);
  expect((await send({ url: '/-/admin/settings.json', headers })).status).toBe(404);
  expect((await send({ url: '/-/admin/settings.json' })).status).toBe(401);
  const values = { section: 'name', values: { MILEPOST_NAME: 'Mine' } };
  expect((await send({ method: 'PUT', url: '/-/admin/settings', headers, payload: values })).status).toBe(404);
});
