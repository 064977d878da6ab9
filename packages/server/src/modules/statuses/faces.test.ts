import { formatGlobalId } from '@milepost/core/ids';
import { categoryDefaults, statusCategories, statusIcons } from '@milepost/core/statuses/statuses';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

const systemLifecycle = 'gid://gitlab/WorkItems::Statuses::SystemDefined::Lifecycle/1';

test('TM-ST-02, TM-ST-21: the categories are fixed, each with a default icon and color; a status has one of 12 icons of its own', async ({
  ask,
  build,
}) => {
  expect(statusCategories).toEqual(['triage', 'to_do', 'in_progress', 'done', 'canceled']);
  expect(new Set(statusIcons).size).toBe(12);
  const group = await build.group();
  const { data: type } = await ask<{ __type: { enumValues: { name: string }[] } }>(
    'nobody',
    '{ __type(name: "WorkItemStatusCategoryEnum") { enumValues { name } } }',
  );
  expect(type.__type.enumValues.map(({ name }) => name).toSorted()).toEqual(
    statusCategories.map((name) => name.toUpperCase()).toSorted(),
  );
  const create = async (icon?: string) => {
    const statuses = statusCategories.map((category) => ({
      name: `${category} ${icon ?? ''}`,
      category: category.toUpperCase(),
      ...(icon && { iconName: icon }),
    }));
    const { data } = await ask<{
      lifecycleCreate: { lifecycle: { statuses: { iconName: string; color: string }[] } | null; errors: string[] };
    }>(
      'mina',
      `mutation ($input: LifecycleCreateInput!) {
        lifecycleCreate(input: $input) { lifecycle { statuses { iconName color } } errors } }`,
      {
        input: {
          namespacePath: group.fullPath,
          name: `With ${icon ?? 'defaults'}`,
          statuses,
          defaultOpenStatusIndex: 0,
          defaultClosedStatusIndex: 3,
          defaultDuplicateStatusIndex: 4,
        },
      },
    );
    return data.lifecycleCreate as typeof data.lifecycleCreate | null;
  };
  expect((await create())?.lifecycle?.statuses).toEqual(
    statusCategories.map((category) => ({
      iconName: categoryDefaults[category].icon,
      color: categoryDefaults[category].color,
    })),
  );
  const own = 'status-blocked';
  expect((await create(own))?.lifecycle?.statuses.map(({ iconName }) => iconName)).toEqual(Array(5).fill(own));
  expect(await create('rocket')).toBeNull();
  const { data } = await ask<{ lifecycleUpdate: { lifecycle: { statuses: { iconName: string }[] } } }>(
    'mina',
    `mutation ($input: LifecycleUpdateInput!) { lifecycleUpdate(input: $input) { lifecycle { statuses { iconName } } } }`,
    { input: { namespacePath: group.fullPath, id: systemLifecycle, name: 'Ours' } },
  );
  expect(data.lifecycleUpdate.lifecycle.statuses.map(({ iconName }) => iconName)).toContain('status-waiting');
});

test('TM-ST-07: an epic has the widget, the quick action and the filter of issues', async ({ ask, build, call }) => {
  const group = await build.group();
  const [epic, other] = [await build.epic({ group }), await build.epic({ group })];
  const id = formatGlobalId('WorkItem', epic.id);
  const { data } = await ask<{ workItemUpdate: { errors: string[]; workItem: { widgets: object[] } } }>(
    'paul',
    `mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors
      workItem { widgets(onlyTypes: [STATUS]) { type ... on WorkItemWidgetStatus { status { name category } } } } } }`,
    { input: { id, statusWidget: { status: 'gid://gitlab/WorkItems::Statuses::SystemDefined::Status/2' } } },
  );
  expect(data.workItemUpdate).toEqual({
    errors: [],
    workItem: { widgets: [{ type: 'STATUS', status: { name: 'In progress', category: 'IN_PROGRESS' } }] },
  });
  await call('paul', 'POST', `/groups/${group.id}/epics/${other.id}/notes`, { body: '/status "Won\'t do"' });
  expect((await call('paul', 'GET', `/groups/${group.id}/epics/${other.iid}`)).body).toMatchObject({
    state: 'closed',
    status: { name: "Won't do", category: 'canceled' },
  });
  const found = async (filter: object) =>
    (await call<{ iid: number }[]>('gwen', 'GET', `/groups/${group.id}/epics`, filter)).body.map(({ iid }) => iid);
  expect(await found({ status: 'In progress' })).toEqual([epic.iid]);
  expect(await found({ 'not[status]': 'In progress' })).toEqual([other.iid]);
});
