import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.mjs';

/** A progress line. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`${message}\n`);
}

/** The path of a tool that npm installed. */
export function tool(/** @type {string} */ name) {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * Runs a command at the root and resolves with its exit code. What it prints passes through, as progress (on standard error)
 * unless `isResult` says that it is what was asked for.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isResult?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.isResult ? 1 : 2, 2],
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a command at the root and keeps what it prints, to show it only when there is something to see.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Ends this process with one clear line; the failed step has printed the details. */
export function fail(/** @type {string} */ message) {
  say(message);
  process.exit(1);
}
