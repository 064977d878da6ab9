import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, vi } from 'vitest';
import { buildServer } from '../app/server.ts';
import { sealedColumns } from '../app/sealed-columns.ts';
import { makeServices } from '../app/services.ts';
import { connect } from '../platform/database/connect.ts';
import type { Db } from '../platform/database/tables.ts';
import { openVault, WrongSecretError } from '../platform/sealing/rotate.ts';
import { seal, unseal } from '../platform/sealing/sealing.ts';
import { tokenFor } from '../testing/http.ts';
import { test } from '../testing/second-factors/browser.ts';
import { codeOf } from '../testing/second-factors/totp.ts';
import { main } from './main.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listeners = new Map(signals.map((name) => [name, process.listeners(name)]));
const leaving = process.listeners('disconnect');

afterEach(() => {
  // Those of a start that failed would keep this process from ending.
  for (const name of signals) {
    for (const each of process.listeners(name)) if (!listeners.get(name)?.includes(each)) process.off(name, each);
  }
  for (const each of process.listeners('disconnect')) if (!leaving.includes(each)) process.off('disconnect', each);
  // A start lets go of the channel to the process that started it; without it the test process ends before the next file.
  process.channel?.ref();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The sealed values of all columns, and of the keys. */
async function storedIn(db: Db): Promise<string[]> {
  const all: string[] = [];
  for (const { table, column } of [...sealedColumns, { table: 'sealing_keys', column: 'wrapped' }]) {
    const { rows } = await sql<{ value: Buffer }>`SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} IS NOT NULL`.execute(db);
    all.push(...rows.map(({ value }) => `${table} ${value.toString('hex')}`));
  }
  return all.toSorted();
}

/** Their texts. */
async function textsIn(db: Db, secret: string): Promise<string[]> {
  const all: string[] = [];
  for (const { table, column, purpose } of sealedColumns) {
    const { rows } = await sql<{ value: Buffer }>`SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} IS NOT NULL`.execute(db);
    for (const { value } of rows) all.push(`${table} ${await unseal({ db, secret }, purpose, value)}`);
  }
  return all.toSorted();
}

test('OG-SE-03: every secret is encrypted under a new key while servers run and write; a wrong secret stops the start', async ({
  world,
  db,
  build,
  call,
  send,
  signedIn,
  browser,
  newcomer,
}) => {
  const { services } = world;
  services.webhooksAllowLocal = true;
  const { secret } = services;
  const folder = await mkdtemp(join(tmpdir(), 'milepost-rotate-'));
  const output: string[] = [];
  const complaints: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void output.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void complaints.push(String(text)));
  const { user, database, host = '' } = world.target;
  vi.stubEnv('DATABASE_URL', `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`);
  vi.stubEnv('MILEPOST_DATA_DIR', folder);
  vi.stubEnv('MILEPOST_PORT', '0');
  vi.stubEnv('MILEPOST_SECRET', secret);

  // No encrypted column is left out.
  const { rows: columns } = await sql<{ name: string }>`
    SELECT table_name || ' ' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE 'sealed%' AND data_type = 'bytea'`.execute(db);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(
    sealedColumns.map(({ table, column }) => `${table} ${column}`).toSorted(),
  );

  const group = await build.group();
  const project = await build.project({ group });
  const { secret: totp } = await signedIn.addTotp();
  const hooks = `/projects/${project.id}/hooks`;
  expect((await call('ada', 'POST', hooks, { url: 'https://a.test/', token: 'token-before' })).status).toBe(201);
  const stream = { name: 'Events', url: 'http://127.0.0.1:9/' };
  expect((await call('ada', 'POST', `/groups/${group.id}/audit_event_streams`, stream)).status).toBe(201);
  const inbound = `/projects/${project.id}/inbound_webhooks`;
  expect((await call('ada', 'POST', inbound, { forge: 'github' })).status).toBe(201);
  await db.transaction().execute(async (trx) => {
    const vault = { db: trx, secret };
    const remote = await seal(vault, 'repository remote', '{"username":"u","password":"p"}');
    await sql`INSERT INTO repository_remotes (project_id, url, sealed_credentials) VALUES (${project.id}, 'https://a.test/', ${remote})`.execute(
      trx,
    );
    const mail = await seal(vault, 'instance setting', 'smtp://user:password@mail.test');
    await sql`INSERT INTO instance_settings (name, sealed) VALUES ('MILEPOST_SMTP_URL', ${mail})`.execute(trx);
  });
  const before = await textsIn(db, secret);
  expect(new Set(before.map((text) => text.split(' ')[0])).size).toBe(sealedColumns.length);

  // Another server, which creates and changes webhooks all the time.
  const own = connect(world.target, { size: 3 });
  const other = makeServices(own.db, { url: services.baseUrl, dataDir: folder }, { secret, mailer: null });
  const server = await buildServer({ services: other, logLevel: 'error', secret, dataDir: folder });
  const headers = { 'private-token': await tokenFor(world, 'ada') };
  const rotating = { isOver: false };
  const written: string[] = [];
  const writing = (async () => {
    while (!rotating.isOver) {
      const token = `token-${written.length}`;
      const isSaved = async (method: 'POST' | 'PUT', url: string) => {
        const { statusCode } = await server.inject({
          method,
          url,
          headers,
          payload: { url: 'https://a.test/', token },
        });
        return statusCode < 300;
      };
      if (written.length < 15 && (await isSaved('POST', `/api/v4${hooks}`))) written.push(token);
      else await isSaved('PUT', `/api/v4${hooks}/1`);
    }
  })();
  for (let round = 0; round < 3; round += 1) expect(await main(['secret', 'rotate'])).toBe(0);
  rotating.isOver = true;
  await writing;
  expect(complaints).toEqual([]);
  expect(output[0]).toMatch(/^Encrypted \d+ stored secrets under a new key\.$/);
  expect(written.length).toBeGreaterThan(0);

  const texts = await textsIn(db, secret);
  expect(texts).toEqual(
    [
      ...before.filter((text) => !text.endsWith('token-before')),
      ...texts.filter((text) => /token-/.test(text)),
    ].toSorted(),
  );
  expect(texts.filter((text) => /^webhooks token-\d/.test(text)).length).toBeGreaterThanOrEqual(written.length - 1);
  const { rows: keys } = await sql<{ id: Buffer; retired: boolean }>`
    SELECT id, retired_at IS NOT NULL AS retired FROM sealing_keys ORDER BY created_at`.execute(db);
  expect(keys.map(({ retired }) => retired)).toEqual([true, true, true, false]);
  // What was written during the last round too.
  const current = `02${keys.at(-1)?.id.toString('hex')}`;
  for (const value of (await storedIn(db)).filter((each) => !each.startsWith('sealing_keys')))
    expect(value.split(' ')[1]?.startsWith(current)).toBe(true);

  // The server that ran all the time reads them, without a restart.
  const back = browser();
  await back.signIn(newcomer.username);
  expect((await back.second({ code: codeOf(totp) })).status).toBe(200);

  // A wrong secret stops the start with one line, and changes nothing.
  const stored = await storedIn(db);
  vi.stubEnv('MILEPOST_SECRET', 'w'.repeat(40));
  for (const args of [['serve'], ['secret', 'rotate']]) {
    complaints.length = 0;
    expect(await main(args)).toBe(1);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(
      /^milepost: the secrets in the database were stored with another MILEPOST_SECRET[^\n]*$/,
    );
  }
  expect(await storedIn(db)).toEqual(stored);

  // The secret itself changes with the next start: until then the former one opens the key, afterwards only the next one.
  const next = 'n'.repeat(40);
  await writeFile(join(folder, 'next'), `${next}\n`);
  vi.stubEnv('MILEPOST_SECRET', secret);
  expect(await main(['secret', 'rotate', '--next-secret-file', join(folder, 'next')])).toBe(0);
  expect(await textsIn(db, secret)).toEqual(texts);
  await openVault({ db, secret: next }, sealedColumns);
  expect(await textsIn(db, next)).toEqual(texts);
  await expect(openVault({ db, secret }, sealedColumns)).rejects.toThrow(WrongSecretError);

  // A lost secret: after giving up what it encrypted, the server starts, and what is stored from then on can be read.
  const found = 'f'.repeat(40);
  vi.stubEnv('MILEPOST_SECRET', found);
  await expect(openVault({ db, secret: found }, sealedColumns)).rejects.toThrow(WrongSecretError);
  expect(await main(['secret', 'rotate', '--forget'])).toBe(0);
  await openVault({ db, secret: found }, sealedColumns);
  const sealed = await db.transaction().execute((trx) => seal({ db: trx, secret: found }, 'instance setting', 'again'));
  expect(await unseal({ db, secret: found }, 'instance setting', sealed)).toBe('again');

  const { rows: events } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM audit_events WHERE custom_message LIKE '%under a new key'`.execute(db);
  expect(events[0]?.count).toBe(4);
  await server.close();
  await own.db.destroy();
  await rm(folder, { recursive: true, force: true });
  expect((await send({ url: '/-/liveness' })).status).toBe(200);
});
