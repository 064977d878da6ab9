import { request, test as base } from '@playwright/test';
import { findEngine, type EngineName } from '../../scripts/lib/engines.mjs';
import { apiCaller, sessionOf, type ApiCaller } from '../setup/people.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

const baseURL = process.env['MILEPOST_E2E_URL'] ?? '';

/** Starts the browser engine of a project of playwright.config.ts. */
function start(name: EngineName): Promise<Engine> {
  const programs = findEngine(name);
  if (!programs) throw new Error(`${name} is not installed`);
  const [program = '', display = ''] = programs;
  return name === 'firefox' ? startFirefox(program) : startWebKit(program, display);
}

/**
 * Fixtures for tests of every engine: `tab` is an empty page, `maren` an account of the sample group that writes through the
 * API.
 */
export const test = base.extend<{ tab: Tab; maren: ApiCaller }, { engine: Engine }>({
  engine: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
    async ({}, use, { project }) => {
      const engine = await start(project.name as EngineName);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  tab: async ({ engine }, use, info) => {
    const page = await engine.open({ width: 1280, height: 900 });
    const tab = new Tab(page, baseURL);
    await use(tab);
    if (info.status !== info.expectedStatus)
      await info.attach('screenshot', { body: await tab.screenshot(), contentType: 'image/png' });
    await page.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  maren: async ({}, use) => {
    const { state, csrfToken } = await sessionOf('maren');
    const requests = await request.newContext({ baseURL, storageState: state });
    await use(apiCaller(requests, { 'x-csrf-token': csrfToken }));
    await requests.dispose();
  },
});
