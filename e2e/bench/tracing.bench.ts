// What tracing costs (OG-OB-03): the processor time of each request with a collector and without. Rounds of both alternate, and both get
// the same requests, so that the load of the machine is the same for each.
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminToken } from './lib/big.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { ensureGroup, freshData, serve, unlimited } from './lib/milepost.ts';
import { send } from './lib/others.ts';
import { startTracing } from '../../packages/server/src/platform/telemetry/otlp.ts';
import { threadClock } from './lib/processor.ts';

const ROUNDS = 12;
const REQUESTS = 400;
const CONNECTIONS = 4;
const list = '/api/v4/groups/busy/epics?per_page=20';

const { folder, remove } = freshData();
await ensureGroup(folder, 'busy', 500, 1_000);
const token = await adminToken(folder);

let spans = 0;
const collector = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    spans += Buffer.concat(parts).toString().split('"spanId"').length - 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

// The difference of two loads disappears in the noise of a busy machine, so what a request does for its trace is measured alone, too.
const STATEMENTS = 10;
const NOTED = 5_000;
const texts = Array.from(
  { length: STATEMENTS },
  (_, each) => `select "w"."id" from "work_items_${each}" as "w" where ${'x'.repeat(2_000)}`,
);
const tracing = startTracing(endpoint, '0.0.0');
const began = process.cpuUsage();
for (let request = 0; request < NOTED; request += 1) {
  const trace = tracing.begin('GET', `request-${request}`, undefined);
  // A new string each time, as the statements of a builder are.
  for (const text of texts) trace.statement(`${text}${' '.repeat(request % 2)}`, performance.now(), false);
  trace.end('/api/v4/groups/:id/epics', 200);
  // The child keeps up: nothing is dropped.
  if (request % 40 === 0) await sleep(30);
}
const noted = process.cpuUsage(began);
await tracing.stop();
const notedMs = (noted.user + noted.system) / 1_000 / NOTED;

const servers = {
  off: await serve(folder, unlimited),
  on: await serve(folder, { ...unlimited, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
};
type Kind = keyof typeof servers;
const kinds = ['off', 'on'] as const;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function ask({ url }: (typeof servers)[Kind]): Promise<void> {
  let left = REQUESTS;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await send(agent, url + list, { 'private-token': token }, null);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

for (const kind of kinds) await ask(servers[kind]);
const used: Record<Kind, { thread: number[]; all: number[] }> = {
  off: { thread: [], all: [] },
  on: { thread: [], all: [] },
};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
    const clock = threadClock(servers[kind]);
    const before = clock();
    await ask(servers[kind]);
    const after = clock();
    used[kind].thread.push((after.thread - before.thread) / REQUESTS);
    used[kind].all.push((after.all - before.all) / REQUESTS);
  }
}
for (const kind of kinds) await servers[kind].stop();
agent.destroy();
collector.closeAllConnections();
collector.close();
remove();

type What = 'thread' | 'all';
const median = (kind: Kind, what: What): number => percentile(used[kind][what], 0.5);
/** In each round both had the same load of the machine. */
const cost = (what: What): number =>
  percentile(
    used.on[what].map((on, round) => 100 * (on / (used.off[what][round] ?? Number.NaN) - 1)),
    0.5,
  );
printTable(
  `A list of epics, ${ROUNDS} rounds of ${REQUESTS} requests; ${spans.toLocaleString('en')} spans arrived`,
  ['processor time of a request, ms', 'tracing off', 'tracing on', 'median cost of a round in %'],
  (['thread', 'all'] as const).map((what) => [
    what === 'thread' ? 'the thread that answers' : 'the server with its child processes',
    figure(median('off', what)),
    figure(median('on', what)),
    figure(cost(what)),
  ]),
);
console.log(`Noting ${STATEMENTS} statements and sending them to the child: ${figure(notedMs)} ms of a request`);
holdTarget('OG-OB-03', 'noting, in % of the processor time of a request', (100 * notedMs) / median('off', 'thread'), 5);
