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

const stepsOf = ({ lacks }: Client) => steps.filter((step) => !lacks.includes(step));
const isWhole = ({ lacks }: Client) => lacks.length === 0;

// One in Python, one in Ruby, and one in JavaScript.
for (const client of clients.filter(isWhole)) {
  test(`DL-ER-06: ${client.title}: ${stepsOf(client).slice(1, -1).join(', ')}`, () => expectSteps(client));
}

for (const client of clients.filter((each) => !isWhole(each))) {
  test(`${client.title}: ${stepsOf(client).slice(1, -1).join(', ')}`, () => expectSteps(client));
}

async function expectSteps(client: Client): Promise<void> {
  // In CI, where every client must run, a missing client is a failure.
  test.skip(process.env['CI'] === undefined && !hasClient(client), `${client.title} is not installed`);
  const { output, done } = await lead(client);
  expect(done, output).toEqual(stepsOf(client));
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
