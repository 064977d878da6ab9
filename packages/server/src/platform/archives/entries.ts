import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { messageOf } from '../util/errors.ts';
import {
  ArchiveError,
  BrokenTarError,
  DuplicateEntryError,
  TooManyEntriesError,
  UnsafeEntryError,
  UnsafePathError,
} from './errors.ts';
import { countPacked, gzipErrorOf, guardUnpacked, type Flow } from './gunzip.ts';
import { defaultArchiveLimits, type ArchiveLimits } from './limits.ts';

/** Size of the unpacked chunks; zlib's default of 16 KiB would cause four times as many calls. */
const CHUNK_BYTES = 64 * 1024;

/** One file of an archive. Its chunks can be read once, and only until the next entry is requested; unread ones are skipped. */
export interface ArchiveEntry {
  path: string;
  size: number;
  chunks: AsyncIterable<Buffer>;
}

export interface ArchiveOptions {
  limits?: ArchiveLimits;
  /** Called with the number of packed bytes read so far. */
  onRead?: (packedBytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Streams the files of a gzipped tar, one after the other: nothing is written to the disk, and memory use is bounded. Throws an
 * ArchiveError when the archive is damaged, unsafe or over the limits; leaving the loop early closes `source`.
 */
export async function* readArchive(source: Readable, options: ArchiveOptions = {}): AsyncGenerator<ArchiveEntry> {
  const limits = options.limits ?? defaultArchiveLimits;
  const flow: Flow = { packed: 0, unpacked: 0 };
  const unpacking = extract();
  let failure: Error | null = null;
  const finished = new Promise<void>((resolve) => {
    pipeline(
      source,
      countPacked(flow, options.onRead ?? (() => {})),
      createGunzip({ chunkSize: CHUNK_BYTES }),
      guardUnpacked(flow, limits),
      unpacking,
      (error) => {
        failure = error ?? null;
        resolve();
      },
    );
  });
  const abort = (): void => void source.destroy(options.signal?.reason as Error);
  options.signal?.addEventListener('abort', abort, { once: true });
  const seen = new Set<string>();
  const reading: Reading = { source, finished, failure: () => failure, flow, latest: null, signal: options.signal };
  try {
    options.signal?.throwIfAborted();
    let count = 0;
    for await (const entry of unpacking) {
      const path = safePath(entry.header.name);
      reading.latest = path;
      count += 1;
      if (count > limits.entries) throw new TooManyEntriesError(path, limits.entries);
      requireFileOrFolder(path, entry.header);
      if (entry.header.type === 'directory') {
        entry.resume();
        continue;
      }
      if (seen.has(path)) throw new DuplicateEntryError(path);
      seen.add(path);
      yield { path, size: entry.header.size, chunks: chunksOf(entry, reading) };
      options.signal?.throwIfAborted();
      // The unread rest of an entry is skipped.
      entry.resume();
    }
    await finished;
    if (failure) throw failure as Error;
  } catch (error) {
    throw await causeOf(error, reading);
  } finally {
    options.signal?.removeEventListener('abort', abort);
    source.destroy();
    unpacking.destroy();
    await finished;
  }
}

interface Reading {
  source: Readable;
  finished: Promise<void>;
  failure: () => Error | null;
  flow: Flow;
  /** The path of the entry read last, for error messages. */
  latest: string | null;
  signal: AbortSignal | undefined;
}

/** A failure is reported to the current reader of an entry, with the same message. */
async function* chunksOf(entry: AsyncIterable<unknown>, reading: Reading): AsyncGenerator<Buffer> {
  try {
    // tar-stream yields Buffers, but its types do not say so.
    for await (const chunk of entry) yield chunk as Buffer;
  } catch (error) {
    throw await causeOf(error, reading);
  }
}

/** The error behind a closed stream: the loop sees only that the stream was closed, the pipeline has the reason. */
async function causeOf(error: unknown, reading: Reading): Promise<unknown> {
  if (error instanceof ArchiveError) return error;
  if (reading.signal?.aborted) return reading.signal.reason;
  reading.source.destroy();
  await reading.finished;
  const failure = reading.failure() ?? error;
  if (failure instanceof ArchiveError) return failure;
  const gzipError = gzipErrorOf(failure, reading.flow) ?? gzipErrorOf(error, reading.flow);
  if (gzipError) return gzipError;
  return tarErrorOf(error, reading.latest) ?? tarErrorOf(failure, reading.latest) ?? failure;
}

/** Translates tar-stream's errors by their messages, because they have no code; null for any other error. */
function tarErrorOf(error: unknown, latest: string | null): BrokenTarError | null {
  const words = messageOf(error);
  const where = latest === null ? 'at its beginning' : `after ${latest}`;
  if (words.startsWith('Unexpected end of data')) return new BrokenTarError(null, `The archive is cut off ${where}`);
  if (words.startsWith('Header exceeds max size')) {
    return new BrokenTarError(null, `The archive has an oversized header ${where}`);
  }
  if (/tar header|Invalid header|Decimal|length/i.test(words)) {
    return new BrokenTarError(null, `The archive is not a tar, or damaged, ${where}`);
  }
  return null;
}

function requireFileOrFolder(path: string, header: Header): void {
  const { type, size } = header;
  if (type === 'file' || type === 'contiguous-file' || type === 'directory') {
    if (!Number.isSafeInteger(size) || size < 0) throw new BrokenTarError(path, 'has an impossible size');
    if (type !== 'directory' && path === '') throw new UnsafeEntryError('./', 'is a file without a name');
    return;
  }
  throw new UnsafeEntryError(path, `is a ${words[type] ?? 'special file'}; an archive may only hold files and folders`);
}

const words: Readonly<Record<string, string>> = {
  symlink: 'symbolic link',
  link: 'hard link',
  'character-device': 'device',
  'block-device': 'device',
  fifo: 'named pipe',
};

const MAX_PATH_LENGTH = 1024;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * An entry's name without a leading `./`, empty for the root folder itself. Throws an UnsafePathError for a name that is
 * absolute, contains `..`, or is not normalized. A second line of defense, because files are never written by name.
 */
export function safePath(name: string): string {
  const shown = JSON.stringify(name.slice(0, 200));
  if (CONTROL_CHARACTER.test(name)) throw new UnsafePathError(shown, 'has control characters in its name');
  if (name.length > MAX_PATH_LENGTH)
    throw new UnsafePathError(shown, `has a name longer than ${MAX_PATH_LENGTH} characters`);
  if (name.includes('\\')) throw new UnsafePathError(shown, 'has a backslash in its name');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw new UnsafePathError(shown, 'has an absolute name');
  const path = name.replace(/^(\.\/)+/, '').replace(/\/$/, '');
  if (path === '' || path === '.') return '';
  const segments = path.split('/');
  if (segments.includes('..')) throw new UnsafePathError(shown, 'leads out of the archive');
  if (segments.includes('.') || segments.includes('')) throw new UnsafePathError(shown, 'has an ambiguous name');
  return path;
}
