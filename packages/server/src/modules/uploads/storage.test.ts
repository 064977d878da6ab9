import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { NamespaceId } from '@milepost/core/ids';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { pixel } from '../../testing/build/uploads.ts';
import { test as base } from '../../testing/forms.ts';
import { tokenFor } from '../../testing/http.ts';
import { Line } from '../../testing/line.ts';
import { canServeS3, newBucket } from '../../testing/storage/s3-server.ts';
import { announceBackup, isBackupRunning } from '../../platform/backup/running.ts';
import type { S3Config } from '../../platform/config/file-storage.ts';
import { FileStorage } from '../../platform/files/file-storage.ts';
import { addUpload, deleteUpload, storeFile, sweepFiles } from './commands.ts';
import { keyOf } from './store/files.ts';

const image = { name: 'wall.png', bytes: pixel, type: 'image/png' };
const tomorrow = () => new Date(Date.now() + 25 * 60 * 60 * 1000);

const test = base
  .extend('get', ({ send, world }) => async (url: string) => {
    return send({ url, headers: { 'private-token': await tokenFor(world, 'ada') } });
  })
  .extend('keys', ({ services }) => async () => {
    const keys: string[] = [];
    for await (const page of services.files.main.list('uploads/')) keys.push(...page.map(({ key }) => key));
    return keys.toSorted();
  });

describe.runIf(canServeS3)('a bucket', () => {
  let line: Line;
  let s3: S3Config;

  beforeAll(async () => {
    const bucket = await newBucket();
    line = await Line.open({ host: '127.0.0.1', port: Number(new URL(bucket.endpoint).port) });
    s3 = { ...bucket, endpoint: `http://127.0.0.1:${line.port}` };
  });
  afterAll(() => line.close());
  test.beforeEach(({ services }) => {
    services.files = new FileStorage(services.dataDir, { main: 's3', s3 });
  });

  test('OG-S3-03: an upload whose storage fails answers 503 and leaves no row; a row that fails leaves no object', async ({
    as,
    build,
    form,
    keys,
    services,
    db,
  }) => {
    const project = await build.project();
    const rows = () => db.selectFrom('uploads').select('id').where('namespaceId', '=', project.id).execute();
    const before = await keys();
    for (const path of [`/${project.fullPath}/uploads`, `/api/v4/projects/${project.id}/uploads`]) {
      line.cut();
      const answer = await form('ada', 'POST', path, image);
      line.restore();
      expect(answer).toMatchObject({ status: 503, body: { message: 'The file could not be stored. Try again.' } });
      expect(answer.headers['retry-after']).toBe('10');
    }
    expect(await rows()).toEqual([]);
    expect(await keys()).toEqual(before);
    expect(await readdir(join(services.dataDir, 'uploads/arriving'))).toEqual([]);

    // The row fails while the bucket is away, so that the object cannot be removed at once.
    const stored = await storeFile(as('ada'), Readable.from([pixel]), 'a.png');
    line.cut();
    const nowhere = { ...project, id: 999_999 as NamespaceId };
    await expect(addUpload(as('ada'), nowhere, stored)).rejects.toThrow('uploads_namespace_id_fkey');
    line.restore();
    expect(await keys()).toContain(keyOf(stored.secret));
    expect(await sweepFiles(services)).toBe(0);
    await sweepFiles(services, tomorrow());
    expect(await keys()).not.toContain(keyOf(stored.secret));
  });

  test('that is away closes files alone: issues and the readiness stay', async ({ build, form, get, call, send }) => {
    const project = await build.project();
    const issue = await build.issue({ project });
    const { body } = await form<{ link: { url: string } }>('ada', 'POST', `/${project.fullPath}/uploads`, image);
    const address = `/-/project/${project.id}${body.link.url}`;
    expect((await get(address)).status).toBe(200);
    line.cut();
    try {
      const file = await get(address);
      expect(file).toMatchObject({ status: 503, body: { message: 'The file cannot be read right now. Try again.' } });
      expect(file.headers['retry-after']).toBe('10');
      const path = `/projects/${project.id}/issues/${issue.iid}`;
      expect((await call('ada', 'PUT', path, { title: 'Changed' })).status).toBe(200);
      expect((await call('ada', 'GET', path)).body).toMatchObject({ title: 'Changed' });
      expect((await get(`/${project.fullPath}/-/issues/${issue.iid}.json`)).status).toBe(200);
      expect(await send({ url: '/-/readiness' })).toMatchObject({
        status: 200,
        body: { status: 'degraded', database: 'ok', storage: 'not available' },
      });
    } finally {
      line.restore();
    }
    expect((await get(address)).status).toBe(200);
  });

  test('OG-S3-02: a file is given out after the permission check, by the server or at a random address that is valid for 60 s', async ({
    build,
    form,
    get,
    send,
    services,
  }) => {
    const project = await build.project({ visibility: 'private' });
    const attach = async (file: { name: string; bytes: Uint8Array<ArrayBuffer> | string }) => {
      const { body } = await form<{ link: { url: string } }>('ada', 'POST', `/${project.fullPath}/uploads`, file);
      return `/-/project/${project.id}${body.link.url}`;
    };
    const [shown, plan] = [await attach(image), await attach({ name: '../../etc/plan.txt', bytes: 'brick by brick' })];
    expect((await get(plan)).body).toBe('brick by brick');
    services.files = new FileStorage(services.dataDir, { main: 's3', s3: { ...s3, redirects: true } });
    // Nobody sees an address that they may not open.
    expect((await send({ url: plan })).status).toBe(404);
    const { status, headers } = await get(plan);
    expect([status, headers['cache-control']]).toEqual([302, 'private, no-store']);
    const address = new URL(String(headers['location']));
    expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
    expect(address.pathname).toMatch(new RegExp(`^/${s3.bucket}/uploads/([0-9a-f]{2})/\\1[0-9a-f]{30}$`));
    const fetched = await fetch(address);
    expect(await fetched.text()).toBe('brick by brick');
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    // Images are part of pages, whose policy allows only this server.
    expect((await get(shown)).status).toBe(200);
    const changed = new URL(address);
    changed.searchParams.set('X-Amz-Expires', '3600');
    expect((await fetch(changed)).status).toBe(403);
  });
});

test('while a backup is made, files of deleted rows stay, and are removed by the next sweep', async ({
  as,
  build,
  keys,
  services,
  world,
}) => {
  services.files = new FileStorage(services.dataDir);
  const project = await build.project();
  const [one, two] = [await build.upload(project), await build.upload(project)];
  const backup = new Client(world.target);
  await backup.connect();
  try {
    await announceBackup(backup);
    await deleteUpload(as('root'), project, { id: one.id });
    await sweepFiles(services, tomorrow());
    expect(await keys()).toEqual(expect.arrayContaining([keyOf(one.secret), keyOf(two.secret)]));
  } finally {
    await backup.end();
  }
  await expect.poll(() => isBackupRunning(services.db)).toBe(false);
  expect(await sweepFiles(services, tomorrow())).toBeGreaterThan(0);
  expect(await keys()).not.toContain(keyOf(one.secret));
  expect(await keys()).toContain(keyOf(two.secret));
});
