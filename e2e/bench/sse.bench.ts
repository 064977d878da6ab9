// A thousand open pages with live updates, one in twenty of which reads nothing: how soon all others receive a change.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, percentile, printTable } from './lib/figures.ts';
import { serve, unlimited } from './lib/milepost.ts';
import { askAsOthers, describeOthers, group, smallSite, watchMemory } from './lib/others.ts';

const PAGES = 1_000;
const STALLED_EVERY = 20;
const CHANGES = 40;
const TIMEOUT_MS = 10_000;

interface Page {
  socket: Socket;
  isStalled: boolean;
  status: number;
  changes: number;
}

let onReceived: () => void = () => {};

function open(port: number, index: number): Page {
  const page: Page = {
    socket: connect(port, '127.0.0.1'),
    isStalled: index % STALLED_EVERY === 0,
    status: 0,
    changes: 0,
  };
  page.socket.write(`GET /-/live?group=${group} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
  page.socket.on('error', () => {});
  page.socket.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    if (page.status === 0) page.status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
    page.changes += text.match(/event: change/g)?.length ?? 0;
    if (page.isStalled && page.status !== 0) page.socket.pause();
    onReceived();
  });
  return page;
}

async function until(isDone: () => boolean): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!isDone() && performance.now() < deadline) {
    await Promise.race([new Promise<void>((resolve) => (onReceived = resolve)), sleep(50)]);
  }
  return isDone();
}

const { folder, token, remove } = await smallSite();
// All of them share one address here.
const server = await serve(folder, { ...unlimited, MILEPOST_LIVE_PER_ADDRESS: String(PAGES) });
const port = Number(new URL(server.url).port);
const peak = watchMemory(server);
const began = performance.now();
const pages: Page[] = [];
for (let index = 0; index < PAGES; index++) {
  pages.push(open(port, index));
  if (index % 50 === 0) await sleep(10);
}
await until(() => pages.every(({ status }) => status !== 0));
const openedIn = performance.now() - began;
const accepted = pages.filter(({ status }) => status === 200).length;
const readers = pages.filter(({ isStalled }) => !isStalled);

const headers = { 'private-token': token, 'content-type': 'application/json' };
const epics = (await (await fetch(`${server.url}/api/v4/groups/${group}/epics?per_page=1`, { headers })).json()) as {
  group_id: number;
  iid: number;
}[];
let isOver = false;
const asking = askAsOthers(server.url, token, () => isOver);
const firsts: number[] = [];
const lasts: number[] = [];
let missed = 0;
for (let index = 0; index < CHANGES; index++) {
  const before = readers.map(({ changes }) => changes);
  const sent = performance.now();
  const body = JSON.stringify({ title: `Changed ${index}` });
  const { status } = await fetch(`${server.url}/api/v4/groups/${epics[0]?.group_id}/epics/${epics[0]?.iid}`, {
    method: 'PUT',
    headers,
    body,
  });
  if (status !== 200) throw new Error(`The change was answered with ${status}`);
  const committed = performance.now();
  await until(() => readers.some(({ changes }, at) => changes > (before[at] ?? 0)));
  firsts.push(performance.now() - committed);
  if (!(await until(() => readers.every(({ changes }, at) => changes > (before[at] ?? 0))))) missed += 1;
  lasts.push(performance.now() - sent);
  await sleep(250);
}
isOver = true;
const others = await asking;
const megabytes = peak();
for (const { socket } of pages) socket.destroy();
await server.stop();
remove();

printTable(
  `${PAGES.toLocaleString('en')} open pages with live updates, ${PAGES / STALLED_EVERY} of which read nothing`,
  ['what', 'p50', 'p99'],
  [
    ['pages accepted', String(accepted), `in ${figure(openedIn / 1000)} s`],
    [
      'the first reader receives a change, ms after its response',
      figure(percentile(firsts, 0.5)),
      figure(percentile(firsts, 0.99)),
    ],
    [
      'all readers have received it, ms after it was sent',
      figure(percentile(lasts, 0.5)),
      figure(percentile(lasts, 0.99)),
    ],
    ['changes that a reader missed', String(missed), `of ${CHANGES}`],
    ['requests of others meanwhile, ms', ...describeOthers(others).slice(0, 2)],
    ['peak RSS of the server, MB', String(Math.round(megabytes)), ''],
  ],
);
