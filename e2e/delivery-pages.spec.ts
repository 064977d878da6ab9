import { expect, test, type Page } from '@playwright/test';
import { axeFindings, expectNoOverflow, expectSoundOnScreens } from './setup/axe.ts';
import { makeCode, type Code } from './setup/code.ts';
import { go, someone, wide, type Someone } from './setup/people.ts';

/** A project with one object of each kind, and one without any. */
interface Scene {
  full: Code;
  empty: Code;
  head: string;
  vulnerability: number;
}

interface DeliveryPage {
  /** Of the scene's project or group. */
  path: (scene: Pick<Scene, 'head' | 'vulnerability'>, code: Code) => string;
  /** A heading, link or text that only loaded content has. */
  content: string | RegExp;
  /** What a page without content shows, and the control or text that is the first step. */
  empty?: { title: string | RegExp; firstStep: string | RegExp };
  /** A form: nothing has to load before it is shown. */
  isForm?: boolean;
}

const ofProject =
  (path: string): DeliveryPage['path'] =>
  (_scene, { fullPath }) =>
    `/${fullPath}/-/${path}`;
const ofGroup =
  (path: string): DeliveryPage['path'] =>
  (_scene, { groupPath }) =>
    `/groups/${groupPath}/-/${path}`;

const noRequests = { title: 'No merge requests', firstStep: /merge request/ };
const noReport = { title: 'Send the first report', firstStep: /--data-binary @report.sarif/ };
const unprotected = { title: 'No protected environments', firstStep: 'Protect environment' };

const noData = { title: 'No data for this range.', firstStep: 'Create an issue, or change range and filters.' };

/** Every page of repositories, merge requests, deployments, vulnerabilities and analytics. */
const pages: Readonly<Record<string, DeliveryPage>> = {
  repository: {
    path: ofProject('tree'),
    content: 'README.md',
    empty: { title: 'This repository is empty', firstStep: /git push --set-upstream origin main/ },
  },
  file: { path: ofProject('blob/main/README.md'), content: 'one' },
  commits: { path: ofProject('tree?tab=commits'), content: 'Begin' },
  branches: { path: ofProject('tree?tab=branches'), content: 'feature' },
  commit: { path: ({ head }, { fullPath }) => `/${fullPath}/-/commit/${head}`, content: 'Change feature' },
  'merge requests of a project': { path: ofProject('merge_requests'), content: 'Change feature', empty: noRequests },
  'merge requests of a group': { path: ofGroup('merge_requests'), content: 'Change feature', empty: noRequests },
  'merge request': { path: ofProject('merge_requests/1'), content: 'Change feature' },
  'new merge request': { path: ofProject('merge_requests/new'), content: 'Source branch', isForm: true },
  environments: {
    path: ofProject('environments'),
    content: 'staging',
    empty: { title: 'No environments', firstStep: 'New environment' },
  },
  'vulnerabilities of a project': { path: ofProject('vulnerabilities'), content: 'eval is bad', empty: noReport },
  'vulnerabilities of a group': {
    path: ofGroup('vulnerabilities'),
    content: 'eval is bad',
    empty: { ...noReport, firstStep: /project/ },
  },
  vulnerability: {
    path: ({ vulnerability }, { fullPath }) => `/${fullPath}/-/vulnerabilities/${vulnerability}`,
    content: 'eval is bad',
  },
  'protected environments of a project': {
    path: ofProject('settings/protected_environments'),
    content: 'production',
    empty: unprotected,
  },
  'protected environments of a group': {
    path: ofGroup('settings/protected_environments'),
    content: 'Staging',
    empty: unprotected,
  },
  'inbound webhooks': {
    path: ofProject('settings/inbound_webhooks'),
    content: 'Mirror',
    empty: { title: 'No inbound webhooks yet', firstStep: 'Add inbound webhook' },
  },
  remote: {
    path: ofProject('settings/remote'),
    content: 'https://forge.example/app.git',
    empty: { title: 'No remote', firstStep: 'Add remote' },
  },
  'analytics of a project': { path: ofProject('analytics'), content: 'Table', empty: noData },
  'analytics of a group': { path: ofGroup('analytics'), content: 'Table', empty: noData },
};

let scene: Scene;
/** Opened once for all journeys of a worker: a page that has loaded the code of the application once loads the next ones sooner. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  scene = await makeScene(maren);
  page = maren.page;
});

async function makeScene(maren: Someone): Promise<Scene> {
  const [full, empty] = [await makeCode(maren), await makeCode(maren, null)];
  const head = await full.branch('feature', { 'README.md': 'two\n' });
  const { project } = full;
  const request = { source_branch: 'feature', target_branch: 'main', title: 'Change feature' };
  await maren.call('POST', `${project}/merge_requests`, request);
  const deployment = { environment: 'staging', sha: head, ref: 'main', tag: false, status: 'success' };
  await maren.call('POST', `${project}/deployments`, deployment);
  const result = { ruleId: 'no-eval', level: 'error', message: { text: 'eval is bad' } };
  const runs = [{ tool: { driver: { name: 'Checker' } }, results: [result] }];
  await maren.call('POST', `${project}/vulnerability_reports`, { version: '2.1.0', runs });
  const [found] = await maren.call<{ id: number }[]>('GET', `${project}/vulnerabilities`);
  const rules = { deploy_access_levels: [{ access_level: 30 }], approval_rules: [{ access_level: 40 }] };
  await maren.call('POST', `${project}/protected_environments`, { name: 'production', ...rules });
  const group = `/groups/${encodeURIComponent(full.groupPath)}`;
  await maren.call('POST', `${group}/protected_environments`, { name: 'staging', ...rules });
  await maren.call('POST', `${project}/inbound_webhooks`, { forge: 'github', name: 'Mirror' });
  await maren.call('PUT', `${project}/mirror/pull`, { url: 'https://forge.example/app.git', enabled: false });
  await maren.call('POST', `${project}/issues`, { title: 'Walls' });
  return { full, empty, head, vulnerability: found?.id ?? 0 };
}

const contentOf = (text: string | RegExp) => page.getByRole('main').getByText(text).first();

/** Looks at the part of the page that differs while it loads and after it failed. */
async function expectSoundMain(state: string): Promise<void> {
  expect(await axeFindings(page, 'main'), state).toEqual([]);
  await expectNoOverflow(page, state);
}

/** Presses Tab until the focus leaves the page, and expects each control to get a visible focus. */
async function expectKeys(): Promise<void> {
  const total = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, [tabindex])',
    );
    const reachable = [...all].filter(
      (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
    );
    // Of radio buttons with one name, Tab reaches one.
    const wanted = reachable.filter((each) => !each.matches('input[type=radio]:not(:checked)'));
    for (const each of wanted) each.dataset['wanted'] = '';
    return wanted.length;
  });
  expect(total).toBeGreaterThan(0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      const around = element.closest('label, [class*=field]');
      const shows =
        outlineStyle !== 'none' || boxShadow !== 'none' || (around && getComputedStyle(around).outlineStyle !== 'none');
      if (shows || element.matches('input, textarea, select')) delete element.dataset['wanted'];
    });
  });
  const left = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-wanted]')].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
  for (let presses = 0; presses < 200 && (await left()).length > 0; presses += 5)
    for (let more = 0; more < 5; more += 1) await page.keyboard.press('Tab');
  expect(await left(), 'without focus').toEqual([]);
  // The tooltip of the last control would stay.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/**
 * Holds the requests of the page to the APIs, or answers them with 500. Playwright's routes would do so too, and would switch off the
 * cache of the browser.
 */
async function holdRequests(): Promise<{ fail(): Promise<void>; release(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const held: string[] = [];
  let isFailing = false;
  // A request that the page has canceled needs no answer.
  const refuse = (requestId: string): Promise<unknown> =>
    session.send('Fetch.fulfillRequest', { requestId, responseCode: 500 }).catch(() => undefined);
  session.on('Fetch.requestPaused', ({ requestId }) => (isFailing ? void refuse(requestId) : held.push(requestId)));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return {
    fail: async () => {
      isFailing = true;
      await Promise.all(held.map(refuse));
    },
    release: () => session.detach(),
  };
}

/** While a page loads, a skeleton; after a failure, Retry, which loads the page. */
async function expectLoading(path: string): Promise<void> {
  const requests = await holdRequests();
  await go(page, path);
  const skeleton = page.getByRole('main').getByRole('status', { name: 'Loading' }).first();
  await expect(skeleton.locator('> i').first()).toBeVisible();
  await expectSoundMain('loading');
  await requests.fail();
  const retry = page
    .getByRole('main')
    .getByRole('button', { name: /^Retry/ })
    .first();
  await expect(retry).toBeVisible();
  await expectSoundMain('failed');
  await retry.focus();
  await requests.release();
  await page.keyboard.press('Enter');
}

for (const [name, delivery] of Object.entries(pages)) {
  test(`DL-ER-05: the page of ${name}: axe, keys, phone, dark mode, loading, empty and failed`, async () => {
    const path = delivery.path(scene, scene.full);
    if (delivery.isForm) await go(page, path);
    else await expectLoading(path);
    await expect(contentOf(delivery.content)).toBeVisible();
    await expectSoundOnScreens(page, 'content');
    await expectKeys();

    if (!delivery.empty) return;
    await go(page, delivery.path(scene, scene.empty));
    await expect(contentOf(delivery.empty.title)).toBeVisible();
    await expect(contentOf(delivery.empty.firstStep)).toBeVisible();
    await expectSoundOnScreens(page, 'empty');
  });
}
