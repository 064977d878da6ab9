import dns from 'node:dns';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { canServeS3, newBucket, s3Domain } from '../../testing/storage/s3-server.ts';
import { storages } from '../../testing/storage/storages.ts';
import type { S3Config } from '../config/file-storage.ts';
import { digestOf } from './drafts.ts';
import { ChecksumError, FileStorageError } from './errors.ts';
import { FileStorage } from './file-storage.ts';
import { migrateObjects, type MigrationCounts } from './migrate.ts';
import { LocalStore } from './local-store.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'milepost-files-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => void vi.restoreAllMocks());

let last = 0;
/** A new key. */
const key = (): string => `uploads/ab/${String((last += 1)).padStart(32, '0')}`;
const bytesOf = (content: string): Readable => Readable.from([Buffer.from(content)]);

describe.each(storages)('a store of kind %s', (kind) => {
  let store: ObjectStore;
  beforeAll(async () => {
    const own = join(folder, kind);
    store = kind === 'local' ? new LocalStore(own) : new S3Store(await newBucket(), own);
  });
  const drafts = () => readdir(join(folder, kind, 'uploads/arriving'));
  const keysIn = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const page of store.list('uploads/')) keys.push(...page.map((each) => each.key));
    return keys;
  };

  test('stores, reads, copies, lists and removes objects', async () => {
    const [one, two] = [key(), key()];
    const stored = await store.put(one, bytesOf('0123456789'));
    expect(stored).toEqual(await digestOf(bytesOf('0123456789')));
    expect(await text((await store.get(one))!)).toBe('0123456789');
    expect(await text((await store.get(one, { start: 2, end: 4 }))!)).toBe('234');
    expect(await store.stat(one)).toMatchObject({ byteSize: 10, modifiedAt: expect.any(Date) as Date });
    expect(await store.copy(one, two)).toBe(true);
    await store.put(two, bytesOf('replaced'));
    for (let times = 0; times < 2; times += 1) expect(await store.copy(one, two)).toBe(true);
    await store.remove(one);
    await store.remove(one);
    expect(await Promise.all([store.get(one), store.stat(one), store.copy(one, key())])).toEqual([null, null, false]);
    expect(await text((await store.get(two))!)).toBe('0123456789');
    expect(await keysIn()).toEqual([two]);
    await expect(store.get('../secret')).rejects.toThrow(TypeError);
  });

  test('an object of several parts arrives whole, and in pieces of memory', async () => {
    const large = key();
    const chunk = Buffer.alloc(1024 * 1024, 'milepost');
    const source = () => Readable.from(Array.from({ length: 20 }, () => chunk));
    const stored = await store.put(large, source());
    expect(stored).toEqual(await digestOf(source()));
    expect(await digestOf((await store.get(large))!)).toEqual(stored);
    await store.remove(large);
  });

  test('what breaks off or differs from its checksum leaves nothing', async () => {
    const before = await keysIn();
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half of ');
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put(key(), broken)).rejects.toThrow('connection lost');
    await expect(store.put(key(), bytesOf('content'), 'f'.repeat(64))).rejects.toThrow(ChecksumError);
    expect(await keysIn()).toEqual(before);
    expect(await drafts()).toEqual([]);
  });
});

describe.runIf(canServeS3)('a bucket', () => {
  let s3: S3Config;
  beforeAll(async () => void (s3 = await newBucket()));
  const dataDir = () => mkdtemp(join(folder, 'data-'));

  test('is addressed by the path or by the host name', async () => {
    const { port } = new URL(s3.endpoint);
    const asked: string[] = [];
    const lookup = dns.lookup;
    vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: [never, never]) => {
      asked.push(host);
      return lookup(host.endsWith(s3Domain) ? '127.0.0.1' : host, ...rest);
    }) as never);
    const byHost = new S3Store(
      { ...s3, endpoint: `http://${s3Domain}:${port}`, addressing: 'virtual-host' },
      await dataDir(),
    );
    const one = key();
    await byHost.put(one, bytesOf('by host'));
    expect(new Set(asked)).toEqual(new Set([`${s3.bucket}.${s3Domain}`]));
    expect(await text((await new S3Store(s3, await dataDir()).get(one))!)).toBe('by host');
    await byHost.close();
  });

  test('signed addresses are for one object, and are valid for 60 seconds', async () => {
    const files = new FileStorage(await dataDir(), { main: 's3', s3: { ...s3, redirects: true } });
    const one = key();
    await files.put(one, bytesOf('signed'));
    const headers = { contentType: 'text/plain', contentDisposition: 'attachment; filename="a.txt"' };
    const address = new URL((await files.signedAddress(one, headers)) ?? '');
    expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
    const answer = await fetch(address);
    expect([answer.status, await answer.text(), answer.headers.get('content-disposition')]).toEqual([
      200,
      'signed',
      headers.contentDisposition,
    ]);
    const other = new URL(address);
    other.pathname = other.pathname.replace(one, key());
    expect((await fetch(other)).status).toBe(403);
    expect(await files.signedAddress(key(), headers)).toBeNull();
    const expired = new URL(address);
    const before = new Date(Date.now() - 61_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    expired.searchParams.set('X-Amz-Date', before);
    expect((await fetch(expired)).status).toBe(403);
  });

  test('parts of an upload that was never completed are removed after a day', async () => {
    const store = new S3Store(s3, await dataDir());
    const client = new S3Client({
      endpoint: s3.endpoint,
      region: s3.region,
      forcePathStyle: true,
      credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    });
    await client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: key() }));
    client.destroy();
    const dayMs = 86_400_000;
    expect(await store.removeIncomplete(new Date(Date.now() - dayMs))).toBe(0);
    expect(await store.removeIncomplete(new Date(Date.now() + dayMs))).toBe(1);
  });

  test('files that are still in the former place are read from there', async () => {
    const own = await dataDir();
    const one = key();
    await new FileStorage(own).put(one, bytesOf('local'));
    const files = new FileStorage(own, { main: 's3', s3 });
    expect(await text((await files.get(one))!)).toBe('local');
    const two = key();
    expect(await files.copy(one, two)).toBe(true);
    expect(await text((await files.s3!.get(two))!)).toBe('local');
    await files.remove(one);
    expect(await files.stat(one)).toBeNull();
  });

  test('that refuses or does not answer is a FileStorageError, and nothing is left', async () => {
    const own = await dataDir();
    const silent = createServer((_request, response) => response.writeHead(500).end());
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    const wrong = [
      { ...s3, endpoint: 'http://127.0.0.1:9' },
      { ...s3, secretKey: 'wrong' },
      { ...s3, bucket: 'no-such-bucket' },
      { ...s3, endpoint: `http://127.0.0.1:${port}` },
    ];
    for (const config of wrong) {
      const files = new FileStorage(own, { main: 's3', s3: config });
      await expect(files.put(key(), bytesOf('x'))).rejects.toThrow(FileStorageError);
      await expect(files.get(key())).rejects.toThrow(FileStorageError);
      expect(await files.isHealthy()).toBe(false);
    }
    silent.close();
    expect(await readdir(join(own, 'uploads/arriving'))).toEqual([]);
  });
});

describe.runIf(canServeS3)('migrating', () => {
  const never = new AbortController().signal;
  const silent = { mayDelete: null, signal: never, onProgress: () => {} };

  async function places(): Promise<{ local: LocalStore; s3: S3Store; keys: string[] }> {
    const own = await mkdtemp(join(folder, 'migrate-'));
    const local = new LocalStore(own);
    const keys = Array.from({ length: 10 }, key);
    for (const each of keys) await local.put(each, bytesOf(`content of ${each}`));
    await mkdir(join(own, 'uploads/cd'), { recursive: true });
    await writeFile(join(own, 'uploads/cd/not a key'), '');
    return { local, s3: new S3Store(await newBucket(), own), keys };
  }

  test('copies everything once, continues after a stop, and comes back; the source is deleted only when asked', async () => {
    const { local, s3, keys } = await places();
    const stopping = new AbortController();
    const stopAfterThree = ({ copied }: MigrationCounts) => {
      if (copied >= 3) stopping.abort();
    };
    const first = await migrateObjects(local, s3, {
      ...silent,
      signal: stopping.signal,
      onProgress: stopAfterThree,
    });
    expect(first.copied).toBeGreaterThanOrEqual(3);
    expect(first.copied).toBeLessThan(keys.length);
    const second = await migrateObjects(local, s3, silent);
    expect(second).toMatchObject({ copied: keys.length - first.copied, present: first.copied, deleted: 0, failed: 0 });
    for (const each of keys) expect((await local.stat(each))?.byteSize).toBeGreaterThan(0);

    const yes = () => Promise.resolve(true);
    const away = await migrateObjects(local, s3, { ...silent, mayDelete: yes });
    expect(away).toMatchObject({ copied: 0, present: keys.length, deleted: keys.length });
    for (const each of keys) expect(await local.stat(each)).toBeNull();
    const back = await migrateObjects(s3, local, { ...silent, mayDelete: yes });
    expect(back).toMatchObject({ copied: keys.length, deleted: keys.length, failed: 0 });
    for (const each of keys) expect(await text((await local.get(each))!)).toBe(`content of ${each}`);
    for (const each of keys) expect(await s3.stat(each)).toBeNull();
  });

  test('a copy that differs is replaced, and one that cannot be verified fails and keeps its source', async () => {
    const { local, s3, keys } = await places();
    const [one = '', two = ''] = keys;
    await s3.put(one, bytesOf(`CONTENT of ${one}`));
    // The bucket gives other bytes than were stored.
    const get = s3.get.bind(s3);
    vi.spyOn(s3, 'get').mockImplementation((asked) => (asked === two ? Promise.resolve(bytesOf('other')) : get(asked)));
    const counts = await migrateObjects(local, s3, { ...silent, mayDelete: () => Promise.resolve(true) });
    expect(counts).toMatchObject({ copied: keys.length - 1, failed: 1, deleted: keys.length - 1 });
    expect(counts.problems).toEqual([`${two}: The copy differs from its checksum`]);
    expect(await text((await local.get(two))!)).toBe(`content of ${two}`);
    expect(await text((await get(one))!)).toBe(`content of ${one}`);
    expect(await s3.stat(two)).toBeNull();
  });
});
