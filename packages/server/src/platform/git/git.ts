import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GitCommandError } from './errors.ts';
import { ObjectReaders } from './object-reader.ts';
import { launch, type GitProcess, type StartOptions } from './process.ts';
import { Slots } from './slots.ts';
import { requireGit } from './version.ts';

/** How long a command of a REST call or a job may run. */
const COMMAND_TIMEOUT_MS = 60_000;
/** The end of a transfer that never makes progress is the timeout of its connection; this one ends what a client keeps open. */
const TRANSFER_TIMEOUT_MS = 6 * 60 * 60_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

export interface GitLimits {
  maxProcesses: number;
  /** Bytes of one push; Infinity for no limit. */
  maxPushBytes: number;
  /** Bytes of one repository; Infinity for no limit. */
  maxRepositoryBytes: number;
}

interface RunOptions extends StartOptions {
  input?: string | Buffer | Readable;
  /** More output than this is an error. */
  maxBytes?: number;
  /** Ends the command at `maxBytes` instead, and returns what came until then. */
  isCut?: boolean;
}

/** Runs the git of the system: never through a shell, with a clean environment, and a bounded number at a time. */
export class Git {
  readonly limits: GitLimits;
  readonly #slots: Slots;
  readonly #running = new Set<GitProcess>();
  /** Objects by name, without a process for each. */
  readonly objects = new ObjectReaders((folder, args) => this.#open(folder, args));

  constructor(limits: GitLimits) {
    this.limits = limits;
    this.#slots = new Slots(limits.maxProcesses);
  }

  /** Processes since the start, of all kinds. */
  started = 0;

  get running(): number {
    return this.#running.size;
  }

  /** Starts a process whose input and output are streams. Throws GitMissingError or GitBusyError. */
  async start(args: readonly string[], options: StartOptions): Promise<GitProcess> {
    await requireGit();
    const release = await this.#slots.acquire();
    try {
      const process = launch(args, { timeoutMs: TRANSFER_TIMEOUT_MS, ...options });
      this.started += 1;
      this.#running.add(process);
      const end = (): void => {
        this.#running.delete(process);
        release();
      };
      process.ended.then(end, end);
      return process;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Runs a command and returns its output. Throws GitCommandError, GitMissingError or GitBusyError. */
  async run(args: readonly string[], options: RunOptions): Promise<Buffer> {
    const { input = '', maxBytes = DEFAULT_MAX_BYTES, isCut = false, ...rest } = options;
    const process = await this.start(args, { timeoutMs: COMMAND_TIMEOUT_MS, ...rest });
    // A command that fails closes its input early: its exit code says why.
    const fed = feed(process, input).catch(() => undefined);
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= maxBytes) continue;
        if (!isCut) throw new GitCommandError(args[0] ?? '', null, `more than ${maxBytes} bytes of output`);
        process.stop();
        return Buffer.concat(chunks).subarray(0, maxBytes);
      }
      await fed;
      await process.ended;
    } catch (error) {
      process.stop();
      await process.ended.catch(() => undefined);
      throw error;
    }
    return Buffer.concat(chunks);
  }

  /** Readers of objects have a bound of their own: they must not take the places of transfers. */
  #open(folder: string, args: readonly string[]): GitProcess {
    const process = launch(args, { folder, timeoutMs: TRANSFER_TIMEOUT_MS });
    this.started += 1;
    return process;
  }

  /** Ends all processes: the server stops. */
  stop(): void {
    this.objects.stop();
    for (const process of this.#running) process.stop();
  }
}

async function feed(process: GitProcess, input: string | Buffer | Readable): Promise<void> {
  if (typeof input === 'string' || Buffer.isBuffer(input)) process.stdin.end(input);
  else await pipeline(input, process.stdin);
}
