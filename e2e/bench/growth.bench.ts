// Whether pages stay as cheap as the data grows: processor time of each of the most opened pages, never from the cache, in a group of
// 10,000 epics and 100,000 issues, and in one ten times as large, in turns.
import { adminToken, bigGroup, bigSize, ensureBigGroup, settle } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, holdTarget, printTable } from './lib/figures.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { ensureGroup, freshData, keptData, serve } from './lib/milepost.ts';
import { openPage, pagesOf } from './lib/pages.ts';
import { processorClocks } from './lib/processor.ts';

const TIMES = 10;
const ROUNDS = 3;
const PAGES_IN_ROUND = 150;
const MAX_GROWTH = 1.25;

await ensureBigGroup();
const { folder, remove } = freshData();
await ensureGroup(folder, bigGroup, bigSize.epics / TIMES, bigSize.issues / TIMES);
await adminToken(folder);
await settle(folder);
const [small, large] = [await side(folder), await side(keptData)];
const rows: string[][] = [];
for (const name of small.names) {
  const [ofSmall, ofLarge]: [number[], number[]] = [[], []];
  await small.measure(name);
  await large.measure(name);
  for (let round = 0; round < ROUNDS; round++) {
    ofSmall.push(await small.measure(name));
    ofLarge.push(await large.measure(name));
  }
  const [few, many] = [mean(ofSmall), mean(ofLarge)];
  const spread = (each: readonly number[]) =>
    `${figure(mean(each))} (${figure(Math.min(...each))} to ${figure(Math.max(...each))})`;
  rows.push([name, spread(ofSmall), spread(ofLarge), figure(many / few)]);
  holdTarget('growth', `${name}, ten times the data`, many / few, MAX_GROWTH);
}
await small.stop();
await large.stop();
remove();
printTable(
  'Processor time of server and PostgreSQL for a page that nothing cached, ms, mean and extremes of three rounds',
  ['page', '10,000 epics, 100,000 issues', 'ten times as many', 'ratio'],
  rows,
);

function mean(each: readonly number[]): number {
  return each.reduce((sum, one) => sum + one, 0) / each.length;
}

/** A server on a data folder, and the processor time of one of its pages in milliseconds. */
async function side(dataDir: string) {
  const server = await serve(dataDir);
  const { pool, close } = await poolOn(dataDir, 1);
  const pages = new Map((await pagesOf(pool, bigGroup)).map((page) => [page.name, page]));
  await close();
  const client = graphqlClient(server.url);
  const used = await processorClocks(dataDir, server);
  let turn = 0;
  return {
    names: [...pages.keys()],
    async measure(name: string): Promise<number> {
      const page = pages.get(name);
      if (!page) throw new Error(`There is no page ${name}`);
      const before = used();
      for (let left = PAGES_IN_ROUND; left > 0; left--) await openPage(client, page, (turn += 1));
      const after = used();
      return (after.server - before.server + after.postgres - before.postgres) / PAGES_IN_ROUND;
    },
    async stop(): Promise<void> {
      client.close();
      await server.stop();
    },
  };
}
