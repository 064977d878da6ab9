import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { checkBackup } from '../../platform/backup/check.ts';
import { connect } from '../../platform/database/connect.ts';
import { startJobs } from '../../platform/jobs/runner.ts';
import { sessionHeaders, test as base } from '../../testing/http.ts';
import { bodyOf } from '../../testing/mail/mail-server.ts';
import { mailServerOfTests } from '../../testing/mail/mail-server-of-tests.ts';
import { storageFor, storages } from '../../testing/storage/storages.ts';
import { isOverdue, previousTimes } from './commands/schedule.ts';
import { mailBackupFailures, makeBackups } from './jobs.ts';

const smtp = mailServerOfTests();
const never = new AbortController().signal;
/** The payload of a scheduled job. */
const at = (minute: number) => ({ _cron: { ts: new Date(Date.UTC(2026, 10, 28, 2, minute)).toISOString() } });

interface Shown {
  schedule: string | null;
  keep: number;
  running: boolean;
  overdue: boolean;
  backups: { state: string; name: string; bytes: number | null; error: string | null; removed: boolean }[];
}

const test = base
  .extend('admin', async ({ world, send }) => {
    const headers = await sessionHeaders(world, world.userIds.root);
    return {
      read: async () => (await send({ url: '/-/admin/backups.json', headers })).body as Shown,
      start: () => send({ method: 'POST', url: '/-/admin/backups', headers }),
    };
  })
  /** The archives of the storage in use; incomplete ones are always in the folder. */
  .extend('archives', ({ services }) => {
    const inFolder = () => readdir(services.backups.folder).catch((): string[] => []);
    return async () => {
      const { main } = services.files;
      if (main.kind === 'local') return (await inFolder()).toSorted();
      const names: string[] = [];
      for await (const page of main.list('backups/')) names.push(...page.map(({ key }) => key.replace('backups/', '')));
      return [...names, ...(await inFolder()).filter((name) => name.endsWith('.part'))].toSorted();
    };
  })
  /** Reads an archive of the storage in use as a file. */
  .extend(
    'withArchive',
    ({ services }) =>
      <Result>(name: string, work: (file: string) => Promise<Result>) =>
        services.files.main.kind === 'local'
          ? work(join(services.backups.folder, name))
          : services.files.withFile(`backups/${name}`, work),
  );

const defaults = { schedule: '0 2 * * *', keep: 7, passphrase: null };

describe.each(storages)('OG-S3-06: with archives in the storage %s', (name) => {
  let isFirst = true;
  test.beforeEach(async ({ services, db }) => {
    services.files = await storageFor(name, services.dataDir);
    // Those of the other storage.
    if (isFirst) await sql`DELETE FROM backups`.execute(db);
    isFirst = false;
  });
  test.afterEach(async ({ services }) => {
    services.files = await storageFor('local', services.dataDir);
  });

  test('OG-BK-01: of several processes exactly one makes the backup of a scheduled time, also when the job is run again', async ({
    services,
    admin,
    archives,
    withArchive,
    db,
  }) => {
    Object.assign(services.backups, defaults);
    const recorded = async () =>
      (await sql`SELECT FROM audit_events WHERE kind = 'backup_made'`.execute(db)).rows.length;
    const before = await recorded();
    await Promise.all([1, 2, 3].map(() => makeBackups.run(services, at(0), never)));
    expect(await archives()).toHaveLength(1);
    await makeBackups.run(services, at(0), never);
    expect(await archives()).toHaveLength(1);
    const { backups } = await admin.read();
    expect(backups).toMatchObject([{ state: 'succeeded', removed: false, error: null }]);
    await withArchive(backups[0]?.name ?? '', async (file) => {
      expect((await stat(file)).size).toBe(backups[0]?.bytes);
      expect((await checkBackup(file, null)).rows['users']).toBeGreaterThan(1);
    });
    expect(await recorded()).toBe(before + 1);
  });

  test('OG-BK-01: the newest MILEPOST_BACKUP_KEEP archives stay; files of others are not touched', async ({
    services,
    admin,
    archives,
  }) => {
    Object.assign(services.backups, defaults, { keep: 2 });
    const foreign = 'of-somebody-else.tar.gz';
    await services.files.main.put(`backups/${foreign}`, Readable.from([Buffer.alloc(0)]));
    for (const minute of [1, 2, 3]) await makeBackups.run(services, at(minute), never);
    const { backups } = await admin.read();
    const kept = backups.filter(({ removed }) => !removed).map(({ name: archive }) => archive);
    expect(kept).toEqual(backups.slice(0, 2).map(({ name: archive }) => archive));
    expect(await archives()).toEqual([...kept, foreign].toSorted());
  });

  test('OG-BK-03: a failed backup leaves no archive, keeps the older ones, shows its reason, is mailed once, and the next one works', async ({
    services,
    admin,
    archives,
    world,
    db,
  }) => {
    Object.assign(services, { mailer: smtp.mailer });
    Object.assign(services.backups, defaults, { keep: 1 });
    await makeBackups.run(services, at(10), never);
    const before = await archives();
    const { pool, db: own } = connect(world.target);
    const mails = await startJobs(pool, services, [mailBackupFailures], () => {});
    const locker = await pool.connect();
    try {
      for (const minute of [11, 12]) {
        // The backup waits for this table, with a part of the archive written, and then loses its connection.
        await locker.query('BEGIN; LOCK TABLE work_items IN ACCESS EXCLUSIVE MODE');
        const making = makeBackups.run(services, at(minute), never);
        await expect.poll(async () => (await archives()).some((archive) => archive.endsWith('.part'))).toBe(true);
        await expect
          .poll(
            async () =>
              (
                await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND application_name = 'milepost backup' AND wait_event_type = 'Lock'`.execute(
                  db,
                )
              ).rows.length,
          )
          .toBe(1);
        await making;
        await locker.query('COMMIT');
      }
      expect(await archives()).toEqual(before);
      const { backups } = await admin.read();
      expect(backups.slice(0, 2)).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
      expect(backups[0]?.error).toMatch(/terminat/);
      await expect.poll(() => smtp.server.received.length).toBe(1);
      expect(smtp.server.received[0]).toMatchObject({
        to: ['root@milepost.test'],
        headers: { subject: 'A backup failed' },
      });
      expect(bodyOf(smtp.server.received[0]!)).toContain('/admin/backups');
      const waiting = async () =>
        (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ${mailBackupFailures.name}`.execute(db))
          .rows;
      await expect.poll(waiting).toEqual([]);
      expect(smtp.server.received).toHaveLength(1);
      await makeBackups.run(services, at(13), never);
      expect((await admin.read()).backups[0]).toMatchObject({ state: 'succeeded' });
    } finally {
      locker.release();
      await mails.stop();
      await own.destroy();
    }
  });

  test('with MILEPOST_BACKUP_PASSPHRASE archives are encrypted', async ({ services, admin, withArchive }) => {
    Object.assign(services.backups, defaults, { passphrase: 'correct horse battery' });
    await makeBackups.run(services, at(30), never);
    const archive = (await admin.read()).backups[0]?.name ?? '';
    expect(archive).toMatch(/\.tar\.gz\.enc$/);
    const isRead = await withArchive(archive, async (file) => {
      expect((await readFile(file)).subarray(0, 2)).not.toEqual(Buffer.of(0x1f, 0x8b));
      expect((await checkBackup(file, 'correct horse battery')).rows['users']).toBeGreaterThan(1);
      await expect(checkBackup(file, 'another passphrase')).rejects.toThrow(/cannot be decrypted/);
      return true;
    });
    expect(isRead).toBe(true);
  });
});

test('OG-BK-01: the queue runs the job at the times of MILEPOST_BACKUP_SCHEDULE, and not at all without one', async ({
  services,
  world,
  db,
}) => {
  const known = async () => {
    const { pool, db: own } = connect(world.target);
    const jobs = await startJobs(pool, services, [makeBackups], () => {});
    try {
      const { rows } = await sql`SELECT identifier FROM graphile_worker._private_known_crontabs`.execute(db);
      return rows;
    } finally {
      await jobs.stop();
      await own.destroy();
    }
  };
  Object.assign(services.backups, { schedule: null });
  expect(await known()).toEqual([]);
  Object.assign(services.backups, { schedule: '0 2 1 1 *' });
  await expect.poll(known).toEqual([{ identifier: 'admin.backup' }]);
});

test('OG-BK-03: a folder that cannot be written is a failure with its reason; a stopped server leaves one too', async ({
  services,
  admin,
  db,
}) => {
  const { folder } = services.backups;
  await writeFile(join(services.dataDir, 'a-file'), '');
  Object.assign(services.backups, { folder: join(services.dataDir, 'a-file/backups') });
  await makeBackups.run(services, at(20), never);
  expect((await admin.read()).backups[0]).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/ENOTDIR/) as string,
  });
  Object.assign(services.backups, { folder });
  const stopped = new AbortController();
  stopped.abort();
  await makeBackups.run(services, at(21), stopped.signal);
  expect((await admin.read()).backups[0]).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/stopped/) as string,
  });
  await sql`INSERT INTO backups (folder, name) VALUES (${folder}, 'killed.tar.gz')`.execute(db);
  await writeFile(join(folder, 'killed.tar.gz.part'), 'half');
  expect((await admin.read()).backups[0]).toMatchObject({ name: 'killed.tar.gz', state: 'failed' });
  await makeBackups.run(services, at(22), never);
  expect((await admin.read()).backups.slice(0, 2)).toMatchObject([
    { state: 'succeeded' },
    { state: 'failed', error: 'The server stopped before the backup was complete.' },
  ]);
  expect(await readdir(folder)).not.toContain('killed.tar.gz.part');
});

test('OG-BK-07: the page lists backups, starts one by hand, and warns of an old one; it is for administrators', async ({
  services,
  admin,
  world,
  send,
  db,
}) => {
  Object.assign(services.backups, defaults);
  const headers = await sessionHeaders(world, world.userIds.ada);
  expect((await send({ url: '/-/admin/backups.json', headers })).status).toBe(404);
  expect((await send({ method: 'POST', url: '/-/admin/backups', headers })).status).toBe(404);
  await sql`DELETE FROM backups`.execute(db);
  expect(await admin.read()).toMatchObject({
    schedule: '0 2 * * *',
    keep: 7,
    overdue: false,
    running: false,
    backups: [],
  });
  expect((await admin.start()).status).toBe(204);
  expect(await admin.start()).toMatchObject({ status: 409, body: { message: 'A backup is being made.' } });
  expect(await admin.read()).toMatchObject({ running: true });
  const { pool, db: own } = connect(world.target);
  const jobs = await startJobs(pool, services, [makeBackups], () => {});
  try {
    await expect.poll(async () => (await admin.read()).running).toBe(false);
  } finally {
    await jobs.stop();
    await own.destroy();
  }
  expect(await admin.read()).toMatchObject({ overdue: false, backups: [{ state: 'succeeded' }] });
  const { rows } = await sql<{ authorId: number }>`
    SELECT author_id FROM audit_events WHERE kind = 'backup_made' ORDER BY id DESC LIMIT 1`.execute(db);
  expect(rows).toEqual([{ authorId: world.userIds.root }]);
  await sql`UPDATE backups SET started_at = now() - interval '3 days'`.execute(db);
  expect(await admin.read()).toMatchObject({ overdue: true });
  Object.assign(services.backups, { schedule: null });
  expect(await admin.read()).toMatchObject({ schedule: null, overdue: false });
});

test('a backup that ends while its page is read is not shown as failed', async ({ admin, world, db }) => {
  await sql`INSERT INTO backups (folder, name) VALUES ('/backups', 'slow.tar.gz')`.execute(db);
  await sql`INSERT INTO leases (name, holder, ends_at) VALUES ('admin.backup', gen_random_uuid(), now() + interval '1 minute')`.execute(
    db,
  );
  const { pool, db: own } = connect(world.target);
  const locker = await pool.connect();
  try {
    await locker.query('BEGIN; LOCK TABLE leases IN ACCESS EXCLUSIVE MODE');
    const reading = admin.read();
    const waiting = async () =>
      (
        await locker.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
    await locker.query(`UPDATE backups SET state = 'succeeded', finished_at = now() WHERE name = 'slow.tar.gz'`);
    await locker.query(`DELETE FROM leases WHERE name = 'admin.backup'; COMMIT`);
    expect((await reading).backups[0]).toMatchObject({ name: 'slow.tar.gz', state: 'succeeded' });
  } finally {
    locker.release();
    await own.destroy();
  }
});

test('OG-BK-07: a backup is overdue when it is older than two periods of the schedule', () => {
  const now = new Date('2026-11-28T10:00:00Z');
  const times = (schedule: string) => previousTimes(schedule, now, 2).map((time) => time.toISOString().slice(0, 16));
  expect(times('0 2 * * *')).toEqual(['2026-11-28T02:00', '2026-11-27T02:00']);
  expect(times('30 23 * * 5')).toEqual(['2026-11-27T23:30', '2026-11-20T23:30']);
  expect(times('0 0 1 1 *')).toEqual(['2026-01-01T00:00', '2025-01-01T00:00']);
  expect(isOverdue('0 2 * * *', new Date('2026-11-27T02:00:01Z'), now)).toBe(false);
  expect(isOverdue('0 2 * * *', new Date('2026-11-26T02:00:01Z'), now)).toBe(true);
});
