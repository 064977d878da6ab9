// Our chart compared with a plain list and the free components a user might choose instead: the same rows, in the same browser,
// in one run.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { extname, join, normalize } from 'node:path';
import type { Browser } from '@playwright/test';
import { buildPages, pathOf } from './gantt/build.ts';
import { measureOnce, type Measured } from './gantt/measure.ts';
import type { Subject } from './gantt/subject.ts';
import { groups } from './gantt/subjects.ts';
import { launchBrowser } from './lib/browser.ts';
import { figure, percentile, printTable } from './lib/figures.ts';

const sizes = [1_000, 10_000, 100_000] as const;
/** Subjects that exceed this are reported as such, and not measured with more rows. */
const TIMEOUT_MS = 10_000;
const RUNS = 5;
/** A measurement that takes seconds is not repeated. */
const LONG_MS = 1_500;

const folder = await buildPages();
const server = await serveFolder(folder);
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const results = new Map<Subject, (Measured | null)[]>();
console.log(`Processes that wait for a processor: ${figure(loadavg()[0] ?? 0)}`);
try {
  for (const group of groups) {
    for (const size of sizes) {
      const able = group.filter((subject) => results.get(subject)?.at(-1) !== null);
      const measured = await measureGroup(able, size);
      for (const subject of group) {
        results.set(subject, [...(results.get(subject) ?? []), measured.get(subject) ?? null]);
      }
    }
    for (const subject of group) {
      const cells = (results.get(subject) ?? []).flatMap(cellsOf);
      console.log([subject.name, ...cells].join(' | '));
    }
  }
} finally {
  server.close();
}
printTable(
  'First bars, processor time until then, DOM nodes and frames with the rows in memory',
  [
    'chart',
    ...sizes.flatMap((size) => [`${size.toLocaleString('en')} rows: first bars ms`, 'cpu ms', 'nodes', 'p95 frame ms']),
  ],
  [...results].map(([subject, measured]) => [subject.name, ...measured.flatMap(cellsOf)]),
);
console.log(`\nProcesses that wait for a processor: ${figure(loadavg()[0] ?? 0)}`);

function cellsOf(measured: Measured | null): string[] {
  if (!measured) return [`over ${TIMEOUT_MS / 1000} s`, '–', '–', '–'];
  const { firstBars, cpu, nodes, frames } = measured;
  return [
    figure(firstBars),
    figure(cpu),
    nodes.toLocaleString('en'),
    frames.length > 0 ? figure(percentile(frames, 0.95)) : '–',
  ];
}

/** Medians of several interleaved runs; subjects that take too long or draw nothing are missing. */
async function measureGroup(group: readonly Subject[], size: number): Promise<Map<Subject, Measured>> {
  const runs = new Map<Subject, Measured[]>();
  const failed = new Set<Subject>();
  for (let run = 0; run < RUNS; run++) {
    // A hanging window takes its browser down with it.
    let browser = await launchBrowser();
    for (const [index] of group.entries()) {
      // Rotate the order: the start-up work of a new browser must not always count against the same subject.
      const subject = group[(index + run) % group.length] as Subject;
      const own = runs.get(subject) ?? [];
      if (failed.has(subject) || own.some(({ firstBars }) => firstBars > LONG_MS)) continue;
      const measured = await measureOrGiveUp(browser, subject, size, run === 0);
      if (measured) runs.set(subject, [...own, measured]);
      else {
        failed.add(subject);
        await browser.close();
        browser = await launchBrowser();
      }
    }
    await browser.close();
  }
  const measured = [...runs].filter(([subject]) => !failed.has(subject));
  return new Map(measured.map(([subject, all]) => [subject, medianOf(all)]));
}

async function measureOrGiveUp(
  browser: Browser,
  subject: Subject,
  size: number,
  scrolls: boolean,
): Promise<Measured | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    // Row generation comes before the measured time, scrolling after it.
    timer = setTimeout(resolve, TIMEOUT_MS + 10_000, null);
  });
  const measuring = measureOnce(browser, subject, `${url}/${pathOf(subject)}?rows=${size}`, scrolls).catch(
    (error: unknown) => {
      console.log(`${subject.name}, ${size}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
      return null;
    },
  );
  const measured = await Promise.race([measuring, timeout]);
  clearTimeout(timer);
  return measured && measured.firstBars <= TIMEOUT_MS ? measured : null;
}

function medianOf(runs: readonly Measured[]): Measured {
  const median = (value: (run: Measured) => number) => percentile(runs.map(value), 0.5);
  return {
    firstBars: median(({ firstBars }) => firstBars),
    cpu: median(({ cpu }) => cpu),
    nodes: Math.max(...runs.map(({ nodes }) => nodes)),
    frames: runs.flatMap(({ frames }) => frames),
  };
}

/** Serves the built pages from this machine, one folder per subject. */
function serveFolder(from: string): Promise<Server> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const files = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname);
    const file = join(from, path);
    if (!existsSync(file) || path === '/') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => files.listen(0, '127.0.0.1', () => resolve(files)));
}
