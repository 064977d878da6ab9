import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as base } from 'vitest';
import { Supervisor } from './supervisor.ts';

const MAX_CRASHES = 5;

interface Supervised {
  ended: Promise<number>;
  supervisor: Supervisor;
  log: string[];
  end: () => void;
  /** The arguments of each process that was started. */
  starts: () => Promise<string[]>;
}

/** Runs a script under a real supervisor process. */
const test = base.extend<{ supervise: (body: string, stableAfterMs?: number) => Promise<Supervised> }>({
  // oxlint-disable-next-line no-empty-pattern
  supervise: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'milepost-supervisor-'));
    const ends: (() => void)[] = [];
    const all: Promise<number>[] = [];
    await use(async (body, stableAfterMs = 60_000) => {
      const script = join(folder, 'server.mjs');
      const notes = join(folder, 'starts');
      await writeFile(notes, '');
      await writeFile(
        script,
        `import { appendFileSync } from 'node:fs';
         appendFileSync(${JSON.stringify(notes)}, process.argv.slice(2).join(' ') + '\\n');
         const ready = () => new Promise((resolve) => process.send({ type: 'ready', port: 4321 }, resolve));
         const stay = () => setInterval(() => {}, 1000);
         ${body}`,
      );
      let end = (): void => {};
      const requested = new Promise<void>((resolve) => (end = resolve));
      ends.push(end);
      const log: string[] = [];
      const options = { script, args: ['serve'], requested, log: (line: string) => void log.push(line) };
      const supervisor = new Supervisor({ ...options, firstPauseMs: 20, stableAfterMs });
      const ended = supervisor.run();
      all.push(ended);
      const starts = async (): Promise<string[]> => (await readFile(notes, 'utf8')).split('\n').slice(0, -1);
      return { ended, supervisor, log, end, starts };
    });
    for (const end of ends) end();
    await Promise.all(all);
    await rm(folder, { recursive: true, force: true });
  },
});

test('a killed server is restarted on its port, and the log says so', async ({ supervise }) => {
  const { ended, log, end, starts } = await supervise(`
    process.on('SIGTERM', () => process.exit(0));
    await ready();
    if (process.argv.length < 5) process.kill(process.pid, 'SIGKILL');
    stay();`);
  await expect.poll(starts).toEqual(['serve', 'serve --port 4321']);
  expect(log).toEqual(['The server process ended unexpectedly (SIGKILL); it is restarted in 0.02 s (1 of 5)']);
  // Until it can end in order.
  await sleep(300);
  end();
  expect(await ended).toBe(0);
});

test('a server that crashes repeatedly is given up, after growing pauses', async ({ supervise }) => {
  const { ended, supervisor, log, starts } = await supervise(`await ready(); process.exit(7);`);
  expect(await ended).toBe(1);
  expect(await starts()).toHaveLength(MAX_CRASHES + 1);
  expect(log.slice(0, -1).map((line) => /in ([0-9.]+) s/.exec(line)?.[1])).toEqual([
    '0.02',
    '0.04',
    '0.08',
    '0.16',
    '0.32',
  ]);
  expect(log.at(-1)).toContain('it is not restarted');
  expect(supervisor.hasCrashed).toBe(true);
});

test('a server that ran for a while before it crashed is not given up', async ({ supervise }) => {
  const { end, starts } = await supervise(`await ready(); setTimeout(() => process.exit(7), 60);`, 30);
  await expect.poll(async () => (await starts()).length).toBeGreaterThan(MAX_CRASHES + 2);
  end();
});

test('a server that never became ready is not restarted: its exit code says why', async ({ supervise }) => {
  const { ended, supervisor, log, starts } = await supervise(`process.exit(2);`);
  expect(await ended).toBe(2);
  expect(await starts()).toHaveLength(1);
  expect(log).toEqual([]);
  expect(supervisor.hasCrashed).toBe(false);
});

test('stops the server when stopped, and waits for it', async ({ supervise }) => {
  const { ended, end, starts } = await supervise(`
    process.on('SIGTERM', () => setTimeout(() => process.exit(0), 200));
    await ready();
    stay();`);
  await expect.poll(starts).toHaveLength(1);
  await sleep(300);
  end();
  expect(await ended).toBe(0);
  expect(await starts()).toHaveLength(1);
});
