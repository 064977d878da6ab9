import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { apiCaller, type ApiCaller } from './people.ts';

const bin = fileURLToPath(new URL('../../packages/server/bin/milepost.mjs', import.meta.url));
const TIMEOUT_MS = 200_000;

/** A running `milepost` command, and what it has printed so far. */
export type MilepostProcess = ChildProcess & { said: () => string };

/** Starts the built command with these environment variables and no others; `MILEPOST_DATA_DIR` is required. */
export function startMilepost(settings: Readonly<Record<string, string>>, ...args: string[]): MilepostProcess {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env['PATH'], MILEPOST_LOG_LEVEL: 'fatal', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return Object.assign(child, { said: () => text });
}

/** Resolves with the exit code once the process has ended. */
export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** The first value that `look` finds. Throws with the text of `what` if it finds none. */
export async function until<Value>(
  look: () => Promise<Value | null | undefined | false>,
  what: () => string,
): Promise<Value> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen) return seen;
    await sleep(50);
  }
  throw new Error(`Waited in vain: ${what()}`);
}

/** The address of the server, as soon as it responds. */
export async function ready(server: MilepostProcess): Promise<string> {
  return until(async () => /Milepost is ready: (\S+)/.exec(server.said())?.[1], server.said);
}

/** The password of the administrator that `setUp` creates. */
export const ROOT_PASSWORD = 'a long first password';

/**
 * Calls the API of an empty server as its first administrator, who is created through the address that the server prints: the
 * command takes seconds of the processor.
 */
export async function setUp(
  server: MilepostProcess,
  baseURL: string,
  username = 'root',
): Promise<ApiCaller & { requests: APIRequestContext }> {
  const token = await until(async () => /\/-\/set-up\/(\S+)/.exec(server.said())?.[1], server.said);
  const requests = await request.newContext({ baseURL });
  const account = { username, name: username, email: `${username}@example.com`, password: ROOT_PASSWORD };
  const response = await requests.post('/-/set-up', { data: { token, ...account } });
  expect(response.ok(), await response.text()).toBe(true);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return { ...apiCaller(requests, { 'x-csrf-token': csrfToken }), requests };
}

/** Copies a data folder whose server is stopped, with the owners and modes of its files, into an empty folder. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/**
 * Adds an empty database to an empty data folder: a copy of the one that the global setup has created. A cluster and its migrations take
 * seconds of the processor; `running.spec.ts` proves that a server creates them.
 */
export async function addEmptyDatabase(dataDir: string): Promise<void> {
  const template = process.env['MILEPOST_E2E_EMPTY'];
  if (template) await copyDataDir(template, dataDir);
}

/** A new data folder with an empty database. */
export async function emptyDataDir(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await addEmptyDatabase(folder);
  return folder;
}

/** Creates an administrator with this password. */
export async function createAccount(by: ApiCaller, username: string, password: string): Promise<void> {
  await by.call('POST', '/users', {
    username,
    name: username,
    email: `${username}@example.com`,
    password,
    admin: true,
  });
}
