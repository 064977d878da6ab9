// `npm run screenshots -- FOLDER`: the screenshots of the Kubernetes roadmap in README and guide. FOLDER holds the two exports of that
// planning data (`*_kubernetes_export.tar.gz` and `*_kubernetes_enhancements_export.tar.gz`).
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureBrowser, flagsForTests } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { root } from './lib/root.mjs';
import { say } from './lib/run.mjs';

/** The day of the data: later most of it would be overdue. Server and browser take it for today. */
const day = '2026-07-24';
const MAX_BYTES = 250_000;
const port = process.env['MILEPOST_PORT'] ?? '5990';
const base = `http://127.0.0.1:${port}`;
const screenshots = join(root, 'docs/guide');
const milepost = join(root, 'packages/server/bin/milepost.mjs');
/** How long the server may take until it answers. */
const START_TIMEOUT_MS = 120_000;

const address =
  '/groups/kubernetes/-/roadmap?state=opened&sort=END_DATE_ASC&timeframe_range_type=CURRENT_YEAR&range_from=2025-07-01&range_to=2026-12-31' +
  '&layout=QUARTERS&show_milestones=false&group_by=LABEL:stage&color_by=HEALTH&density=COMPACT&label_name[]=sig::api-machinery';

const [folder] = process.argv.slice(2);
if (!folder) {
  say('Usage: npm run screenshots -- FOLDER');
  process.exit(2);
}
await ensureBuilt();
const browserPath = await ensureBrowser();
const data = mkdtempSync(join(tmpdir(), 'milepost-screenshots-'));
const environment = { ...process.env, MILEPOST_DATA_DIR: data, MILEPOST_PORT: port };
try {
  const archives = readdirSync(folder).filter((name) => name.endsWith('_export.tar.gz'));
  run('import', ...archives.map((name) => join(folder, name)));
  run(
    'user',
    'create',
    '--username',
    'painter',
    '--email',
    'painter@example.com',
    '--password',
    'paint-the-plan-1',
    '--admin',
  );
  const token = run('token', 'create', '--user', 'painter').trim().split('\n').at(-1) ?? '';
  await serving({}, () => setHealth(token));
  const clock = `data:text/javascript,${encodeURIComponent(shiftedClock())}`;
  await serving({ NODE_OPTIONS: `--import=${clock}` }, takeScreenshots);
} finally {
  rmSync(data, { recursive: true, force: true });
}

/** Runs a command of the server and returns what it prints. */
function run(/** @type {string[]} */ ...args) {
  return execFileSync(process.execPath, [milepost, ...args], {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Serves while `work` runs. */
async function serving(/** @type {NodeJS.ProcessEnv} */ more, /** @type {() => Promise<void>} */ work) {
  const server = spawn(process.execPath, [milepost, 'serve'], {
    env: { ...environment, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    await isServing();
    await work();
  } finally {
    server.kill();
    await ended;
  }
}

async function isServing() {
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if ((await fetch(`${base}/`)).ok) return;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The source of a module that moves the clock of a process to noon of the day. */
function shiftedClock() {
  return `const shift = Date.parse('${day}T12:00:00Z') - Date.now();
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given); }
      static now() { return Real.now() + shift; }
    };`;
}

/**
 * The proposals name no health. It is derived from their dates, so that the screenshots show what the colors mean: at risk when the due
 * date has passed, needs attention when little time is left, on track when there is more; none without a due date.
 */
async function setHealth(/** @type {string} */ token) {
  const query = `query($after: String) { group(fullPath: "kubernetes") {
    epics(state: opened, first: 100, after: $after, includeDescendantGroups: true) {
      nodes { id startDate dueDate } pageInfo { hasNextPage endCursor } } } }`;
  const mutation = `mutation($id: WorkItemID!, $health: HealthStatus!) {
    workItemUpdate(input: { id: $id, healthStatusWidget: { healthStatus: $health } }) { errors } }`;
  let after = null;
  do {
    const { group } = await ask(token, query, { after });
    for (const { id, startDate, dueDate } of group.epics.nodes) {
      const health = healthOf(startDate, dueDate);
      if (!health) continue;
      const number = id.slice(id.lastIndexOf('/') + 1);
      await ask(token, mutation, { id: `gid://gitlab/WorkItem/${number}`, health });
    }
    after = group.epics.pageInfo.hasNextPage ? group.epics.pageInfo.endCursor : null;
  } while (after !== null);
}

function healthOf(/** @type {string | null} */ startDate, /** @type {string | null} */ dueDate) {
  if (startDate === null || dueDate === null) return null;
  const start = Date.parse(startDate);
  const due = Date.parse(dueDate);
  const now = Date.parse(day);
  if (due < now) return 'atRisk';
  return (now - start) / (due - start) > 0.85 ? 'needsAttention' : 'onTrack';
}

/** @returns {Promise<any>} the data of an answer */
async function ask(/** @type {string} */ token, /** @type {string} */ query, /** @type {object} */ variables) {
  const response = await fetch(`${base}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data: answer, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return answer;
}

async function takeScreenshots() {
  const browser = await chromium.launch({ ...(browserPath && { executablePath: browserPath }), args: flagsForTests });
  const shots = /** @type {const} */ ([
    { name: 'kubernetes', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    { name: 'kubernetes-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
    { name: 'kubernetes-phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  ]);
  try {
    for (const { name, ...look } of shots) {
      const page = await browser.newPage({ ...look, reducedMotion: 'reduce' });
      await page.clock.setFixedTime(`${day}T12:00:00Z`);
      await page.goto(base + address);
      await page.locator('[role="treegrid"][aria-busy="false"] [role="row"][data-row]').nth(8).waitFor();
      await page.waitForLoadState('networkidle');
      const path = join(screenshots, `${name}.png`);
      await page.screenshot({ path });
      const { size } = statSync(path);
      say(`${pathToFileURL(path).pathname}: ${Math.round(size / 1000)} kB`);
      if (size > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES / 1000} kB`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
