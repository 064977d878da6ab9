import { isUtf8 } from 'node:buffer';
import { BrokenLineError, LineTooLongError } from './errors.ts';
import type { ArchiveEntry } from './entries.ts';
import type { ArchiveLimits } from './limits.ts';

/** An unparsed JSON object of an archive. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface Line {
  /** `tree/project/issues.ndjson:17` */
  location: string;
  bytes: Buffer;
}

const NEWLINE = 0x0a;
/** Only longer lines can contain enough brackets to matter, so those of shorter ones are not counted. */
const COUNTED_FROM_BYTES = 1024 ** 2;

/**
 * The lines of an entry that are not blank. A line over the limit is skipped after `onTooLong` was called, which may throw (the
 * default); memory holds at most one line.
 */
export async function* readLines(
  entry: ArchiveEntry,
  limits: ArchiveLimits,
  onTooLong: (error: LineTooLongError) => void = refuse,
): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Buffer[] = [];
  let length = 0;
  let isTooLong = false;
  /** Appends a chunk to the current line. */
  const add = (piece: Buffer): void => {
    length += piece.length;
    if (length <= limits.lineBytes) return void pieces.push(piece);
    pieces = [];
    if (!isTooLong) onTooLong(new LineTooLongError(`${entry.path}:${number}`, limits.lineBytes));
    isTooLong = true;
    return undefined;
  };
  /** Ends the current line; null for one that is blank or too long. */
  const end = (): Line | null => {
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    const line = isTooLong || isBlank(bytes) ? null : { location: `${entry.path}:${number}`, bytes };
    pieces = [];
    length = 0;
    isTooLong = false;
    number += 1;
    return line;
  };
  for await (const chunk of entry.chunks) {
    let start = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline !== -1; newline = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, newline));
      const line = end();
      if (line) yield line;
      start = newline + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  const last = length > 0 ? end() : null;
  if (last) yield last;
}

function refuse(error: Error): never {
  throw error;
}

/** A whole entry as one line, for documents that are not a list. Throws LineTooLongError after reading all of an entry over the limit. */
export async function readWhole(entry: ArchiveEntry, limits: ArchiveLimits): Promise<Line> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of entry.chunks) {
    length += chunk.length;
    if (length <= limits.lineBytes) pieces.push(chunk);
    else pieces = [];
  }
  if (length > limits.lineBytes) throw new LineTooLongError(entry.path, limits.lineBytes);
  return { location: entry.path, bytes: Buffer.concat(pieces) };
}

/** The line's text; throws a BrokenLineError when it is not UTF-8. */
export function textOf(line: Line): string {
  if (!isUtf8(line.bytes)) throw new BrokenLineError(line.location, 'is not UTF-8');
  return line.bytes.toString('utf8');
}

/**
 * The line's JSON value; throws a BrokenLineError when it is not JSON, exceeds `lineContainers`, or contains NUL or half of a surrogate
 * pair, which PostgreSQL does not store.
 */
export function parseJson(line: Line, limits: ArchiveLimits): unknown {
  if (line.bytes.length > COUNTED_FROM_BYTES) requireFewContainers(line, limits.lineContainers);
  const text = textOf(line);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BrokenLineError(line.location, 'is not valid JSON');
  }
  // Cheap checks first; they also match an escaped backslash before `u0000`.
  if (text.includes(String.raw`\u0000`) && holds(value, /\0/)) {
    throw new BrokenLineError(line.location, 'holds a NUL character');
  }
  if (ESCAPED_SURROGATE.test(text) && holds(value, /\p{Surrogate}/u)) {
    throw new BrokenLineError(line.location, 'holds half of a surrogate pair');
  }
  return value;
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** The line's JSON object; throws a BrokenLineError for anything else. */
export function parseObject(line: Line, limits: ArchiveLimits): JsonObject {
  const value = parseJson(line, limits);
  if (!isObject(value)) throw new BrokenLineError(line.location, 'is not a JSON object');
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

function requireFewContainers(line: Line, limit: number): void {
  let isInText = false;
  let count = 0;
  for (let index = 0; index < line.bytes.length; index += 1) {
    const byte = line.bytes[index];
    if (byte === 0x22) isInText = !isInText;
    else if (isInText && byte === 0x5c) index += 1;
    else if (!isInText && (byte === 0x7b || byte === 0x5b)) count += 1;
  }
  if (count > limit) throw new BrokenLineError(line.location, `holds more than the ${limit} objects and lists allowed`);
}

/** Iterative, because a line may be nested deeper than the call stack allows. */
function holds(value: unknown, pattern: RegExp): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const each = pending.pop();
    if (typeof each === 'string' && pattern.test(each)) return true;
    if (typeof each !== 'object' || each === null) continue;
    if (!Array.isArray(each)) pending.push(Object.keys(each).join(' '));
    for (const inner of Object.values(each)) pending.push(inner);
  }
  return false;
}
