import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Slots } from '../util/slots.ts';
import { GitBusyError, GitCommandError } from './errors.ts';
import { ObjectReaders } from './object-reader.ts';
import { launch, type GitProcess, type StartOptions } from './process.ts';
import { requireGit } from './version.ts';

/** How long a command of a REST call or a job may run. */
export const COMMAND_TIMEOUT_MS = 60_000;
/** The end of a transfer that never makes progress is the timeout of its connection; this one ends what a client keeps open. */
const TRANSFER_TIMEOUT_MS = 6 * 60 * 60_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

export interface GitLimits {
  /** Those that stay open to read objects included. */
  maxProcesses: number;
  /** COMMAND_TIMEOUT_MS unless given. */
  commandTimeoutMs?: number;
  /** How long a call waits for a free process; WAIT_TIMEOUT_MS unless given. */
  waitTimeoutMs?: number;
  /** Bytes of one push; Infinity for no limit. */
  maxPushBytes: number;
  /** Bytes of one repository; Infinity for no limit. */
  maxRepositoryBytes: number;
  /** Certificates that remotes are verified with, in place of those of the system. */
  caFile?: string | null;
  /** Minutes between two fetches of a remote; DEFAULT_FETCH_MINUTES unless given. */
  fetchMinutes?: number;
}

interface ReadOptions extends StartOptions {
  input?: string | Buffer | Readable;
}

interface RunOptions extends ReadOptions {
  /** More output than this is an error. */
  maxBytes?: number;
  /** Ends the command at `maxBytes` instead, and returns what came until then. */
  isCut?: boolean;
}

/** What all callers share. */
interface Shared {
  slots: Slots;
  running: Set<GitProcess>;
  objects: ObjectReaders;
  started: number;
}

/** Of the processes, a quarter may stay open to read objects. */
const MAX_READERS = 8;

function sharedOf({ maxProcesses }: GitLimits): Shared {
  const readers = Math.max(1, Math.min(MAX_READERS, Math.floor(maxProcesses / 4)));
  const shared: Shared = {
    slots: new Slots(Math.max(1, maxProcesses - readers), () => new GitBusyError()),
    running: new Set(),
    objects: new ObjectReaders(readers, (folder, args) => {
      shared.started += 1;
      return launch(args, { folder, timeoutMs: TRANSFER_TIMEOUT_MS });
    }),
    started: 0,
  };
  return shared;
}

/** Runs the git of the system: never through a shell, with a clean environment, and a bounded number at a time. */
export class Git {
  readonly limits: GitLimits;
  readonly #shared: Shared;
  readonly #caller: string | null;

  constructor(limits: GitLimits, shared: Shared = sharedOf(limits), caller: string | null = null) {
    this.limits = limits;
    this.#shared = shared;
    this.#caller = caller;
  }

  /** The same, for a caller who must not hold all processes. */
  for(caller: string): Git {
    return new Git(this.limits, this.#shared, caller);
  }

  /** Objects by name, without a process for each. */
  get objects(): ObjectReaders {
    return this.#shared.objects;
  }

  /** Processes since the start, of all kinds. */
  get started(): number {
    return this.#shared.started;
  }

  get running(): number {
    return this.#shared.running.size;
  }

  /** Starts a process whose input and output are streams. Throws GitMissingError or GitBusyError. */
  async start(args: readonly string[], options: StartOptions): Promise<GitProcess> {
    await requireGit();
    const { slots, running } = this.#shared;
    const release = await slots.acquire(this.#caller, this.limits.waitTimeoutMs);
    try {
      const process = launch(args, { timeoutMs: TRANSFER_TIMEOUT_MS, ...options });
      this.#shared.started += 1;
      running.add(process);
      const end = (): void => {
        running.delete(process);
        release();
      };
      process.ended.then(end, end);
      return process;
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Starts a process whose output is the body of an answer, and waits until it begins: before that, the answer can still be an error.
   * Throws GitMissingError or GitBusyError.
   */
  async stream(args: readonly string[], options: StartOptions): Promise<GitProcess> {
    const process = await this.start(args, options);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.stop();
    }, this.#commandTimeoutMs);
    // Also emitted at the end of an empty output.
    await once(process.stdout, 'readable');
    clearTimeout(timer);
    if (isLate) throw new GitBusyError();
    return process;
  }

  /** Runs a command and returns its output. Throws GitCommandError, GitMissingError or GitBusyError. */
  async run(args: readonly string[], options: RunOptions): Promise<Buffer> {
    const { maxBytes = DEFAULT_MAX_BYTES, isCut = false, ...rest } = options;
    const chunks: Buffer[] = [];
    let size = 0;
    await this.read(args, rest, (chunk) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return true;
      if (!isCut) throw new GitCommandError(args[0] ?? '', null, `more than ${maxBytes} bytes of output`);
      return false;
    });
    return Buffer.concat(chunks).subarray(0, maxBytes);
  }

  /** Runs a command and passes its output on as it comes, until `take` returns false. Throws as `run` does. */
  async read(args: readonly string[], options: ReadOptions, take: (chunk: Buffer) => boolean): Promise<void> {
    const { input = '', ...rest } = options;
    const process = await this.start(args, { timeoutMs: this.#commandTimeoutMs, ...rest });
    // A command that fails closes its input early: its exit code says why.
    const fed = feed(process, input).catch(() => undefined);
    try {
      for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
        if (take(chunk)) continue;
        process.stop();
        return;
      }
      await fed;
      await process.ended;
    } catch (error) {
      process.stop();
      await process.ended.catch(() => undefined);
      throw error;
    }
  }

  /** Ends all processes: the server stops. */
  stop(): void {
    this.objects.stop();
    for (const process of this.#shared.running) process.stop();
  }

  get #commandTimeoutMs(): number {
    return this.limits.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
  }
}

async function feed(process: GitProcess, input: string | Buffer | Readable): Promise<void> {
  if (typeof input === 'string' || Buffer.isBuffer(input)) process.stdin.end(input);
  else await pipeline(input, process.stdin);
}
