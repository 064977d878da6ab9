import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.mjs';
import { noteEnd } from './timeline.mjs';

/** A progress line. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`${message}\n`);
}

/** The path of a tool that npm installed. */
export function tool(/** @type {string} */ name) {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to that of this process
 * @property {number} [timeoutMs] a command that has not ended by then is stopped with all that it started, and fails
 */

/** The exit code of a command that was stopped, as of the command `timeout`. */
const TIMED_OUT = 124;
/** How long what a command left running may keep its output open. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Runs a command at the root and resolves with its exit code. What it prints passes through, as progress (on standard error)
 * unless `isResult` says that it is what was asked for.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { isResult?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return start(command, args, ['ignore', options.isResult ? 1 : 2, 2], options).ended;
}

/**
 * Runs a command at the root and keeps what it prints, to show it only when there is something to see.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, options = {}) {
  const { child, ended } = start(command, args, ['ignore', 'pipe', 'pipe'], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    });
  }
  const code = await ended;
  return { code, output };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 * @param {RunOptions} options
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<number> }}
 */
function start(command, args, stdio, { env, timeoutMs }) {
  // A group of its own, so that what it started is stopped with it.
  const detached = timeoutMs !== undefined && process.platform !== 'win32';
  const from = process.uptime();
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio, detached });
  let isLate = false;
  const stop = () => {
    try {
      process.kill(detached ? -Number(child.pid) : Number(child.pid), 'SIGKILL');
    } catch {
      // The process group has exited already.
    }
  };
  const interrupt = () => {
    stop();
    process.exit(130);
  };
  if (detached) for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
  const timer =
    timeoutMs &&
    setTimeout(() => {
      isLate = true;
      say(`${command} ${args[0] ?? ''} has not ended after ${timeoutMs / 60_000} minutes and is stopped.`);
      stop();
    }, timeoutMs);
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      noteEnd(command, args, from);
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt);
      // Processes that it left running would keep the output open, and block its readers.
      if (detached) stop();
      closed(child, () => resolve(isLate ? TIMED_OUT : (code ?? 1)));
    });
  });
  return { child, ended };
}

/**
 * Calls back once the output is complete. A process that a command left behind may keep it open forever: it is waited for a short time.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => void} done
 */
function closed(child, done) {
  const timer = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
    done();
  }, CLOSE_TIMEOUT_MS);
  child.once('close', () => {
    clearTimeout(timer);
    done();
  });
}

/** Ends this process with one clear line; the failed step has printed the details. */
export function fail(/** @type {string} */ message) {
  say(message);
  process.exit(1);
}
