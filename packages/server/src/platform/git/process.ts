import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { gitEnvironment, safeOptions } from './environment.ts';
import { GitBusyError, GitCommandError } from './errors.ts';

const MAX_STDERR = 4_096;
/** Between asking a process to end, which removes its quarantine, and killing it. */
const KILL_AFTER_MS = 2_000;

export interface StartOptions {
  /** The repository. */
  folder: string;
  env?: Readonly<Record<string, string>>;
  /** Options of git itself, as `name=value`. */
  config?: readonly string[];
  timeoutMs?: number;
}

/** A running process. */
export interface GitProcess {
  readonly stdin: ChildProcessWithoutNullStreams['stdin'];
  readonly stdout: ChildProcessWithoutNullStreams['stdout'];
  /** Resolves when it ended. Rejects with GitCommandError for any exit code but 0. */
  readonly ended: Promise<void>;
  /** Ends the process and its children. */
  stop(): void;
}

/** Starts git in a process group of its own. */
export function launch(args: readonly string[], options: StartOptions & { timeoutMs: number }): GitProcess {
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
