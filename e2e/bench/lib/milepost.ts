import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = join(root, 'packages/server/bin/milepost.mjs');

/** Large data sets take minutes to create, so they are kept between runs; MILEPOST_BENCH_DATA names another folder. */
export const keptData = process.env['MILEPOST_BENCH_DATA'] ?? join(root, 'bench-data');

/** A temporary data folder, and how to remove it. */
export function freshData(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a `milepost` command on a data folder and returns its output. Throws when it fails. */
export function milepost(dataDir: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      env: environment(dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`milepost ${args.join(' ')} failed: ${errors || output}`));
    });
  });
}

export interface Running {
  url: string;
  process: ChildProcess;
  /** Milliseconds from the command to "ready". */
  startedIn: number;
  stop(): Promise<void>;
}

/** A benchmark sends thousands of requests per second from one address, which no visitor does. */
export const unlimited: Readonly<Record<string, string>> = {
  MILEPOST_RATE_LIMIT_PER_TOKEN: '0',
  MILEPOST_RATE_LIMIT_PER_ADDRESS: '0',
  MILEPOST_QUERY_TIME_PER_TOKEN: '0',
  MILEPOST_QUERY_TIME_PER_ADDRESS: '0',
};

/** Serves a data folder as in production, on a free port. `settings`: environment variables; no rate limits unless given. */
export function serve(dataDir: string, settings: Readonly<Record<string, string>> = unlimited): Promise<Running> {
  const began = performance.now();
  // The same young generation size as `npm start` sets.
  const child = spawn(process.execPath, ['--max-semi-space-size=32', command, 'serve', '--port', '0'], {
    env: { ...environment(dataDir), MILEPOST_LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A failing benchmark must not leave its server running.
  process.once('exit', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    let output = '';
    const early = (code: number | null) => reject(new Error(`The server ended (${code}): ${output}`));
    child.once('exit', early);
    child.stdout.on('data', function read(chunk: Buffer) {
      output += chunk.toString();
      const url = /ready: (\S+)/.exec(output)?.[1];
      if (!url) return;
      child.off('exit', early);
      child.stdout.off('data', read);
      // Only errors are logged from here on.
      child.stdout.pipe(process.stderr);
      resolve({ url, process: child, startedIn: performance.now() - began, stop: () => stop(child) });
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function environment(dataDir: string): NodeJS.ProcessEnv {
  return { ...process.env, MILEPOST_DATA_DIR: dataDir, NODE_ENV: 'production' };
}

/** Creates a group of synthetic work in a data folder, unless it exists. */
export async function ensureGroup(dataDir: string, path: string, epics: number, issues: number): Promise<void> {
  try {
    await milepost(dataDir, 'generate', '--epics', String(epics), '--issues', String(issues), '--into', path);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('already')) throw error;
  }
}

/** How many answers the server took from its cache, and how many it computed, since its start. */
export async function cachedAnswers(url: string): Promise<{ hit: number; miss: number }> {
  const text = await (await fetch(`${url}/-/metrics`)).text();
  const count = (result: string) =>
    Number(text.match(new RegExp(`cached_answers_total{result="${result}"} (\\d+)`))?.[1]);
  return { hit: count('hit'), miss: count('miss') };
}
