// The list of a group's issues, with 1,000,000 of them: for every token the first page as the page requests it, and the counts
// of its tabs, each through the whole server. One client, to measure what a user waits for. Processor time shows the cost on an
// otherwise idle machine.
import { adminToken, bigGroup, bigSize } from './lib/big.ts';
import { figure, load, percentile, printTable } from './lib/figures.ts';
import { ensureLists, listsData } from './lib/lists.ts';
import { serve } from './lib/milepost.ts';
import { processorClock } from './lib/processor.ts';

const SECONDS = 1;
const AIM_MS = 150;
/** The limit up to which the page counts. */
const MOST = 10_000;

const label = 'label-7';
const author = 'generated-77';
const two = [author, 'generated-78'];

const allFilters: Record<string, object> = {
  'no filter': {},
  label: { labelName: [label] },
  'label, two': { labelName: [label, 'label-301'] },
  'label None': { labelName: ['None'] },
  'label Any': { labelName: ['Any'] },
  'label is not': { not: { labelName: [label] } },
  'label or': { or: { labelNames: [label, 'label-8'] } },
  author: { authorUsername: author },
  'author is not': { not: { authorUsername: [author] } },
  'author or': { or: { authorUsernames: two } },
  assignee: { assigneeUsernames: [author] },
  'assignee, two': { assigneeUsernames: two },
  'assignee None': { assigneeUsernames: ['None'] },
  'assignee Any': { assigneeUsernames: ['Any'] },
  'assignee is not': { not: { assigneeUsernames: [author] } },
  'assignee or': { or: { assigneeUsernames: two } },
  milestone: { milestoneTitle: ['Release 22'] },
  'milestone None': { milestoneTitle: ['None'] },
  'milestone Any': { milestoneTitle: ['Any'] },
  'milestone Started': { milestoneTitle: ['Started'] },
  'milestone Upcoming': { milestoneTitle: ['Upcoming'] },
  'milestone is not': { not: { milestoneTitle: ['Release 22'] } },
  iteration: { iterationTitle: 'Fortnight 7' },
  'iteration Any': { iterationTitle: 'Any' },
  'iteration None': { iterationTitle: 'None' },
  'iteration Current': { iterationTitle: 'Current' },
  'epic None': { epicId: 'None' },
  'epic Any': { epicId: 'Any' },
  'type incident': { types: ['INCIDENT'] },
  'type issue': { types: ['ISSUE'] },
  weight: { weight: '3' },
  'weight, rare': { weight: '999' },
  'weight None': { weight: 'None' },
  'weight is not': { not: { weight: '3' } },
  'health at risk': { healthStatusFilter: 'atRisk' },
  'health None': { healthStatusFilter: 'NONE' },
  'health is not': { not: { healthStatusFilter: ['atRisk'] } },
  confidential: { confidential: true },
  'not confidential': { confidential: false },
  reaction: { myReactionEmoji: 'rocket' },
  'reaction is not': { not: { myReactionEmoji: 'rocket' } },
  'text in titles, often': { search: 'billing', in: ['TITLE'] },
  'text in titles, rare': { search: '99817', in: ['TITLE'] },
  'text, often': { search: 'billing' },
  'text, rare': { search: '99817' },
  'text, one letter': { search: 'q' },
  'label and assignee': { labelName: [label], assigneeUsernames: [author] },
  'label and milestone': { labelName: [label], milestoneTitle: ['Release 22'] },
  'label and text': { labelName: [label], search: 'billing' },
  'weight and health': { weight: '3', healthStatusFilter: 'atRisk' },
};

/** `FILTERS=weight npm run bench -- lists`: only the filters and orders whose names start with this. */
const isChosen = (name: string) => name.startsWith(process.env['FILTERS'] ?? '');
const filters = Object.fromEntries(Object.entries(allFilters).filter(([name]) => isChosen(name)));

/** The sort orders that the page offers, in both directions, then those that only the API has. */
const orderMessages =
  'UPDATED CREATED DUE_DATE WEIGHT TITLE CLOSED_AT HEALTH_STATUS PRIORITY LABEL_PRIORITY MILESTONE_DUE POPULARITY';
const orders = orderMessages
  .split(' ')
  .flatMap((order) => [`${order}_ASC`, `${order}_DESC`])
  .filter(isChosen);

const declared = `$fullPath: ID!, $sort: IssueSort, $search: String, $in: [IssuableSearchableField!], $authorUsername: String,
  $assigneeUsernames: [String!], $labelName: [String!], $milestoneTitle: [String!], $iterationTitle: String, $epicId: String,
  $types: [IssueType!], $weight: String, $healthStatusFilter: HealthStatusFilter, $confidential: Boolean, $myReactionEmoji: String,
  $not: NegatedIssueFilterInput, $or: UnionedIssueFilterInput`;
const given = `includeSubgroups: true, sort: $sort, search: $search, in: $in, authorUsername: $authorUsername,
  assigneeUsernames: $assigneeUsernames, labelName: $labelName, milestoneTitle: $milestoneTitle, iterationTitle: $iterationTitle,
  epicId: $epicId, types: $types, weight: $weight, healthStatusFilter: $healthStatusFilter, confidential: $confidential,
  myReactionEmoji: $myReactionEmoji, not: $not, or: $or`;
const page = `query (${declared}) { group(fullPath: $fullPath) { issues(state: opened, first: 20, ${given}) {
  nodes { id iid title state labels { nodes { id title } } assignees { nodes { id name } } milestone { id title } userNotesCount }
  pageInfo { hasNextPage endCursor } } } }`;
const count = `query (${declared}, $most: Int!) { group(fullPath: $fullPath) {
  opened: issues(state: opened, first: 0, ${given}) { count(limit: $most) }
  closed: issues(state: closed, first: 0, ${given}) { count(limit: $most) } } }`;

await ensureLists();
const token = await adminToken(listsData);
const server = await serve(listsData);
const processorMs = await processorClock(listsData, server);
const rows: string[][] = [];
for (const [name, filter] of Object.entries(filters)) {
  const variables = { fullPath: bigGroup, sort: 'UPDATED_DESC', most: MOST, ...filter };
  const found = (await ask(count, variables)) as { group: { opened: { count: number } } };
  const pages = await measure(page, variables);
  const counts = await measure(count, variables);
  const { count: opened } = found.group.opened;
  rows.push([
    name,
    opened > MOST ? `${MOST.toLocaleString('en')}+` : opened.toLocaleString('en'),
    figure(pages.p50),
    figure(pages.processor),
    figure(counts.p50),
    figure(counts.processor),
    Math.max(pages.processor, counts.processor) > AIM_MS ? 'no' : 'yes',
  ]);
}
const sorted: string[][] = [];
for (const sort of orders) {
  const { p50, processor } = await measure(page, { fullPath: bigGroup, sort });
  sorted.push([sort, figure(p50), figure(processor), processor > AIM_MS ? 'no' : 'yes']);
}
await server.stop();
printTable(
  `The list of issues in a group with ${bigSize.issues.toLocaleString('en')} of them`,
  ['filter', 'open', 'page p50 ms', 'page processor ms', 'counts p50 ms', 'counts processor ms', `within ${AIM_MS} ms`],
  rows,
);

printTable(
  'Its orders, without a filter',
  ['order', 'page p50 ms', 'page processor ms', `within ${AIM_MS} ms`],
  sorted,
);

async function measure(query: string, variables: object): Promise<{ p50: number; processor: number }> {
  const before = processorMs();
  const { samples, calls } = await load(1, SECONDS, async () => void (await ask(query, variables)));
  return { p50: percentile(samples, 0.5), processor: (processorMs() - before) / calls };
}

async function ask(query: string, variables: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': token },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(`The server answered ${response.status}: ${JSON.stringify(errors).slice(0, 500)}`);
  return data;
}
