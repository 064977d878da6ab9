import { formatGlobalId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import { test, type Ask } from '../../testing/http.ts';
import { deleteNamespace } from '../namespaces/commands/lifecycle.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { WorkItem } from '../work-items/store.ts';

const system = (number: number) => `gid://gitlab/WorkItems::Statuses::SystemDefined::Status/${number}`;
const systemLifecycle = 'gid://gitlab/WorkItems::Statuses::SystemDefined::Lifecycle/1';
const globalId = ({ id }: WorkItem) => formatGlobalId('WorkItem', id);

interface Shown {
  state: string;
  features: { status: { status: { id: string; name: string; category: string } } };
}

async function shown(ask: Ask, item: WorkItem, who: Parameters<Ask>[0] = 'paul') {
  const { data } = await ask<{ workItem: Shown }>(
    who,
    `{ workItem(id: "${globalId(item)}") { state features { status { status { id name category } } } } }`,
  );
  return { state: data.workItem.state, name: data.workItem.features.status.status.name };
}

const setStatus = (ask: Ask, who: Parameters<Ask>[0], item: WorkItem, status: string) =>
  ask<{ workItemUpdate: { errors: string[] } }>(
    who,
    `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { workItem { id } errors } }`,
    { input: { id: globalId(item), statusWidget: { status } } },
  );

const stateEvent = (ask: Ask, item: WorkItem, event: 'CLOSE' | 'REOPEN') =>
  ask('paul', `mutation { workItemUpdate(input: { id: "${globalId(item)}", stateEvent: ${event} }) { errors } }`);

interface LifecyclePayload {
  lifecycle: {
    id: string;
    lockVersion: number;
    statuses: { id: string; name: string; position: number; iconName: string; color: string }[];
    workItemTypes: { name: string }[];
  } | null;
  errors: string[];
}

const lifecycleFields = `lifecycle { id name lockVersion statuses { id name position iconName color }
  defaultOpenStatus { name } defaultClosedStatus { name } defaultDuplicateStatus { name } workItemTypes { name } } errors`;

async function mutate(ask: Ask, name: string, who: Parameters<Ask>[0], group: Namespace, input: object) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await ask<Record<string, LifecyclePayload>>(
    who,
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${lifecycleFields} } }`,
    { input: { namespacePath: group.fullPath, ...input } },
  );
  return { payload: data?.[name] as LifecyclePayload, errors };
}

const own = {
  statuses: [
    { name: 'Inbox', category: 'TRIAGE' },
    { id: system(1), name: 'To do', category: 'TO_DO' },
    { id: system(2), name: 'Doing', category: 'IN_PROGRESS', color: '#112233' },
    { id: system(3), name: 'Done', category: 'DONE' },
    { id: system(5), name: 'Duplicate', category: 'CANCELED' },
  ],
  defaultOpenStatusIndex: 0,
  defaultClosedStatusIndex: 3,
  defaultDuplicateStatusIndex: 4,
};

describe('the system statuses', () => {
  test('TM-ST-01, TM-ST-10, TM-ST-17: every type has them, in order, and a new item the first', async ({
    ask,
    build,
  }) => {
    const group = await build.group();
    const { data } = await ask<{ namespace: { workItemTypes: { nodes: unknown[] } } }>(
      'gwen',
      `{ namespace(fullPath: "${group.fullPath}") { workItemTypes(name: ISSUE) { nodes { widgetDefinitions {
        ... on WorkItemWidgetDefinitionStatus {
          allowedStatuses { id name category position iconName } defaultOpenStatus { name } defaultClosedStatus { name }
        } } } } } }`,
    );
    const definitions = (data.namespace.workItemTypes.nodes as { widgetDefinitions: object[] }[])[0]?.widgetDefinitions;
    expect(definitions?.find((each) => 'allowedStatuses' in each)).toEqual({
      allowedStatuses: [
        { id: system(1), name: 'To do', category: 'TO_DO', position: 0, iconName: 'status-waiting' },
        { id: system(2), name: 'In progress', category: 'IN_PROGRESS', position: 1, iconName: 'status-running' },
        { id: system(3), name: 'Done', category: 'DONE', position: 2, iconName: 'status-success' },
        { id: system(4), name: "Won't do", category: 'CANCELED', position: 3, iconName: 'status-cancelled' },
        { id: system(5), name: 'Duplicate', category: 'CANCELED', position: 4, iconName: 'status-cancelled' },
      ],
      defaultOpenStatus: { name: 'To do' },
      defaultClosedStatus: { name: 'Done' },
    });
    for (const item of [await build.epic({ group }), await build.issue()]) {
      expect(await shown(ask, item)).toEqual({ state: 'OPEN', name: 'To do' });
    }
    const issue = await build.issue();
    await setStatus(ask, 'paul', issue, system(3));
    const path = formatGlobalId('Issue', issue.id);
    expect((await ask('gwen', `{ issue(id: "${path}") { status { name position } } }`)).data).toEqual({
      issue: { status: { name: 'Done', position: 2 } },
    });
  });

  test('TM-ST-11: a status opens and closes its item', async ({ ask, build }) => {
    const issue = await build.issue();
    await setStatus(ask, 'paul', issue, system(4));
    expect(await shown(ask, issue)).toEqual({ state: 'CLOSED', name: "Won't do" });
    await setStatus(ask, 'paul', issue, system(3));
    expect(await shown(ask, issue)).toEqual({ state: 'CLOSED', name: 'Done' });
    await setStatus(ask, 'paul', issue, system(2));
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'In progress' });
  });

  test('TM-ST-10, TM-ST-12: closing and reopening set the default, unless the status fits', async ({ ask, build }) => {
    const issue = await build.issue();
    await setStatus(ask, 'paul', issue, system(2));
    await stateEvent(ask, issue, 'CLOSE');
    expect(await shown(ask, issue)).toEqual({ state: 'CLOSED', name: 'Done' });
    await stateEvent(ask, issue, 'REOPEN');
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'To do' });
    await setStatus(ask, 'paul', issue, system(4));
    await stateEvent(ask, issue, 'CLOSE');
    expect(await shown(ask, issue)).toEqual({ state: 'CLOSED', name: "Won't do" });
  });

  test('TM-ST-11: a status that closes is one system note; a close by itself says closed', async ({
    call,
    ask,
    build,
  }) => {
    const issue = await build.issue();
    await setStatus(ask, 'paul', issue, system(3));
    await stateEvent(ask, issue, 'REOPEN');
    await setStatus(ask, 'paul', issue, system(2));
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}/notes`;
    const notes = await call<{ body: string }[]>('paul', 'GET', path, { sort: 'asc' });
    expect(notes.body.map(({ body }) => body)).toEqual([
      'set status to **Done**',
      'reopened',
      'set status to **In progress**',
    ]);
  });

  test('TM-ST-19: a status of another lifecycle changes nothing', async ({ ask, build }) => {
    const elsewhere = await build.group();
    const { payload } = await mutate(ask, 'lifecycleUpdate', 'mina', elsewhere, { id: systemLifecycle, ...own });
    const issue = await build.issue();
    const foreign = payload.lifecycle?.statuses[0]?.id ?? '';
    const { data } = await setStatus(ask, 'paul', issue, foreign);
    expect(data.workItemUpdate.errors).toEqual(['Status is not one of the statuses of issues']);
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'To do' });
  });

  test('TM-ST-13: planners, the author and assignees set it; guests and outsiders do not', async ({
    ask,
    call,
    build,
    as,
  }) => {
    const issue = await build.issue();
    expect((await setStatus(ask, 'gwen', issue, system(2))).errors).toBeDefined();
    expect((await setStatus(ask, 'otto', issue, system(2))).errors).toBeDefined();
    await ask('paul', `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }`, {
      input: {
        id: globalId(issue),
        assigneesWidget: { assigneeIds: [formatGlobalId('User', as('gwen').viewer.id ?? 0)] },
      },
    });
    expect((await setStatus(ask, 'gwen', issue, system(2))).data.workItemUpdate.errors).toEqual([]);
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'In progress' });
    const changeable = async (who: 'gwen' | 'otto' | 'paul') => {
      const { data } = await ask<{ issue: { userPermissions: object } }>(
        who,
        `{ issue(id: "${formatGlobalId('Issue', issue.id)}") { userPermissions { updateIssue changeStatus } } }`,
      );
      return data.issue?.userPermissions ?? null;
    };
    expect(await changeable('gwen')).toEqual({ updateIssue: false, changeStatus: true });
    expect(await changeable('paul')).toEqual({ updateIssue: true, changeStatus: true });
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}/notes`;
    await call('gwen', 'POST', path, { body: '/status Done' });
    expect(await shown(ask, issue)).toEqual({ state: 'CLOSED', name: 'Done' });
    const other = await build.issue();
    const refused = await call<{ commands_changes?: object }>(
      'gwen',
      'POST',
      `/projects/${other.namespaceId}/issues/${other.iid}/notes`,
      { body: 'Please\n/status Done' },
    );
    expect(refused.status).toBe(201);
    expect(await shown(ask, other)).toEqual({ state: 'OPEN', name: 'To do' });
  });
});

describe('lifecycles of a top-level group', () => {
  test('TM-ST-18, TM-ST-03, TM-ST-09: a change of the system statuses makes them the group’s, with its items', async ({
    ask,
    build,
  }) => {
    const group = await build.group();
    const project = await build.project({ group: group });
    const epic = await build.epic({ group });
    const issue = await build.issue({ project });
    await setStatus(ask, 'paul', issue, system(2));
    const { payload } = await mutate(ask, 'lifecycleUpdate', 'mina', group, { id: systemLifecycle, ...own });
    expect(payload.errors).toEqual([]);
    expect(
      payload.lifecycle?.statuses.map(({ name, position, iconName, color }) => [name, position, iconName, color]),
    ).toEqual([
      ['Inbox', 0, 'status-neutral', '#995715'],
      ['To do', 1, 'status-waiting', '#737278'],
      ['Doing', 2, 'status-running', '#112233'],
      ['Done', 3, 'status-success', '#108548'],
      ['Duplicate', 4, 'status-cancelled', '#dd2b0e'],
    ]);
    expect(payload.lifecycle?.workItemTypes).toHaveLength(4);
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'Doing' });
    expect(await shown(ask, epic)).toEqual({ state: 'OPEN', name: 'To do' });
    const made = await build.issue({ project });
    expect(await shown(ask, made)).toEqual({ state: 'OPEN', name: 'Inbox' });
    const elsewhere = await build.issue({ project: await build.project({ group: await build.group() }) });
    expect(await shown(ask, elsewhere)).toEqual({ state: 'OPEN', name: 'To do' });
  });

  test('TM-ST-08, TM-ST-09: a status in use leaves only with a replacement of the same state', async ({
    ask,
    build,
  }) => {
    const group = await build.group();
    const issue = await build.issue({ project: await build.project({ group: group }) });
    const { payload: first } = await mutate(ask, 'lifecycleUpdate', 'mina', group, { id: systemLifecycle, ...own });
    const lifecycle = first.lifecycle ?? { id: '', statuses: [] };
    const [inbox, toDo, doing, done, duplicate] = lifecycle.statuses.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await setStatus(ask, 'paul', issue, doing);
    const fewer = {
      id: lifecycle.id,
      statuses: [
        { id: inbox, name: 'Inbox', category: 'TRIAGE' },
        { id: toDo, name: 'Next', category: 'TO_DO' },
        { id: done, name: 'Done', category: 'DONE' },
        { id: duplicate, name: 'Duplicate', category: 'CANCELED' },
      ],
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: 2,
      defaultDuplicateStatusIndex: 3,
    };
    const refused = await mutate(ask, 'lifecycleUpdate', 'mina', group, fewer);
    expect(refused.payload.errors).toEqual(['1 item has the status Doing. Choose another status for them.']);
    const counts = async (who: 'mina' | 'paul') => {
      const { data } = await ask<{ group: { lifecycles: { nodes: { itemCounts: object[] | null }[] } } }>(
        who,
        `{ group(fullPath: "${group.fullPath}") { lifecycles { nodes {
          itemCounts { status { name } workItemType { name } count } } } } }`,
      );
      return data.group.lifecycles.nodes[0]?.itemCounts;
    };
    expect(await counts('mina')).toEqual([{ status: { name: 'Doing' }, workItemType: { name: 'Issue' }, count: 1 }]);
    expect(await counts('paul')).toBeNull();
    const closing = { ...fewer, statusMappings: [{ oldStatusId: doing, newStatusId: done }] };
    expect((await mutate(ask, 'lifecycleUpdate', 'mina', group, closing)).payload.errors).toEqual([
      'Done cannot replace Doing: it would open or close items.',
    ]);
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'Doing' });
    const mapped = { ...fewer, statusMappings: [{ oldStatusId: doing, newStatusId: toDo }] };
    expect((await mutate(ask, 'lifecycleUpdate', 'mina', group, mapped)).payload.errors).toEqual([]);
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'Next' });
  });

  test('TM-ST-03, TM-ST-05: limits, names, categories and defaults are checked', async ({ ask, build }) => {
    const group = await build.group();
    const many = Array.from({ length: 31 }, (_, number) => ({ name: `Step ${number}`, category: 'TO_DO' }));
    const { payload: tooMany } = await mutate(ask, 'lifecycleCreate', 'mina', group, {
      name: 'x'.repeat(65),
      statuses: [...many, { name: 'y'.repeat(33), category: 'DONE', color: 'red', description: 'd'.repeat(129) }],
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: 0,
      defaultDuplicateStatusIndex: 99,
    });
    expect(tooMany.errors).toEqual([
      'Lifecycle name is too long (maximum is 64 characters).',
      'A lifecycle can have at most 30 statuses.',
      'Status name is too long (maximum is 32 characters).',
      `The description of ${'y'.repeat(33)} is too long (maximum is 128 characters).`,
      `The color of ${'y'.repeat(33)} must be written as #RRGGBB.`,
      'Step 0 cannot be the default closed status because of its category.',
      'Choose the default duplicate status.',
    ]);
    const { payload } = await mutate(ask, 'lifecycleUpdate', 'mina', group, { id: systemLifecycle, ...own });
    const statuses = (payload.lifecycle?.statuses ?? []).map(({ id, name }, place) => ({
      id,
      name: place === 1 ? 'inbox' : name,
      category: place === 0 ? 'TO_DO' : own.statuses[place]?.category,
    }));
    const twice = await mutate(ask, 'lifecycleUpdate', 'mina', group, { ...own, id: payload.lifecycle?.id, statuses });
    expect(twice.payload.errors).toEqual([
      'There is more than one status named inbox.',
      'The category of Inbox cannot be changed.',
    ]);
    const again = statuses.map((status, place) => ({
      ...status,
      category: own.statuses[place]?.category,
      name: own.statuses[place]?.name,
    }));
    const listedTwice = await mutate(ask, 'lifecycleUpdate', 'mina', group, {
      ...own,
      id: payload.lifecycle?.id,
      statuses: [...again, { ...again[0], name: 'Inbox 2' }],
    });
    expect(listedTwice.payload.errors).toEqual(['Inbox is listed twice.', 'Inbox 2 is listed twice.']);
    const exchanged = statuses.map((status, place) => ({
      ...status,
      name: ['To do', 'Inbox'][place] ?? status.name,
      category: own.statuses[place]?.category,
    }));
    const swapped = await mutate(ask, 'lifecycleUpdate', 'mina', group, {
      ...own,
      id: payload.lifecycle?.id,
      statuses: exchanged,
    });
    expect(swapped.payload.errors).toEqual([]);
    expect(swapped.payload.lifecycle?.statuses.map(({ name }) => name).slice(0, 2)).toEqual(['To do', 'Inbox']);
  });

  test('TM-ST-05: all lifecycles of a top-level group have at most 70 statuses together', async ({ ask, build }) => {
    const group = await build.group();
    const lifecycle = (name: string, count: number) => ({
      name,
      statuses: [
        ...Array.from({ length: count - 1 }, (_, number) => ({ name: `${name} ${number}`, category: 'TO_DO' })),
        { name: `${name} over`, category: 'DONE' },
      ],
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: count - 1,
      defaultDuplicateStatusIndex: count - 1,
    });
    const create = async (name: string, count: number) =>
      (await mutate(ask, 'lifecycleCreate', 'mina', group, lifecycle(name, count))).payload.errors;
    expect([await create('One', 30), await create('Two', 30)]).toEqual([[], []]);
    expect(await create('Three', 11)).toEqual(['A group can have at most 70 statuses.']);
    expect(await create('Three', 10)).toEqual([]);
  });

  test('TM-ST-06, TM-ST-08: a type follows another lifecycle, which others may share', async ({ ask, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    await setStatus(ask, 'paul', epic, system(2));
    const { payload } = await mutate(ask, 'lifecycleCreate', 'mina', group, {
      name: 'Bets',
      statuses: [
        { name: 'Idea', category: 'TRIAGE' },
        { name: 'To do', category: 'TO_DO' },
        { name: 'Won', category: 'DONE' },
        { name: 'Lost', category: 'CANCELED' },
      ],
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: 2,
      defaultDuplicateStatusIndex: 3,
    });
    expect(payload.lifecycle?.workItemTypes).toEqual([]);
    const attach = { lifecycleId: payload.lifecycle?.id, workItemTypeId: 'gid://gitlab/WorkItems::Type/8' };
    const refused = await mutate(ask, 'lifecycleAttachWorkItemType', 'mina', group, attach);
    expect(refused.payload.errors).toEqual(['1 item has the status In progress. Choose another status for them.']);
    const idea = payload.lifecycle?.statuses[0]?.id;
    const statusMappings = [{ oldStatusId: system(2), newStatusId: idea }];
    const moved = await mutate(ask, 'lifecycleAttachWorkItemType', 'mina', group, { ...attach, statusMappings });
    expect(moved.payload.lifecycle?.workItemTypes).toEqual([{ name: 'Epic' }]);
    expect(await shown(ask, epic)).toEqual({ state: 'OPEN', name: 'Idea' });
    const inUse = await mutate(ask, 'lifecycleDelete', 'mina', group, { id: payload.lifecycle?.id });
    expect(inUse.payload.errors).toEqual(['Choose another lifecycle for the types that follow this one first.']);
    const back = await mutate(ask, 'lifecycleAttachWorkItemType', 'mina', group, {
      ...attach,
      lifecycleId: systemLifecycle,
      statusMappings: [{ oldStatusId: idea, newStatusId: system(1) }],
    });
    expect(back.payload.errors).toEqual([]);
    expect(back.payload.lifecycle?.workItemTypes).toHaveLength(4);
    expect((await mutate(ask, 'lifecycleDelete', 'mina', group, { id: payload.lifecycle?.id })).payload.errors).toEqual(
      [],
    );
    expect(await shown(ask, epic)).toEqual({ state: 'OPEN', name: 'To do' });
  });

  test('TM-ST-20: the second of two edits of one version is refused', async ({ ask, build }) => {
    const group = await build.group();
    const { payload } = await mutate(ask, 'lifecycleUpdate', 'mina', group, { id: systemLifecycle, ...own });
    const { id, lockVersion } = payload.lifecycle ?? {};
    const [one, two] = await Promise.all([
      mutate(ask, 'lifecycleUpdate', 'mina', group, { id, lockVersion, name: 'One' }),
      mutate(ask, 'lifecycleUpdate', 'mina', group, { id, lockVersion, name: 'Two' }),
    ]);
    expect([one, two].map((each) => each.payload.errors.length).reduce((sum, count) => sum + count)).toBe(1);
  });

  test('TM-ST-04: maintainers of the top-level group manage them, for every group below', async ({ ask, build }) => {
    const group = await build.group();
    const child = await build.group({ parent: group });
    for (const who of ['paul', 'gwen'] as const) {
      const { payload } = await mutate(ask, 'lifecycleUpdate', who, group, { id: systemLifecycle, ...own });
      expect(payload?.lifecycle ?? null).toBeNull();
    }
    const below = await mutate(ask, 'lifecycleUpdate', 'mina', child, { id: systemLifecycle, ...own });
    expect(below.payload.errors).toEqual(['Namespace must be a top-level group.']);
    await mutate(ask, 'lifecycleUpdate', 'mina', group, { id: systemLifecycle, ...own });
    const { data } = await ask('gwen', `{ group(fullPath: "${child.fullPath}") { statuses { nodes { name } } } }`);
    expect(data).toEqual({
      group: { statuses: { nodes: ['Inbox', 'To do', 'Doing', 'Done', 'Duplicate'].map((name) => ({ name })) } },
    });
  });

  test('TM-ST-08: a status of the system leaves with another of the system as its replacement', async ({
    ask,
    build,
  }) => {
    const group = await build.group();
    const issue = await build.issue({ project: await build.project({ group }) });
    await setStatus(ask, 'paul', issue, system(2));
    const { payload } = await mutate(ask, 'lifecycleUpdate', 'mina', group, {
      id: systemLifecycle,
      statuses: own.statuses.filter(({ name }) => name !== 'Doing'),
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: 2,
      defaultDuplicateStatusIndex: 3,
      statusMappings: [{ oldStatusId: system(2), newStatusId: system(1) }],
    });
    expect(payload.errors).toEqual([]);
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'To do' });
  });

  test('TM-ST-03: a second lifecycle shares the statuses of the same name, and leaves their look', async ({
    ask,
    build,
  }) => {
    const group = await build.group();
    const first = await mutate(ask, 'lifecycleUpdate', 'mina', group, { id: systemLifecycle, ...own });
    const { payload } = await mutate(ask, 'lifecycleCreate', 'mina', group, {
      name: 'Second',
      statuses: [
        { name: 'doing', category: 'IN_PROGRESS' },
        { name: 'Done', category: 'DONE' },
      ],
      defaultOpenStatusIndex: 0,
      defaultClosedStatusIndex: 1,
      defaultDuplicateStatusIndex: 1,
    });
    expect(payload.lifecycle?.statuses.map(({ id, color }) => [id, color])).toEqual([
      [first.payload.lifecycle?.statuses[2]?.id, '#112233'],
      [first.payload.lifecycle?.statuses[3]?.id, '#108548'],
    ]);
  });

  test('TM-ST-04: a project of another top-level group keeps statuses by name; deleting a group takes its statuses along', async ({
    ask,
    call,
    build,
    as,
    db,
  }) => {
    const [from, to] = [await build.group(), await build.group()];
    const sub = await build.group({ parent: await build.group({ parent: to }) });
    const project = await build.project({ group: from });
    const made = await mutate(ask, 'lifecycleUpdate', 'mina', from, { id: systemLifecycle, ...own });
    await mutate(ask, 'lifecycleUpdate', 'mina', to, { id: systemLifecycle, ...own });
    const [doing, inbox, won] = [
      await build.issue({ project }),
      await build.issue({ project }),
      await build.issue({ project }),
    ];
    await setStatus(ask, 'paul', doing, made.payload.lifecycle?.statuses[2]?.id ?? '');
    await setStatus(ask, 'paul', won, made.payload.lifecycle?.statuses[4]?.id ?? '');
    const moved = await call('ada', 'PUT', `/projects/${project.id}/transfer`, { namespace: sub.id });
    expect(moved.status).toBe(200);
    expect(await shown(ask, doing)).toEqual({ state: 'OPEN', name: 'Doing' });
    expect(await shown(ask, inbox)).toEqual({ state: 'OPEN', name: 'Inbox' });
    expect(await shown(ask, won)).toEqual({ state: 'CLOSED', name: 'Duplicate' });
    await deleteNamespace(as('root'), 'group', to.id);
    const left = await db.selectFrom('statuses').select('id').where('rootId', '=', to.id).execute();
    expect(left).toEqual([]);
  });
});

describe('status everywhere else', () => {
  test('TM-ST-14: filters lists by name and id: is, is not, or', async ({ ask, call, build }) => {
    const project = await build.project();
    for (const status of [1, 2, 3]) await setStatus(ask, 'paul', await build.issue({ project }), system(status));
    const found = async (args: string) => {
      const { data } = await ask<{ project: { issues: { nodes: { iid: string }[] } } }>(
        'gwen',
        `{ project(fullPath: "${project.fullPath}") { issues(sort: STATUS_ASC, ${args}) { nodes { iid } } } }`,
      );
      return data.project.issues.nodes.map(({ iid }) => Number(iid));
    };
    expect(await found('status: { name: "in PROGRESS" }')).toEqual([2]);
    expect(await found(`status: { id: "${system(3)}" }`)).toEqual([3]);
    expect(await found('not: { status: [{ name: "Done" }] }')).toEqual([1, 2]);
    expect(await found(`or: { status: [{ name: "Done" }, { id: "${system(1)}" }] }`)).toEqual([1, 3]);
    const issues = (query: object) =>
      call<{ iid: number; status: object }[]>('gwen', 'GET', `/projects/${project.id}/issues`, query);
    const { body } = await issues({ status: 'Done' });
    expect(body.map(({ iid, status }) => [iid, status])).toEqual([
      [3, { id: 3, name: 'Done', category: 'done', color: '#108548' }],
    ]);
    expect((await issues({ 'not[status]': 'Done', sort: 'asc' })).body.map(({ iid }) => iid)).toEqual([1, 2]);
  });

  test('TM-ST-13: the quick action and REST set it by name', async ({ ask, call, build }) => {
    const issue = await build.issue();
    const path = `/projects/${issue.namespaceId}/issues/${issue.iid}`;
    await call('paul', 'POST', `${path}/notes`, { body: '/status "in progress"' });
    expect(await shown(ask, issue)).toEqual({ state: 'OPEN', name: 'In progress' });
    expect((await call('paul', 'PUT', path, { status: 'Done' })).body).toMatchObject({ state: 'closed' });
    expect((await call('paul', 'PUT', path, { status: 'Maybe' })).status).toBe(400);
  });

  test('TM-ST-12: an issue closed as a duplicate has the status for that', async ({ ask, call, build }) => {
    const project = await build.project();
    const [one, other] = [await build.issue({ project }), await build.issue({ project })];
    await call('paul', 'POST', `/projects/${project.id}/issues/${one.iid}/notes`, { body: `/duplicate #${other.iid}` });
    expect(await shown(ask, one)).toEqual({ state: 'CLOSED', name: 'Duplicate' });
  });
});
