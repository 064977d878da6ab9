// Closing an issue seven levels deep, with the roll-ups of every ancestor: one at a time, and eight at once under one root.
import { adminToken, bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, load, percentile, printTable, type Load } from './lib/figures.ts';
import { keptData, serve } from './lib/milepost.ts';

interface Issue {
  project_id: number;
  iid: number;
}

await ensureBigGroup();
const server = await serve(keptData);
const token = await adminToken();
const { pool, close } = await poolOn(keptData, 1);
// The root with the most issues seven levels below it.
const { rows } = await pool.query<Issue>(
  `WITH deep AS (
     SELECT w.namespace_id AS project_id, w.iid, w.ancestor_ids[1] AS top FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE w.type = 'issue' AND w.state = 'opened' AND cardinality(w.ancestor_ids) = 7 AND n.full_path LIKE $1
   )
   SELECT project_id, iid FROM deep WHERE top = (SELECT top FROM deep GROUP BY top ORDER BY count(*) DESC LIMIT 1) LIMIT 64`,
  [`${bigGroup}/%`],
);
await close();
if (rows.length < 8) throw new Error('The generated group has too few issues seven levels deep');

async function change(issue: Issue, event: 'close' | 'reopen'): Promise<void> {
  const response = await fetch(`${server.url}/api/v4/projects/${issue.project_id}/issues/${issue.iid}`, {
    method: 'PUT',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ state_event: event }),
  });
  if (!response.ok) throw new Error(`${event} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Alternates closing and reopening, so that there is always something to close: both do the same work. */
function toggling(workers: number): Promise<Load> {
  const changes = Array.from({ length: workers }, () => 0);
  return load(workers, 10, async (worker) => {
    const changed = changes[worker] ?? 0;
    changes[worker] = changed + 1;
    await change(rows[worker % rows.length] as Issue, changed % 2 === 0 ? 'close' : 'reopen');
  });
}

const alone = await toggling(1);
const together = await toggling(8);
await server.stop();
printTable(
  'Closing an issue seven levels deep',
  ['writers', 'p50 ms', 'p99 ms', 'changes/s'],
  [
    ['1', figure(percentile(alone.samples, 0.5)), figure(percentile(alone.samples, 0.99)), figure(alone.perSecond)],
    [
      '8 under one root',
      figure(percentile(together.samples, 0.5)),
      figure(percentile(together.samples, 0.99)),
      figure(together.perSecond),
    ],
  ],
);
