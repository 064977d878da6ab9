import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { S3Config } from '../config/file-storage.ts';
import { DRAFTS, removeDrafts, writeDraft } from './drafts.ts';
import {
  BACKUPS_PREFIX,
  KEY_PREFIXES,
  requireKey,
  type ByteRange,
  type ListedObject,
  type ObjectKey,
  type ObjectState,
  type ObjectStore,
  type SignedHeaders,
  type StoredObject,
} from './object-store.ts';

/** The parts of an object are sent one after the other, so this is what one transfer holds in memory. */
const PART_BYTES = 8 * 1024 * 1024;
/** The protocol allows 10,000. */
const MAX_PARTS = 9_000;
const MAX_SOCKETS = 200;
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 60_000;
/** Also the longest pause of a client that reads a file. */
const IDLE_TIMEOUT_MS = 120_000;

/** A bucket of an S3-compatible service. The client is loaded with the first call. */
export class S3Store implements ObjectStore {
  readonly kind = 's3' as const;
  readonly place: string;
  readonly bucket: string;
  readonly #config: S3Config;
  readonly #drafts: string;
  #client: Promise<Client> | null = null;

  /** `dataDir`: files are complete on its disk before they are sent, so that a slow browser holds no connection to the bucket. */
  constructor(config: S3Config, dataDir: string) {
    this.#config = config;
    this.bucket = config.bucket;
    this.#drafts = join(dataDir, DRAFTS);
    this.place = `${config.endpoint}/${config.bucket}`;
  }

  async put(key: ObjectKey, source: AsyncIterable<Buffer>, sha256?: string): Promise<StoredObject> {
    requireKey(key);
    const draft = await writeDraft(this.#drafts, source, sha256);
    try {
      return await this.putFile(key, draft.path, draft);
    } finally {
      await rm(draft.path, { force: true });
    }
  }

  /** Stores a complete file, whose size and SHA-256 are known. */
  async putFile(key: ObjectKey, path: string, { byteSize, sha256 }: StoredObject): Promise<StoredObject> {
    const { s3 } = await this.#open();
    const { Upload } = await import('@aws-sdk/lib-storage');
    const body = createReadStream(path);
    const sending = new Upload({
      client: s3,
      queueSize: 1,
      partSize: Math.max(PART_BYTES, Math.ceil(byteSize / MAX_PARTS)),
      params: {
        ...this.#object(key),
        Body: body,
        ContentType: 'application/octet-stream',
        Metadata: { sha256 },
      },
    });
    try {
      await sending.done();
    } finally {
      body.destroy();
    }
    return { byteSize, sha256 };
  }

  async get(key: ObjectKey, range?: ByteRange): Promise<Readable | null> {
    const { s3, sdk } = await this.#open();
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await s3.send(new sdk.GetObjectCommand({ ...this.#object(key), ...(Range && { Range }) }));
      return Body instanceof Readable ? Body : Readable.from([]);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async stat(key: ObjectKey): Promise<ObjectState | null> {
    const { s3, sdk } = await this.#open();
    try {
      const found = await s3.send(new sdk.HeadObjectCommand(this.#object(key)));
      return {
        byteSize: found.ContentLength ?? 0,
        modifiedAt: found.LastModified ?? new Date(0),
        sha256: found.Metadata?.['sha256'] ?? null,
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: ObjectKey): Promise<void> {
    const { s3, sdk } = await this.#open();
    try {
      await s3.send(new sdk.DeleteObjectCommand(this.#object(key)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async copy(from: ObjectKey, to: ObjectKey): Promise<boolean> {
    const { s3, sdk } = await this.#open();
    const CopySource = `${this.#config.bucket}/${requireKey(from)}`;
    try {
      await s3.send(new sdk.CopyObjectCommand({ ...this.#object(to), CopySource }));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<readonly ListedObject[]> {
    const { s3, sdk } = await this.#open();
    let next: string | undefined;
    do {
      const page = await s3.send(
        new sdk.ListObjectsV2Command({
          Bucket: this.#config.bucket,
          Prefix: prefix,
          ...(next !== undefined && { ContinuationToken: next }),
        }),
      );
      yield (page.Contents ?? []).flatMap(({ Key, Size = 0, LastModified = new Date(0) }) =>
        Key === undefined ? [] : [{ key: Key, byteSize: Size, modifiedAt: LastModified }],
      );
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  async signedAddress(key: ObjectKey, seconds: number, headers: SignedHeaders): Promise<string | null> {
    const { s3, sdk } = await this.#open();
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    const reading = new sdk.GetObjectCommand({
      ...this.#object(key),
      ResponseContentType: headers.contentType,
      ResponseContentDisposition: headers.contentDisposition,
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(s3, reading, { expiresIn: seconds });
  }

  async removeIncomplete(since: Date): Promise<number> {
    let removed = await removeDrafts(this.#drafts, since);
    const { s3, sdk } = await this.#open();
    const Bucket = this.bucket;
    for (const Prefix of [...KEY_PREFIXES, BACKUPS_PREFIX]) {
      const { Uploads = [] } = await s3.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Key === undefined || UploadId === undefined || !Initiated || Initiated >= since) continue;
        await s3.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        removed += 1;
      }
    }
    return removed;
  }

  async check(signal?: AbortSignal): Promise<void> {
    const { s3, sdk } = await this.#open();
    const command = new sdk.HeadBucketCommand({ Bucket: this.#config.bucket });
    await s3.send(command, { ...(signal && { abortSignal: signal }) });
  }

  /** Stores, reads and removes a small object. Throws the error of the first step that fails. */
  async checkWriting(): Promise<void> {
    await this.check();
    const key = `check/${randomUUID()}`;
    const written = await this.put(key, Readable.from([Buffer.from(key)]));
    const found = await this.stat(key);
    await this.remove(key);
    if (found?.byteSize !== written.byteSize) throw new Error('An object that was stored cannot be read');
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    (await this.#client)?.s3.destroy();
    this.#client = null;
  }

  #object(key: ObjectKey): { Bucket: string; Key: string } {
    return { Bucket: this.#config.bucket, Key: requireKey(key) };
  }

  #open(): Promise<Client> {
    this.#client ??= openClient(this.#config);
    return this.#client;
  }
}

interface Client {
  s3: S3.S3Client;
  sdk: typeof S3;
}

async function openClient(config: S3Config): Promise<Client> {
  const sdk = await import('@aws-sdk/client-s3');
  const { NodeHttpHandler } = await import('@smithy/node-http-handler');
  const s3 = new sdk.S3Client({
    region: config.region,
    endpoint: config.endpoint,
    forcePathStyle: config.addressing === 'path',
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Every part is signed with its SHA-256; many services do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    }),
  });
  return { s3, sdk };
}

/** Whether the object does not exist; a missing bucket is an error. */
function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name !== 'NoSuchBucket' && (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404);
}
