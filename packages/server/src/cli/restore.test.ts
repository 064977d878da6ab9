import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sealedColumns } from '../modules/admin/store/restored.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { fileDigests, objectDigests, tableDigests, usingClient } from '../testing/backups.ts';
import { runGit } from '../testing/git.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { newBucket } from '../testing/storage/s3-server.ts';
import { storages } from '../testing/storage/storages.ts';
import { main } from './main.ts';

let source: TestDatabase;
let goal: TestDatabase;
let folder: string;
let out: string[];

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'milepost-restore-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  [source, goal] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  out = [];
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void out.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void out.push(String(text)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await Promise.all([source.drop(), goal.drop()]);
});

function use({ target }: TestDatabase, dataDir: string, more: Readonly<Record<string, string>> = {}): void {
  vi.unstubAllEnvs();
  vi.stubEnv(
    'DATABASE_URL',
    `postgres://${target.user}@/${target.database}?host=${encodeURIComponent(target.host ?? '')}`,
  );
  for (const [name, value] of Object.entries({ ...more, MILEPOST_DATA_DIR: dataDir })) vi.stubEnv(name, value);
}

/** A place of files, with the settings for it. */
async function newPlace(kind: (typeof storages)[number], name: string) {
  const dataDir = join(folder, `${kind}-${name}`);
  if (kind === 'local') return { dataDir, files: new FileStorage(dataDir), env: {} };
  const s3 = await newBucket();
  const env = {
    MILEPOST_S3_BUCKET: s3.bucket,
    MILEPOST_S3_ENDPOINT: s3.endpoint,
    MILEPOST_S3_REGION: s3.region,
    MILEPOST_S3_ACCESS_KEY: s3.accessKey,
    MILEPOST_S3_SECRET_KEY: s3.secretKey,
  };
  return { dataDir, files: new FileStorage(dataDir, { main: 's3', s3 }), env };
}

/** Tables that a restore changes, and the queue of the server. */
const changed = new Set(['sessions', 'pending_sign_ins', 'outgoing_pauses', 'audit_events', 'audit_stream_events']);
const kept = (digests: Record<string, string>) =>
  Object.fromEntries(Object.entries(digests).filter(([table]) => !changed.has(table)));

test.each(storages)(
  'OG-BK-04, OG-S3-06: after a restore from and to the storage %s tables, files and refs are equal, sessions are ended, and nothing is sent until it is resumed',
  async (kind) => {
    const [from, to] = [await newPlace(kind, 'from'), await newPlace(kind, 'to')];
    const same = { MILEPOST_SECRET: 'the-same-secret'.repeat(3) };
    use(source, from.dataDir, { ...from.env, ...same });
    const secrets = ['0', '1', '2'].map((digit) => digit.repeat(32));
    for (const secret of secrets)
      await from.files.put(
        `uploads/${secret.slice(0, 2)}/${secret}`,
        (async function* () {
          yield Buffer.from(`content of ${secret}`);
        })(),
      );
    await usingClient(source.target, async (client) => {
      await client.query(`INSERT INTO users (username, name, email) VALUES ('ada', 'Ada', 'ada@example.com')`);
      await client.query(`INSERT INTO namespaces (id, kind, traversal_ids, path, full_path, name, full_name)
        VALUES (901, 'group', '{901}', 'castle', 'castle', 'Castle', 'Castle')`);
      await client.query(`INSERT INTO sessions (id_hash, user_id, expires_at)
        SELECT '\\xdeadbeef', id, now() + interval '1 day' FROM users WHERE username = 'ada'`);
      await client.query(`INSERT INTO webhooks (namespace_id, url, sealed_token)
        SELECT min(id), 'https://hooks.example', '\\x01' FROM namespaces`);
      await client.query(
        `INSERT INTO uploads (namespace_id, purpose, secret, file_name, byte_size, media_type)
        SELECT (SELECT min(id) FROM namespaces), 'markdown', secret, 'a.txt', 43, 'application/octet-stream'
        FROM unnest($1::text[]) secret`,
        [secrets],
      );
    });
    const repository = join(from.dataDir, 'repositories/7.git');
    await mkdir(repository, { recursive: true });
    await runGit(repository, ['init', '--quiet', '--bare', repository]);
    const tree = (
      await runGit(repository, ['--git-dir', repository, 'hash-object', '-w', '-t', 'tree', '/dev/null'])
    ).output.trim();
    const commit = (await runGit(repository, ['--git-dir', repository, 'commit-tree', tree, '-m', 'x'])).output.trim();
    await runGit(repository, ['--git-dir', repository, 'update-ref', 'refs/heads/main', commit]);

    const file = join(folder, `${kind}.tar.gz`);
    const before = await usingClient(source.target, tableDigests);
    const files = await objectDigests(from.files);
    const refs = await runGit(repository, ['--git-dir', repository, 'for-each-ref']);
    expect(refs.output).toContain(commit);
    expect(await main(['backup', file])).toBe(0);
    use(goal, to.dataDir, { ...to.env, ...same });
    expect(await main(['restore', file])).toBe(0);

    expect(kept(await usingClient(goal.target, tableDigests))).toEqual(kept(before));
    expect(Object.keys(files)).toHaveLength(secrets.length);
    expect(await objectDigests(to.files)).toEqual(files);
    const restored = join(to.dataDir, 'repositories/7.git');
    expect(await runGit(restored, ['--git-dir', restored, 'for-each-ref'])).toEqual(refs);
    expect(await runGit(restored, ['--git-dir', restored, 'fsck', '--full', '--strict'])).toMatchObject({ code: 0 });
    expect(await fileDigests(restored)).toEqual(await fileDigests(repository));
    await usingClient(goal.target, async (client) => {
      expect((await client.query('SELECT FROM sessions')).rowCount).toBe(0);
      expect((await client.query('SELECT reason FROM outgoing_pauses')).rows).toEqual([
        { reason: 'This installation was restored from a backup.' },
      ]);
    });
    expect(out.join('\n')).toContain('Mail, webhooks and audit streams are paused');
    // With the secret nothing has to be entered again.
    expect(out.join('\n')).not.toContain('MILEPOST_SECRET');
    await Promise.all([from.files.close(), to.files.close()]);
  },
);

test('OG-BK-06: MILEPOST_SECRET is never in an archive, and without it a restore lists what must be entered again', async () => {
  const [from, to] = ['from', 'to'].map((name) => join(folder, `secret-${name}`));
  const passphrase = { MILEPOST_BACKUP_PASSPHRASE: 'correct horse battery' };
  use(source, from!, passphrase);
  await mkdir(from!, { recursive: true });
  await writeFile(join(from!, 'secret'), `${'a-secret-that-must-not-leave'.repeat(2)}\n`);
  await usingClient(source.target, (client) =>
    client.query(`INSERT INTO instance_settings (name, sealed) VALUES ('MILEPOST_SMTP_URL', '\\x01')`),
  );
  const file = join(folder, 'secret.tar.gz.enc');
  expect(await main(['backup', file])).toBe(0);

  // The right passphrase alone opens it.
  use(goal, to!, { MILEPOST_BACKUP_PASSPHRASE: 'incorrect horse' });
  expect(await main(['restore', file])).toBe(1);
  expect(out.at(-1)).toContain('is not its passphrase');
  use(goal, to!, passphrase);
  expect(await main(['restore', file])).toBe(0);
  expect(Object.keys(await fileDigests(to!))).toEqual(['secret']);
  expect(await fileDigests(to!)).not.toEqual(await fileDigests(from!));
  expect(out.at(-1)).toMatch(/^MILEPOST_SECRET is not the one of the installation that was backed up/);
  expect(out.at(-1)).toContain('1 setting of the installation, such as the mail server: enter them again');
});

test('every column that is encrypted with MILEPOST_SECRET is in the list of a restore', async () => {
  use(source, join(folder, 'columns'));
  const { rows } = await usingClient(source.target, (client) =>
    client.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE 'sealed%'`,
    ),
  );
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(known.toSorted());
});
