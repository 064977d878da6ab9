// The first page of lanes of a roadmap with 100,000 epics, in the same run the first page without lanes, and the counts of the
// summary strip. The page requests these once its rows are on screen (summary.test.tsx).
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, holdTarget, load, percentile, printTable, type Load } from './lib/figures.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { keptData, serve } from './lib/milepost.ts';

const SECONDS = 8;
const groupings = ['HEALTH', 'LABEL:area-15', 'STATUS', 'ASSIGNEE', 'SUBGROUP', 'MILESTONE', 'PARENT'] as const;

await ensureBigGroup();
const server = await serve(keptData);
const client = graphqlClient(server.url);

let asked = 0;
const daysFrom = (offset: number) => ({
  start: new Date(Date.UTC(2025, 0, 1) - offset * 86_400_000).toISOString().slice(0, 10),
  end: '2027-12-31',
});
const shared = { fullPath: bigGroup, state: 'opened', sort: 'START_DATE_ASC', topLevelHierarchyOnly: true };
const plain = persistedHash('roadmapGroupEpicsWithColor');
const inLanes = persistedHash('roadmapLanes');

/** `isNew`: over a range that was not requested before, so that no answer is cached. */
function page(groupBy: string | null, isNew: boolean, more: object = {}): Promise<unknown> {
  asked += Number(isNew);
  const variables = { ...shared, timeframe: daysFrom(isNew ? asked : 0) };
  if (groupBy === null) return client.ask(plain, variables);
  const lanes = {
    groupBy,
    layout: 'MONTHS',
    tracking: 'WEIGHT',
    today: new Date().toISOString().slice(0, 10),
    hasShades: false,
  };
  return client.ask(inLanes, { ...variables, ...lanes, ...more });
}

const summary = persistedHash('roadmapSummary');
function counts(): Promise<unknown> {
  asked += 1;
  const { sort: _sort, ...args } = shared;
  const today = new Date().toISOString().slice(0, 10);
  return client.ask(summary, { ...args, timeframe: daysFrom(asked), today, progress: 'WEIGHT' });
}

const ungrouped = await load(1, SECONDS, () => page(null, true));
const rows = [row('no lanes, a different page each time', ungrouped)];
const pages: { groupBy: string; samples: readonly number[] }[] = [];
for (const groupBy of groupings) {
  const loaded = await load(1, SECONDS, () => page(groupBy, true));
  pages.push({ groupBy, samples: loaded.samples });
  rows.push(row(`lanes by ${groupBy}, a different page each time`, loaded));
}
const summaries = await load(1, SECONDS, counts);
rows.push(row('counts of the summary, different each time', summaries));
const [first] = groupings;
rows.push(
  row(`lanes by ${first}, with shades`, await load(1, SECONDS, () => page(first, true, { hasShades: true }))),
  row(`lanes by ${first}, then by STATUS`, await load(1, SECONDS, () => page(first, true, { thenBy: 'STATUS' }))),
  row(`lanes by ${first}, the same page, nothing changed`, await load(1, SECONDS, () => page(first, false))),
);
client.close();
await server.stop();
printTable(
  'The first page of lanes of 100,000 epics, 1 connection',
  ['what', 'p50 ms', 'p95 ms', 'p50 to no lanes'],
  rows,
);

for (const { groupBy, samples } of pages)
  holdTarget('lanes', `first page by ${groupBy} ms (p95)`, percentile(samples, 0.95), 150);
holdTarget('lanes', 'counts of the summary ms (p95)', percentile(summaries.samples, 0.95), 250);

function row(what: string, { samples }: Load): string[] {
  const half = percentile(samples, 0.5);
  return [what, figure(half), figure(percentile(samples, 0.95)), figure(half / percentile(ungrouped.samples, 0.5))];
}
