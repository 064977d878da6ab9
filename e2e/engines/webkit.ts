import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../packages/server/src/testing/line.ts';
import { stopProcess, untilPrinted, type Engine, type EnginePage } from './engine.ts';

type Call = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;

interface Rect {
  width: number;
  height: number;
}

const SESSION_TIMEOUT_MS = 20_000;

/** Starts a virtual display, which WebKitGTK needs. Each page is a separate browser with an empty profile. */
export async function startWebKit(driverBinary: string, displayBinary: string): Promise<Engine> {
  const display = spawn(displayBinary, ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await untilPrinted(display, display.stdio[3] as NodeJS.ReadableStream, /(\d+)\n/);
  return {
    open: (viewport) => open(driverBinary, number, viewport),
    stop: () => stopProcess(display),
  };
}

/** One driver per session: a driver that has served another session sometimes never responds when a second one is requested. */
async function startDriver(binary: string, display: string): Promise<{ call: Call; stop: () => Promise<void> }> {
  const port = await freePort();
  const driver = spawn(binary, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LANG: 'C.UTF-8', TZ: 'UTC' },
    stdio: 'ignore',
    // Its own process group, so that the browser exits with its driver.
    detached: true,
  });
  const call: Call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      ...(path === '/session' && { signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${path}: ${error}: ${message}`);
  };
  await untilReady(call, driver);
  return { call, stop: () => stopProcess(driver) };
}

async function untilReady(call: Call, driver: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && driver.exitCode === null; attempt += 1) {
    if (await call('GET', '/status').catch(() => null)) return;
    await sleep(50);
  }
  throw new Error('WebKitWebDriver does not answer');
}

async function openSession(
  binary: string,
  display: string,
): Promise<{ call: Call; id: string; stop: () => Promise<void> }> {
  const { call, stop } = await startDriver(binary, display);
  try {
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept' } },
    });
    return { call, id: sessionId, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(binary: string, display: string, viewport: Rect): Promise<EnginePage> {
  // On a busy machine the browser does not always connect to its driver in time.
  const { call, id, stop } = await openSession(binary, display).catch(() => openSession(binary, display));
  const session = `/session/${id}`;
  const evaluate: EnginePage['evaluate'] = async (source, args) => {
    const reply = await call<{ value?: string; error?: string }>('POST', `${session}/execute/async`, {
      script: `const done = arguments[1];
        Promise.resolve().then(() => (${source}).apply(window, JSON.parse(arguments[0]))).then(
          (value) => done({ value: JSON.stringify(value) }),
          (error) => done({ error: String(error) }),
        );`,
      args: [JSON.stringify(args)],
    });
    if (reply.error !== undefined) throw new Error(reply.error);
    return typeof reply.value === 'string' ? (JSON.parse(reply.value) as unknown) : undefined;
  };
  // The window has a toolbar; this sets the size of the page in it.
  await call('POST', `${session}/window/rect`, { ...viewport });
  const inner = (await evaluate('() => ({ width: innerWidth, height: innerHeight })', [])) as Rect;
  await call('POST', `${session}/window/rect`, {
    width: 2 * viewport.width - inner.width,
    height: 2 * viewport.height - inner.height,
  });
  return {
    async navigate(url) {
      await call('POST', `${session}/url`, { url });
    },
    evaluate,
    async perform(actions) {
      await call('POST', `${session}/actions`, { actions });
    },
    async screenshot() {
      return Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64');
    },
    async close() {
      await call('DELETE', session).catch(() => null);
      await stop();
    },
  };
}
