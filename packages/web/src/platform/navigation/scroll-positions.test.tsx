import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { PageLocation } from './page-location.ts';
import { ScrollPositions } from './scroll-positions.ts';

afterEach(() => document.body.replaceChildren());

const entry = (key: string, hash = ''): PageLocation => ({ pathname: `/${key}`, search: '', peek: '', hash, key });

/** A page that is taller than the window, with a scroller and a target of a hash in it. */
function drawPage(): HTMLElement {
  document.body.innerHTML = `<div style="height:5000px"><div class="box" style="height:100px;overflow:auto"><p style="height:900px"></p></div>
    <p id="note_1" style="position:absolute;top:3000px">Note</p></div>`;
  return document.querySelector<HTMLElement>('.box') as HTMLElement;
}

async function scrollTo(target: Element | Window, top: number): Promise<void> {
  const scrolled = new AbortController();
  const ended = new Promise((resolve) => scrolled.signal.addEventListener('abort', resolve));
  const note = (event: Event) => {
    if (event.target === (target instanceof Window ? document : target)) scrolled.abort();
  };
  document.addEventListener('scroll', note, { capture: true, signal: scrolled.signal });
  target.scrollTo({ top, behavior: 'instant' });
  await ended;
}

function makePositions(): ScrollPositions {
  onTestFinished(() => {
    window.history.scrollRestoration = 'auto';
    window.scrollTo(0, 0);
  });
  return new ScrollPositions();
}

test('a new entry starts at the top; Back returns to where the window and its parts were scrolled', async () => {
  const positions = makePositions();
  const [a, b] = [entry('a'), entry('b')];
  const box = drawPage();
  positions.arrive({ from: null, to: a, keepScroll: false });
  await scrollTo(window, 700);
  await scrollTo(box, 150);
  positions.leave(a);
  document.body.innerHTML = '<main style="height:5000px"></main>';
  positions.arrive({ from: a, to: b, keepScroll: false });
  expect(window.scrollY).toBe(0);
  positions.leave(b);
  const again = drawPage();
  positions.arrive({ from: b, to: a, keepScroll: false });
  expect(window.scrollY).toBe(700);
  expect(again.scrollTop).toBe(150);
});

test('leaving a page does not read where it is scrolled, which would lay it out again', async () => {
  const positions = makePositions();
  const [a, b] = [entry('a'), entry('b')];
  const box = drawPage();
  positions.arrive({ from: null, to: a, keepScroll: false });
  await scrollTo(box, 150);
  const reads: string[] = [];
  Object.defineProperty(box, 'scrollTop', { get: () => reads.push('scrollTop') });
  positions.leave(a);
  positions.arrive({ from: a, to: b, keepScroll: false });
  expect(reads).toEqual([]);
  const again = drawPage();
  positions.arrive({ from: b, to: a, keepScroll: false });
  expect(again.scrollTop).toBe(150);
});

test('other parameters of the same page leave it where it is', async () => {
  const positions = makePositions();
  drawPage();
  positions.arrive({ from: null, to: entry('a'), keepScroll: false });
  await scrollTo(window, 400);
  positions.leave(entry('a'));
  positions.arrive({ from: entry('a'), to: entry('a2'), keepScroll: true });
  expect(window.scrollY).toBe(400);
});

test('a new entry with a hash scrolls to the element that it names', () => {
  const positions = makePositions();
  drawPage();
  positions.arrive({ from: entry('a'), to: entry('b', '#note_1'), keepScroll: false });
  expect(document.getElementById('note_1')?.getBoundingClientRect().top).toBeLessThan(window.innerHeight);
  expect(window.scrollY).toBeGreaterThan(1000);
});
