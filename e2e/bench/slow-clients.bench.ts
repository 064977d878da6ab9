// A thousand stalling clients: slow request heads and bodies, and responses that are never read, while other people work.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, printTable } from './lib/figures.ts';
import { serve, unlimited } from './lib/milepost.ts';
import { askAsOthers, describeOthers, group, smallSite, watchMemory, type Others } from './lib/others.ts';

const EACH = 334;
const DRIP_MS = 5_000;
const TIMEOUT_MS = 200_000;

const kinds = {
  'slow request heads': 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'slow request bodies':
    'POST /api/graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"query":"',
  // Several responses at once on one connection: more than the buffers of both sockets hold.
  'responses never read': `GET /api/v4/groups/${group}/epics?per_page=100 HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20),
} as const;

interface Slow {
  kind: string;
  socket: Socket;
  closedAfterMs: number | null;
}

function open(port: number, kind: keyof typeof kinds): Slow {
  const socket = connect(port, '127.0.0.1');
  const began = performance.now();
  const slow: Slow = { kind, socket, closedAfterMs: null };
  const isReader = kind !== 'responses never read';
  const dripping = isReader ? setInterval(() => socket.write('x'), DRIP_MS) : undefined;
  socket.write(kinds[kind]);
  if (isReader) socket.resume();
  else socket.pause();
  socket.on('error', () => {});
  socket.once('close', () => {
    clearInterval(dripping);
    slow.closedAfterMs = performance.now() - began;
  });
  return slow;
}

async function forSeconds(seconds: number, url: string, token: string): Promise<Others> {
  const until = performance.now() + seconds * 1000;
  return askAsOthers(url, token, () => performance.now() > until);
}

const { folder, token, remove } = await smallSite();
// All of them share one address here.
const server = await serve(folder, unlimited);
await forSeconds(3, server.url, token);
const before = await forSeconds(10, server.url, token);
const peak = watchMemory(server);
const port = Number(new URL(server.url).port);
const names = Object.keys(kinds) as (keyof typeof kinds)[];
const all: Slow[] = [];
for (let index = 0; index < EACH; index++) {
  for (const name of names) all.push(open(port, name));
  if (index % 50 === 0) await sleep(20);
}
const during = await forSeconds(30, server.url, token);
const deadline = performance.now() + TIMEOUT_MS;
while (
  all.some(({ kind, closedAfterMs }) => kind !== names[2] && closedAfterMs === null) &&
  performance.now() < deadline
)
  await sleep(500);
// The kernel reports nothing on a paused socket: whether it was closed shows when it is read again.
await sleep(Math.max(0, 135_000 - (performance.now() - deadline + TIMEOUT_MS)));
for (const { socket } of all) socket.resume();
await sleep(2_000);
const megabytes = peak();
for (const { socket } of all) socket.destroy();
await server.stop();
remove();

printTable(
  `${all.length.toLocaleString('en')} slow clients: what others notice (peak RSS ${Math.round(megabytes)} MB)`,
  ['when', 'others: p50 ms', 'p99 ms', 'failed'],
  [
    ['before', ...describeOthers(before)],
    ['during the first 30 s', ...describeOthers(during)],
  ],
);
printTable(
  'When they were cut',
  ['clients', 'cut', 'first after s', 'last after s'],
  names.map((name) => {
    const times = all.flatMap(({ kind, closedAfterMs }) =>
      kind === name && closedAfterMs !== null ? [closedAfterMs / 1000] : [],
    );
    return [name, `${times.length} of ${EACH}`, figure(Math.min(...times)), figure(Math.max(...times))];
  }),
);
