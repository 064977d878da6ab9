import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '../../packages/server/src/testing/delivery/git-remote.ts';
import { startMailServer } from '../../packages/server/src/testing/mail/mail-server.ts';
import { freePort } from '../../packages/server/src/testing/line.ts';
import { copyDataDir, ended, ready, startMilepost } from './milepost.ts';

const milepost = fileURLToPath(new URL('../../packages/server/bin/milepost.mjs', import.meta.url));
const START_TIMEOUT_MS = 400_000;
const STOP_TIMEOUT_MS = 60_000;
/** Messages received so far. */
let received = 0;

/**
 * Playwright's global setup: the built server with the sample group, on a free port, with its own data folder. Tests find it
 * through `baseURL`. Set MILEPOST_E2E_URL to run the journeys against a running server.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env['MILEPOST_E2E_URL']) return async () => {};
  const emptyDir = await makeEmptyDataDir();
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-journeys-'));
  await copyDataDir(emptyDir, dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const certificates = await mkdtemp(join(tmpdir(), 'milepost-certificates-'));
  const { certificate } = await makeCertificate(certificates);
  const mailFolder = await mkdtemp(join(tmpdir(), 'milepost-mail-'));
  const mail = await startMailServer(({ to, source }) => {
    received += 1;
    writeFileSync(join(mailFolder, `${received}-${to[0] ?? ''}.eml`), source);
  });
  const server = spawn(process.execPath, [milepost, 'serve', '--demo', '--port', String(port)], {
    env: {
      ...process.env,
      MILEPOST_DATA_DIR: dataDir,
      MILEPOST_URL: url,
      MILEPOST_LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      MILEPOST_SMTP_URL: mail.url,
      // Journeys receive webhooks on this machine, and have remotes on it.
      MILEPOST_WEBHOOKS_ALLOW_LOCAL: 'true',
      // All journeys have one address, and many mistype a password.
      MILEPOST_RATE_LIMIT_SIGN_IN: '0',
      MILEPOST_GIT_CA_FILE: certificate,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = keepOutput(server);
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.kill('SIGTERM')) {
      const late = setTimeout(() => {
        process.stderr.write('The server of the journeys did not stop, and is killed.\n');
        server.kill('SIGKILL');
      }, STOP_TIMEOUT_MS);
      await new Promise((resolve) => server.once('exit', resolve));
      clearTimeout(late);
    }
    await mail.stop();
    for (const folder of [dataDir, emptyDir, mailFolder, certificates])
      await rm(folder, { recursive: true, force: true });
    const unexpected = errorsIn(said());
    // A request that ends so is answered with an error, which a journey need not notice.
    if (unexpected.length > 0) throw new Error(`The server logged errors:\n${unexpected.join('\n')}`);
  };
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw new Error(`The server does not get ready:\n${said()}`, { cause: error });
  }
  process.env['MILEPOST_E2E_URL'] = url;
  process.env['MILEPOST_E2E_MAIL'] = mailFolder;
  process.env['MILEPOST_E2E_CERTIFICATES'] = certificates;
  process.env['MILEPOST_E2E_EMPTY'] = emptyDir;
  // Journeys that need an administrator create one with the command line.
  process.env['MILEPOST_E2E_DATA_DIR'] = dataDir;
  // Journeys sign in as the people of the sample group, whose password is only printed on the console.
  process.env['MILEPOST_E2E_SAMPLE'] = await untilDelivered(said, /sample roadmap: (\S+)/);
  process.env['MILEPOST_E2E_PASSWORD'] = await untilDelivered(said, /password (\S+)/);
  return stop;
}

/** A data folder with an empty database, which servers of journeys start from. */
async function makeEmptyDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-empty-'));
  const server = startMilepost({ MILEPOST_DATA_DIR: folder }, 'serve', '--port', '0');
  await ready(server);
  server.kill('SIGTERM');
  await ended(server);
  return folder;
}

/** The lines of a log that are errors, which no journey causes on purpose; the first ten. */
function errorsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .slice(0, 10)
    .map((line) => line.slice(0, 2_000));
}

function keepOutput(server: ChildProcess): () => string {
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return () => output;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`);
    const response = await fetch(`${url}/-/readiness`).catch(() => null);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error('it takes too long');
}

/** The server's output shortly after it responds. */
async function untilDelivered(said: () => string, pattern: RegExp): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = pattern.exec(said())?.[1];
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`The server never said ${String(pattern)}:\n${said()}`);
}
