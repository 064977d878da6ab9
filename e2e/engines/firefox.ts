import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { stopProcess, untilPrinted, type Engine, type EnginePage } from './engine.ts';

/** Firefox may connect to the tested server only. */
const preferences = `
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("intl.accept_languages", "en-US");
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`;

interface Reply {
  id: number;
  type: 'success' | 'error' | 'event';
  result: never;
  error?: string;
  message?: string;
}

type Send = <Result>(method: string, params: object) => Promise<Result>;

/** Starts an installed Firefox headless. Firefox itself serves WebDriver BiDi, so no driver is needed. */
export async function startFirefox(binary: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'milepost-firefox-'));
  await writeFile(join(profile, 'user.js'), preferences);
  const firefox = spawn(
    binary,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'],
    // As root, Firefox refuses a home folder owned by another user.
    {
      env: { ...process.env, HOME: profile, TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group, so that its content processes exit with it.
      detached: true,
    },
  );
  const stop = async (): Promise<void> => {
    await stopProcess(firefox);
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const address = await untilPrinted(firefox, firefox.stderr, /WebDriver BiDi listening on (ws:\S+)/);
    const send = await connect(`${address}/session`);
    await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
    return { open: (viewport) => open(send, viewport), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  socket.on('close', () => {
    for (const settle of waiting.values())
      settle({ id: 0, type: 'error', result: undefined as never, error: 'closed', message: 'Firefox has ended' });
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ type, result, error, message }) => {
        if (type === 'error') reject(new Error(`${method}: ${error}: ${message}`));
        else resolve(result);
      });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

async function open(send: Send, viewport: { width: number; height: number }): Promise<EnginePage> {
  // A user context has its own cookies and storage.
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  await send('browsingContext.setViewport', { context, viewport });
  return {
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(source, args) {
      const reply = await send<
        | { type: 'success'; result: { type: string; value?: string } }
        | { type: 'exception'; exceptionDetails: { text: string } }
      >('script.callFunction', {
        functionDeclaration: `async (args) => JSON.stringify(await (${source}).apply(window, JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
        userActivation: true,
      });
      if (reply.type === 'exception') throw new Error(reply.exceptionDetails.text);
      return reply.result.value === undefined ? undefined : (JSON.parse(reply.result.value) as unknown);
    },
    async perform(actions) {
      await send('input.performActions', { context, actions });
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('browser.removeUserContext', { userContext });
    },
  };
}
