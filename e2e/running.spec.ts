import { existsSync, readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { addEmptyDatabase, ended, type MilepostProcess, ready, startMilepost, until } from './setup/milepost.ts';

let dataDir: string;
const running: ChildProcess[] = [];

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'milepost-serve-'));
});

test.afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    await ended(child);
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** The built command, with its own data folder. */
function milepost(...args: string[]): MilepostProcess {
  return milepostWith({}, ...args);
}

/** The same, with settings. */
function milepostWith(settings: Record<string, string>, ...args: string[]): MilepostProcess {
  const child = startMilepost({ MILEPOST_DATA_DIR: dataDir, ...settings }, ...args);
  running.push(child);
  return child;
}

async function postgresPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres-18/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/-/readiness`).catch(() => null);
  return response?.ok ?? false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that exited but was not reaped yet still accepts signals.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

test.describe('milepost start', () => {
  /** The process that serves, a child of the supervisor. */
  function serverOf(supervisor: ChildProcess): number {
    const children = readFileSync(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, 'utf8');
    return Number(children.trim().split(' ')[0]);
  }

  test('restarts a killed server on the same port with the same PostgreSQL, and leaves no PostgreSQL behind when stopped meanwhile', async () => {
    test.skip(process.platform !== 'linux', 'reads /proc');
    await addEmptyDatabase(dataDir);
    const supervisor = milepost('start', '--port', '0');
    const url = await ready(supervisor);
    const [killed, postgres] = [serverOf(supervisor), await postgresPid()];
    process.kill(killed, 'SIGKILL');
    await until(async () => supervisor.said().match(/Milepost is ready/g)?.length === 2, supervisor.said);
    await until(() => isReady(url), supervisor.said);
    expect(supervisor.said()).toContain('The server process ended unexpectedly (SIGKILL); it is restarted in 0.5 s');
    expect(serverOf(supervisor)).not.toBe(killed);
    expect(await postgresPid()).toBe(postgres);

    // Stopped while it waits to restart the server.
    process.kill(serverOf(supervisor), 'SIGKILL');
    await until(async () => supervisor.said().match(/ended unexpectedly/g)?.length === 2, supervisor.said);
    supervisor.kill('SIGINT');
    expect(await ended(supervisor)).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    expect(await isReady(url)).toBe(false);

    // A server whose supervisor was killed shuts down cleanly.
    const other = milepost('start', '--port', '0');
    await ready(other);
    const [server, restarted] = [serverOf(other), await postgresPid()];
    other.kill('SIGKILL');
    await until(async () => !isRunning(server) && !isRunning(restarted), other.said);
  });

  test('a port in use stops the start with a one-line message, and leaves nothing behind', async () => {
    const { server: other, port } = await occupy();
    const supervisor = milepost('start', '--port', String(port));
    expect(await ended(supervisor)).toBe(1);
    // The server and its supervisor say it once.
    await expect
      .poll(supervisor.said)
      .toContain(`milepost: port ${port} is in use: choose another with --port or MILEPOST_PORT\n`);
    expect(supervisor.said().match(/is in use/g)).toHaveLength(1);
    await expect(postgresPid()).rejects.toThrow('ENOENT');
    other.close();
  });
});

test.describe('milepost serve', () => {
  test('TM-SU-02: restarts PostgreSQL, restarts with all data after it was killed, and prints a set-up address only without an administrator', async () => {
    await addEmptyDatabase(dataDir);
    const first = milepost('serve', '--port', '0');
    const url = await ready(first);
    expect(await isReady(url)).toBe(true);
    const address = await until(async () => /http\S+\/-\/set-up\/\S+/.exec(first.said())?.[0], first.said);
    expect(address.startsWith(url)).toBe(true);

    // It survives the end of its PostgreSQL.
    const killed = await postgresPid();
    process.kill(killed, 'SIGKILL');
    await until(async () => first.said().includes('PostgreSQL is back'), first.said);
    await until(() => isReady(url), first.said);
    expect(await postgresPid()).not.toBe(killed);
    expect(first.exitCode).toBeNull();

    // Other commands use the same database meanwhile and leave it running.
    expect(await ended(milepost('user', 'create', '--username', 'ada', '--email', 'ada@example.com', '--admin'))).toBe(
      0,
    );
    expect(await isReady(url)).toBe(true);
    process.kill(await postgresPid(), 'SIGKILL');
    first.kill('SIGKILL');
    await ended(first);

    const second = milepost('serve', '--port', '0');
    expect(await isReady(await ready(second))).toBe(true);
    const pid = await postgresPid();
    // npm and the terminal each send one.
    second.kill('SIGINT');
    second.kill('SIGINT');
    expect(await ended(second)).toBe(0);
    await expect.poll(second.said).toMatch(/Stopping …\n$/);
    expect(isRunning(pid)).toBe(false);
    // There is an administrator, so set-up is not offered.
    expect(second.said()).not.toContain('/-/set-up/');
  });
});

test('TM-SU-01, TM-SU-03, DP-IN-13, OG-OB-01: an empty server leads every page to set-up, and the address that it printed creates the administrator, whose calendars show as many months as configured; no library of telemetry is loaded, and nothing outside is connected to', async ({
  browser,
}) => {
  const watched = join(dataDir, 'network');
  const watch = fileURLToPath(new URL('setup/watch-network.mjs', import.meta.url));
  const server = milepostWith(
    { MILEPOST_CALENDAR_MONTHS: '9', MILEPOST_WATCH_FILE: watched, NODE_OPTIONS: `--import=${watch}` },
    'serve',
    '--port',
    '0',
  );
  const url = await ready(server);
  const address = await until(async () => /(\S+\/-\/set-up\/\S+)/.exec(server.said())?.[1], server.said);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/users/sign_in`);
  expect(new URL(page.url()).pathname).toBe('/-/set-up');
  const field = page.getByRole('textbox', { name: 'Set-up address' });
  await field.fill('https://milepost.test/somewhere/else');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not a set-up address.')).toBeVisible();
  await field.fill(address);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Okafor');
  await page.getByRole('textbox', { name: 'Username' }).fill('ada');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByLabel('Password').fill('a long first password');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await expect(visitor.getByRole('heading', { name: 'No public groups' })).toBeVisible();
  await visitor.context().close();

  await page.goto(`${url}/-/profile`);
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'Choose date' }).click();
  const calendar = page.getByRole('dialog', { name: 'Choose date' });
  // Never more than four; all of it is on screen, two months side by side.
  await expect(calendar.getByRole('grid')).toHaveCount(4);
  const box = await calendar.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.close();
  const seen = (await readFile(watched, 'utf8')).trim().split('\n');
  expect(seen).toContain('watching');
  expect(seen.filter((line) => !/^(watching|connection (127\.0\.0\.1|::1))$/.test(line))).toEqual([]);
});
