// The roadmap's first page of a group with 100,000 epics, through the whole server, compared with its lower bound: the same
// rows as JSON directly from PostgreSQL. Eight clients, on this machine, in one run.
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { figure, load, percentile, printTable, type Load } from './lib/figures.ts';
import { keptData, serve } from './lib/milepost.ts';

const CLIENTS = 8;
const SECONDS = 15;
/** Three years around the middle of the generated dates, as the page requests them. */
const timeframe = { start: '2025-01-01', end: '2027-12-31' };

/** The best that SQL can do: the ids from the same index that the server uses, then one row of JSON for each. */
const floor = `
  WITH scope AS MATERIALIZED (
    SELECT n.id, n.name, n.full_name, n.full_path FROM namespaces n, namespaces g
    WHERE g.full_path = $1 AND n.kind = 'group' AND n.visibility = 'public'
      AND n.traversal_ids >= g.traversal_ids AND n.traversal_ids < ARRAY[g.id + 1]
  ), first AS MATERIALIZED (
    SELECT w.id, w.start_date_ascending AS key FROM work_items w
    WHERE w.root_id = (SELECT id FROM namespaces WHERE full_path = $1) AND (w.namespace_id IN (SELECT id FROM scope)) IS TRUE
      AND w.type = 'epic' AND NOT w.is_confidential AND w.state = 'opened' AND w.parent_id IS NULL
      AND (w.start_date IS NOT NULL OR w.due_date IS NOT NULL)
      AND (w.start_date IS NULL OR w.start_date <= $3::date) AND (w.due_date IS NULL OR w.due_date >= $2::date)
    ORDER BY key, w.id LIMIT 51
  )
  SELECT json_agg(json_build_object('id', w.id, 'iid', w.iid, 'title', w.title, 'state', w.state, 'startDate', w.start_date,
    'dueDate', w.due_date, 'confidential', w.is_confidential, 'color', w.color,
    'hasChildrenWithinTimeframe', EXISTS (SELECT FROM work_items c WHERE c.parent_id = w.id AND c.type = 'epic'
      AND (c.start_date IS NOT NULL OR c.due_date IS NOT NULL) AND (c.start_date IS NULL OR c.start_date <= $3::date) AND (c.due_date IS NULL OR c.due_date >= $2::date)),
    'group', (SELECT json_build_object('id', s.id, 'name', s.name, 'fullName', s.full_name, 'fullPath', s.full_path) FROM scope s WHERE s.id = w.namespace_id),
    'labels', (SELECT json_agg(json_build_object('id', l.id, 'title', l.title, 'description', l.description, 'color', l.color, 'textColor', l.text_color) ORDER BY l.title)
      FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id),
    'links', (SELECT json_agg(k.id) FROM (SELECT id FROM work_item_links WHERE source_id = w.id UNION ALL SELECT id FROM work_item_links WHERE target_id = w.id) AS k),
    'counts', (SELECT to_json(r) FROM work_item_rollups r WHERE r.work_item_id = w.id),
    'pending', (SELECT json_agg(d) FROM work_item_rollup_deltas d WHERE d.work_item_id = w.id)
  ) ORDER BY first.key, first.id)::text AS json FROM first JOIN work_items w ON w.id = first.id`;

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

/** Ten times a second an epic is changed. */
async function whileChanging<Result>(work: () => Promise<Result>): Promise<Result> {
  const change = 'UPDATE work_items SET updated_at = now() WHERE id = (SELECT max(id) FROM work_items)';
  const timer = setInterval(() => void pool.query(change), 100);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function straight(): Promise<void> {
  await pool.query({ name: 'floor', text: floor, values: [bigGroup, timeframe.start, timeframe.end] });
}

const floorLoad = await load(CLIENTS, SECONDS, straight);
const repeated = await load(CLIENTS, SECONDS, () => ask(timeframe));
const changing = await whileChanging(() => load(CLIENTS, SECONDS, () => ask(timeframe)));
const anew = await load(CLIENTS, SECONDS, askAnew);
const alone = await load(1, 5, askAnew);
client.close();
await close();
await server.stop();

printTable(
  'The roadmap’s first page: 50 of 100,000 epics',
  ['what', 'p50 ms', 'p99 ms', 'requests/s', 'p50 to the floor'],
  [
    row('floor: the rows as JSON from PostgreSQL, 8 connections', floorLoad),
    row('the same page for everyone, no changes, 8 connections', repeated),
    row('the same page for everyone, ten changes a second, 8 connections', changing),
    row('a different page each time, 8 connections', anew),
    row('a different page each time, 1 connection', alone),
  ],
);

function row(what: string, { samples, perSecond }: Load): string[] {
  const half = percentile(samples, 0.5);
  const toFloor = half / percentile(floorLoad.samples, 0.5);
  return [what, figure(half), figure(percentile(samples, 0.99)), figure(perSecond), figure(toFloor)];
}
