import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { placeOfArchives } from '../../platform/backup/archives.ts';
import { readConfig } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/error.ts';
import { FileStorage } from '../../platform/files/file-storage.ts';
import { pixel } from '../../testing/build/uploads.ts';
import { test as base } from '../../testing/forms.ts';
import { sessionHeaders } from '../../testing/http.ts';
import { Line } from '../../testing/line.ts';
import { canServeS3, newBucket, s3Domain } from '../../testing/storage/s3-server.ts';
import { makeBackups } from './jobs.ts';

const never = new AbortController().signal;
const at = (minute: number) => ({ _cron: { ts: new Date(Date.UTC(2026, 10, 28, 2, minute)).toISOString() } });

interface Shown {
  folder: string;
  backups: { state: string; name: string; folder: string; error: string | null; removed: boolean; bytes: number }[];
}

const test = base
  .extend('page', async ({ world, send }) => {
    const headers = await sessionHeaders(world, world.userIds.root);
    return async () => (await send({ url: '/-/admin/backups.json', headers })).body as Shown;
  })
  .extend('keys', ({ services }) => async (prefix: string) => {
    const keys: string[] = [];
    for await (const page of services.files.s3?.list(prefix) ?? []) keys.push(...page.map(({ key }) => key));
    return keys.toSorted();
  });

describe.runIf(canServeS3)('with a bucket', () => {
  test('OG-S3-01: uploads and backups go to the bucket, with both forms of address; an incomplete set stops the start with one line', async ({
    services,
    build,
    form,
    page,
    keys,
  }) => {
    const bucket = await newBucket();
    const env = {
      MILEPOST_S3_BUCKET: bucket.bucket,
      MILEPOST_S3_ENDPOINT: bucket.endpoint,
      MILEPOST_S3_REGION: bucket.region,
      MILEPOST_S3_ACCESS_KEY: bucket.accessKey,
      MILEPOST_S3_SECRET_KEY: bucket.secretKey,
    };
    const project = await build.project();
    const { port } = new URL(bucket.endpoint);
    const byHost = { MILEPOST_S3_ADDRESSING: 'virtual-host', MILEPOST_S3_ENDPOINT: `http://${s3Domain}:${port}` };
    const restore = await resolveLocally(s3Domain);
    try {
      for (const [minute, more] of [{}, byHost].entries()) {
        const { fileStorage } = readConfig({ ...env, ...more }, '/');
        services.files = new FileStorage(services.dataDir, fileStorage);
        const file = { name: 'wall.png', bytes: pixel, type: 'image/png' };
        const { body } = await form<{ link: { url: string } }>('ada', 'POST', `/${project.fullPath}/uploads`, file);
        const secret = body.link.url.split('/')[2] ?? '';
        expect(await keys('uploads/')).toContain(`uploads/${secret.slice(0, 2)}/${secret}`);
        await makeBackups.run(services, at(minute), never);
        const { backups, folder } = await page();
        expect(folder).toBe(`s3://${bucket.bucket}/backups`);
        expect(backups[0]).toMatchObject({ state: 'succeeded', folder });
        expect(await keys('backups/')).toContain(`backups/${backups[0]?.name}`);
        expect(
          (await readdir(services.dataDir, { recursive: true })).filter((name) => /[0-9a-f]{32}/.test(name)),
        ).toEqual([]);
        await services.files.close();
      }
    } finally {
      restore();
    }
    for (const missing of Object.keys(env)) {
      const part = { ...env, [missing]: '' };
      expect(() => readConfig(part, '/')).toThrow(ConfigError);
      expect(() => readConfig(part, '/')).toThrow(
        new RegExp(`^${missing} is missing: it is required with MILEPOST_S3_\\w+$`),
      );
    }
    expect(readConfig({}, '/').fileStorage).toEqual({ main: 'local', s3: null });
  });

  test('an archive that cannot be sent to the bucket leaves nothing', async ({ services, page, keys }) => {
    const bucket = await newBucket();
    const line = await Line.open({ host: '127.0.0.1', port: Number(new URL(bucket.endpoint).port) });
    const s3 = { ...bucket, endpoint: `http://127.0.0.1:${line.port}` };
    services.files = new FileStorage(services.dataDir, { main: 's3', s3 });
    line.cut();
    await makeBackups.run(services, at(14), never);
    line.restore();
    expect((await page()).backups[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/\S/) as string });
    expect(await keys('backups/')).toEqual([]);
    expect(await readdir(services.backups.folder)).toEqual([]);
    await services.files.close();
    await line.close();
  });

  test('a folder that is set is the place of archives', async ({ services }) => {
    const files = new FileStorage(services.dataDir, { main: 's3', s3: await newBucket() });
    const folder = join(services.dataDir, 'own');
    expect(placeOfArchives(files, { ...services.backups, folder, isFolderSet: true })).toBe(folder);
  });
});

/** Resolves names of a domain to this machine until the returned function is called. */
async function resolveLocally(domain: string): Promise<() => void> {
  const { default: dns } = await import('node:dns');
  const { lookup } = dns;
  const local = ((host: string, ...rest: [never, never]) =>
    lookup(host.endsWith(domain) ? '127.0.0.1' : host, ...rest)) as typeof lookup;
  dns.lookup = local;
  return () => void (dns.lookup = lookup);
}
