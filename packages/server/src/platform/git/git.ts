import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gitEnvironment, safeOptions } from './environment.ts';
import { GitBusyError, GitCommandError } from './errors.ts';
import { Slots } from './slots.ts';
import { requireGit } from './version.ts';

/** How long a command of a REST call or a job may run. */
export const COMMAND_TIMEOUT_MS = 60_000;
/** The end of a transfer that never makes progress is the timeout of its connection; this one ends what a client keeps open. */
const TRANSFER_TIMEOUT_MS = 6 * 60 * 60_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_STDERR = 4_096;
/** Between asking a process to end, which removes its quarantine, and killing it. */
const KILL_AFTER_MS = 2_000;

export interface GitLimits {
  maxProcesses: number;
  /** Bytes of one push; Infinity for no limit. */
  maxPushBytes: number;
  /** Bytes of one repository; Infinity for no limit. */
  maxRepositoryBytes: number;
}

interface StartOptions {
  /** The repository. */
  folder: string;
  env?: Readonly<Record<string, string>>;
  /** Options of git itself, as `name=value`. */
  config?: readonly string[];
  timeoutMs?: number;
}

interface RunOptions extends StartOptions {
  input?: string | Buffer | Readable;
  /** More output than this is an error. */
  maxBytes?: number;
}

/** A running process with the slot that it holds. */
export interface GitProcess {
  readonly stdin: ChildProcessWithoutNullStreams['stdin'];
  readonly stdout: ChildProcessWithoutNullStreams['stdout'];
  /** Resolves when it ended. Rejects with GitCommandError for any exit code but 0. */
  readonly ended: Promise<void>;
  /** Ends the process and its children. */
  stop(): void;
}

/** Runs the git of the system: never through a shell, with a clean environment, and a bounded number at a time. */
export class Git {
  readonly limits: GitLimits;
  readonly #slots: Slots;
  readonly #running = new Set<GitProcess>();

  constructor(limits: GitLimits) {
    this.limits = limits;
    this.#slots = new Slots(limits.maxProcesses);
  }

  get running(): number {
    return this.#running.size;
  }

  /** Starts a process whose input and output are streams. Throws GitMissingError or GitBusyError. */
  async start(args: readonly string[], options: StartOptions): Promise<GitProcess> {
    await requireGit();
    const release = await this.#slots.acquire();
    try {
      const process = launch(args, { timeoutMs: TRANSFER_TIMEOUT_MS, ...options });
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
    const { input = '', maxBytes = DEFAULT_MAX_BYTES, ...rest } = options;
    const process = await this.start(args, { timeoutMs: COMMAND_TIMEOUT_MS, ...rest });
    // A command that fails closes its input early: its exit code says why.
    const fed = feed(process, input).catch(() => undefined);
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw new GitCommandError(args[0] ?? '', null, `more than ${maxBytes} bytes of output`);
        chunks.push(chunk);
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

  /** Ends all processes: the server stops. */
  stop(): void {
    for (const process of this.#running) process.stop();
  }
}

function launch(args: readonly string[], options: StartOptions & { timeoutMs: number }): GitProcess {
  const config = (options.config ?? []).flatMap((each) => ['-c', each]);
  const child = spawn('git', [...safeOptions, ...config, ...args], {
    cwd: options.folder,
    env: gitEnvironment(options.env),
    stdio: 'pipe',
    // A process group of its own: git starts further processes, which end with it.
    detached: true,
  });
  let isOver = false;
  let isLate = false;
  const signal = (name: NodeJS.Signals): void => {
    if (isOver || child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // It ended meanwhile.
      child.kill(name);
    }
  };
  const stop = (): void => {
    signal('SIGTERM');
    setTimeout(() => signal('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, options.timeoutMs);
  timer.unref();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8', 0, MAX_STDERR);
  });
  // A client that goes away, or a command that ends early: `ended` reports it.
  child.stdin.on('error', () => undefined);
  const ended = (async () => {
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      if (isLate) throw new GitBusyError();
      if (code !== 0) throw new GitCommandError(args[0] ?? '', code, stderr);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  })();
  // Avoids an unhandled rejection; readers of the output get the error.
  ended.catch(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, ended, stop };
}

async function feed(process: GitProcess, input: string | Buffer | Readable): Promise<void> {
  if (typeof input === 'string' || Buffer.isBuffer(input)) process.stdin.end(input);
  else await pipeline(input, process.stdin);
}
