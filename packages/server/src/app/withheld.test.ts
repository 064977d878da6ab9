import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { documentsAbout } from '../testing/everything.ts';
import { test, tokenFor } from '../testing/http.ts';
import { makeOpenNamespace, outsiders, rounds, type OpenNamespace, type Outsider } from '../testing/withheld.ts';
import { schemaOfAllRooms } from './schema.ts';

/** So many are asked before the next person gets the same, while they are still prepared. */
const DOCUMENTS_AT_ONCE = 20;

/** All answers to a person, by query. */
type Answers = Record<string, unknown>;

/**
 * Runs every query in one namespace, before and after adding objects that some people may not see. Any difference in their
 * answers is a leak. Each round adds another kind of object.
 */
test('PM-GN-05: invisible objects change no answer: no list, count, sum, flag, title, note or header', async ({
  build,
  world,
  server,
  call,
  askEach,
}) => {
  const hands = { build, call, world };
  const open = await makeOpenNamespace(hands);
  const addresses = addressesIn(open);
  const documents = [...documentsIn(open)];
  const batches = Array.from({ length: Math.ceil(documents.length / DOCUMENTS_AT_ONCE) }, (_, index) =>
    documents.slice(index * DOCUMENTS_AT_ONCE, (index + 1) * DOCUMENTS_AT_ONCE),
  );
  /** What each of these people gets. They ask the same in turn: a document is prepared once for all of them. */
  const answersTo = async (people: readonly Outsider[]): Promise<Record<Outsider, Answers>> => {
    const received: Record<Outsider, Answers> = { nobody: {}, otto: {}, gwen: {} };
    for (const url of addresses) {
      for (const who of people) {
        const headers = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
        const answer = await server.inject({ url, headers });
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        received[who][url] = {
          status: answer.statusCode,
          heads: Object.fromEntries(heads.map((name) => [name, answer.headers[name]])),
          body: isJson ? answer.json() : answer.body,
        };
      }
    }
    for (const batch of batches) {
      for (const who of people) {
        const answers = await askEach(
          who,
          batch.map(([, document]) => document),
        );
        for (const [index, [name]] of batch.entries()) {
          const { data, errors } = answers[index] ?? { data: null };
          received[who][name] = { data, errors: errors?.map(({ message }) => message) };
        }
      }
    }
    return received;
  };
  const before = await answersTo(outsiders);
  expect(answeredIn(before.gwen)).toBeGreaterThan(250);
  for (const { name: round, viewer, hide } of rounds) {
    await hide(hands, open);
    const ignored = round.includes('banned') ? timeOfChange : /^$/;
    const after = await answersTo([viewer]);
    expect({ round, received: differences(before[viewer], after[viewer], ignored) }).toEqual({
      round,
      received: [],
    });
  }
});

/**
 * The update time of an item, and so the ETag of an answer, reveals that a later banned person commented, and when
 * (docs/decisions/0008).
 */
const timeOfChange = /^updated_?at$|^etag$|\.csv/i;

const heads = ['x-total', 'x-total-pages', 'x-next-page', 'link', 'etag', 'last-modified'] as const;

/** Every GET of the REST API about this namespace, lists also with filters; and those of its pages. */
function addressesIn(open: OpenNamespace): string[] {
  const { groupId, projectId, theme, issue } = open;
  const described = JSON.parse(readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, { get?: object }>;
  };
  const api = Object.entries(described.paths).flatMap(([path, { get }]) => (get ? [filledIn(path, open)] : []));
  const [group, project] = [`/api/v4/groups/${groupId}`, `/api/v4/projects/${projectId}`];
  const narrowed = [
    'search=Secret',
    'milestone=Spring',
    'milestone=None',
    'labels=bug',
    'not[labels]=bug',
    'epic_id=None',
    `epic_id=${theme.id}`,
    'confidential=true',
    'weight=7',
    'assignee_id=Any',
    'order_by=priority',
    'pagination=keyset&per_page=1&order_by=created_at',
  ].flatMap((parameters) => [
    `${project}/issues?${parameters}`,
    `${group}/issues?${parameters}`,
    `${group}/issues_statistics?${parameters}`,
  ]);
  const epics = ['search=Secret', 'labels=bug', 'confidential=true', 'per_page=1', 'order_by=title&sort=asc'];
  const issuePage = `/open/shop/-/issues/${issue.iid}`;
  const epicPage = `/groups/open/-/epics/${theme.iid}`;
  const sources = ['issues', 'epics', 'milestones', 'labels', 'members', 'commands'].flatMap((source) => [
    `/open/shop/-/autocomplete_sources/${source}?type=Issue&type_id=${issue.iid}`,
    `/groups/open/-/autocomplete_sources/${source}?type=Epic&type_id=${theme.iid}`,
  ]);
  return [
    ...api.filter((path) => !path.includes('{')),
    ...narrowed,
    ...epics.map((parameters) => `${group}/epics?${parameters}`),
    `${group}/labels?with_counts=true`,
    `${project}/labels?with_counts=true`,
    `${group}/milestones?include_descendants=true`,
    `${group}/iterations?include_descendants=true`,
    ...['projects', 'groups', 'namespaces'].map((list) => `/api/v4/${list}?search=vault`),
    ...['issues', 'notes', 'epics', 'milestones'].map((scope) => `${group}/search?search=Secret&scope=${scope}`),
    ...['issues', 'projects', 'notes'].map(
      (scope) => `/api/v4/search?search=${scope === 'projects' ? 'vault' : 'Secret'}&scope=${scope}`,
    ),
    ...['.json', '/realtime_changes', '/links'].map((end) => issuePage + end),
    ...['.json', '/realtime_changes', '/related_epic_links'].map((end) => epicPage + end),
    '/open/shop/-/labels.json',
    '/groups/open/-/labels.json',
    ...sources,
  ];
}

function filledIn(
  path: string,
  { groupId, projectId, labelId, milestoneId, theme, issue, ...notes }: OpenNamespace,
): string {
  const isOfGroup = path.includes('/groups/');
  const values: Record<string, number> = {
    id: path.includes('/api/v4/issues/') ? issue.id : isOfGroup ? groupId : projectId,
    epic_iid: theme.iid,
    epic_id: theme.id,
    issue_iid: issue.iid,
    note_id: isOfGroup ? notes.epicNoteId : notes.noteId,
    label_id: labelId,
    milestone_id: milestoneId,
  };
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** All GraphQL fields of this namespace, and its lists with filters. */
function documentsIn({ theme, feature, issue, milestoneId }: OpenNamespace): Map<string, string> {
  const schema = schemaOfAllRooms();
  const about = (name: string, type: string, around: (fields: string) => string, depth = 2) =>
    [...documentsAbout(schema, type, { depth, around })].map(([field, text]) => [`${name}: ${field}`, text] as const);
  const inGroup = (fields: string) => `{ group(fullPath: "open") { ${fields} } }`;
  const inProject = (fields: string) => `{ project(fullPath: "open/shop") { ${fields} } }`;
  const item = (id: number) => (fields: string) => `{ workItem(id: "gid://gitlab/WorkItem/${id}") { ${fields} } }`;
  const milestone = (fields: string) => `{ milestone(id: "gid://gitlab/Milestone/${milestoneId}") { ${fields} } }`;
  const epicMessages = [
    'milestoneTitle: "Spring"',
    'milestoneTitle: "None"',
    'milestoneTitle: "Any"',
    'search: "Secret"',
    'confidential: true',
    'timeframe: { start: "2025-01-01", end: "2027-01-01" }',
    'topLevelHierarchyOnly: true',
    'sort: START_DATE_ASC',
    'not: { labelName: ["bug"] }',
    'labelName: ["Any"]',
  ].map((parameters) => inGroup(`epics(${parameters}) { count nodes { id hasChildren hasIssues startDate dueDate } }`));
  const issueMessages = [
    'milestoneTitle: ["Spring"]',
    `epicId: "${theme.id}"`,
    'search: "Secret"',
    'weight: "7"',
    'labelName: ["bug"]',
    'assigneeWildcardId: ANY',
  ].map((parameters) =>
    inGroup(`issues(${parameters}, includeSubgroups: true) { count nodes { id blocked blockedByCount } }`),
  );
  const searches = ['Secret', 'watches', 'vault', '#3', '"Secret leak"', 'Hello -Secret', 'secret -leak'].flatMap(
    (text) =>
      ['', ', groupId: "open"', ', scope: NOTES', ', scope: ISSUES, state: OPENED', ', labelTitle: "bug"'].map(
        (rest) => `{ search(search: ${JSON.stringify(text)}${rest}) {
        counts { scope count }
        filters { state { value count } authorUsername { value count } labelTitle { value count } projectPath { value count } }
        results(first: 50) { nodes { title passage reference } } } }`,
      ),
  );
  return new Map([
    ...about('group', 'Group', inGroup),
    ...about('project', 'Project', inProject),
    ...about('namespace', 'Namespace', (fields) => `{ namespace(fullPath: "open") { ${fields} } }`),
    ...about('theme', 'Epic', (fields) => inGroup(`epic(iid: "${theme.iid}") { ${fields} }`)),
    ...about('feature', 'Epic', (fields) => inGroup(`epic(iid: "${feature.iid}") { ${fields} }`), 1),
    ...about('issue', 'Issue', (fields) => inProject(`issue(iid: "${issue.iid}") { ${fields} }`)),
    ...about('theme as an item', 'WorkItem', item(theme.id)),
    ...about('issue as an item', 'WorkItem', item(issue.id)),
    ...about('milestone', 'Milestone', milestone),
    ...about('viewer', 'CurrentUser', (fields) => `{ currentUser { ${fields} } }`),
    ...about('author', 'UserCore', (fields) => `{ user(username: "ada") { ${fields} } }`),
    ...[...epicMessages, ...issueMessages, ...searches].map((text) => [text, text] as const),
  ]);
}

/** The number of answers with content, rather than not found. */
function answeredIn(received: Answers): number {
  const answers = Object.values(received) as { status?: number; data?: unknown }[];
  return answers.filter(({ status, data }) => (status === undefined ? Boolean(data) : status < 400)).length;
}

/** The differences of two answers, as paths with both values; matching keys are skipped. */
function differences(was: unknown, is: unknown, ignored: RegExp, path = ''): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  if (typeof was !== 'object' || typeof is !== 'object' || was === null || is === null) {
    return [`${path}: ${JSON.stringify(was)} became ${JSON.stringify(is)}`.slice(0, 300)];
  }
  const [one, two] = [was as Answers, is as Answers];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(two)])].filter((key) => !ignored.test(key));
  return keys.flatMap((key) => differences(one[key], two[key], ignored, `${path} ${key}`));
}
