import { MAX_IMAGE_CHARACTERS, MAX_SIZE, TIMEOUT_MS } from './limits.ts';
import type { DrawAnswer, DrawOrder } from './protocol.ts';

/** An image of a diagram: an image cannot run scripts, fetch resources or contain links. */
export interface Drawing {
  address: string;
  width: number;
  height: number;
  /** Its kind: `flowchart`, `sequence`. */
  kind: string;
  /** The author's title and description; empty if there is none. */
  title: string;
  description: string;
}

/** A drawing, or the error. */
export type Drawn =
  | { is: 'drawing'; drawing: Drawing }
  | { is: 'mistaken'; message: string }
  | { is: 'slow' }
  | { is: 'unreachable' };

const MAX_CACHED = 60;
const drawings = new Map<string, Drawn>();
let queue: Promise<unknown> = Promise.resolve();
let frame: Frame | null = null;

interface Frame {
  box: HTMLElement;
  port: Promise<MessagePort | null>;
}

/** The cached result of this source in this theme. */
export function drawnBefore(source: string, isDark: boolean): Drawn | null {
  return drawings.get(keyOf(source, isDark)) ?? null;
}

/** Draws diagrams one after another in an isolated frame. Never rejects: errors are part of the result. */
export function draw(source: string, isDark: boolean): Promise<Drawn> {
  const result = queue.then(async () => {
    const known = drawnBefore(source, isDark);
    if (known) return known;
    const drawn = await drawNow({ source, isDark, most: MAX_SIZE });
    if (drawn.is === 'drawing' || drawn.is === 'mistaken') cacheDrawing(keyOf(source, isDark), drawn);
    return drawn;
  });
  // An unexpected failure must not block the queue.
  const done = result.catch((error: unknown): Drawn => {
    reportError(error);
    return { is: 'unreachable' };
  });
  queue = done;
  return done;
}

function keyOf(source: string, isDark: boolean): string {
  return `${isDark ? 'dark' : 'light'}\n${source}`;
}

function cacheDrawing(key: string, drawn: Drawn): void {
  drawings.set(key, drawn);
  const [oldest] = drawings.keys();
  if (drawings.size > MAX_CACHED && oldest !== undefined) drawings.delete(oldest);
}

async function drawNow(order: DrawOrder): Promise<Drawn> {
  frame ??= openFrame();
  const port = await frame.port;
  if (!port) {
    closeFrame();
    return { is: 'unreachable' };
  }
  const answer = await answerOf(port, order);
  if (answer) return read(answer);
  // A frame that does not respond is discarded with its pending requests.
  closeFrame();
  return { is: 'slow' };
}

function openFrame(): Frame {
  const box = document.createElement('div');
  const inner = document.createElement('iframe');
  // Drawing needs layout, which browsers skip for hidden frames, so it is on screen but invisible.
  box.style.cssText = 'position:fixed;inset:0;z-index:-1;overflow:hidden;opacity:0;pointer-events:none;contain:strict';
  inner.style.cssText = 'width:1000px;height:800px;border:0';
  inner.setAttribute('sandbox', 'allow-scripts');
  inner.setAttribute('aria-hidden', 'true');
  inner.tabIndex = -1;
  inner.src = '/assets/diagrams/frame.html';
  box.dataset['diagrams'] = '';
  const port = new Promise<MessagePort | null>((resolve) => {
    const impatience = whileSeen(TIMEOUT_MS, () => resolve(null));
    inner.addEventListener('load', () => {
      impatience();
      const channel = new MessageChannel();
      // The frame has an opaque origin, so no target origin can be named; the port reaches only this frame.
      inner.contentWindow?.postMessage(null, '*', [channel.port2]);
      channel.port1.start();
      resolve(channel.port1);
    });
  });
  box.append(inner);
  document.body.append(box);
  return { box, port };
}

function closeFrame(): void {
  frame?.box.remove();
  frame = null;
}

/** Null when no answer came in time. */
function answerOf(port: MessagePort, order: DrawOrder): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (answer: unknown): void => {
      port.removeEventListener('message', onMessage);
      stop();
      resolve(answer);
    };
    const onMessage = ({ data }: MessageEvent): void => done(data ?? {});
    const stop = whileSeen(TIMEOUT_MS, () => done(null));
    port.addEventListener('message', onMessage);
    port.postMessage(order);
  });
}

/** Calls back after a time in which the page was visible: a hidden page draws nothing. Returns a function that cancels it. */
function whileSeen(milliseconds: number, callback: () => void): () => void {
  let timer = setTimeout(onTime, milliseconds);
  function onTime(): void {
    if (document.hidden) timer = setTimeout(onTime, milliseconds);
    else callback();
  }
  return () => clearTimeout(timer);
}

/** Converts an answer of the frame to an image. Every part is validated. */
export function read(answer: unknown): Drawn {
  const { svg, width, height, kind, title, description, failure } = answer as Partial<
    Record<keyof Exclude<DrawAnswer, { failure: string }> | 'failure', unknown>
  >;
  if (typeof svg !== 'string') return { is: 'mistaken', message: typeof failure === 'string' ? failure : '' };
  if (svg.length > MAX_IMAGE_CHARACTERS) return { is: 'slow' };
  return {
    is: 'drawing',
    drawing: {
      address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
      width: sizeOf(width),
      height: sizeOf(height),
      kind: kindText(typeof kind === 'string' ? kind : ''),
      title: typeof title === 'string' ? title : '',
      description: typeof description === 'string' ? description : '',
    },
  };
}

function sizeOf(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? Math.min(Math.ceil(value), 20_000) : 300;
}

/** `flowchart-v2` is a flowchart, `classDiagram` a class, `gitGraph` a git graph. */
function kindText(kind: string): string {
  return kind
    .replace(/-(v\d+|elk)$/, '')
    .replace(/Diagram$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
