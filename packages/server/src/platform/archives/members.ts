import { BrokenLineError, LineTooLongError } from './errors.ts';
import type { ArchiveEntry } from './entries.ts';
import type { ArchiveLimits } from './limits.ts';
import type { Line } from './lines.ts';

/** A part of one large JSON object, in the order of the file. */
export type Member =
  /** One element of a list that is a member of the object, or of an object nested in it. */
  | { kind: 'element'; object: number; list: string; line: Line }
  /** All other members of an object, as one object. Emitted when the object ends, or the document is truncated within it. */
  | { kind: 'object'; object: number; parent: number | null; line: Line }
  /** An unusable part, which is skipped. */
  | { kind: 'broken'; error: BrokenLineError | LineTooLongError };

export interface MembersOptions {
  limits: ArchiveLimits;
  /** Elements of lists with this name have the same structure as the document and are split too. */
  nested?: string;
}

/** Maximum nesting of objects; above the maximum depth of groups. */
const MAX_DEPTH = 50;
const MAX_KEY_BYTES = 1_024;

/**
 * Splits an entry that is one JSON object while streaming it: lists that are members are emitted element by element, so memory holds
 * one element and the members that are not lists. Only brackets, strings and commas are scanned; the caller parses the elements. A
 * document that is not a JSON object, or becomes invalid, emits one `broken` and ends. Objects are numbered from 0, the document
 * itself, in the order in which they begin.
 */
export async function* readMembers(entry: ArchiveEntry, options: MembersOptions): AsyncGenerator<Member> {
  const scanner = new Scanner(entry);
  const state = { objects: 0, path: entry.path, scanner, ...options };
  try {
    yield* readObject(state, null, entry.path, 1);
    if ((await scanner.peek()) !== null) throw scanner.broken();
  } catch (error) {
    if (!(error instanceof BrokenLineError)) throw error;
    // Reads the rest, because an unread entry would end the stream of the archive.
    await scanner.drain();
    yield { kind: 'broken', error };
  }
}

interface State extends MembersOptions {
  objects: number;
  path: string;
  scanner: Scanner;
}

async function* readObject(
  state: State,
  parent: number | null,
  location: string,
  depth: number,
): AsyncGenerator<Member> {
  const { scanner, limits } = state;
  const object = state.objects;
  state.objects += 1;
  const own = new Members(limits.lineBytes);
  await scanner.expect('{');
  let failure: BrokenLineError | null = null;
  try {
    for await (const key of keysOf(scanner)) {
      const at = `${location === state.path ? `${location}: ` : `${location}.`}${key.text}`;
      if ((await scanner.peek()) === OPEN_LIST) {
        yield* readList(state, { object, list: key.text, location: at, depth });
      } else if (!own.add(key.bytes, await scanner.value(limits.lineBytes))) {
        yield { kind: 'broken', error: new LineTooLongError(at, limits.lineBytes) };
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenLineError)) throw error;
    failure = error;
  }
  // If the document is truncated, the enclosing objects are emitted with the members read so far.
  yield { kind: 'object', object, parent, line: { location, bytes: own.bytes() } };
  if (failure) throw failure;
}

async function* readList(
  state: State,
  { object, list, location, depth }: { object: number; list: string; location: string; depth: number },
): AsyncGenerator<Member> {
  const { scanner, limits } = state;
  await scanner.expect('[');
  for (let index = 0; await scanner.hasElement(index); index += 1) {
    const at = `${location}[${index}]`;
    if (list === state.nested && depth < MAX_DEPTH && (await scanner.peek()) === OPEN_OBJECT) {
      yield* readObject(state, object, at, depth + 1);
      continue;
    }
    const bytes = await scanner.value(limits.lineBytes);
    if (bytes) yield { kind: 'element', object, list, line: { location: at, bytes } };
    else yield { kind: 'broken', error: new LineTooLongError(at, limits.lineBytes) };
  }
}

/** The keys of the object that was just opened; the caller reads each value before the next key. */
async function* keysOf(scanner: Scanner): AsyncGenerator<{ text: string; bytes: Buffer }> {
  for (let index = 0; (await scanner.peek()) !== CLOSE_OBJECT; index += 1) {
    if (index > 0) await scanner.expect(',');
    if ((await scanner.peek()) !== QUOTE) throw scanner.broken();
    const bytes = await scanner.value(MAX_KEY_BYTES);
    if (!bytes) throw scanner.broken();
    await scanner.expect(':');
    yield { text: bytes.toString('utf8').slice(1, -1), bytes };
  }
  await scanner.expect('}');
}

/** Collects the members of an object that are not lists, as the text of one object. */
class Members {
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a member; false if it exceeds the limit. */
  add(key: Buffer, value: Buffer | null): boolean {
    const length = key.length + (value?.length ?? 0) + 2;
    if (value === null || this.#length + length > this.#limit) return false;
    this.#length += length;
    this.#pieces.push(Buffer.concat([Buffer.from(this.#pieces.length === 0 ? '' : ','), key, Buffer.from(':'), value]));
    return true;
  }

  bytes(): Buffer {
    return Buffer.concat([Buffer.from('{'), ...this.#pieces, Buffer.from('}')]);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0xef || byte === 0xbb || byte === 0xbf;
const endsScalar = (byte: number | undefined): boolean =>
  byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || isSpace(byte);

/** A cursor over the bytes of an entry. */
class Scanner {
  readonly #path: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #before = 0;

  constructor(entry: ArchiveEntry) {
    this.#path = entry.path;
    this.#chunks = entry.chunks[Symbol.asyncIterator]();
  }

  broken(): BrokenLineError {
    return new BrokenLineError(this.#path, `is not valid JSON from byte ${this.#before + this.#at + 1} on`);
  }

  /** The next byte that is not white space, without consuming it; null at the end. */
  async peek(): Promise<number | null> {
    for (;;) {
      while (this.#at < this.#chunk.length && isSpace(this.#chunk[this.#at])) this.#at += 1;
      if (this.#at < this.#chunk.length) return this.#chunk[this.#at] ?? null;
      if (!(await this.#more())) return null;
    }
  }

  /** Consumes this character. Throws a BrokenLineError for any other. */
  async expect(character: string): Promise<void> {
    if ((await this.peek()) !== character.codePointAt(0)) throw this.broken();
    this.#at += 1;
  }

  /** Within a list: whether another element follows. Consumes the comma before it, or the closing bracket. */
  async hasElement(index: number): Promise<boolean> {
    if ((await this.peek()) === CLOSE_LIST) {
      this.#at += 1;
      return false;
    }
    if (index > 0) await this.expect(',');
    return true;
  }

  /** Reads one value of any type; null if it exceeds the limit. */
  async value(limit: number): Promise<Buffer | null> {
    const first = await this.peek();
    if (first === null || first === COMMA || first === CLOSE_OBJECT || first === CLOSE_LIST) throw this.broken();
    let pieces: Buffer[] = [];
    let length = 0;
    const value = new ValueEnd(first);
    for (let isDone = false; !isDone;) {
      if (this.#at === this.#chunk.length && !(await this.#more())) {
        if (value.isScalar) break;
        throw this.broken();
      }
      const end = value.find(this.#chunk, this.#at);
      isDone = value.isDone;
      length += end - this.#at;
      if (length <= limit) pieces.push(this.#chunk.subarray(this.#at, end));
      else pieces = [];
      this.#at = end;
    }
    return length > limit ? null : pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  /** Consumes the rest of the entry. */
  async drain(): Promise<void> {
    while (await this.#more());
    this.#at = this.#chunk.length;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#before += this.#chunk.length;
    this.#chunk = value;
    this.#at = 0;
    return true;
  }
}

/** Finds the end of a value, incrementally over chunks. */
class ValueEnd {
  readonly isScalar: boolean;
  isDone = false;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(first: number) {
    this.isScalar = first !== OPEN_OBJECT && first !== OPEN_LIST && first !== QUOTE;
  }

  /** The index after the last byte of the value in this chunk. */
  find(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.isScalar) {
        if (!endsScalar(byte)) continue;
        this.isDone = true;
        return at;
      }
      this.#take(byte);
      if (this.#depth > 0 || this.#isInText) continue;
      this.isDone = true;
      return at + 1;
    }
    return chunk.length;
  }

  #take(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInText && byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInText = !this.#isInText;
    else if (this.#isInText) return;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
  }
}
