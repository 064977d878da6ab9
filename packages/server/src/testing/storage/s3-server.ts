import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../platform/config/file-storage.ts';

/** Of Debian's package python3-swift, which is built for the Python of the system. */
const python = '/usr/bin/python3';
const script = fileURLToPath(new URL('swift_with_s3.py', import.meta.url));

/** Whether OpenStack Swift can run here, an object store with an S3 API. */
export const canServeS3 = existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py') && existsSync(python);

/** The domain of virtual-host addresses: `http://BUCKET.s3.milepost.test:PORT`. */
export const s3Domain = 's3.milepost.test';

let running: Promise<{ port: number }> | null = null;

/** The server of this worker, started by the first test that needs it. It ends with the worker. */
export function s3Server(): Promise<{ port: number }> {
  running ??= start();
  return running;
}

async function start(): Promise<{ port: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-s3-'));
  // Its standard input closes when this process ends.
  const child = spawn(python, [script, folder, s3Domain], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  (child.stdout as unknown as { unref(): void }).unref();
  (child.stderr as unknown as { unref(): void }).unref();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { port: await portOf(child) };
}

async function portOf(child: ChildProcess): Promise<number> {
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${String(chunk)}`.slice(-4_000)));
  const [first] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`Swift does not start: ${complaint}`))),
  ])) as [Buffer];
  return Number(String(first));
}

/** The settings of a new bucket. */
export async function newBucket(): Promise<S3Config> {
  const { port } = await s3Server();
  const config: S3Config = {
    bucket: `files-${randomUUID().slice(0, 8)}`,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKey: 'test:tester',
    secretKey: 'testing',
    addressing: 'path',
    redirects: false,
  };
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  client.destroy();
  return config;
}
