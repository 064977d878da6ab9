import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { RestoreError } from './format.ts';

/**
 * An encrypted archive is a header (magic, salt, nonce prefix) and chunks of AES-256-GCM. The nonce of a chunk is the prefix, its
 * number, and whether it is the last, so that chunks cannot be changed, moved, dropped or cut off unnoticed (the STREAM construction
 * of Hoang, Reyhanitabar, Rogaway and Vizár). The key is derived from the passphrase with scrypt.
 */
const MAGIC = Buffer.from('MPBKUP1\n');
const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + PREFIX_BYTES;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;

const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> => derive(passphrase, salt, 32, COST);

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt32BE(number);
  rest[4] = isLast ? 1 : 0;
  return Buffer.concat([prefix, rest]);
}

/** A stage of `pipeline` that encrypts with a passphrase. */
export function encrypting(passphrase: string) {
  return async function* encrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES);
    const prefix = randomBytes(PREFIX_BYTES);
    const key = await keyOf(passphrase, salt);
    yield Buffer.concat([MAGIC, salt, prefix]);
    let number = 0;
    for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast));
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      number += 1;
    }
  };
}

/**
 * The gzip stream of an archive, encrypted or not. Throws RestoreError for an encrypted one without the right passphrase; a damaged
 * one fails while it is read.
 */
export async function openArchive(file: string, passphrase: string | null): Promise<Readable> {
  const header = await headerOf(file);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return createReadStream(file);
  if (passphrase === null)
    throw new RestoreError('the archive is encrypted: set MILEPOST_BACKUP_PASSPHRASE to its passphrase');
  if (header.length < HEADER_BYTES) throw new RestoreError('the archive is damaged: it is cut off');
  const key = await keyOf(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
  const source = createReadStream(file, { start: HEADER_BYTES, highWaterMark: 4 * CHUNK_BYTES });
  return Readable.from(decrypt(source, key, header.subarray(MAGIC.length + SALT_BYTES)), { objectMode: false });
}

async function headerOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* decrypt(source: AsyncIterable<Buffer>, key: Buffer, prefix: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES + TAG_BYTES)) {
    const split = Math.max(bytes.length - TAG_BYTES, 0);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast), {
      authTagLength: TAG_BYTES,
    });
    try {
      decipher.setAuthTag(bytes.subarray(split));
      yield Buffer.concat([decipher.update(bytes.subarray(0, split)), decipher.final()]);
    } catch {
      throw new RestoreError(
        number === 0
          ? 'the archive cannot be decrypted: MILEPOST_BACKUP_PASSPHRASE is not its passphrase, or it is damaged'
          : 'the archive is damaged: it was changed or is cut off',
      );
    }
    number += 1;
  }
}

/** Chunks of `size` bytes, and a last one that may be shorter. One is always held back: only the end shows which is the last. */
async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    let rest = Buffer.concat(waiting);
    for (; rest.length > size; rest = rest.subarray(size)) yield { bytes: rest.subarray(0, size), isLast: false };
    waiting = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
