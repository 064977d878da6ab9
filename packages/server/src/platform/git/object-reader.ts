import { LRUCache } from 'lru-cache';
import { GitBusyError, GitCommandError } from './errors.ts';
import type { GitProcess } from './process.ts';
import { isAtLeast, requireGit } from './version.ts';

const IDLE_MS = 60_000;
const READ_TIMEOUT_MS = 30_000;
/** Requests that wait for one repository. */
const MAX_WAITING = 10_000;

export interface ObjectInfo {
  oid: string;
  type: 'commit' | 'tree' | 'blob' | 'tag';
  size: number;
}

export interface GitObject extends ObjectInfo {
  content: Buffer;
}

type StartReader = (folder: string, args: readonly string[]) => GitProcess;

/** Reads objects through one long-lived process per repository, the least recently used of which ends first. */
export class ObjectReaders {
  readonly #start: StartReader;
  readonly #readers: LRUCache<string, ObjectReader>;

  /** `max`: repositories whose objects can be read at a time without starting another process. */
  constructor(max: number, start: StartReader) {
    this.#start = start;
    this.#readers = new LRUCache<string, ObjectReader>({
      max,
      ttl: IDLE_MS,
      updateAgeOnGet: true,
      ttlAutopurge: true,
      dispose: (reader) => reader.stop(),
    });
  }

  /**
   * The object that this name resolves to, such as `refs/heads/main^{commit}` or `OID:docs/guide.md`; null if there is no
   * such object.
   */
  async info(folder: string, name: string): Promise<ObjectInfo | null> {
    return this.#useReader(folder, (reader) => reader.info(name));
  }

  /** The object of this name; null if there is none. Throws GitCommandError if it is larger than `maxBytes`. */
  async read(folder: string, name: string, maxBytes: number): Promise<GitObject | null> {
    const info = await this.info(folder, name);
    if (!info) return null;
    if (info.size > maxBytes) throw new GitCommandError('cat-file', null, `object of ${info.size} bytes`);
    return this.#useReader(folder, (reader) => reader.contents(info.oid));
  }

  stop(): void {
    this.#readers.clear();
  }

  async #useReader<Answer>(folder: string, work: (reader: ObjectReader) => Promise<Answer>): Promise<Answer> {
    const version = await requireGit();
    const known = this.#readers.get(folder);
    try {
      return await work(known ?? this.#open(folder, version));
    } catch (error) {
      // The process was killed meanwhile: a new one answers.
      if (!known?.isOver || error instanceof GitBusyError) throw error;
      return work(this.#open(folder, version));
    }
  }

  #open(folder: string, version: string): ObjectReader {
    const mode = isAtLeast(version, [2, 36]) ? '--batch-command' : '--batch';
    const reader = new ObjectReader(this.#start(folder, ['cat-file', mode]), mode === '--batch');
    this.#readers.set(folder, reader);
    return reader;
  }
}

interface Waiting {
  /** Whether a content follows the line. */
  withContent: boolean;
  resolve: (object: GitObject | null) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** One process; answers come in the order of requests. */
class ObjectReader {
  isOver = false;
  /** Whether an answer took too long. */
  #isLate = false;
  readonly #process: GitProcess;
  readonly #isOld: boolean;
  readonly #waiting: Waiting[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** The object whose content is arriving. */
  #head: ObjectInfo | null = null;

  constructor(process: GitProcess, isOld: boolean) {
    this.#process = process;
    this.#isOld = isOld;
    process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    const end = (): void => this.#end();
    process.ended.then(end, end);
  }

  async info(name: string): Promise<ObjectInfo | null> {
    // Git before 2.36 has no command for this: the content is read and dropped.
    return this.#request(this.#isOld ? name : `info ${name}`, this.#isOld);
  }

  contents(name: string): Promise<GitObject | null> {
    return this.#request(this.#isOld ? name : `contents ${name}`, true);
  }

  /** Answers pending requests, then ends. */
  stop(): void {
    this.#process.stdin.end();
  }

  #request(line: string, withContent: boolean): Promise<GitObject | null> {
    if (line.includes('\n')) throw new TypeError('A name of an object has no line breaks');
    if (this.isOver || this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new GitCommandError('cat-file', null, 'ended'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#isLate = true;
        this.#process.stop();
      }, READ_TIMEOUT_MS);
      timer.unref();
      this.#waiting.push({ withContent, resolve, reject, timer });
      this.#process.stdin.write(`${line}\n`);
    });
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#waiting.length > 0 && this.#step());
  }

  /** Consumes one line or content; false if it has not arrived completely. */
  #step(): boolean {
    if (this.#head) {
      const { size } = this.#head;
      if (this.#size < size + 1) return false;
      const all = this.#joined();
      this.#keep(all.subarray(size + 1));
      const object = { ...this.#head, content: Buffer.from(all.subarray(0, size)) };
      this.#head = null;
      this.#answer(object);
      return true;
    }
    const all = this.#joined();
    const end = all.indexOf(10);
    if (end === -1) return false;
    const line = all.toString('utf8', 0, end);
    this.#keep(all.subarray(end + 1));
    const [, oid, type, size] = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(line) ?? [];
    const info = oid === undefined ? null : { oid, type: type as ObjectInfo['type'], size: Number(size) };
    if (info && this.#waiting[0]?.withContent) this.#head = info;
    else this.#answer(info && { ...info, content: Buffer.alloc(0) });
    return true;
  }

  #answer(object: GitObject | null): void {
    const request = this.#waiting.shift();
    clearTimeout(request?.timer);
    request?.resolve(object);
  }

  #joined(): Buffer {
    const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }

  #end(): void {
    this.isOver = true;
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(this.#isLate ? new GitBusyError() : new GitCommandError('cat-file', null, 'ended'));
    }
  }
}
