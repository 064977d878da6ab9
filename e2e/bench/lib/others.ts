import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminToken } from './big.ts';
import { poolOn } from './database.ts';
import { persistedHash } from './documents.ts';
import { figure, percentile } from './figures.ts';
import { residentMb } from './processes.ts';
import { ensureGroup, freshData, serve, type Running } from './milepost.ts';

/** The group that well-behaved clients query during an attack. */
export const group = 'busy';

/** A small site of its own, and a token for it. */
export async function smallSite(): Promise<{ folder: string; token: string; remove: () => void }> {
  const { folder, remove } = freshData();
  await ensureGroup(folder, group, 2_000, 4_000);
  const token = await adminToken(folder);
  await settle(folder);
  return { folder, token, remove };
}

/** Wait for the work that follows new data (statistics, search indexes) before measuring. */
async function settle(folder: string): Promise<void> {
  const server = await serve(folder);
  await sleep(SETTLING_MS);
  await server.stop();
  const { pool, close } = await poolOn(folder, 1);
  await pool.query('VACUUM ANALYZE');
  await close();
}

export interface Others {
  /** Milliseconds of each request. */
  samples: number[];
  failures: number;
}

const PERIOD_MS = 100;
const SETTLING_MS = 10_000;

/**
 * The requests of other, signed-in users meanwhile, ten times a second: the roadmap's first page as its page requests it, and a
 * REST list.
 */
export async function askAsOthers(url: string, token: string, until: () => boolean): Promise<Others> {
  const agent = new Agent({ keepAlive: true });
  const hash = persistedHash('roadmapGroupEpicsWithColor');
  const others: Others = { samples: [], failures: 0 };
  const open = new Set<Promise<void>>();
  for (let index = 0; !until(); index++) {
    // Different days each time: a cached response would measure nothing.
    const start = new Date(Date.UTC(2025, 0, 1) - index * 86_400_000).toISOString().slice(0, 10);
    const timeframe = { start, end: '2027-12-31' };
    const variables = {
      fullPath: group,
      state: 'opened',
      sort: 'START_DATE_ASC',
      timeframe,
      topLevelHierarchyOnly: true,
    };
    const body = index % 2 === 0 ? JSON.stringify({ persisted: true, query: hash, variables }) : null;
    const asking = ask(agent, url, token, body, others).finally(() => open.delete(asking));
    open.add(asking);
    await sleep(PERIOD_MS);
  }
  await Promise.all(open);
  agent.destroy();
  return others;
}

async function ask(agent: Agent, url: string, token: string, body: string | null, others: Others): Promise<void> {
  const before = performance.now();
  const path = body === null ? `/api/v4/groups/${group}/epics?per_page=20` : '/api/graphql';
  const { status } = await send(agent, url + path, { 'private-token': token }, body).catch(() => ({ status: 0 }));
  others.samples.push(performance.now() - before);
  if (status !== 200) others.failures += 1;
}

/** Sends a request and reads the whole response; a body is sent as JSON, by POST unless `method` says otherwise. Resolves with its status and text. */
export function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
  method = body === null ? 'GET' : 'POST',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length =
      body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** Samples the resident memory of a server process; call the returned function for the peak in MB. */
export function watchMemory({ process: { pid } }: Running): () => number {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, residentMb(Number(pid)));
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}

/** `p50 / p99`, and the number of failures. */
export function describeOthers({ samples, failures }: Others): string[] {
  return [figure(percentile(samples, 0.5)), figure(percentile(samples, 0.99)), `${failures} of ${samples.length}`];
}
