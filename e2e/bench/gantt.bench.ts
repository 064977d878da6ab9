// Our chart beside a bare list and the free components a user would otherwise take: the same rows, in the same browser, in one run.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { buildPages } from './gantt/build.ts';
import { subjects, type Subject } from './gantt/subjects.ts';
import { figure, percentile, printTable } from './lib/figures.ts';

const sizes = [1_000, 10_000, 100_000] as const;
/** Whatever takes longer is left out, and with it the larger sizes. */
const PATIENCE_MS = 120_000;
/** What takes seconds needs no second look. */
const RUNS = 5;
const LONG_MS = 5_000;

interface Measured {
  /** Milliseconds from the call that draws to the frame that shows the first bar. */
  firstBars: number;
  nodes: number;
  /** Milliseconds between frames while it scrolls; empty where nothing scrolls. */
  frames: number[];
}

const folder = await buildPages();
const server = await serveFolder(folder);
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const rows: string[][] = [];
try {
  for (const [index, subject] of subjects.entries()) {
    const cells = [subject.name];
    let isTooSlow = false;
    for (const size of sizes) {
      const measured: Measured | null = isTooSlow ? null : await measure(subject, index, size);
      isTooSlow = measured === null;
      cells.push(...cellsOf(measured));
    }
    console.log(cells.join(' | '));
    rows.push(cells);
  }
} finally {
  server.close();
}
printTable(
  'First bars, DOM nodes and frames with the rows in memory',
  ['chart', ...sizes.flatMap((size) => [`${size.toLocaleString('en')}: first bars ms`, 'nodes', 'p95 frame ms'])],
  rows,
);

function cellsOf(measured: Measured | null): string[] {
  if (!measured) return ['over 120 s or failed', '–', '–'];
  const { firstBars, nodes, frames } = measured;
  return [figure(firstBars), nodes.toLocaleString('en'), frames.length > 0 ? figure(percentile(frames, 0.95)) : '–'];
}

/** The median of some runs, each in a browser of its own; null where it takes too long or does not draw at all. */
async function measure(subject: Subject, index: number, size: number): Promise<Measured | null> {
  const runs: Measured[] = [];
  for (let run = 0; run < RUNS; run++) {
    const browser = await chromium.launch({
      executablePath: (await findBrowser()) ?? undefined,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    });
    try {
      const one = await Promise.race([measureOnce(browser, subject, index, size), afterPatience()]);
      if (!one) return null;
      runs.push(one);
      if (one.firstBars > LONG_MS) break;
    } catch (error) {
      console.log(`${subject.name}, ${size}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
      return null;
    } finally {
      await browser.close();
    }
  }
  return {
    firstBars: percentile(
      runs.map(({ firstBars }) => firstBars),
      0.5,
    ),
    nodes: Math.max(...runs.map(({ nodes }) => nodes)),
    frames: runs.flatMap(({ frames }) => frames),
  };
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
}

async function measureOnce(browser: Browser, subject: Subject, index: number, size: number): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  // What runs this file wraps functions in a helper of its own, which the page has to know, too.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.goto(`${url}/page-${index}.html?rows=${size}`);
  await page.waitForFunction('window.isReady === true');
  return page.evaluate(
    async ({ bar, scroller }) => {
      const began = performance.now();
      (window as unknown as { start: () => void }).start();
      const firstBars = await new Promise<number>((resolve) => {
        const look = () => {
          const box = document.querySelector(bar)?.getBoundingClientRect();
          // The frame after the one that found it has it on screen.
          if (box && box.width > 0) requestAnimationFrame(() => resolve(performance.now() - began));
          else requestAnimationFrame(look);
        };
        look();
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const list = (scroller ? document.querySelector(scroller) : null) ?? scrolling(document.querySelector(bar));
      const frames: number[] = [];
      let nodes = document.querySelectorAll('*').length;
      if (list) {
        const seconds = 2;
        const step = Math.min((list.scrollHeight - list.clientHeight) / (seconds * 60), 400);
        await new Promise<void>((resolve) => {
          const started = performance.now();
          let last = started;
          const frame = (now: number) => {
            frames.push(now - last);
            last = now;
            list.scrollTop += step;
            if (frames.length % 30 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
            if (now - started < seconds * 1000) requestAnimationFrame(frame);
            else resolve();
          };
          requestAnimationFrame(frame);
        });
      }
      return { firstBars, nodes, frames: frames.slice(2) };

      /** The nearest thing around an element that scrolls up and down. */
      function scrolling(inside: Element | null): Element | null {
        let element = inside;
        while (element) {
          const { overflowY } = getComputedStyle(element);
          if (element.scrollHeight > element.clientHeight + 10 && /auto|scroll/.test(overflowY)) return element;
          element = element.parentElement;
        }
        return null;
      }
    },
    { bar: subject.bar, scroller: subject.scroller },
  );
}

/** The built pages, from this machine: a file of a folder for each request. */
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
