import { Transform, type TransformCallback } from 'node:stream';
import { printSize } from '@milepost/core/files/sizes';
import { ArchiveBombError, ArchiveTooLargeError, BrokenGzipError, BrokenTarError } from './errors.ts';
import type { ArchiveLimits } from './limits.ts';

const END_MARK_BYTES = 1024;

/** Packed and unpacked bytes processed so far. */
export interface Flow {
  packed: number;
  unpacked: number;
}

/** A transform that counts packed bytes; `onRead` receives the sum after each chunk. */
export function countPacked(flow: Flow, onRead: (packedBytes: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback): void {
      flow.packed += chunk.length;
      onRead(flow.packed);
      done(null, chunk);
    },
  });
}

/**
 * A transform that fails as soon as there are more unpacked bytes than the limits allow, or if the two empty blocks at the end of
 * every tar are missing: then the archive was truncated between two entries.
 */
export function guardUnpacked(flow: Flow, limits: ArchiveLimits): Transform {
  let tail: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback): void {
      flow.unpacked += chunk.length;
      tail = tailOf(tail, chunk);
      done(problemOf(flow, limits), chunk);
    },
    flush(done: TransformCallback): void {
      if (flow.unpacked === 0) return done(new BrokenTarError(null, 'The archive is empty'));
      const isClosed = tail.length === END_MARK_BYTES && tail.every((byte) => byte === 0);
      done(isClosed ? null : new BrokenTarError(null, 'The archive ends before its end mark: it was cut off'));
      return undefined;
    },
  });
}

/** Translates zlib's errors; null for any other error. */
export function gzipErrorOf(error: unknown, flow: Flow): BrokenGzipError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_') && flow.packed === 0) return new BrokenGzipError(null, 'The file is empty');
  if (code === 'Z_BUF_ERROR') return new BrokenGzipError(null, 'The archive is cut off in the middle of its gzip data');
  if (!code.startsWith('Z_')) return null;
  if (flow.unpacked === 0) return new BrokenGzipError(null, 'The file is not a gzip archive');
  return new BrokenGzipError(null, `The archive's gzip data is damaged after ${printSize(flow.unpacked)}`);
}

function problemOf(flow: Flow, limits: ArchiveLimits): Error | null {
  if (flow.unpacked > limits.unpackedBytes) {
    return new ArchiveTooLargeError(
      null,
      `The archive unpacks to more than the ${printSize(limits.unpackedBytes)} allowed`,
    );
  }
  if (flow.unpacked > limits.ratioFreeBytes && flow.unpacked > flow.packed * limits.ratio) {
    return new ArchiveBombError(null, `The archive unpacks to more than ${limits.ratio} times its size`);
  }
  return null;
}

function tailOf(before: Buffer, chunk: Buffer): Buffer {
  // A copy: a view would keep the whole chunk in memory.
  if (chunk.length >= END_MARK_BYTES) return Buffer.from(chunk.subarray(-END_MARK_BYTES));
  return Buffer.concat([before, chunk]).subarray(-END_MARK_BYTES);
}
