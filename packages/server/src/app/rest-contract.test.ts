import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { dayFromNow } from '../testing/build/milestones.ts';
import { pixel } from '../testing/build/uploads.ts';
import { documentedCalls, type DocumentedCall } from '../testing/documented-rest.ts';
import { test } from '../testing/forms.ts';
import type { Answer } from '../testing/http.ts';

/*
 * Every documented call for epics, issues and related objects is made once, in the order of the list, in one group: each must
 * answer with the listed status and the fields with their types. The result is printed into the guide.
 */

type Input = Readonly<Record<string, unknown>>;
/** The values of `:epic_iid` and other path parameters. */
type Parameters = Record<string, string | number>;

interface OpenApi {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[]; requestBody?: unknown }>>;
}
const openApi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/api/openapi.json'), 'utf8'),
) as OpenApi;

/** The parameters in Milepost's own API description. */
function parametersOf(call: string): string[] {
  const [verb = '', path = ''] = call.split(' ');
  const operation = openApi.paths[`/api/v4${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[verb.toLowerCase()];
  if (!operation) return ['not described'];
  const body = JSON.stringify(operation.requestBody ?? {});
  const schema = /"properties":(\{.*\})/.exec(body)?.[1];
  const inBody = schema === undefined ? [] : Object.keys(propertiesOf(operation.requestBody));
  const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
  return [...new Set([...inQuery.map((name) => name.replace(/\[.*/, '')), ...inBody])];
}

function propertiesOf(body: unknown): object {
  const content = (body as { content: Record<string, { schema: { properties: object } }> }).content;
  return content['application/json']?.schema.properties ?? {};
}

/** Fields and their types: `references.short: text`. For a list, those of its first row. */
function shapeOf(value: unknown, path = ''): Map<string, string> {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const shape = new Map<string, string>();
  if (typeof first !== 'object' || first === null) return shape;
  for (const [name, each] of Object.entries(first)) {
    const field = path === '' ? name : `${path}.${name}`;
    shape.set(field, typeOf(each));
    for (const [inner, type] of shapeOf(each, field)) shape.set(inner, type);
  }
  return shape;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'list' : `list of ${typeOf(value[0])}`;
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value) ? (value.length > 10 ? 'time' : 'day') : 'text';
  return { number: 'number', boolean: 'true or false', object: 'object' }[typeof value as 'number'] ?? typeof value;
}

/** Null and empty lists have no fields. */
function isShown(shape: ReadonlyMap<string, string>, field: string): boolean {
  const above = shape.get(field.slice(0, Math.max(field.lastIndexOf('.'), 0)));
  return shape.has(field) || above === 'null' || above === 'list';
}

const printed: string[] = [];

describe('the calls that existing clients know', () => {
  test('each takes its parameters and answers its status and fields', async ({ build, call, form }) => {
    const group = await build.group();
    const project = await build.project({ group });
    const away = await build.project({ group });
    const cadence = await build.cadence({ group });
    const iteration = await build.iteration({ cadence, startDate: dayFromNow(-3), dueDate: dayFromNow(10) });
    const parent = await build.epic({ group, author: 'dana' });
    const epic = await build.epic({ group, parent, author: 'dana', startDate: '2026-01-01' });
    const child = await build.epic({ group, parent: epic });
    const adopted = await build.epic({ group });
    const other = await build.epic({ group });
    const spring = await build.milestone({ namespace: project, startDate: '2026-01-01', dueDate: '2026-02-01' });
    await build.label({ namespace: group, title: 'bug' });
    const wood = await build.label({ namespace: project, title: 'wood' });
    const issue = await build.issue({
      project,
      parent: epic,
      author: 'dana',
      assignees: ['rita'],
      dueDate: '2026-05-01',
    });
    const free = [await build.issue({ project }), await build.issue({ project })] as const;
    const incident = await build.issue({ project, type: 'incident' });
    const traveling = await build.issue({ project });
    const inEpic = await build.issue({ project });
    const gone = [await build.epic({ group }), await build.issue({ project })] as const;
    const id = { group: group.id, project: project.id };
    const issuePath = `/projects/${project.id}/issues/${issue.iid}`;
    const epicPath = `/groups/${group.id}/epics/${epic.iid}`;
    // Creates an event, so that the list is not empty.
    for (const changes of [
      { milestone_id: spring.id, weight: 3, add_labels: 'bug', health_status: 'at_risk' },
      { state_event: 'close' },
    ]) {
      expect((await call('root', 'PUT', issuePath, changes)).status).toBe(200);
    }
    const planned = await call('root', 'POST', `${issuePath}/notes`, { body: `/iteration *iteration:${iteration.id}` });
    expect(planned).toMatchObject({ status: 202 });
    for (const changes of [{ add_labels: 'bug' }, { state_event: 'close' }, { state_event: 'reopen' }]) {
      expect((await call('root', 'PUT', epicPath, changes)).status).toBe(200);
    }

    const kept: Record<string, number | string> = {};
    const keep = (name: string) => (body: unknown) => {
      const row = (Array.isArray(body) ? body[0] : body) as { id?: number | string } | undefined;
      if (row?.id !== undefined) kept[name] = row.id;
    };
    const issueCreated = {
      title: 'New',
      description: '- [ ] one',
      labels: 'bug',
      weight: 2,
      iid: 900,
      due_date: '2026-06-01',
    };
    const epicCreated = { title: 'New', labels: 'bug', start_date_fixed: '2026-02-02', start_date_is_fixed: true };
    const file = { name: 'chart.png', bytes: pixel, type: 'image/png' };

    /** The input of a call, its path, and the values that later calls need. */
    const wanted: Record<string, { at?: Parameters; send?: Input; after?: (body: unknown) => void; file?: true }> = {
      'POST /groups/:id/epics': { send: epicCreated },
      'PUT /groups/:id/epics/:epic_iid': { send: { title: 'Changed', updated_at: '2026-01-05T00:00:00Z' } },
      'POST /groups/:id/epics/:epic_iid/epics': { send: { title: 'Below' } },
      'POST /groups/:id/epics/:epic_iid/epics/:child_epic_id': { at: { child_epic_id: adopted.id } },
      'PUT /groups/:id/epics/:epic_iid/epics/:child_epic_id': { send: { move_after_id: adopted.id } },
      'POST /groups/:id/epics/:epic_iid/issues/:issue_id': { at: { issue_id: inEpic.id } },
      'PUT /groups/:id/epics/:epic_iid/issues/:epic_issue_id': { send: { move_before_id: inEpic.id } },
      'DELETE /groups/:id/epics/:epic_iid/issues/:epic_issue_id': { at: { epic_issue_id: inEpic.id } },
      'POST /groups/:id/epics/:epic_iid/related_epics': {
        send: { target_group_id: group.id, target_epic_iid: other.iid, link_type: 'blocks' },
        after: keep('related_epic_link_id'),
      },
      'GET /issues': { send: { scope: 'all', iids: String(issue.iid), order_by: 'weight' } },
      'GET /groups/:id/issues': { send: { iids: String(issue.iid) } },
      'GET /projects/:id/issues': { send: { iids: String(issue.iid), 'not[labels]': 'wood' } },
      'POST /projects/:id/issues': { send: issueCreated },
      'PUT /projects/:id/issues/:issue_iid': {
        send: { title: 'Changed', labels: 'bug', updated_at: '2026-01-05T00:00:00Z' },
      },
      'PUT /projects/:id/issues/:issue_iid/reorder': {
        at: { issue_iid: free[0].iid },
        send: { move_before_id: free[1].id },
      },
      'POST /projects/:id/issues/:issue_iid/move': {
        at: { issue_iid: traveling.iid },
        send: { to_project_id: away.id },
      },
      'POST /projects/:id/issues/:issue_iid/clone': { send: { to_project_id: away.id } },
      'POST /projects/:id/issues/:issue_iid/time_estimate': { send: { duration: '2h' } },
      'POST /projects/:id/issues/:issue_iid/add_spent_time': { send: { duration: '1h', summary: 'Sawing' } },
      'POST /projects/:id/issues/:issue_iid/links': {
        send: { target_project_id: project.id, target_issue_iid: free[0].iid, link_type: 'blocks' },
        after: keep('issue_link_id'),
      },
      'POST /projects/:id/issues/:issue_iid/metric_images': { file: true, after: keep('image_id') },
      'PUT /projects/:id/issues/:issue_iid/metric_images/:image_id': { send: { url_text: 'Chart' } },
      'DELETE /projects/:id/issues/:issue_iid': { at: { issue_iid: gone[1].iid } },
      'DELETE /groups/:id/epics/:epic_iid': { at: { epic_iid: gone[0].iid } },
      'GET /groups/:id/labels': { send: { with_counts: true } },
      'GET /projects/:id/labels': { send: { with_counts: true } },
      'POST /groups/:id/milestones': { send: { title: 'Summer', due_date: '2026-08-01' }, after: keep('milestone_id') },
      'PUT /groups/:id/milestones/:milestone_id': { send: { start_date: '2026-07-01' } },
      'POST /projects/:id/milestones': { send: { title: 'Autumn' } },
      'PUT /projects/:id/milestones/:milestone_id': { at: { milestone_id: spring.id }, send: { description: 'Green' } },
      'GET /projects/:id/milestones/:milestone_id/issues': { at: { milestone_id: spring.id } },
      'GET /projects/:id/milestones/:milestone_id/merge_requests': { at: { milestone_id: spring.id } },
      'POST /groups/:id/labels': { send: { name: 'tall', color: '#c91c00' }, after: keep('label_id') },
      'PUT /groups/:id/labels/:label_id': { send: { new_name: 'taller' } },
      'POST /projects/:id/labels': { send: { name: 'short', color: '#c91c00', priority: 1 } },
      'PUT /projects/:id/labels/:label_id': { at: { label_id: wood.id }, send: { description: 'Oak' } },
      'POST /projects/:id/labels/:label_id/subscribe': { at: { label_id: wood.id } },
      'POST /projects/:id/labels/:label_id/unsubscribe': { at: { label_id: wood.id } },
      'PUT /projects/:id/labels/:label_id/promote': { at: { label_id: wood.id } },
    };
    /** The common path parameters and setup of these calls. */
    const byEnd: readonly [RegExp, { send?: Input; after?: (body: unknown) => void }][] = [
      [/^(?:POST|PUT).*\/notes(?:\/:note_id)?$/, { send: { body: 'Said' }, after: keep('note_id') }],
      [/^POST .*\/discussions$/, { send: { body: 'Asked' }, after: keep('discussion_id') }],
      [/^PUT .*\/discussions\/:discussion_id$/, { send: { resolved: true } }],
      [/^POST .*\/award_emoji$/, { send: { name: 'rocket' }, after: keep('award_id') }],
      [/^GET .*_events$/, { after: keep('event_id') }],
      [/^GET \/todos$/, { after: keep('id of a to-do') }],
    ];

    const differences: string[] = [];
    for (const documented of documentedCalls) {
      const { call: name, status } = documented;
      const [verb = '', path = ''] = name.split(' ');
      const what = { ...byEnd.find(([pattern]) => pattern.test(name))?.[1], ...wanted[name] };
      const parameters: Parameters = {
        id: path.startsWith('/groups')
          ? id.group
          : path.startsWith('/issues')
            ? issue.id
            : path.startsWith('/todos')
              ? (kept['id of a to-do'] ?? 0)
              : id.project,
        epic_iid: epic.iid,
        epic_id: epic.id,
        issue_iid: path.includes('metric_images') ? incident.iid : issue.iid,
        child_epic_id: child.id,
        epic_issue_id: issue.id,
        ...kept,
        ...what.at,
      };
      const address = path.replaceAll(/:(\w+)/g, (_all, part: string) => String(parameters[part]));
      const answer: Answer<unknown> = what.file
        ? await form('root', 'POST', `/api/v4${address}`, file, { url: 'http://example.com' })
        : await call<unknown>('root', verb as 'GET', address, what.send);
      if (answer.status !== status) differences.push(`${name} answers ${answer.status} ${JSON.stringify(answer.body)}`);
      what.after?.(answer.body);
      const shape = shapeOf(answer.body);
      const missing = documented.answers.filter((field) => !isShown(shape, field));
      if (missing.length > 0) differences.push(`${name} leaves out ${missing.join(', ')}`);
      const taken = parametersOf(name);
      const unknown = documented.takes.filter((parameter) => !taken.includes(parameter));
      if (unknown.length > 0) differences.push(`${name} does not take ${unknown.join(', ')}`);
      printed.push(rowOf(documented, taken, shape));
    }
    expect(differences).toEqual([]);
  });

  test('the guide lists parameters and answers of each', async () => {
    const guide = fileURLToPath(new URL('../../../../docs/api/rest.md', import.meta.url));
    await expect(`${heading}${printed.join('\n')}\n`).toMatchFileSnapshot(guide);
  });
});

function rowOf({ call, status }: DocumentedCall, takes: readonly string[], shape: ReadonlyMap<string, string>): string {
  const answers = [...shape.keys()].filter((field) => !field.includes('.'));
  return `| \`${call}\` | ${status} | ${takes.join(', ')} | ${answers.join(', ')} |`;
}

const heading = `# The REST API for existing clients

Generated from a test that makes every one of these calls (packages/server/src/app/rest-contract.test.ts) and compares status, parameters and
fields with the public documentation that such clients use. Unknown parameters are ignored, as clients expect.
Everything else about a call is in [openapi.json](openapi.json).

- Lists have 20 rows by default, at most 100 (\`per_page\`), with \`x-total\`, \`x-total-pages\`, \`x-page\`, \`x-per-page\`, \`x-next-page\`,
  \`x-prev-page\` and \`link\`; lists of epics, issues, groups and projects also page by keyset (\`pagination=keyset\`).
  Epics, issues and search results have no total and no link to the last page above 10,000 rows.
- Invisible objects answer 404, forbidden operations 403, and operations that require signing in 401.
- Notes, discussions and events of an epic use its \`id\`, everything else its \`iid\`, as published.
- Parameters may be in the query string, or in a body of JSON or of a form, URL-encoded or multipart. Times without an offset are UTC.
- The user agent of an issue is not stored: \`user_agent_detail\` answers 404.
- \`iid\`, \`created_at\` and \`updated_at\` are accepted from owners and ignored from others.

| Call | Status | Parameters | Fields |
| --- | --- | --- | --- |
`;
