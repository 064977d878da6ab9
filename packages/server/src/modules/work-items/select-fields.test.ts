import { formatGlobalId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import { test, type Ask, type Call } from '../../testing/http.ts';
import type { WorkItem } from './store.ts';

const update = `mutation ($input: UpdateEpicInput!) { updateEpic(input: $input) { epic { risk } errors } }`;

const setRisk = (ask: Ask, who: Parameters<Ask>[0], { namespacePath, iid }: WorkItem, risk: string) =>
  ask(who, update, { input: { groupPath: namespacePath, iid: String(iid), risk } });

const iidsOf = async (call: Call, groupId: number, query: Record<string, unknown>) =>
  (await call<{ iid: number }[]>('gwen', 'GET', `/groups/${groupId}/epics`, { sort: 'asc', ...query })).body.map(
    ({ iid }) => iid,
  );

describe('the risk of an epic', () => {
  test('is none at first, and is set and shown by GraphQL and REST', async ({ build, ask, call }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const path = `/groups/${group.id}/epics/${epic.iid}`;
    expect((await call('gwen', 'GET', path)).body).toMatchObject({ risk: 'none' });
    const { data } = await setRisk(ask, 'paul', epic, 'HIGH');
    expect(data).toEqual({ updateEpic: { epic: { risk: 'HIGH' }, errors: [] } });
    expect((await call('gwen', 'GET', path)).body).toMatchObject({ risk: 'high' });
    expect((await call('paul', 'PUT', path, { risk: 'low' })).body).toMatchObject({ risk: 'low' });
    expect((await call('paul', 'PUT', path, { risk: 'awful' })).status).toBe(400);
    const made = await call('paul', 'POST', `/groups/${group.id}/epics`, { title: 'New', risk: 'medium' });
    expect(made.body).toMatchObject({ risk: 'medium' });
    const item = await ask('gwen', `{ workItem(id: "${formatGlobalId('WorkItem', epic.id)}") { risk } }`);
    expect(item.data).toEqual({ workItem: { risk: 'LOW' } });
  });

  test('is changed by those who may plan, and is no field of issues', async ({ build, ask }) => {
    const epic = await build.epic();
    for (const who of ['gwen', 'otto', 'nobody'] as const) {
      const { errors } = await setRisk(ask, who, epic, 'LOW');
      expect(errors?.[0]?.message).toMatch(/does not exist or you don't have permission/);
    }
    const issue = await build.issue();
    const { data } = await ask(
      'paul',
      `mutation { workItemUpdate(input: { id: "${formatGlobalId('WorkItem', issue.id)}", risk: LOW }) { workItem { id } errors } }`,
    );
    expect(data).toEqual({ workItemUpdate: { workItem: null, errors: ['Risk is not a field of items of this type'] } });
    const read = await ask('gwen', `{ workItem(id: "${formatGlobalId('WorkItem', issue.id)}") { risk } }`);
    expect(read.data).toEqual({ workItem: { risk: null } });
  });

  test('filters lists by GraphQL and REST: is, is not, or', async ({ build, ask, call }) => {
    const group = await build.group();
    for (const risk of ['NONE', 'LOW', 'HIGH']) await setRisk(ask, 'paul', await build.epic({ group }), risk);
    expect(await iidsOf(call, group.id, { risk: 'high' })).toEqual([3]);
    expect(await iidsOf(call, group.id, { 'not[risk]': 'none' })).toEqual([2, 3]);
    const listed = async (args: string) => {
      const { data } = await ask<{ group: { epics: { nodes: { iid: string }[] } } }>(
        'gwen',
        `{ group(fullPath: "${group.fullPath}") { epics(${args}) { nodes { iid } } } }`,
      );
      return data.group.epics.nodes.map(({ iid }) => Number(iid)).toSorted((one, other) => one - other);
    };
    expect(await listed('risk: LOW')).toEqual([2]);
    expect(await listed('not: { risk: [LOW, HIGH] }')).toEqual([1]);
    expect(await listed('or: { risk: [LOW, NONE] }')).toEqual([1, 2]);
  });

  test('leaves a system note for each change', async ({ build, ask }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    await setRisk(ask, 'paul', epic, 'MEDIUM');
    await setRisk(ask, 'paul', epic, 'MEDIUM');
    const { data } = await ask(
      'gwen',
      `{ group(fullPath: "${group.fullPath}") { epic(iid: "${epic.iid}") { notes { nodes { body system } } } } }`,
    );
    expect(data).toEqual({
      group: { epic: { notes: { nodes: [{ body: 'changed the risk to **medium**', system: true }] } } },
    });
  });

  test('is a column of the CSV of epics', async ({ build, ask, call }) => {
    const group = await build.group();
    await setRisk(ask, 'paul', await build.epic({ group, title: 'Bridge' }), 'HIGH');
    const [head = '', line = ''] = (await call<string>('gwen', 'GET', `/groups/${group.id}/epics.csv`)).body.split(
      '\n',
    );
    expect(line.split(',')[head.trim().split(',').indexOf('Risk')]?.trim()).toBe('high');
  });
});
