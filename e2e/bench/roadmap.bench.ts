// The roadmap's first page of a group with 100,000 epics, through the whole server, compared with its lower bound: the same
// rows as JSON directly from PostgreSQL. Eight clients, on this machine, in one run.
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { roadmapFloor } from './lib/floors.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { figure, load, percentile, printTable, type Load } from './lib/figures.ts';
import { cachedAnswers, keptData, serve } from './lib/milepost.ts';

const CLIENTS = 8;
const SECONDS = 15;
/** Three years around the middle of the generated dates, as the page requests them. */
const timeframe = { start: '2025-01-01', end: '2027-12-31' };

await ensureBigGroup();
const server = await serve(keptData);
const { pool, close } = await poolOn(keptData, CLIENTS);

const hash = persistedHash('roadmapGroupEpicsWithColor');
const client = graphqlClient(server.url);

/** The request of the page when it opens, for this range. */
async function ask(days: { start: string; end: string }): Promise<void> {
  const variables = {
    fullPath: bigGroup,
    state: 'opened',
    sort: 'START_DATE_ASC',
    timeframe: days,
    topLevelHierarchyOnly: true,
  };
  await client.ask(hash, variables);
}

let asked = 0;
/** The same roadmap over ranges that were not requested before, so that no response is cached. */
function askAnew(): Promise<void> {
  asked += 1;
  const start = new Date(Date.UTC(2025, 0, 1) - asked * 86_400_000).toISOString().slice(0, 10);
  return ask({ ...timeframe, start });
}

/** Ranges that eight people open again and again. */
const OPEN_RANGES = 40;

function askInTurn(): Promise<void> {
  asked += 1;
  const start = new Date(Date.UTC(2025, 0, 1) + (asked % OPEN_RANGES) * 86_400_000).toISOString().slice(0, 10);
  return ask({ ...timeframe, start });
}

const changeOfAnEpic = 'UPDATE work_items SET updated_at = now() WHERE id = (SELECT max(id) FROM work_items)';
/** Something that no roadmap shows. */
const unrelatedChange = `UPDATE users SET last_sign_in_at = now() WHERE username = 'bench'`;

async function whileChanging<Result>(change: string, perSecond: number, work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void pool.query(change), 1000 / perSecond);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function straight(): Promise<void> {
  await pool.query({ name: 'floor', text: roadmapFloor, values: [bigGroup, timeframe.start, timeframe.end] });
}

/** The share of requests that the server answered from its cache. */
async function withHits(measured: () => Promise<Load>): Promise<Load & { hits: number }> {
  const before = await cachedAnswers(server.url);
  const found = await measured();
  const after = await cachedAnswers(server.url);
  const hits = after.hit - before.hit;
  return { ...found, hits: hits / (hits + after.miss - before.miss) };
}

const same = () => load(CLIENTS, SECONDS, () => ask(timeframe));
const inTurn = () => load(CLIENTS, SECONDS, askInTurn);
const floorLoad = await load(CLIENTS, SECONDS, straight);
const rows: string[][] = [row('floor: the rows as JSON from PostgreSQL, 8 connections', floorLoad)];
for (const [what, measured] of [
  ['the same page for everyone, no changes, 8 connections', same],
  ['the same page for everyone, ten changes a second, 8 connections', () => whileChanging(changeOfAnEpic, 10, same)],
  [`${OPEN_RANGES} pages in turn, no changes, 8 connections`, inTurn],
  [
    `${OPEN_RANGES} pages in turn, 10 unrelated changes a second, 8 connections`,
    () => whileChanging(unrelatedChange, 10, inTurn),
  ],
  [
    `${OPEN_RANGES} pages in turn, 100 unrelated changes a second, 8 connections`,
    () => whileChanging(unrelatedChange, 100, inTurn),
  ],
  ['a different page each time, 8 connections', () => load(CLIENTS, SECONDS, askAnew)],
  ['a different page each time, 1 connection', () => load(1, 5, askAnew)],
] as const) {
  const found = await withHits(measured);
  rows.push(row(what, found, found.hits));
}
client.close();
await close();
await server.stop();

printTable(
  'The roadmap’s first page: 50 of 100,000 epics',
  ['what', 'p50 ms', 'p99 ms', 'requests/s', 'p50 to the floor', 'from the cache, %'],
  rows,
);

function row(what: string, { samples, perSecond }: Load, hits = Number.NaN): string[] {
  const half = percentile(samples, 0.5);
  const toFloor = half / percentile(floorLoad.samples, 0.5);
  return [what, ...[half, percentile(samples, 0.99), perSecond, toFloor, hits * 100].map(figure)];
}
