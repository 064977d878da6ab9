import { formatGlobalId } from '@milepost/core/ids';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

test('TM-EP-03, TM-EP-04: an epic has a health status of its own while it is open, and shows the rolled-up one otherwise', async ({
  build,
  ask,
  call,
}) => {
  const group = await build.group();
  const epic = await build.epic({ group });
  const project = await build.project({ group });
  for (const healthStatus of ['on_track', 'needs_attention'] as const)
    await build.issue({ project, parent: epic, healthStatus });
  const path = `/groups/${group.id}/epics/${epic.iid}`;
  const rest = async () => {
    const alone = (await call('gwen', 'GET', path)).body;
    const [listed] = (await call<Record<string, unknown>[]>('gwen', 'GET', `/groups/${group.id}/epics`)).body;
    expect(listed?.['health_status']).toBe(alone['health_status']);
    return [alone['health_status'], alone['health_status_is_rolled_up']];
  };
  const counts = { issuesOnTrack: 1, issuesNeedingAttention: 1, issuesAtRisk: 0 };
  const read = async () =>
    (
      await ask<{ epic: { healthStatus: object }; workItem: { features: { healthStatus: object } } }>(
        'gwen',
        `{ epic: group(fullPath: "${group.fullPath}") { epic(iid: "${epic.iid}") {
          healthStatus { own issuesOnTrack issuesNeedingAttention issuesAtRisk } } }
        workItem(id: "${formatGlobalId('WorkItem', epic.id)}") { features { healthStatus { healthStatus } } } }`,
      )
    ).data;
  const set = (who: 'paul' | 'gwen', value: string | null) =>
    ask<{ workItemUpdate: { errors: string[] } | null }>(
      who,
      `mutation { workItemUpdate(input: { id: "${formatGlobalId('WorkItem', epic.id)}", healthStatusWidget: { healthStatus: ${value} } }) { errors } }`,
    );

  expect(await rest()).toEqual(['needs_attention', true]);
  expect(await read()).toMatchObject({
    epic: { epic: { healthStatus: { own: null, ...counts } } },
    workItem: { features: { healthStatus: { healthStatus: null } } },
  });
  expect((await set('gwen', 'atRisk')).errors?.[0]?.message).toMatch(/permission/);
  expect((await set('paul', 'atRisk')).data.workItemUpdate?.errors).toEqual([]);
  expect(await rest()).toEqual(['at_risk', false]);
  expect(await read()).toMatchObject({
    epic: { epic: { healthStatus: { own: 'atRisk', ...counts } } },
    workItem: { features: { healthStatus: { healthStatus: 'atRisk' } } },
  });
  const put = async (input: object) => (await call('paul', 'PUT', path, input)).status;
  expect([await put({ health_status: 'awful' }), await put({ health_status: 'on_track' })]).toEqual([400, 200]);
  expect(await rest()).toEqual(['on_track', false]);
  expect(await put({ state_event: 'close' })).toBe(200);
  expect(await put({ health_status: 'at_risk' })).toBe(400);
  expect((await set('paul', 'null')).data.workItemUpdate?.errors).toEqual([
    'Health status can only be changed while the item is open',
  ]);
  expect(await rest()).toEqual(['on_track', false]);
  expect([await put({ state_event: 'reopen' }), await put({ health_status: 0 })]).toEqual([200, 200]);
  expect(await rest()).toEqual(['needs_attention', true]);
});
