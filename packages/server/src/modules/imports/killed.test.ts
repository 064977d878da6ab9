import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportId, NamespaceId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contextFor, makeServices } from '../../app/services.ts';
import type { Services } from '../../platform/context.ts';
import { connect } from '../../platform/database/connect.ts';
import { migrateJobs, startJobs } from '../../platform/jobs/runner.ts';
import { writeBigArchive } from '../../testing/big-archive.ts';
import { startProcess } from '../../testing/processes/child-process.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import type { ImportProcessOptions } from '../../testing/processes/import-process.ts';
import { kubernetesArchives } from '../../testing/kubernetes.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { startImport, storeUpload } from './commands/uploads.ts';
import { importArchive } from './commands.ts';
import { importsModule } from './module.ts';
import { importById } from './store.ts';

let database: TestDatabase;
let services: Services;
let pool: Pool;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'milepost-killed-'));
  const connected = connect(database.target);
  pool = connected.pool;
  services = makeServices(connected.db, { url: 'http://milepost.test', dataDir });
});

afterEach(async () => {
  await services.db.destroy();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const admin = () => contextFor(services, new Viewer(null, true));

function begin(wish: Partial<ImportProcessOptions>): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../testing/processes/import-process.ts');
  return startProcess(script, { target: database.target, dataDir, ...wish }, ['ignore', 'pipe', 'inherit']);
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return output;
}

describe('an import that is killed', () => {
  for (const phase of ['reading', 'labels and milestones', 'done']) {
    test(`while it does: ${phase}`, async () => {
      const archive = join(dataDir, 'small.tar.gz');
      await writeBigArchive(archive, { groups: 3, epicsPerGroup: 20, descriptionLength: 200 });
      const before = await fingerprint(services.db);
      const child = await begin({ archive, dieAt: phase });
      await outputOf(child);
      expect(child.signalCode).toBe('SIGKILL');
      // PostgreSQL rolls back the transaction of the killed process, before the next import gets the lock.
      expect(await fingerprint(services.db)).toEqual(before);
      const { counts } = await importArchive(admin(), archive);
      expect(counts.epics).toEqual({ added: 60, present: 0, leftOut: 0 });
      expect(counts.labels.added).toBe(50);
    });
  }

  /** Uploads the group as an administrator. */
  async function upload(): Promise<{ id: ImportId; reservedId: NamespaceId; storedAs: string }> {
    await migrateJobs(pool);
    const { id: userId } = await services.db
      .insertInto('users')
      .values({ username: 'admin-of-imports', name: 'Admin', email: 'admin@milepost.test', isAdmin: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ctx = contextFor(services, new Viewer(userId, true));
    const stored = await storeUpload(ctx, createReadStream(kubernetesArchives.group));
    const made = await startImport(ctx, stored, { fileName: 'kubernetes_export.tar.gz', into: null, name: null });
    return { ...made, storedAs: stored.storedAs };
  }

  const work = () => startJobs(pool, services, importsModule.jobs ?? [], () => {});
  const reaches = (id: ImportId, wanted: object) =>
    vi.waitFor(async () => expect(await importById(services.db, id)).toMatchObject(wanted), { timeout: 100_000 });

  test('when the server is killed, continues when the next one starts', async () => {
    const { id, reservedId, storedAs } = await upload();
    const server = await begin({});
    await reaches(id, { phase: 'reading' });
    server.kill('SIGKILL');
    await once(server, 'close');
    expect((await importById(services.db, id))?.state).toBe('running');

    const runner = await work();
    try {
      await reaches(id, { state: 'finished', attempts: 2, error: null, namespaceId: reservedId });
    } finally {
      await runner.stop();
    }
    expect((await importById(services.db, id))?.report?.counts.epics.added).toBe(1887);
    await expect.poll(() => existsSync(join(dataDir, storedAs))).toBe(false);
  });

  test('does not delay a server that is stopped, and continues later', async () => {
    const { id } = await upload();
    const first = await work();
    await reaches(id, { phase: 'reading' });
    await first.stop();
    expect((await importById(services.db, id))?.state).toBe('running');
    const second = await work();
    try {
      await reaches(id, { state: 'finished' });
    } finally {
      await second.stop();
    }
  });
});

test('memory stays bounded, whatever the size of the archive', async () => {
  const archive = join(dataDir, 'big.tar.gz');
  // Unpacked it has 300 MB; the process takes 200 anyway. Held in memory, it would exceed the limit.
  await writeBigArchive(archive, { groups: 5, epicsPerGroup: 60, descriptionLength: 1_000, paddingLength: 1_000_000 });
  const output = await outputOf(await begin({ archive }));
  const { report, peakKilobytes } = JSON.parse(output) as {
    report: { counts: { epics: { added: number } } };
    peakKilobytes: number;
  };
  expect(report.counts.epics.added).toBe(300);
  expect(peakKilobytes).toBeLessThan(400 * 1024);
});
