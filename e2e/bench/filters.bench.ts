// Every filter of the roadmap, alone and in pairs, in a group with 100,000 epics and 1,000,000 issues: the first page as the
// page requests it, and the count, each through the whole server. One client, to measure what a user waits for. Processor time
// shows the cost on an otherwise idle machine.
import { bigGroup, bigSize, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { figure, load, percentile, printTable } from './lib/figures.ts';
import { keptData, serve } from './lib/milepost.ts';
import { processorClock } from './lib/processor.ts';
import { tokensOfViewers, type Tokens } from './lib/viewers.ts';

/** Time budget for each query; a slow one still runs at least once to warm up and once to be measured. */
const SECONDS = 1;
const AIM_MS = 150;
/** Three years around the middle of the generated dates, as the page requests them. */
const timeframe = { start: '2025-01-01', end: '2027-12-31' };

const allFilters: Record<string, object> = {
  'no filter, tops only': { topLevelHierarchyOnly: true },
  label: { labelName: ['label-7'] },
  'label, two': { labelName: ['label-7', 'label-301'] },
  'label scope::*': { labelName: ['area-5::*'] },
  'label None': { labelName: ['None'] },
  'label Any': { labelName: ['Any'] },
  'label is not': { not: { labelName: ['label-7'] } },
  'label or': { or: { labelNames: ['label-7', 'label-8', 'area-5::*'] } },
  author: { authorUsername: 'generated-77' },
  'author is not': { not: { authorUsername: 'generated-77' } },
  'author or': { or: { authorUsernames: ['generated-77', 'generated-78'] } },
  milestone: { milestoneTitle: 'Release 22' },
  'milestone None': { milestoneTitle: 'None' },
  'milestone Any': { milestoneTitle: 'Any' },
  'milestone Started': { milestoneTitle: 'Started' },
  'milestone Upcoming': { milestoneTitle: 'Upcoming' },
  epic: { iid: '77' },
  reaction: { myReactionEmoji: 'rocket' },
  'reaction is not': { not: { myReactionEmoji: 'rocket' } },
  confidential: { confidential: true },
  'not confidential': { confidential: false },
  'custom field': { customField: [chosen('Bench risk', 'Option 1')] },
  'custom field, rare': { customField: [chosen('Bench risk', 'Rare')] },
  'custom field, two options': { customField: [chosen('Bench teams', 'Option 1', 'Option 2')] },
  'custom field is not': { not: { customField: [chosen('Bench risk', 'Option 1')] } },
  'custom field or': { or: { customField: [chosen('Bench risk', 'Option 1', 'Rare')] } },
  'custom field and label': { customField: [chosen('Bench risk', 'Option 1')], labelName: ['label-7'] },
  'exactly one group': { fullPath: `${bigGroup}/team-7`, includeDescendantGroups: false },
  'text, often': { search: 'billing' },
  'text, rare': { search: '99817' },
  'text, one letter': { search: 'e' },
  'text in one group': { search: 'e', fullPath: `${bigGroup}/team-7`, includeDescendantGroups: false },
  'text in titles': { search: 'billing', in: ['TITLE'] },
  undated: { undated: true, timeframe: null },
  'label and author': { labelName: ['label-7'], authorUsername: 'generated-77' },
  'label and milestone': { labelName: ['label-7'], milestoneTitle: 'Release 22' },
  'label and text': { labelName: ['label-7'], search: 'billing' },
  'milestone and text': { milestoneTitle: 'Release 22', search: 'billing' },
  'no author and text': { not: { authorUsername: 'generated-77' }, search: 'billing' },
  'author and milestone': { authorUsername: 'generated-77', milestoneTitle: 'Release 22' },
  'neither label nor author': { not: { labelName: ['label-7'], authorUsername: 'generated-77' } },
  'no label and no milestone': { labelName: ['None'], milestoneTitle: 'None' },
  'any label and any milestone': { labelName: ['Any'], milestoneTitle: 'Any' },
};

/** `FILTERS=milestone npm run bench -- filters`: only the filters whose names start with this. */
const filters = Object.fromEntries(
  Object.entries(allFilters).filter(([name]) => name.startsWith(process.env['FILTERS'] ?? '')),
);

const declared = `
  $fullPath: ID!, $timeframe: Timeframe, $undated: Boolean, $labelName: [String!], $authorUsername: String,
  $customField: [WorkItemWidgetCustomFieldFilterInputType!], $milestoneTitle: String, $iid: ID, $myReactionEmoji: String, $confidential: Boolean, $search: String,
  $in: [IssuableSearchableField!], $not: NegatedEpicFilterInput, $or: UnionedEpicFilterInput,
  $includeDescendantGroups: Boolean, $topLevelHierarchyOnly: Boolean`;
const given = `
  state: opened, sort: START_DATE_ASC, timeframe: $timeframe, undated: $undated, labelName: $labelName,
  customField: $customField, authorUsername: $authorUsername, milestoneTitle: $milestoneTitle, iid: $iid, myReactionEmoji: $myReactionEmoji,
  confidential: $confidential, search: $search, in: $in, not: $not, or: $or,
  includeDescendantGroups: $includeDescendantGroups, topLevelHierarchyOnly: $topLevelHierarchyOnly`;
const page = `query (${declared}) { group(fullPath: $fullPath) { epics(first: 50, ${given}) {
  nodes { id iid title state startDate dueDate labels { nodes { id title } } descendantCounts { openedIssues closedIssues } }
  pageInfo { hasNextPage endCursor } } } }`;
const count = `query (${declared}) { group(fullPath: $fullPath) { epics(${given}) { count } } }`;

await ensureBigGroup();
const tokens = await tokensOfViewers();
await react();
const numberOf = await defineFields();
const server = await serve(keptData);

const processorMs = await processorClock(keptData, server);
const { administrator, ...others } = tokens;
const rows: string[][] = [];
const rowsOfOthers: string[][] = [];
for (const [name, filter] of Object.entries(filters)) {
  const variables = { fullPath: bigGroup, timeframe, ...withIds(filter) };
  const found = (await ask(count, variables, administrator)) as { group: { epics: { count: number } } };
  const { pages, counts } = await measureBoth(variables, administrator);
  rows.push([
    name,
    found.group.epics.count.toLocaleString('en'),
    figure(pages.p50),
    figure(pages.processor),
    figure(counts.p50),
    figure(counts.processor),
    isFast([pages.processor, counts.processor]),
  ]);
  const taken: number[] = [];
  for (const token of Object.values<string | null>(others)) {
    const both = await measureBoth(variables, token);
    taken.push(both.pages.processor, both.counts.processor);
  }
  rowsOfOthers.push([name, ...taken.map(figure), isFast(taken)]);
}
await server.stop();
const where = `in a group with ${bigSize.epics.toLocaleString('en')} epics and ${bigSize.issues.toLocaleString('en')} issues`;
printTable(
  `Filters ${where}`,
  ['filter', 'epics', 'page p50 ms', 'page processor ms', 'count p50 ms', 'count processor ms', `within ${AIM_MS} ms`],
  rows,
);
printTable(
  `The same filters for others than administrators, ${where}: processor ms`,
  ['filter', ...Object.keys(others).flatMap((name) => [`${name}: page`, `${name}: count`]), `within ${AIM_MS} ms`],
  rowsOfOthers,
);

function isFast(taken: readonly number[]): string {
  return Math.max(...taken) > AIM_MS ? 'no' : 'yes';
}

async function measureBoth(variables: object, token: Tokens[keyof Tokens]) {
  return { pages: await measure(page, variables, token), counts: await measure(count, variables, token) };
}

/** Response time, and the processor time of the server and of PostgreSQL; the latter does not depend on other load. */
async function measure(
  query: string,
  variables: object,
  token: string | null,
): Promise<{ p50: number; processor: number }> {
  const before = processorMs();
  const { samples, calls } = await load(1, SECONDS, async () => void (await ask(query, variables, token)));
  return { p50: percentile(samples, 0.5), processor: (processorMs() - before) / calls };
}

async function ask(query: string, variables: object, token: string | null): Promise<unknown> {
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { 'private-token': token }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(`The server answered ${response.status}: ${JSON.stringify(errors).slice(0, 500)}`);
  return data;
}

/** Creates a thousand reactions of the requesting user, unless they exist. */
async function react(): Promise<void> {
  const { pool, close } = await poolOn(keptData, 1);
  await pool.query(`
    INSERT INTO reactions (work_item_id, user_id, name)
    SELECT w.id, u.id, 'rocket' FROM users u, LATERAL (
      SELECT id FROM work_items WHERE type = 'epic' AND id % 97 = 0 ORDER BY id LIMIT 1000
    ) AS w WHERE u.username = 'bench' AND NOT EXISTS (SELECT FROM reactions r WHERE r.user_id = u.id)`);
  await close();
}

function chosen(field: string, ...options: string[]): object {
  return { customFieldId: field, selectedOptionIds: options.map((option) => `${field}: ${option}`) };
}

/** Pages filter by ids. */
function withIds(filter: object): object {
  const withId = (_key: string, value: unknown) => (typeof value === 'string' ? (numberOf.get(value) ?? value) : value);
  return JSON.parse(JSON.stringify(filter), withId) as object;
}

/**
 * Creates two custom fields, unless they exist: every epic has one option of the first (one in a thousand the rare one) and two
 * of the second. Returns the ids of fields and options by name.
 */
async function defineFields(): Promise<ReadonlyMap<string, string>> {
  const { pool, close } = await poolOn(keptData, 1);
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO custom_fields (namespace_id, name, field_type, work_item_types)
     SELECT n.id, f.name, f.type, '{epic}' FROM namespaces n,
       (VALUES ('Bench risk', 'SINGLE_SELECT'), ('Bench teams', 'MULTI_SELECT')) AS f(name, type)
     WHERE n.full_path = $1 ON CONFLICT DO NOTHING RETURNING id`,
    [bigGroup],
  );
  const fields = rows.map(({ id }) => id);
  await pool.query(
    `INSERT INTO custom_field_options (custom_field_id, value, position)
     SELECT f, CASE n WHEN 10 THEN 'Rare' ELSE 'Option ' || n END, n FROM unnest($1::bigint[]) f, generate_series(0, 10) n`,
    [fields],
  );
  await pool.query(
    `INSERT INTO work_item_custom_field_options (work_item_id, custom_field_id, option_id)
     SELECT w.id, f.id, o.id FROM custom_fields f JOIN work_items w ON w.root_id = f.namespace_id AND w.type = 'epic'
     JOIN custom_field_options o ON o.custom_field_id = f.id AND CASE f.field_type
       WHEN 'SINGLE_SELECT' THEN o.position = CASE WHEN w.id % 1000 = 7 THEN 10 ELSE w.id % 10 END
       ELSE o.position IN (w.id % 10, (w.id + 1) % 10) END
     WHERE f.id = ANY($1::bigint[])`,
    [fields],
  );
  if (fields.length > 0) await pool.query('VACUUM ANALYZE work_item_custom_field_options');
  const { rows: named } = await pool.query<{ name: string; gid: string }>(
    `SELECT f.name, 'gid://gitlab/Issuables::CustomField/' || f.id AS gid
     FROM custom_fields f JOIN namespaces n ON n.id = f.namespace_id AND n.full_path = $1
     UNION ALL
     SELECT f.name || ': ' || o.value, 'gid://gitlab/Issuables::CustomFieldSelectOption/' || o.id
     FROM custom_field_options o JOIN custom_fields f ON f.id = o.custom_field_id
     JOIN namespaces n ON n.id = f.namespace_id AND n.full_path = $1`,
    [bigGroup],
  );
  await close();
  return new Map(named.map(({ name, gid }) => [name, gid]));
}
