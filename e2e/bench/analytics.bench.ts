// DL-AN-09: the calls of analytics for a group of 1,000,000 issues, 102,000 merge requests and 200,000 deployments, and for one of its projects, each through the
// whole server. One client, to measure what a user waits for; processor time shows the cost on an otherwise idle machine. No answer comes from the
// cache, which holds only those of our own pages.
import { bigGroup } from './lib/big.ts';
import { figure, holdTarget, load, percentile, printTable } from './lib/figures.ts';
import { ensureAnalytics } from './lib/analytics.ts';
import { listsData } from './lib/lists.ts';
import { serve } from './lib/milepost.ts';
import { processorClock } from './lib/processor.ts';
import { tokensOfViewers } from './lib/viewers.ts';

const SECONDS = 2;
const LIMIT_MS = 300;
/** The days of the ranges, up to the newest of the generated dates. The page offers up to 180 on its own, callers ask for up to 730. */
const ranges = [90, 180, 730];
const LAST = Date.UTC(2026, 6, 20);

const { projectId, projectPath } = await ensureAnalytics();
const tokens = await tokensOfViewers(listsData);
const server = await serve(listsData);
const processorMs = await processorClock(listsData, server);

type Send = (token: string | null, from: string, to: string) => Promise<unknown>;

const flow = ['issueCount', 'issuesCompletedCount', 'leadTime', 'cycleTime', 'deploymentCount', 'timeToMerge'];
const ofGraphql = (kind: 'group' | 'project'): Record<string, Send> => {
  const path = kind === 'group' ? bigGroup : projectPath;
  const field = (selection: (from: string, to: string) => string): Send => {
    return (token, from, to) => ask(token, `{ ${kind}(fullPath: "${path}") { ${selection(from, to)} } }`);
  };
  const range = (from: string, to: string) => `from: "${from}", to: "${to}"`;
  return {
    ...Object.fromEntries(
      flow.map((name) => [name, field((from, to) => `flowMetrics { ${name}(${range(from, to)}) { value } }`)]),
    ),
    'issueActivity, daily': field(
      (from, to) => `analytics { issueActivity(${range(from, to)}, interval: DAILY) { from opened closed } }`,
    ),
    issueCompletion: field(
      (from, to) => `analytics { issueCompletion(${range(from, to)}) { from completed leadTime cycleTime } }`,
    ),
    deploymentActivity: field(
      (from, to) => `analytics { deploymentActivity(${range(from, to)}) { from deployments changeFailureRate } }`,
    ),
    openMergeRequestAges: field(() => 'analytics { openMergeRequestAges { count } }'),
    'dora, monthly': field(
      (
        from,
        to,
      ) => `dora { metrics(startDate: "${from}", endDate: "${to}", interval: MONTHLY) { date deploymentFrequency
        changeFailureRate leadTimeForChanges timeToRestoreService } }`,
    ),
  };
};

const count = (name: string): Send => {
  return (token, from, to) => get(token, `/analytics/group_activity/${name}`, { group_path: bigGroup, from, to });
};
const dora = (path: string, metric: string): Send => {
  return (token, from, to) => get(token, `${path}/dora/metrics`, { metric, start_date: from, end_date: to });
};
const calls: Record<string, Send> = {
  ...ofGraphql('group'),
  issues_count: count('issues_count'),
  merge_requests_count: count('merge_requests_count'),
  new_members_count: count('new_members_count'),
  'dora/metrics of the group, daily': dora(`/groups/${bigGroup}`, 'lead_time_for_changes'),
};
const ofProject: Record<string, Send> = {
  ...ofGraphql('project'),
  code_review: (token) => get(token, '/analytics/code_review', { project_id: projectId }),
  deployment_frequency: (token, from, to) =>
    get(token, `/projects/${projectId}/analytics/deployment_frequency`, { from, to }),
  'dora/metrics, daily': dora(`/projects/${projectId}`, 'lead_time_for_changes'),
};

const to = day(0);
for (const days of ranges) {
  let worst = 0;
  const rows: string[][] = [];
  const measure = async (name: string, send: Send, token: string | null) => {
    const before = processorMs();
    const { samples, calls: sent } = await load(1, SECONDS, async () => void (await send(token, day(1 - days), to)));
    const slow = percentile(samples, 0.95);
    worst = Math.max(worst, slow);
    rows.push([name, figure(percentile(samples, 0.5)), figure(slow), figure((processorMs() - before) / sent)]);
  };
  for (const [name, send] of Object.entries(calls)) await measure(name, send, tokens.owner);
  for (const viewer of ['anonymous', 'guest of a subgroup', 'administrator'] as const) {
    for (const name of ['issueActivity, daily', 'issueCompletion', 'dora, monthly'] as const) {
      await measure(`${name}: ${viewer}`, calls[name] ?? failed, tokens[viewer]);
    }
  }
  if (days === ranges[0]) {
    for (const [name, send] of Object.entries(ofProject)) await measure(`a project: ${name}`, send, tokens.owner);
  }
  printTable(`Calls of analytics over ${days} days`, ['call', 'p50 ms', 'p95 ms', 'processor ms'], rows);
  holdTarget('DL-AN-09', `the slowest call over ${days} days, ms (p95)`, worst, LIMIT_MS);
}
await server.stop();

function day(offset: number): string {
  return new Date(LAST + offset * 86_400_000).toISOString().slice(0, 10);
}

function failed(): never {
  throw new Error('There is no such call');
}

async function ask(token: string | null, query: string): Promise<void> {
  const text = query.replaceAll(
    /(flowMetrics \{ \w+\(from: )"([\d-]+)", to: "([\d-]+)"/g,
    '$1"$2T00:00:00Z", to: "$3T00:00:00Z"',
  );
  const headers = { 'content-type': 'application/json', ...credentials(token) };
  const body = JSON.stringify({ query: text });
  const answer = await fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body });
  const { errors } = (await answer.json()) as { errors?: unknown };
  if (errors) throw new Error(`The server answered ${answer.status}: ${JSON.stringify(errors).slice(0, 500)}`);
}

async function get(token: string | null, path: string, input: Record<string, string | number>): Promise<void> {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${server.url}/api/v4${path}?${query}`, { headers: credentials(token) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  await answer.arrayBuffer();
}

function credentials(token: string | null): Record<string, string> {
  return token === null ? {} : { 'private-token': token };
}
