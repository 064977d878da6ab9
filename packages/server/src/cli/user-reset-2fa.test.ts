import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, vi } from 'vitest';
import { sendMails } from '../platform/outbox/mails.ts';
import { mailServerOfTests } from '../testing/mail/mail-server-of-tests.ts';
import { test } from '../testing/second-factors/browser.ts';
import { main } from './main.ts';

const smtp = mailServerOfTests();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('OG-2F-13: an administrator or the command line removes factors: sessions end, a mail is sent, and the audit log names who did it', async ({
  signedIn,
  newcomer,
  browser,
  call,
  world,
  db,
}) => {
  world.services.mailer = smtp.mailer;
  const folder = await mkdtemp(join(tmpdir(), 'milepost-reset-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const { user, database, host = '' } = world.target;
  vi.stubEnv('DATABASE_URL', `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`);
  vi.stubEnv('MILEPOST_DATA_DIR', folder);
  vi.stubEnv('MILEPOST_SMTP_URL', smtp.server.url);
  const resets = {
    root: async () => (await call('root', 'PATCH', `/users/${newcomer.id}/disable_two_factor`)).status === 204,
    Milepost: async () => (await main(['user', 'reset-2fa', newcomer.username])) === 0,
  };
  for (const reset of Object.values(resets)) {
    const own = browser();
    await own.signIn(newcomer.username);
    await own.addTotp();
    await own.addPasskey();
    expect(await reset()).toBe(true);
    expect((await own.send('GET', '/api/v4/user')).status).toBe(401);
    expect((await signedIn.send('GET', '/api/v4/user')).status).toBe(401);
    expect((await browser().signIn(newcomer.username)).body).toHaveProperty('viewer');
  }
  await sendMails.run({ ...world.services, mailer: smtp.mailer }, {}, new AbortController().signal);
  const mails = smtp.server.received.filter(({ to }) => to.includes(newcomer.email));
  expect(mails.map(({ headers }) => headers['subject'])).toEqual(
    Object.keys(resets).map(() => 'Your second factor was removed'),
  );
  const { rows } = await sql<{ authorId: number | null; authorName: string }>`
    SELECT author_id, author_name FROM audit_events
    WHERE kind = 'second_factor_removed' AND target_id = ${newcomer.id} ORDER BY id`.execute(db);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ authorId: world.userIds.root });
  expect(rows[1]?.authorName).not.toBe('');
  expect(rows[1]?.authorId).not.toBe(world.userIds.root);
  await rm(folder, { recursive: true, force: true });
});
