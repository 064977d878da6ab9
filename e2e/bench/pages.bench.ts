// The pages that people open most, each over eight connections and never from the cache: beside its lower bound (the same rows as
// JSON text from one statement, in the same run) the time, and what a request costs the server and PostgreSQL.
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, load, percentile, printTable } from './lib/figures.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { keptData, serve } from './lib/milepost.ts';
import { openPage, pagesOf, type Page } from './lib/pages.ts';
import { processorClocks } from './lib/processor.ts';

const CLIENTS = 8;
const SECONDS = Number(process.env['MILEPOST_BENCH_SECONDS'] ?? 10);

await ensureBigGroup();
const server = await serve(keptData);
const { pool, close } = await poolOn(keptData, CLIENTS);
const pages = await pagesOf(pool, bigGroup);

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

async function measure(page: Page): Promise<string[]> {
  const { name, floor, values } = page;
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
    size = await openPage(client, page, turn);
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
