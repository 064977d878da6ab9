import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Subject } from './subject.ts';

export interface Measured {
  /** Milliseconds from the call that draws to the frame that has the first bar on screen. */
  firstBars: number;
  /** Milliseconds of main-thread work in that time: less sensitive to other programs. */
  cpu: number;
  nodes: number;
  /** Milliseconds between frames while scrolling; empty where nothing scrolls, or scrolling was not requested. */
  frames: number[];
}

/** Opens a subject's page in its own window, lets it draw, and scrolls it if requested. */
export async function measureOnce(
  browser: Browser,
  subject: Subject,
  url: string,
  scrolls: boolean,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // tsx wraps functions in a helper, which has to exist in the page too.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.goto(url);
  await page.waitForFunction('window.isReady === true');
  // Work that the page does after loading is not part of drawing.
  await page.waitForTimeout(100);
  const session = await browser.newBrowserCDPSession();
  const trace = await startTrace(session);
  const { firstBars, nodes } = await draw(page, subject.bar);
  const cpu = workBetweenMarks(await trace.stop());
  const frames = scrolls ? await scroll(page, subject) : { frames: [], nodes };
  await context.close();
  return { firstBars, cpu, nodes: Math.max(nodes, frames.nodes), frames: frames.frames };
}

function draw(page: Page, bar: string): Promise<{ firstBars: number; nodes: number }> {
  return page.evaluate(async (selector) => {
    performance.mark('began');
    const began = performance.now();
    (window as unknown as { start: () => void }).start();
    const firstBars = await new Promise<number>((resolve) => {
      const look = () => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        // The bar found in one frame is on screen in the next.
        if (box && box.width > 0) {
          requestAnimationFrame(() => {
            performance.mark('drawn');
            resolve(performance.now() - began);
          });
        } else requestAnimationFrame(look);
      };
      look();
    });
    return { firstBars, nodes: document.querySelectorAll('*').length };
  }, bar);
}

function scroll(page: Page, subject: Subject): Promise<{ frames: number[]; nodes: number }> {
  return page.evaluate(
    async ({ bar, scroller }) => {
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
      return { frames: frames.slice(2), nodes };

      /** The nearest ancestor that scrolls vertically. */
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

/** The fields of a Chromium trace event that are read here; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Thread time. */
  tdur?: number;
}

async function startTrace(session: CDPSession): Promise<{ stop: () => Promise<TraceEvent[]> }> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing', 'toplevel'] },
  });
  return {
    stop: async () => {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await complete;
      await session.detach();
      return events;
    },
  };
}

/** Milliseconds of work, between the marks, of the thread that set them. */
function workBetweenMarks(events: readonly TraceEvent[]): number {
  const began = events.find(({ name }) => name === 'began');
  const drawn = events.find(({ name }) => name === 'drawn');
  if (!began || !drawn) return Number.NaN;
  let worked = 0;
  let until = 0;
  const tasks = events
    .filter(
      ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && pid === began.pid && tid === began.tid,
    )
    .toSorted((a, b) => a.ts - b.ts);
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    const end = ts + dur;
    // The same task is nested under two names.
    if (end <= until || end <= began.ts || ts >= drawn.ts || dur === 0) continue;
    until = end;
    worked += tdur * ((Math.min(end, drawn.ts) - Math.max(ts, began.ts)) / dur);
  }
  return worked / 1000;
}
