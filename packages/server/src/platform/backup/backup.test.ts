import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildArchive } from '../../testing/build/archive.ts';
import { createRestoreTarget, objectDigests, tableDigests, usingClient } from '../../testing/backups.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { canServeS3, newBucket } from '../../testing/storage/s3-server.ts';
import { storages } from '../../testing/storage/storages.ts';
import { FileStorage } from '../files/file-storage.ts';
import { checkBackup } from './check.ts';
import { readBackup } from './read.ts';
import { writeBackup } from './write.ts';

/** Tests read it only. */
let source: TestDatabase;
let goal: TestDatabase;
let folder: string;
const path = (...names: string[]): string => join(folder, ...names);

beforeAll(async () => {
  source = await createTestDatabase();
  await usingClient(source.target, fill);
});

afterAll(() => source.drop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'milepost-backup-'));
  await chmod(folder, 0o755);
  await mkdir(path('old/uploads/ab'), { recursive: true });
  await writeFile(path('old/uploads/ab/image.png'), 'a image');
  await writeFile(path('old/uploads/empty'), '');
  await writeFile(path('old/secret'), 'kept\n', { mode: 0o600 });
  await mkdir(path('old/postgres-18'));
  await writeFile(path('old/postgres-18/never'), 'copied');
  goal = await createRestoreTarget();
});

afterEach(async () => {
  await goal.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Inserts people with special characters, more than fit into one chunk; groups that reference each other; a job. */
async function fill(client: Client): Promise<void> {
  await client.query(`INSERT INTO users (username, name, email, bio)
    SELECT 'u' || n, E'Tab\\t, line\\n, back\\\\slash, \\\\N, ünï 🎯', 'u' || n || '@example.com', repeat(md5(n::text), 40)
    FROM generate_series(1, 5000) n`);
  await client.query(
    `INSERT INTO sessions (id_hash, user_id, expires_at) SELECT '\\xdeadbeef', min(id), now() FROM users`,
  );
  await client.query(
    `SELECT graphile_worker.add_job('test.later', '{"n": 1}'::json, run_at => now() + interval '1 day', job_key => 'once')`,
  );
}

async function rules(client: Client): Promise<unknown> {
  const { rows } =
    await client.query(`SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  const { rows: triggers } = await client.query(
    `SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  );
  return { rows, triggers };
}

/** A storage of this kind, with a new bucket. */
async function filesAt(name: (typeof storages)[number], place: string): Promise<FileStorage> {
  return new FileStorage(path(place), name === 's3' ? { main: 's3', s3: await newBucket() } : undefined);
}

describe('a backup', () => {
  test.each(storages)('OG-S3-06: brings back every row, rule, job and file of the storage %s', async (name) => {
    const [old, restored] = [await filesAt(name, 'old'), await filesAt(name, 'new')];
    const stored = 'uploads/ab/stored';
    await old.put(stored, Readable.from([Buffer.from('in the storage')]));
    const written = await writeBackup(source.target, path('old'), path('all.tar.gz'), { files: old });
    expect(written.rows['users']).toBe(5000);
    expect(written.files).toBe(3);
    expect((await stat(path('all.tar.gz'))).mode & 0o777).toBe(0o600);

    const read = await readBackup(goal.target, path('new'), path('all.tar.gz'), { files: restored });
    expect(read).toEqual({ ...written, secretFingerprint: null });
    expect(await usingClient(goal.target, tableDigests)).toEqual(await usingClient(source.target, tableDigests));
    expect(await usingClient(goal.target, rules)).toEqual(await usingClient(source.target, rules));
    const { rows: jobs } = await usingClient(goal.target, (client) =>
      client.query(`SELECT task_identifier, key, run_at > now() AS waits FROM graphile_worker.jobs`),
    );
    expect(jobs).toEqual([{ task_identifier: 'test.later', key: 'once', waits: true }]);
    for (const [key, content] of [
      ['uploads/ab/image.png', 'a image'],
      ['uploads/empty', ''],
      [stored, 'in the storage'],
    ] as const)
      expect(await text((await restored.main.get(key))!)).toBe(content);
    expect(await readdir(path('new'))).toEqual(name === 's3' ? [] : ['uploads']);
    await Promise.all([old.close(), restored.close()]);
  });

  test('after which new rows get new numbers', async () => {
    await writeBackup(source.target, path('old'), path('all.tar.gz'));
    await readBackup(goal.target, path('new'), path('all.tar.gz'));
    const { rows } = await usingClient(goal.target, (client) =>
      client.query(
        `INSERT INTO users (username, name, email) VALUES ('next', 'Next', 'next@example.com') RETURNING id > 5000 AS "isNew"`,
      ),
    );
    expect(rows).toEqual([{ isNew: true }]);
  });

  test.each(storages)('OG-S3-06: cut short, it restores nothing at all to the storage %s', async (name) => {
    const restored = await filesAt(name, 'new');
    await writeBackup(source.target, path('old'), path('all.tar.gz'));
    const { size } = await stat(path('all.tar.gz'));
    await truncate(path('all.tar.gz'), Math.floor(size / 2));
    await expect(readBackup(goal.target, path('new'), path('all.tar.gz'), { files: restored })).rejects.toThrow(
      /cut off|ends too early|damaged/,
    );
    expect(await usingClient(goal.target, tableDigests)).toEqual({});
    expect(await readdir(path('new'))).toEqual([]);
    expect(await objectDigests(restored)).toEqual({});
    await restored.close();
  });

  test('OG-S3-06: restores only into an empty target, database, folder and bucket', async () => {
    await writeBackup(source.target, path('old'), path('all.tar.gz'));
    await expect(readBackup(source.target, path('new'), path('all.tar.gz'))).rejects.toThrow(
      /^the database is not empty/,
    );
    await expect(readBackup(goal.target, path('old'), path('all.tar.gz'))).rejects.toThrow(
      /is not empty \(it has uploads\)/,
    );
    expect(await readFile(path('old/uploads/ab/image.png'), 'utf8')).toBe('a image');
    if (!canServeS3) return;
    const full = await filesAt('s3', 'elsewhere');
    await full.put('uploads/ab/stored', Readable.from([Buffer.from('of another installation')]));
    await expect(readBackup(goal.target, path('new'), path('all.tar.gz'), { files: full })).rejects.toThrow(
      /is not empty \(it has uploads\/ab\/stored, …\): restore into a new bucket/,
    );
    expect(await usingClient(goal.target, tableDigests)).toEqual({});
    expect(await text((await full.main.get('uploads/ab/stored'))!)).toBe('of another installation');
    await full.close();
  });

  test('another archive is refused', async () => {
    await writeFile(path('other.tar.gz'), await buildArchive({ 'tree/project.json': {} }));
    await expect(readBackup(goal.target, path('new'), path('other.tar.gz'))).rejects.toThrow(
      'this is not a Milepost backup',
    );
  });

  test('that fails leaves no file', async () => {
    await expect(
      writeBackup({ ...source.target, database: 'nowhere' }, path('old'), path('all.tar.gz')),
    ).rejects.toThrow('does not exist');
    await expect(writeBackup(source.target, path('old'), path('missing/all.tar.gz'))).rejects.toThrow(/ENOENT/);
    expect(await readdir(folder)).toEqual(['old']);
  });

  test('OG-BK-05: checking an archive finds damage anywhere in it, and a newer version, without a database', async () => {
    const file = path('all.tar.gz');
    const written = await writeBackup(source.target, path('old'), file);
    expect(await checkBackup(file, null)).toEqual(written);
    const bytes = await readFile(file);
    for (const share of [0.1, 0.5, 0.9]) {
      const damaged = Buffer.from(bytes);
      const at = Math.floor(bytes.length * share);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x55, at);
      await writeFile(path('damaged.tar.gz'), damaged);
      await expect(checkBackup(path('damaged.tar.gz'), null)).rejects.toThrow(
        /damaged|incomplete|not a tar|JSON|cut off|ends/i,
      );
    }
    await usingClient(source.target, (client) =>
      client.query(`INSERT INTO schema_migrations (name, sha256) VALUES ('9999-future', '')`),
    );
    await writeBackup(source.target, path('old'), file);
    await usingClient(source.target, (client) =>
      client.query(`DELETE FROM schema_migrations WHERE name = '9999-future'`),
    );
    await expect(checkBackup(file, null)).rejects.toThrow('this backup was created by a newer Milepost');
  });

  test('encrypted, it restores with the passphrase only, and reveals any change', async () => {
    const file = path('all.tar.gz.enc');
    const passphrase = 'correct horse battery';
    const written = await writeBackup(source.target, path('old'), file, { passphrase });
    const bytes = await readFile(file);
    expect(await checkBackup(file, passphrase)).toEqual(written);
    await expect(checkBackup(file, null)).rejects.toThrow('the archive is encrypted: set MILEPOST_BACKUP_PASSPHRASE');
    await expect(checkBackup(file, 'incorrect horse')).rejects.toThrow(/is not its passphrase/);
    const chunk = 64 * 1024 + 16;
    const header = 31;
    expect(bytes.length).toBeGreaterThan(header + 3 * chunk);
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(header + chunk + 5) ^ 1, header + chunk + 5);
    const [first, second, third] = [0, 1, 2].map((at) =>
      bytes.subarray(header + at * chunk, header + (at + 1) * chunk),
    );
    const changed = [
      flipped,
      bytes.subarray(0, header + 2 * chunk),
      bytes.subarray(0, 20),
      Buffer.concat([bytes.subarray(0, header), second!, first!, third!]),
    ];
    for (const each of changed) {
      await writeFile(path('changed'), each);
      await expect(checkBackup(path('changed'), passphrase)).rejects.toThrow(/damaged/);
    }
    const read = await readBackup(goal.target, path('new'), file, { passphrase });
    expect(read).toEqual({ ...written, secretFingerprint: null });
    expect(await usingClient(goal.target, tableDigests)).toEqual(await usingClient(source.target, tableDigests));
  });
});
