import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleOfChild } from './source-bundle.ts';

export interface ChildOptions {
  maxHeapMb: number;
  args?: readonly string[];
  /** The whole environment: by default no variable, so that a child has no secret of this process. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Starts code in a process of its own: the file at `built`, or in development its source beside it. It does not keep this process
 * alive. A child that exceeds the heap ends alone, by a signal; a thread with the same limit may end the whole process
 * (https://nodejs.org/api/worker_threads.html, `resourceLimits`).
 */
export function startChild(built: URL, options: ChildOptions): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const path = fileURLToPath(built);
  const child = fork(isSource ? bundleOfChild(path.replace(/\.js$/, '.ts')) : path, options.args, {
    execArgv: [`--max-old-space-size=${options.maxHeapMb}`],
    env: { ...options.env },
    // Messages may have maps and large texts.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** Why a child did not answer: an error that its code does not handle (it is in the log), or an end by a signal, as of one out of memory. */
export type NoAnswer = 'failed' | 'ended' | 'timedOut';

/** The exit code of Node after an unhandled error. */
const UNHANDLED_ERROR = 1;

/**
 * Sends a message to a child, and resolves with its next one; null sends nothing. A child that takes longer than `timeoutMs` is killed.
 * The child may have one request at a time.
 */
export async function requestFromChild<Reply extends object>(
  child: ChildProcess,
  request: object | null,
  timeoutMs: number,
): Promise<Reply | NoAnswer> {
  return new Promise((resolve) => {
    const settle = (outcome: Reply | NoAnswer): void => {
      clearTimeout(timer);
      child.off('message', answered).off('error', failed).off('exit', ended);
      resolve(outcome);
    };
    const answered = (reply: unknown): void => settle(reply as Reply);
    const ended = (): void => settle(child.exitCode === UNHANDLED_ERROR ? 'failed' : 'ended');
    const failed = (): void => settle('failed');
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle('timedOut');
    }, timeoutMs);
    child.on('message', answered).on('error', failed).on('exit', ended);
    if (hasEnded(child)) ended();
    // An error of sending means that the child is ending; its end is reported too.
    else if (request) child.send(request, () => undefined);
  });
}

/** Whether a child has ended, or was stopped. */
export function hasEnded(child: ChildProcess): boolean {
  return child.killed || child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
