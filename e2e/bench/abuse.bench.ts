// An anonymous flood of distinct GraphQL documents while other people work. The flood runs in its own process, so that its own
// work is not measured as waiting. Measured once with the default limits and once without rate limits, as if the flood came
// from a thousand addresses.
import { Agent } from 'node:http';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { figure, printTable } from './lib/figures.ts';
import { serve, unlimited } from './lib/milepost.ts';
import { askAsOthers, describeOthers, send, smallSite, watchMemory } from './lib/others.ts';

const DOCUMENTS = 10_000;
const CONNECTIONS = 8;
/** The task of the child process. */
const FLOOD = 'flood';
/** Sent again at once: the crash this guards against happened when a document was compiled on its second use. */
const REPEATED_EVERY = 10;

/** Documents of 2 to 10 kB, all different. One in four is rejected for its aliases; the others are within all limits. */
function documentOf(seed: number): string {
  const bytes = 2_000 + ((seed * 797) % 8_000);
  const isAliased = seed % 4 === 0;
  const maxFields = isAliased ? bytes : 900;
  const fields: string[] = [];
  for (let index = 0, length = 0; length < bytes && index < maxFields; index++) {
    const name = ['id', 'iid', 'title', 'state', 'webUrl', 'description', 'createdAt'][(seed + index) % 7] ?? 'id';
    const field = isAliased || index < 90 ? `a${seed}_${index}: ${name}` : name;
    fields.push(field);
    length += field.length + 1;
  }
  return `{ group(fullPath: "x${seed}") { epics(first: 1) { nodes { ${fields.join(' ')} } } } }`;
}

interface Flood {
  seconds: number;
  statuses: Record<string, number>;
}

async function flood(url: string): Promise<Flood> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<string, number> = {};
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < DOCUMENTS) {
        const seed = next++;
        const body = JSON.stringify({ query: documentOf(seed) });
        for (let times = seed % REPEATED_EVERY === 0 ? 2 : 1; times > 0; times--) {
          const { status } = await send(agent, `${url}/api/graphql`, {}, body).catch(() => ({ status: 0 }));
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }
    }),
  );
  agent.destroy();
  return { seconds: (performance.now() - began) / 1000, statuses };
}

async function measure(folder: string, token: string, settings: Record<string, string>): Promise<string[]> {
  const server = await serve(folder, settings);
  let isOver = false;
  // A run without load first: warms up the processes and caches the token.
  const warmUntil = performance.now() + 3_000;
  await askAsOthers(server.url, token, () => performance.now() > warmUntil);
  const aloneUntil = performance.now() + 8_000;
  const alone = await askAsOthers(server.url, token, () => performance.now() > aloneUntil);
  const peak = watchMemory(server);
  const flooding = new Promise<Flood>((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [FLOOD, server.url]);
    child.once('message', (message) => resolve(message as Flood));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The flood ended early (${code})`)));
  }).finally(() => {
    isOver = true;
  });
  const others = await askAsOthers(server.url, token, () => isOver);
  const { seconds, statuses } = await flooding;
  const megabytes = peak();
  const isAlive = server.process.exitCode === null;
  await server.stop();
  const answered = Object.entries(statuses).map(([status, count]) => `${count} × ${status === '0' ? 'none' : status}`);
  return [
    answered.join(', '),
    figure(seconds),
    `${Math.round(megabytes)}${isAlive ? '' : ' (crashed)'}`,
    ...describeOthers(alone).slice(0, 2),
    ...describeOthers(others),
  ];
}

const [task, target = ''] = process.argv.slice(2);
if (task === FLOOD) {
  process.send?.(await flood(target));
  process.disconnect();
} else {
  const { folder, token, remove } = await smallSite();
  const limited = await measure(folder, token, {});
  const open = await measure(folder, token, unlimited);
  remove();
  printTable(
    `${DOCUMENTS.toLocaleString('en')} distinct anonymous documents of 2 to 10 kB over ${CONNECTIONS} connections`,
    [
      'limits',
      'answers',
      'seconds',
      'peak RSS MB',
      'others before: p50 ms',
      'p99 ms',
      'others during: p50 ms',
      'p99 ms',
      'failed',
    ],
    [
      ['as they are, one address', ...limited],
      ['no rate limits (as from any number of addresses)', ...open],
    ],
  );
}
