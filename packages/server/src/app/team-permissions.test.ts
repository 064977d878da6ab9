import { expect } from 'vitest';
import { castNames, type CastName } from '../testing/cast.ts';
import { test, type Verb } from '../testing/http.ts';
import { promised, type PermissionRow, type Verdict } from '../testing/permissions.ts';
import { tables } from '../testing/permissions/of-all-rooms.ts';

interface Request {
  verb: Verb;
  path: string;
  input?: object;
}
interface Mutation {
  mutation: string;
  input: object;
}
type Identified = { id: number };
type Call<Subject = never> = (subject: Subject) => Request | Mutation;

const request = (verb: Verb, path: string, input?: object): Request => ({ verb, path, ...(input && { input }) });
const mutate = (mutation: string, input: object): Mutation => ({ mutation, input });
const gid = (type: string, { id }: Identified): string => `gid://gitlab/${type}/${id}`;

type NamespaceRow = Identified & { fullPath: string; path: string; kind: 'group' | 'project' };
interface PlaceAndPerson {
  namespace: NamespaceRow;
  someone: Identified;
}
interface LabelIn {
  namespace: NamespaceRow;
  label: Identified;
}
interface TokenIn {
  namespace: NamespaceRow;
  token: Identified;
}
type OwnedByNamespace = Identified & { namespaceId: number };
type Item = OwnedByNamespace & { iid: number };

const labelPath = ({ namespace, label }: LabelIn): string => `/${namespace.kind}s/${namespace.id}/labels/${label.id}`;
const tokenPath = ({ namespace, token }: TokenIn): string =>
  `/${namespace.kind}s/${namespace.id}/access_tokens/${token.id}`;
const newToken = { name: 'deploy', scopes: ['api'] };
const lifecycle = 'gid://gitlab/WorkItems::Statuses::SystemDefined::Lifecycle/1';
const inProgress = 'gid://gitlab/WorkItems::Statuses::SystemDefined::Status/2';

/** How REST or GraphQL asks for each operation of the tables below; the subject is that of the table's row. */
const calls: Readonly<Record<string, Call>> = {
  'create a subgroup': ({ id }: NamespaceRow) =>
    request('POST', '/groups', { name: 'Sub', path: 'sub', parent_id: id }),
  'create a project in a group': ({ id }: NamespaceRow) =>
    request('POST', '/projects', { name: 'Made', namespace_id: id }),
  'change the name, path, description or visibility of a group': ({ id, path }: NamespaceRow) =>
    request('PUT', `/groups/${id}`, { name: 'Other', path: `${path}-2` }),
  'change the name, path, description or visibility of a project': ({ id }: NamespaceRow) =>
    request('PUT', `/projects/${id}`, { path: 'other' }),
  'archive a group': ({ id }: NamespaceRow) => request('POST', `/groups/${id}/archive`),
  'archive a project': ({ id }: NamespaceRow) => request('POST', `/projects/${id}/archive`),
  'delete a group': ({ id }: NamespaceRow) => request('DELETE', `/groups/${id}`),
  'delete a project': ({ id }: NamespaceRow) => request('DELETE', `/projects/${id}`),
  'restore a deleted group': ({ id }: NamespaceRow) => request('POST', `/groups/${id}/restore`),
  'restore a deleted project': ({ id }: NamespaceRow) => request('POST', `/projects/${id}/restore`),
  'remove a deleted group for good': ({ id, fullPath }: NamespaceRow) =>
    request('DELETE', `/groups/${id}`, { permanently_remove: 'true', full_path: fullPath }),
  'remove a deleted project for good': ({ id, fullPath }: NamespaceRow) =>
    request('DELETE', `/projects/${id}`, { permanently_remove: 'true', full_path: fullPath }),
  'move a group into another group': ({ moved, target }: { moved: NamespaceRow; target: NamespaceRow }) =>
    request('POST', `/groups/${moved.id}/transfer`, { group_id: target.id }),
  'move a project into another group': ({ moved, target }: { moved: NamespaceRow; target: NamespaceRow }) =>
    request('PUT', `/projects/${moved.id}/transfer`, { namespace: target.id }),

  'add a member to a group': ({ namespace, someone }: PlaceAndPerson) =>
    request('POST', `/groups/${namespace.id}/members`, { user_id: someone.id, access_level: 10 }),
  'change the role of someone in a group': ({ namespace, someone }: PlaceAndPerson) =>
    request('PUT', `/groups/${namespace.id}/members/${someone.id}`, { access_level: 20 }),
  'remove someone from a group': ({ namespace, someone }: PlaceAndPerson) =>
    request('DELETE', `/groups/${namespace.id}/members/${someone.id}`),
  'add a member to a project': ({ namespace, someone }: PlaceAndPerson) =>
    request('POST', `/projects/${namespace.id}/members`, { user_id: someone.id, access_level: 40 }),
  'make someone an owner of a project': ({ namespace, someone }: PlaceAndPerson) =>
    request('PUT', `/projects/${namespace.id}/members/${someone.id}`, { access_level: 50 }),
  'remove someone from a project': ({ namespace, someone }: PlaceAndPerson) =>
    request('DELETE', `/projects/${namespace.id}/members/${someone.id}`),
  'share a group with a group, change that and end it': ({
    namespace,
    other,
  }: {
    namespace: NamespaceRow;
    other: NamespaceRow;
  }) => request('POST', `/groups/${namespace.id}/share`, { group_id: other.id, group_access: 30 }),
  'share a project with a group, change that and end it': ({
    namespace,
    other,
  }: {
    namespace: NamespaceRow;
    other: NamespaceRow;
  }) => request('POST', `/projects/${namespace.id}/share`, { group_id: other.id, group_access: 40 }),
  'share a project with a group whose owners become owners of it': (given: {
    namespace: NamespaceRow;
    other: NamespaceRow;
  }) => request('POST', `/projects/${given.namespace.id}/share`, { group_id: given.other.id, group_access: 50 }),
  'see, approve and deny requests for access to a group': ({ namespace }: PlaceAndPerson) =>
    request('GET', `/groups/${namespace.id}/access_requests`),
  'see, approve and deny requests for access to a project': ({ namespace }: PlaceAndPerson) =>
    request('GET', `/projects/${namespace.id}/access_requests`),
  'invite people to a group by mail or link, list, change, resend and withdraw invitations': ({ id }: NamespaceRow) =>
    request('POST', `/groups/${id}/invitations`, { email: 'invited@example.com', access_level: 50 }),
  'invite people to a project by mail or link, list, change, resend and withdraw invitations': ({ id }: NamespaceRow) =>
    request('POST', `/projects/${id}/invitations`, { email: 'invited@example.com', access_level: 40 }),
  'invite owners to a project': ({ id }: NamespaceRow) =>
    request('POST', `/projects/${id}/invitation_links`, { access_level: 50 }),

  'list the access tokens of a group': ({ id }: NamespaceRow) => request('GET', `/groups/${id}/access_tokens`),
  'list the access tokens of a project': ({ id }: NamespaceRow) => request('GET', `/projects/${id}/access_tokens`),
  'create an access token of a group': ({ id }: NamespaceRow) =>
    request('POST', `/groups/${id}/access_tokens`, newToken),
  'create an access token of a project': ({ id }: NamespaceRow) =>
    request('POST', `/projects/${id}/access_tokens`, newToken),
  'list the service accounts of a top-level group': ({ id }: NamespaceRow) =>
    request('GET', `/groups/${id}/service_accounts`),
  'create a service account of a top-level group': ({ id }: NamespaceRow) =>
    request('POST', `/groups/${id}/service_accounts`, {}),
  'create a token of a service account of a top-level group': ({ id, userId }: Identified & { userId: number }) =>
    request('POST', `/groups/${id}/service_accounts/${userId}/personal_access_tokens`, newToken),
  'delete a service account of a top-level group': ({ id, userId }: Identified & { userId: number }) =>
    request('DELETE', `/groups/${id}/service_accounts/${userId}`),
  'rotate an access token of a group': (given: TokenIn) => request('POST', `${tokenPath(given)}/rotate`),
  'rotate an access token of a project': (given: TokenIn) => request('POST', `${tokenPath(given)}/rotate`),
  'revoke an access token of a group': (given: TokenIn) => request('DELETE', tokenPath(given)),
  'revoke an access token of a project': (given: TokenIn) => request('DELETE', tokenPath(given)),

  'create a label of a group': ({ id }: NamespaceRow) =>
    request('POST', `/groups/${id}/labels`, { name: 'made', color: '#123456' }),
  'create a label of a project': ({ id }: NamespaceRow) =>
    request('POST', `/projects/${id}/labels`, { name: 'made', color: '#123456' }),
  'change a label': (given: LabelIn) => request('PUT', labelPath(given), { new_name: 'changed' }),
  'prioritize and archive a label': (given: LabelIn) =>
    request('PUT', labelPath(given), { priority: 1, archived: true }),
  'delete a label': (given: LabelIn) => request('DELETE', labelPath(given)),
  'promote a project label to its group': (given: LabelIn) => request('PUT', `${labelPath(given)}/promote`),
  'subscribe to a label': (given: LabelIn) => request('POST', `${labelPath(given)}/subscribe`),

  'create a board of a group': ({ id }: NamespaceRow) => request('POST', `/groups/${id}/boards`, { name: 'made' }),
  'create a board of a project': ({ id }: NamespaceRow) => request('POST', `/projects/${id}/boards`, { name: 'made' }),
  'change a board': (board: Identified) => mutate('updateBoard', { id: gid('Board', board), name: 'changed' }),
  'delete a board': (board: Identified) => mutate('destroyBoard', { id: gid('Board', board) }),
  'add a list to a board': ({ board, label }: { board: Identified; label: Identified }) =>
    mutate('boardListCreate', { boardId: gid('Board', board), labelId: gid('GroupLabel', label) }),
  'move a list of a board, and set its limits': (list: Identified) =>
    mutate('boardListUpdateLimitMetrics', { listId: gid('List', list), maxIssueCount: 3 }),
  'remove a list from a board': (list: Identified) => mutate('destroyBoardList', { listId: gid('List', list) }),
  'move a card of a board': (issue: Identified) =>
    mutate('boardCardMove', { id: gid('Issue', issue), fromColumn: 'none', toColumn: 'closed' }),

  'create a milestone of a group': ({ id }: NamespaceRow) =>
    request('POST', `/groups/${id}/milestones`, { title: 'made' }),
  'create a milestone of a project': ({ id }: NamespaceRow) =>
    request('POST', `/projects/${id}/milestones`, { title: 'made' }),
  'change, close and activate a milestone': ({ id, namespaceId }: OwnedByNamespace) =>
    request('PUT', `/groups/${namespaceId}/milestones/${id}`, { state_event: 'close' }),
  'delete a milestone': ({ id, namespaceId }: OwnedByNamespace) =>
    request('DELETE', `/groups/${namespaceId}/milestones/${id}`),
  'promote a project milestone to its group': ({ id, namespaceId }: OwnedByNamespace) =>
    request('POST', `/projects/${namespaceId}/milestones/${id}/promote`),

  'create a cadence of iterations': ({ fullPath }: NamespaceRow) =>
    mutate('iterationCadenceCreate', { groupPath: fullPath, title: 'made', active: true, automatic: false }),
  'change a cadence': (cadence: Identified) =>
    mutate('iterationCadenceUpdate', { id: gid('Iterations::Cadence', cadence), title: 'changed' }),
  'delete a cadence': (cadence: Identified) =>
    mutate('iterationCadenceDestroy', { id: gid('Iterations::Cadence', cadence) }),
  'delete an iteration': (iteration: Identified) => mutate('iterationDelete', { id: gid('Iteration', iteration) }),

  'change the statuses of a lifecycle': ({ fullPath }: NamespaceRow) =>
    mutate('lifecycleUpdate', { namespacePath: fullPath, id: lifecycle, name: 'Ours' }),
  'add a lifecycle': ({ fullPath }: NamespaceRow) =>
    mutate('lifecycleCreate', {
      namespacePath: fullPath,
      name: 'Short',
      statuses: [
        { name: 'Open', category: 'TO_DO' },
        { name: 'Closed', category: 'DONE' },
      ],
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: 1,
      defaultDuplicateStatusIndex: 1,
    }),
  "change the status of someone's epic": (epic: Item) =>
    mutate('workItemUpdate', { id: gid('WorkItem', epic), statusWidget: { status: inProgress } }),
  "change the status of someone's issue": (issue: Item) =>
    mutate('workItemUpdate', { id: gid('WorkItem', issue), statusWidget: { status: inProgress } }),

  "set the health of someone's epic": ({ namespaceId, iid }: Item) =>
    request('PUT', `/groups/${namespaceId}/epics/${iid}`, { health_status: 'at_risk' }),
  "set the owners of someone's epic": (epic: Item) =>
    mutate('workItemUpdate', { id: gid('WorkItem', epic), assigneesWidget: { assigneeIds: [] } }),
  "set the severity of someone's incident": ({ project, incident }: { project: NamespaceRow; incident: Item }) =>
    mutate('issueSetSeverity', { projectPath: project.fullPath, iid: String(incident.iid), severity: 'HIGH' }),
  'write the timeline of an incident': (incident: Identified) =>
    mutate('timelineEventCreate', {
      incidentId: gid('Issue', incident),
      note: 'x',
      occurredAt: '2026-01-01T00:00:00Z',
    }),
  'add a comment to the timeline of an incident': (note: Identified) =>
    mutate('timelineEventPromoteFromNote', { noteId: gid('Note', note) }),
};

/** Operations of the same tables whose call is a page's or that another test calls. */
const calledElsewhere =
  /^(see|record|read|fold|create a top-level|create a service account of the installation|choose the lifecycle|create an iteration|change an iteration)/;

const rows = new Map<string, PermissionRow>(
  Object.values(tables)
    .flat()
    .map((row) => [row.operation, row]),
);

test('TM-PM-01, TM-PM-02, TM-PM-05: every operation of a team has a call', () => {
  const rooms = [
    'Groups and projects',
    'Members',
    'Invitations',
    'Labels',
    'Boards',
    'Milestones',
    'Iterations',
    'Statuses',
  ];
  const operations = rooms.flatMap((room) => tables[room] ?? []).map(({ operation }) => operation);
  const without = operations.filter((operation) => !calls[operation] && !calledElsewhere.test(operation));
  expect(without).toEqual([]);
  expect(Object.keys(calls).filter((operation) => !rows.has(operation))).toEqual([]);
});

test('TM-PM-04: groups and their access tokens are managed by owners, general settings of projects by maintainers', () => {
  const leastOf = (operation: string) => rows.get(operation)?.least;
  const ofKind = (kind: string) =>
    ['archive', 'delete', 'restore a deleted', 'create an access token of', 'revoke an access token of'].map((verb) =>
      leastOf(verb.startsWith('restore') ? `${verb} ${kind}` : `${verb} a ${kind}`),
    );
  const changes = 'change the name, path, description or visibility of a';
  expect([leastOf(`${changes} group`), ...ofKind('group')]).toEqual(Array.from({ length: 6 }, () => 'owner'));
  expect([leastOf(`${changes} project`), ...ofKind('project')]).toEqual([
    'maintainer',
    'maintainer',
    'owner',
    'owner',
    'maintainer',
    'maintainer',
  ]);
  expect(leastOf('move a group into another group')).toBe('owner');
  expect(leastOf('move a project into another group')).toBe('owner');
});

test('TM-PM-05: promoting needs the role in the group, too', async ({ build, call }) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const label = await build.label({ namespace: project });
  const milestone = await build.milestone({ namespace: project });
  const paths = [
    ['PUT', `/projects/${project.id}/labels/${label.id}/promote`],
    ['POST', `/projects/${project.id}/milestones/${milestone.id}/promote`],
  ] as const;
  await build.member(project, 'otto', 'owner');
  for (const [verb, path] of paths) expect([path, (await call('otto', verb, path)).status]).toEqual([path, 403]);
  await build.member(group, 'otto', 'planner');
  for (const [verb, path] of paths) expect([path, (await call('otto', verb, path)).status < 300]).toEqual([path, true]);
});

for (const [operation, call] of Object.entries(calls)) {
  test(`TM-PM-01, TM-PM-07: ${operation}: what REST or GraphQL answers to each role`, async ({
    build,
    ask,
    call: rest,
  }) => {
    const row = rows.get(operation);
    if (!row?.given) throw new Error(`The table has no row “${operation}” with a subject`);
    const { given } = row;
    const verdictOf = async (who: CastName, subject: unknown): Promise<Verdict> => {
      const wanted = call(subject as never);
      if ('verb' in wanted) {
        const { status } = await rest(who, wanted.verb, wanted.path, wanted.input);
        if (status < 300) return 'may';
        if (status === 404) return 'hidden';
        if (status !== 401 && status !== 403) throw new Error(`${wanted.verb} ${wanted.path} answered ${status}`);
        return 'refused';
      }
      const type = `${wanted.mutation.charAt(0).toUpperCase()}${wanted.mutation.slice(1)}Input`;
      const document = `mutation ($input: ${type}!) { ${wanted.mutation}(input: $input) { errors } }`;
      const { data, errors } = await ask<Record<string, { errors: string[] }>>(who, document, { input: wanted.input });
      const code = errors?.[0]?.extensions?.['code'];
      if (code === 'NOT_FOUND') return 'hidden';
      if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') return 'refused';
      expect(errors).toBeUndefined();
      expect(data[wanted.mutation]?.errors).toEqual([]);
      return 'may';
    };
    const seen: Partial<Record<CastName, Verdict>> = {};
    let subject: unknown = null;
    for (const name of castNames) {
      subject ??= await given(build, 'public');
      seen[name] = await verdictOf(name, subject);
      if (seen[name] === 'may') subject = null;
    }
    const wanted = Object.fromEntries(castNames.map((name) => [name, promised(row, name, 'public')]));
    // A write without a token is 401 before anything is looked up.
    if (seen.nobody === 'refused') wanted['nobody'] = 'refused';
    expect(seen).toEqual(wanted);

    const hidden: unknown = await given(build, 'private');
    expect(await verdictOf('nobody', hidden)).not.toBe('may');
    expect(await verdictOf('otto', hidden)).toBe('hidden');
    const asked = call(hidden as never);
    if (!('verb' in asked)) return;
    const unknown = asked.path.replace(/^\/(groups|projects)\/\d+/, '/$1/999999999');
    if (unknown === asked.path) return;
    const answers = [asked.path, unknown].map((path) => rest('otto', asked.verb, path, asked.input));
    const [ofHidden, ofUnknown] = await Promise.all(answers);
    expect(ofHidden?.body).toEqual(ofUnknown?.body);
  });
}
