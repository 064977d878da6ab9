import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { Line } from '../packages/server/src/testing/line.ts';
import { canServeS3, newBucket } from '../packages/server/src/testing/storage/s3-server.ts';
import { emptyDataDir, ended, ready, setUp, startMilepost } from './setup/milepost.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('OG-S3-04: with the bucket away pages and issues work, files answer 503, images show their text, and the readiness names the storage', async ({
  browser,
}) => {
  test.skip(!canServeS3, 'python3-swift is missing');
  const dataDir = await emptyDataDir('milepost-storage-');
  const bucket = await newBucket();
  const line = await Line.open({ host: '127.0.0.1', port: Number(new URL(bucket.endpoint).port) });
  const settings = {
    MILEPOST_DATA_DIR: dataDir,
    MILEPOST_S3_BUCKET: bucket.bucket,
    MILEPOST_S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
    MILEPOST_S3_REGION: bucket.region,
    MILEPOST_S3_ACCESS_KEY: bucket.accessKey,
    MILEPOST_S3_SECRET_KEY: bucket.secretKey,
  };
  const server = startMilepost(settings, 'serve', '--port', '0');
  try {
    const url = await ready(server);
    const root = await setUp(server, url);
    const { id: rootId } = await root.call<{ id: number }>('GET', '/user');
    const { token } = await root.call<{ token: string }>('POST', `/users/${rootId}/personal_access_tokens`, {
      name: 'journey',
      scopes: ['api'],
    });
    const call = (method: string, path: string, body?: FormData | object) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          'private-token': token,
          ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
    const made = async <Body>(path: string, body: FormData | object) =>
      (await (await call('POST', `/api/v4${path}`, body)).json()) as Body;
    const group = await made<{ id: number }>('/groups', { name: 'Castle', path: 'castle', visibility: 'public' });
    const project = { name: 'Walls', path: 'walls', namespace_id: group.id, visibility: 'public' };
    const { id } = await made<{ id: number }>('/projects', project);
    const form = new FormData();
    form.set('file', new Blob([pixel], { type: 'image/png' }), 'wall.png');
    const upload = await made<{ full_path: string; url: string }>(`/projects/${id}/uploads`, form);
    const description = `![The plan of the wall](${upload.url})`;
    await made(`/projects/${id}/issues`, { title: 'Build the wall', description });

    /** Opens the issue in a browser that has nothing in its cache. */
    const open = async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${url}/castle/walls/-/issues/1`);
      const image = page.getByRole('img', { name: 'The plan of the wall' });
      return { page, image, width: () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth) };
    };
    const before = await open();
    await expect.poll(before.width).toBe(1);

    line.cut();
    const file = await call('GET', upload.full_path);
    expect([file.status, file.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await call('PUT', `/api/v4/projects/${id}/issues/1`, { title: 'Build the gate' })).status).toBe(200);
    const readiness = await fetch(`${url}/-/readiness`);
    expect(readiness.status).toBe(200);
    expect(await readiness.json()).toEqual({ status: 'degraded', database: 'ok', storage: 'not available' });
    const { page, image, width } = await open();
    await expect(page.getByRole('heading', { name: 'Build the gate', level: 1 })).toBeVisible();
    await expect(image).toBeVisible();
    await expect.poll(width).toBe(0);
    // The text takes the place of the image.
    expect((await image.boundingBox())?.width).toBeGreaterThan(100);
  } finally {
    server.kill('SIGTERM');
    await ended(server);
    await line.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
