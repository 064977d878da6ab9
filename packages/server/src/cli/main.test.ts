import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeBackup } from '../platform/backup/write.ts';
import { connect } from '../platform/database/connect.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/postgres.ts';
import { buildArchive } from '../testing/build/archive.ts';
import { main } from './main.ts';

let database: TestDatabase;
let folder: string;
let out: string[];
let complaints: string[];

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'milepost-cli-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  out = [];
  complaints = [];
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void out.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void complaints.push(String(text)));
  vi.stubEnv('DATABASE_URL', addressOf(database));
  vi.stubEnv('MILEPOST_DATA_DIR', join(folder, 'data'));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A socket's folder is no host name, so it travels as a parameter. */
function addressOf({ target }: TestDatabase): string {
  return `postgres://${target.user}@/${target.database}?host=${encodeURIComponent(target.host ?? '')}`;
}

async function ask<Row>(sql: string): Promise<Row[]> {
  const { pool } = connect(database.target, { size: 1 });
  try {
    return (await pool.query(sql)).rows as Row[];
  } finally {
    await pool.end();
  }
}

describe('the milepost command', () => {
  test('without a command, or with --help, lists them', async () => {
    expect(await main([])).toBe(2);
    expect(await main(['--help'])).toBe(0);
    expect(out[1]).toMatch(/^Usage: milepost COMMAND\n[^]*serve[^]*restore/);
    expect(await main(['--version'])).toBe(0);
    expect(out[2]).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('lists every command once', async () => {
    await main(['--help']);
    const names = [...(out[0] ?? '').matchAll(/^ {2}(\S+(?: \S+)?) {2}/gm)].map((match) => match[1]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toContain('import');
  });

  test.each([
    'serve',
    'migrate',
    'doctor',
    'user create',
    'user reset-2fa',
    'token create',
    'import',
    'generate',
    'storage migrate',
    'backup',
    'restore',
  ])('%s --help shows its usage', async (command) => {
    expect(await main([...command.split(' '), '--help'])).toBe(0);
    expect(out.join('\n')).toContain(`Usage: milepost ${command}`);
  });

  test.each([
    [['plant'], "milepost: there is no command 'plant'; there are: serve, "],
    [['user', 'plant'], "milepost: there is no command 'user plant'; there are: user create"],
    [['user', 'reset-2fa'], 'milepost: USERNAME is missing'],
    [['serve', '--port', 'x'], 'milepost: --port must be a port from 0 to 65535, not "x"'],
    [['migrate', 'now'], "milepost: unexpected argument 'now'"],
    [['user', 'create'], 'milepost: --username U is missing'],
    [['user', 'create', '--username', 'ada', '--email', 'nowhere'], 'milepost: Email is invalid'],
    [
      ['user', 'create', '--username', 'ada', '--email', 'a@b.c', '--password', 'short'],
      'milepost: Password is too short',
    ],
    [['token', 'create', '--user', 'ada', '--scopes', 'fly'], "milepost: there is no scope 'fly'"],
    [['import', 'a', 'b', '--into', 'x'], 'milepost: --into goes with one archive'],
    [['generate', '--epics', 'many'], "milepost: --epics must be a whole number from 1, not 'many'"],
    [['backup'], 'milepost: FILE is missing'],
  ])('%j is refused with one line', async (args, line) => {
    expect(await main(args)).toBe(2);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(new RegExp(`^${line.replaceAll(/[?()]/g, String.raw`\$&`)}[^\n]*$`));
  });

  test('a wrong setting stops every command with one line that names it', async () => {
    vi.stubEnv('MILEPOST_PORT', 'high');
    expect(await main(['migrate'])).toBe(2);
    expect(complaints).toEqual(['milepost: MILEPOST_PORT must be a port from 0 to 65535, not "high"']);
  });

  test('an unreachable database is a failure that names its address', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://ada:hunter2@127.0.0.1:1/milepost');
    expect(await main(['migrate'])).toBe(1);
    expect(complaints).toEqual(['milepost: DATABASE_URL: cannot use 127.0.0.1:1/milepost: nothing listens there']);
    expect(await main(['doctor'])).toBe(1);
    expect(out.join('\n')).toContain('✗ database: DATABASE_URL: cannot use 127.0.0.1:1/milepost');
    expect(out.join('\n')).not.toContain('hunter2');
  });

  test('migrates, and reports when there was nothing to do', async () => {
    const empty = await createEmptyDatabase();
    vi.stubEnv('DATABASE_URL', addressOf(empty));
    expect(await main(['migrate'])).toBe(0);
    expect(out.at(-1)).toBe('The database is up to date');
    expect(await main(['migrate'])).toBe(0);
    expect(out.at(-1)).toBe('The database is up to date already');
    await empty.drop();
  });

  test('doctor finds everything in order', async () => {
    await main(['migrate']);
    expect(await main(['doctor'])).toBe(0);
    expect(out.join('\n')).toMatch(/MILEPOST_LOG_LEVEL +info \(default\)[^]*✓ storage[^]*✓ migrations: up to date/);
  });

  test('DL-RP-18, DL-ER-04: doctor names an old git, and projects whose repository folder is missing', async () => {
    await main(['migrate']);
    await ask(`INSERT INTO namespaces (id, kind, parent_id, traversal_ids, path, full_path, name, full_name)
      VALUES (901, 'group', NULL, '{901}', 'lost', 'lost', 'Lost', 'Lost'),
        (902, 'project', 901, '{901,902}', 'code', 'lost/code', 'Code', 'Lost / Code')`);
    await ask('INSERT INTO repositories (project_id) VALUES (902)');
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'git'), '#!/bin/sh\necho git version 2.29.3\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
    expect(await main(['doctor'])).toBe(1);
    expect(out.join('\n')).toContain('✗ git: 2.29.3 is too old: install 2.30 or newer');
    expect(out.join('\n')).toMatch(/✗ repositories: folders are missing in .*: lost\/code$/m);
    await ask('DELETE FROM namespaces WHERE id = 901');
    vi.stubEnv('PATH', '/nonexistent');
    expect(await main(['doctor'])).toBe(1);
    expect(out.join('\n')).toContain('✗ git: not found');
  });

  test('TM-SU-06: creates accounts, with the command that the README names, and tokens', async () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain('npx milepost user create --username NAME --email ADDRESS');
    const create = ['user', 'create', '--username', 'ada', '--email', 'ada@example.com', '--admin'];
    expect(await main(create)).toBe(0);
    expect(out).toEqual(['Made the administrator ada', expect.stringMatching(/^Password: \S{20}$/)]);
    expect(await main(create)).toBe(1);
    expect(complaints).toEqual([expect.stringMatching(/^milepost: \S.* has already been taken/)]);

    out = [];
    expect(await main(['token', 'create', '--user', 'ada', '--scopes', 'read_api'])).toBe(0);
    expect(out).toEqual([expect.stringMatching(/^mp-\S+$/)]);
    expect(await ask('SELECT scopes FROM personal_access_tokens')).toEqual([{ scopes: ['read_api'] }]);
    expect(await main(['token', 'create', '--user', 'nobody'])).toBe(1);
    expect(complaints.at(-1)).toBe('milepost: there is no user nobody');
  });

  test('an invalid archive is rejected with its name', async () => {
    await writeFile(join(folder, 'odd.tar.gz'), await buildArchive({ 'shopping.txt': 'milk' }));
    expect(await main(['import', join(folder, 'odd.tar.gz')])).toBe(1);
    expect(complaints).toEqual([expect.stringMatching(/^milepost: .*odd\.tar\.gz: [^\n]+$/)]);
    expect(await main(['import', join(folder, 'missing.tar.gz')])).toBe(1);
    expect(complaints[1]).toBe(`milepost: there is no file ${join(folder, 'missing.tar.gz')}`);
  });

  test('a bad record is skipped and reported; with --strict the archive is rejected for it', async () => {
    await main(['migrate']);
    const epics = [{ iid: 1 }, { iid: 2, title: 'Sound', state_id: 2 }];
    const file = join(folder, 'partly.tar.gz');
    await writeFile(file, await buildArchive({ VERSION: '0.2.0', 'group.json': { path: 'partly', epics } }));
    expect(await main(['import', file, '--strict'])).toBe(1);
    expect(complaints).toEqual([`milepost: ${file}: group.json: epics[0]: title is missing`]);
    expect(await main(['import', file])).toBe(0);
    expect(out.at(-1)).toMatch(/epics +1 new, 1 skipped[^]*\n {2}group\.json: epics\[0\]: title is missing$/);
  });

  test('removes the second factor of an account, once', async () => {
    await main(['user', 'create', '--username', 'frida', '--email', 'frida@example.com', '--password', 'a quiet walk']);
    expect(await main(['user', 'reset-2fa', 'nobody'])).toBe(1);
    expect(await main(['user', 'reset-2fa', 'frida'])).toBe(1);
    expect(complaints).toEqual(['milepost: there is no user nobody', 'milepost: frida has no second factor']);
    await ask(`INSERT INTO passkeys (user_id, credential_id, public_key, name)
      SELECT id, '\\x01', '\\x02', 'Laptop' FROM users WHERE username = 'frida'`);
    await ask(`UPDATE users SET has_second_factor = true WHERE username = 'frida'`);
    expect(await main(['user', 'reset-2fa', 'Frida'])).toBe(0);
    expect(out.at(-1)).toBe('Removed the second factor of frida');
    expect(await ask('SELECT FROM passkeys')).toEqual([]);
    expect(await ask(`SELECT has_second_factor FROM users WHERE username = 'frida'`)).toEqual([
      { has_second_factor: false },
    ]);
  });

  test('OG-AU-02: backs up and restores, which the audit log has', async () => {
    await main(['migrate']);
    const file = join(folder, 'all.tar.gz');
    expect(await main(['backup', file])).toBe(0);
    expect(out.at(-1)).toMatch(/^Wrote .*all\.tar\.gz: [\d,]+ rows in \d+ tables and \d+ files?, /);
    expect(await main(['restore', file])).toBe(1);
    expect(complaints.at(-1)).toMatch(/^milepost: the database is not empty/);
    const other = await createEmptyDatabase();
    vi.stubEnv('DATABASE_URL', addressOf(other));
    vi.stubEnv('MILEPOST_DATA_DIR', join(folder, 'other'));
    expect(await main(['restore', file])).toBe(0);
    expect(out.join('\n')).toMatch(/^Restored [\d,]+ rows/m);
    const { pool } = connect(other.target, { size: 1 });
    const { rows } = await pool.query(`SELECT custom_message AS what FROM audit_events WHERE kind = 'backup_restored'`);
    expect(rows).toEqual([{ what: expect.stringMatching(/^Restored a backup: [\d,]+ rows/) as string }]);
    await pool.end();
    await other.drop();
  });

  test('OG-BK-05: a damaged archive or one of a newer version is refused with exit code 1 before anything changes', async () => {
    await main(['migrate']);
    const file = join(folder, 'good.tar.gz');
    expect(await main(['backup', file])).toBe(0);
    const damaged = join(folder, 'damaged.tar.gz');
    const bytes = await readFile(file);
    await writeFile(damaged, bytes.subarray(0, bytes.length - 100));
    await ask(`INSERT INTO schema_migrations (name, sha256) VALUES ('9999-future', '')`);
    const newer = join(folder, 'newer.tar.gz');
    await writeBackup(database.target, join(folder, 'nothing'), newer);
    await ask(`DELETE FROM schema_migrations WHERE name = '9999-future'`);
    const other = await createEmptyDatabase();
    vi.stubEnv('DATABASE_URL', addressOf(other));
    vi.stubEnv('MILEPOST_DATA_DIR', join(folder, 'untouched'));
    expect(await main(['restore', damaged])).toBe(1);
    expect(complaints.at(-1)).toMatch(/^milepost: .*cut off/);
    expect(await main(['restore', newer])).toBe(1);
    expect(complaints.at(-1)).toBe(
      'milepost: this backup was created by a newer Milepost: restore it with that version',
    );
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
    const { pool } = connect(other.target, { size: 1 });
    const { rows } = await pool.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'graphile_worker'`);
    expect(rows).toEqual([]);
    await pool.end();
    await other.drop();
  });
});
