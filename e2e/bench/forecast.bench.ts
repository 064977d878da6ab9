// Forecasts: how long 10,000 simulations take in their worker, and the longest task of the page meanwhile.
import { launchBrowser, untilUnchanged } from './lib/browser.ts';
import { poolOn } from './lib/database.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { freshData, milepost, serve } from './lib/milepost.ts';

interface Run {
  took: number;
  longest: number;
}

const group = 'forecasts';
const data = freshData();
await milepost(data.folder, 'generate', '--epics', '20', '--issues', '400', '--into', group);
// Without an administrator every page leads to the set-up.
const account = ['--username', 'measurer', '--email', 'measurer@example.com', '--password', 'measure-forecasts-1'];
await milepost(data.folder, 'user', 'create', ...account, '--admin');
const { pool, close } = await poolOn(data.folder, 1);
await pool.query(
  `UPDATE work_items SET closed_at = now() - (7 + id % 170 || ' days')::interval WHERE type = 'issue' AND state = 'closed'`,
);
const { rows } = await pool.query<{ path: string; iid: number }>(`
  SELECT n.full_path AS path, w.iid FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
  WHERE w.type = 'epic' AND w.state = 'opened'
  ORDER BY (SELECT count(*) FROM work_items i WHERE i.parent_id = w.id AND i.state = 'opened') DESC LIMIT 1`);
await pool.query(`UPDATE namespaces SET visibility = 'public'`);
await close();
const [epic] = rows;
if (!epic) throw new Error('The group has epics');

const server = await serve(data.folder);
const browser = await launchBrowser();
const page = await browser.newPage();
await page.addInitScript('globalThis.__name = (value) => value;');
await page.addInitScript(() => {
  const tasks: { from: number; to: number }[] = [];
  const runs: { from: number; to: number }[] = [];
  Object.assign(window, { tasks, runs });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ from: startTime, to: startTime + duration });
  }).observe({ type: 'longtask' });
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      const run = { from: performance.now(), to: 0 };
      runs.push(run);
      this.addEventListener('message', () => (run.to = performance.now()));
    }
  };
});
await page.goto(`${server.url}/groups/${epic.path}/-/epics/${epic.iid}`);
const share = page.getByRole('spinbutton', { name: 'Share of the work (%)' });
await share.waitFor();
// What the page still loads has tasks of its own.
await page.evaluate(untilUnchanged, 500);
const measured: Run[] = [];
// A small share takes many weeks, and each week of a run is a draw.
for (let round = 0; round < 20; round++) {
  await share.fill(String(1 + round / 10));
  await page.waitForFunction((count) => {
    const { runs } = window as unknown as { runs: { to: number }[] };
    return runs.length >= count && runs.every(({ to }) => to > 0);
  }, round + 2);
}
// Long tasks are reported after they end.
await page.waitForTimeout(500);
measured.push(
  ...(await page.evaluate(() => {
    const { runs, tasks } = window as unknown as Record<'runs' | 'tasks', { from: number; to: number }[]>;
    return runs.slice(1).map(({ from, to }) => {
      const meanwhile = tasks.filter((task) => task.from < to && task.to > from);
      return { took: to - from, longest: Math.max(0, ...meanwhile.map((task) => task.to - task.from)) };
    });
  })),
);
await browser.close();
await server.stop();
data.remove();
const times = measured.map(({ took }) => took);
const p95 = percentile(times, 0.95);
const longest = Math.max(...measured.map((run) => run.longest));
printTable(
  'Forecasts: 10,000 simulations',
  ['p50 ms', 'p95 ms', 'longest task of the page over 50 ms'],
  [[figure(percentile(times, 0.5)), figure(p95), figure(longest)]],
);
holdTarget('forecast', 'simulations ms (p95)', p95, 300);
holdTarget('forecast', 'longest task of the page ms', longest, 50);
