// The pages that people open most, each over eight connections and never from the cache: beside its lower bound (the same rows as
// JSON text from one statement, in the same run) the time, and what a request costs the server and PostgreSQL.
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, load, percentile, printTable } from './lib/figures.ts';
import { epicFloor, epicListFloor, issueFloor, issueListFloor, roadmapFloor } from './lib/floors.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { keptData, serve } from './lib/milepost.ts';
import { processorClocks } from './lib/processor.ts';

const CLIENTS = 8;
const SECONDS = Number(process.env['MILEPOST_BENCH_SECONDS'] ?? 10);
const timeframe = { start: '2025-01-01', end: '2027-12-31' };

interface Address {
  fullPath: string;
  iid: string;
}

/** `requests`: what the page asks for at once when it opens, the nth time. */
interface Page {
  name: string;
  floor: string;
  values: (turn: number) => unknown[];
  requests: (turn: number) => [operation: string, variables: object][];
}

await ensureBigGroup();
const server = await serve(keptData);
const { pool, close } = await poolOn(keptData, CLIENTS);
const epics = await addresses(`w.type = 'epic' AND w.id IN (SELECT parent_id FROM work_items)`);
const issues = await addresses(`w.type <> 'epic'`);
const at = (list: readonly Address[], turn: number) => list[turn % list.length] as Address;
/** The server ignores a variable that the document does not have, but caches the answer under all of them. */
const list = (turn: number) => ({ fullPath: bigGroup, state: 'opened', first: 20, turn });
const place = ({ fullPath, iid }: Address) => [fullPath, Number(iid)];

const pages: Page[] = [
  {
    name: 'roadmap',
    floor: roadmapFloor,
    values: () => [bigGroup, timeframe.start, timeframe.end],
    requests: (turn) => {
      const start = new Date(Date.UTC(2025, 0, 1) - turn * 86_400_000).toISOString().slice(0, 10);
      const variables = { fullPath: bigGroup, state: 'opened', sort: 'START_DATE_ASC', topLevelHierarchyOnly: true };
      return [['roadmapGroupEpicsWithColor', { ...variables, timeframe: { ...timeframe, start } }]];
    },
  },
  {
    name: 'epic with first level of its tree',
    floor: epicFloor,
    values: (turn) => place(at(epics, turn)),
    requests: (turn) => [
      ['epicPage', { ...at(epics, turn), turn }],
      ['childItems', { ...at(epics, turn), withFacts: true, turn }],
    ],
  },
  {
    name: 'issue',
    floor: issueFloor,
    values: (turn) => place(at(issues, turn)),
    requests: (turn) => [['issuePage', { ...at(issues, turn), turn }]],
  },
  {
    name: 'list of epics',
    floor: epicListFloor,
    values: () => [bigGroup],
    requests: (turn) => [['groupEpics', { ...list(turn), sort: 'CREATED_AT_DESC' }]],
  },
  {
    name: 'list of issues',
    floor: issueListFloor,
    values: () => [bigGroup],
    requests: (turn) => [['listIssues', { ...list(turn), sort: 'CREATED_DESC', isProject: false }]],
  },
];

const client = graphqlClient(server.url);
const used = await processorClocks(keptData, server);
const wanted = process.env['MILEPOST_BENCH_PAGE'];
const rows: string[][] = [];
for (const page of pages) if (wanted === undefined || page.name === wanted) rows.push(await measure(page));
client.close();
await close();
await server.stop();
printTable(
  'Pages that nothing cached, 8 connections, beside their floors',
  [
    'page',
    'floor p50 ms',
    'p50 ms',
    'to the floor',
    'p99 ms',
    'pages/s',
    'server CPU ms',
    'PostgreSQL CPU ms',
    'floor’s',
    'kB',
  ],
  rows,
);

async function measure({ name, floor, values, requests }: Page): Promise<string[]> {
  let turn = 0;
  const postgresBefore = used().postgres;
  const bound = await load(CLIENTS, SECONDS / 2, async () => {
    turn += 1;
    const { rows: found } = await pool.query<{ json: string | null }>({ name, text: floor, values: values(turn) });
    if (!found[0]?.json) throw new Error(`The floor of ${name} finds nothing`);
  });
  const floorMs = (used().postgres - postgresBefore) / bound.calls;
  let size = 0;
  const open = async () => {
    turn += 1;
    const asked = requests(turn).map(([operation, variables]) => client.ask(persistedHash(operation), variables));
    size = (await Promise.all(asked)).reduce((sum, each) => sum + each, 0);
  };
  // Compiled, prepared and planned first.
  await load(CLIENTS, 2, open);
  const before = used();
  const { samples, perSecond, calls } = await load(CLIENTS, SECONDS, open);
  const after = used();
  const [half, bound50] = [percentile(samples, 0.5), percentile(bound.samples, 0.5)];
  return [
    name,
    ...[bound50, half, half / bound50, percentile(samples, 0.99), perSecond].map(figure),
    ...[(after.server - before.server) / calls, (after.postgres - before.postgres) / calls, floorMs, size / 1000].map(
      figure,
    ),
  ];
}

async function addresses(condition: string): Promise<Address[]> {
  const { rows: found } = await pool.query<Address>(
    `SELECT n.full_path AS "fullPath", w.iid::text AS iid FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE n.traversal_ids[1] = (SELECT id FROM namespaces WHERE full_path = $1) AND ${condition} AND NOT w.is_confidential
     ORDER BY w.id % 997, w.id LIMIT 5000`,
    [bigGroup],
  );
  return found;
}
