import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { clients, hasClient, steps, type Client } from '../../scripts/lib/clients.mjs';
import { makeAccessToken } from '../setup/administrator.ts';

/*
 * Each published client runs the same scenario against the running server, in its own group, and asserts the results in its own
 * language. Its script prints `ok STEP` after each step.
 */

const baseURL = process.env['MILEPOST_E2E_URL'] ?? '';
const execute = promisify(execFile);

interface Ran {
  /** The output and exit code of the script. */
  output: string;
  done: string[];
}

for (const client of clients) {
  test(`${provenBy(client)}${client.title}: ${client.steps.slice(1, -1).join(', ')}`, () => expectSteps(client));
}

/** The rows: of the complete scenario in Python, in Ruby and in JavaScript, and of the tools for programs. */
function provenBy(client: Client): string {
  if (client.name === 'mcp') return 'OG-MC-02: ';
  return client.steps.length === steps.length ? 'DL-ER-06: ' : '';
}

async function expectSteps(client: Client): Promise<void> {
  // In CI a missing client is a failure, unless no package index of Python is in reach there.
  const isNeeded = process.env['CI'] !== undefined && client.wheel === undefined;
  test.skip(!isNeeded && !hasClient(client), `${client.title} is not installed`);
  const { output, done } = await lead(client);
  expect(done, output).toEqual(client.steps);
}

/** The account of all clients that this process runs, one after another. */
let account: Promise<Record<string, string>> | null = null;

async function lead({ name, command: [program = '', ...args], env }: Client): Promise<Ran> {
  const part = `client-${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}-${Date.now()}`;
  account ??= makeAccount(`client-${process.pid}-${Date.now()}`);
  const settings = {
    ...process.env,
    ...env,
    ...(await account),
    MILEPOST_URL: baseURL,
    MILEPOST_NAME: `${part}-group`,
  };
  const { output, isDone } = await execute(program, args, { env: settings }).then(
    ({ stdout, stderr }) => ({ output: stdout + stderr, isDone: true }),
    (error: { stdout?: string; stderr?: string; message: string }) => ({
      output: `${error.stdout ?? ''}${error.stderr ?? ''}\n${error.message}`,
      isDone: false,
    }),
  );
  const done = [...output.matchAll(/^ok (.+)$/gm)].map(([, step]) => step ?? '');
  return { output, done: isDone ? done : [...done, 'failed'] };
}

/** An administrator with a token, and a colleague of the sample group. */
async function makeAccount(username: string): Promise<Record<string, string>> {
  const token = await makeAccessToken(username);
  const response = await fetch(`${baseURL}/api/v4/users?username=maren`, { headers: { 'private-token': token } });
  const [colleague] = (await response.json()) as { id: number }[];
  return {
    MILEPOST_USERNAME: username,
    MILEPOST_TOKEN: token,
    MILEPOST_COLLEAGUE_ID: String(colleague?.id),
  };
}
