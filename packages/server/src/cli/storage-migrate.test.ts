import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { announceBackup, isBackupRunning } from '../platform/backup/running.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { test } from '../testing/forms.ts';
import { tokenFor } from '../testing/http.ts';
import { canServeS3, newBucket } from '../testing/storage/s3-server.ts';
import { addUpload, storeFile } from '../modules/uploads/commands.ts';
import type { Upload } from '../modules/uploads/store.ts';
import { keyOf } from '../modules/uploads/store/files.ts';
import { main } from './main.ts';

let out: string[];
beforeEach(() => {
  out = [];
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void out.push(String(text)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe.runIf(canServeS3)('milepost storage migrate', () => {
  test('OG-S3-05: copies to the bucket and back while the server runs, continues, checks SHA-256, and deletes the source only when asked', async ({
    world,
    services,
    build,
    as,
    form,
    send,
  }) => {
    const s3 = await newBucket();
    const dataDir = await mkdtemp(join(tmpdir(), 'milepost-migrate-'));
    const { target } = world;
    const env = {
      DATABASE_URL: `postgres://${target.user}@/${target.database}?host=${encodeURIComponent(target.host ?? '')}`,
      MILEPOST_DATA_DIR: dataDir,
      MILEPOST_S3_BUCKET: s3.bucket,
      MILEPOST_S3_ENDPOINT: s3.endpoint,
      MILEPOST_S3_REGION: s3.region,
      MILEPOST_S3_ACCESS_KEY: s3.accessKey,
      MILEPOST_S3_SECRET_KEY: s3.secretKey,
    };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const [local, bucket] = (['local', 's3'] as const).map((place) => new FileStorage(dataDir, { main: place, s3 }));
    services.files = local!;
    const project = await build.project();
    const uploads: Upload[] = [];
    for (const name of ['one', 'two', 'three'])
      uploads.push(
        await addUpload(as('ada'), project, await storeFile(as('ada'), Readable.from([name]), `${name}.txt`)),
      );
    const headers = { 'private-token': await tokenFor(world, 'ada') };
    const contents = async (): Promise<unknown[]> => {
      const all = uploads.map(({ secret, fileName }) =>
        send({ url: `/-/project/${project.id}/uploads/${secret}/${fileName}`, headers }),
      );
      return (await Promise.all(all)).map(({ body }) => body);
    };
    const inBoth = async (): Promise<boolean[][]> =>
      Promise.all(
        uploads.map(async ({ secret }) =>
          Promise.all([local!.local, local!.s3!].map(async (store) => (await store.stat(keyOf(secret))) !== null)),
        ),
      );
    const same = ['one', 'two', 'three'];

    // What an earlier run copied is there already; of one file it copied other bytes.
    await local!.s3!.put(keyOf(uploads[0]!.secret), Readable.from([Buffer.from('one')]));
    await local!.s3!.put(keyOf(uploads[1]!.secret), Readable.from([Buffer.from('owt')]));
    expect(await main(['storage', 'migrate', '--to', 's3'])).toBe(0);
    expect(out.at(-1)).toMatch(/^2 files copied to \S+ \(1 kB\), 1 were there$/);
    expect(await contents()).toEqual(same);
    expect(await inBoth()).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);

    // The server stores in the bucket now; a file that arrives is read from there.
    services.files = bucket!;
    expect(await contents()).toEqual(same);
    const { body } = await form<{ link: { url: string } }>('ada', 'POST', `/${project.fullPath}/uploads`, {
      name: 'four.txt',
      bytes: 'four',
    });
    const backup = new Client(target);
    await backup.connect();
    await announceBackup(backup);
    expect(await main(['storage', 'migrate', '--to', 's3', '--delete-source'])).toBe(0);
    expect(out.at(-1)).toMatch(/^Some were not deleted, because a backup is being made/);
    expect(await inBoth()).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
    await backup.end();
    await expect.poll(() => isBackupRunning(world.db)).toBe(false);
    expect(await main(['storage', 'migrate', '--to', 's3', '--delete-source'])).toBe(0);
    expect(await inBoth()).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect(await contents()).toEqual(same);

    // And back.
    services.files = local!;
    expect(await contents()).toEqual(same);
    expect(await main(['storage', 'migrate', '--to', 'local', '--delete-source'])).toBe(0);
    expect(out.at(-1)).toMatch(/^4 files copied to \S+ \(1 kB\), 0 were there, 4 deleted at the former place$/);
    expect(await inBoth()).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
    expect(await contents()).toEqual(same);
    expect((await send({ url: `/-/project/${project.id}${body.link.url}`, headers })).body).toBe('four');

    expect(await main(['storage', 'migrate', '--to', 'tape'])).toBe(2);
    expect(await main(['doctor'])).toBe(0);
    expect(out.join('\n')).toContain(`✓ bucket: ${s3.endpoint}/${s3.bucket} stores new files`);
    vi.stubEnv('MILEPOST_S3_SECRET_KEY', 'wrong');
    expect(await main(['doctor'])).toBe(1);
    expect(out.join('\n')).toMatch(/✗ bucket: \S+ cannot be used \(.*403\): see the settings MILEPOST_S3_…/);
    expect(await main(['storage', 'migrate', '--to', 's3'])).toBe(1);
    for (const name of Object.keys(env).filter((each) => each.startsWith('MILEPOST_S3_'))) vi.stubEnv(name, '');
    expect(await main(['storage', 'migrate', '--to', 's3'])).toBe(1);
    expect(out.at(-1)).toMatch(/^milepost: there is no bucket: set MILEPOST_S3_BUCKET/);
    await Promise.all([local!.close(), bucket!.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });
});
