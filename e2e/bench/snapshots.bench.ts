// Saving snapshots of a hundred thousand epics, what they take on the disk, and how long other requests wait meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { adminToken, bigGroup, bigSize, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, printTable } from './lib/figures.ts';
import { keptData, serve } from './lib/milepost.ts';

interface Snapshot {
  id: number;
  status: 'pending' | 'saved' | 'failed';
  failure: string | null;
}

await ensureBigGroup();
const server = await serve(keptData);
const token = await adminToken();
const { pool, close } = await poolOn(keptData, 1);
const list = `${server.url}/api/v4/groups/${bigGroup}/roadmap_snapshots`;

async function call<Answer>(url: string, method = 'GET', body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  return (response.status === 204 ? null : await response.json()) as Answer;
}

const size = async (): Promise<number> =>
  Number(
    (await pool.query<{ bytes: string }>(`SELECT pg_total_relation_size('roadmap_snapshot_states') AS bytes`)).rows[0]
      ?.bytes,
  );

/** Reads the group until the snapshot is saved; returns the longest answer, in milliseconds. */
async function waitFor(id: number): Promise<number> {
  let longest = 0;
  for (;;) {
    const started = performance.now();
    await call(`${server.url}/api/v4/groups/${bigGroup}`);
    longest = Math.max(longest, performance.now() - started);
    const { status, failure } = await call<Snapshot>(`${list}/${id}`);
    if (status === 'failed') throw new Error(failure ?? 'The snapshot could not be saved');
    if (status === 'saved') return longest;
    await sleep(10);
  }
}

const saved: number[] = [];
async function save(name: string): Promise<string[]> {
  const before = await size();
  const started = performance.now();
  const { id } = await call<Snapshot>(list, 'POST', { name: `${name} ${Date.now()}` });
  saved.push(id);
  const longest = await waitFor(id);
  const took = performance.now() - started;
  return [name, figure(took), figure(((await size()) - before) / bigSize.epics), figure(longest)];
}

const rows = [await save('in full'), await save('unchanged')];
for (const id of saved) await call(`${list}/${id}`, 'DELETE');
await close();
await server.stop();
printTable('Snapshots of 100,000 epics', ['snapshot', 'ms', 'bytes per epic', 'longest other request, ms'], rows);
