import { formatGlobalId } from '@milepost/core/ids';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';

const updating = `mutation ($input: WorkItemLinkUpdateInput!) { workItemLinkUpdate(input: $input) { errors workItem { id } } }`;

test('RX-SG-03: a blocking link has a lag of 0 to 365 days, in REST and GraphQL, and it counts in signals', async ({
  ask,
  call,
  build,
}) => {
  const group = await build.group({ visibility: 'public' });
  const [blocker, blocked, other] = [
    await build.epic({ group, startDate: '2031-01-01', dueDate: '2031-01-10' }),
    await build.epic({ group, startDate: '2031-01-15', dueDate: '2031-02-01' }),
    await build.epic({ group }),
  ];
  const path = `/groups/${group.id}/epics/${blocker.iid}/related_epics`;
  const target = { target_group_id: group.id, target_epic_iid: blocked.iid, link_type: 'blocks' };
  const signals = async () => {
    const document = `{ group(fullPath: "${group.fullPath}") { epic(iid: ${blocked.iid}) { signals linkedWorkItems { nodes { lagDays } } } } }`;
    const { data } = await ask<{ group: { epic: { signals: string[]; linkedWorkItems: { nodes: object[] } } } }>(
      'otto',
      document,
    );
    return data.group.epic;
  };
  expect((await call('paul', 'POST', path, { ...target, lag_days: 366 })).status).toBe(400);
  const { body: link } = await call<{ id: number; lag_days: number }>('paul', 'POST', path, { ...target, lag_days: 4 });
  expect(link.lag_days).toBe(4);
  // The fifth day after the blocker is free.
  expect(await signals()).toEqual({ signals: [], linkedWorkItems: { nodes: [{ lagDays: 4 }] } });
  const put = (who: 'paul' | 'otto' | 'nobody', lag_days: unknown) =>
    call(who, 'PUT', `${path}/${link.id}`, { lag_days });
  expect((await put('paul', 5)).body).toMatchObject({ id: link.id, lag_days: 5 });
  expect(await signals()).toEqual({ signals: ['STARTS_EARLY'], linkedWorkItems: { nodes: [{ lagDays: 5 }] } });
  const listed = await call<{ lag_days: number }[]>('otto', 'GET', `/groups/${group.id}/related_epic_links`);
  expect(listed.body.map(({ lag_days }) => lag_days)).toEqual([5]);
  expect([(await put('otto', 6)).status, (await put('nobody', 6)).status, (await put('paul', -1)).status]).toEqual([
    403, 401, 400,
  ]);

  const id = (epic: { id: number }) => formatGlobalId('WorkItem', epic.id);
  const update = async (lagDays: number, linkedItemId = id(blocked)) => {
    const { data } = await ask<{ workItemLinkUpdate: { errors: string[] } | null }>('paul', updating, {
      input: { id: id(blocker), linkedItemId, lagDays },
    });
    return data.workItemLinkUpdate?.errors ?? null;
  };
  expect(await update(365)).toEqual([]);
  expect((await update(366))?.[0]).toContain('must be from 0 to 365 whole days');
  // Related items have none.
  await build.link({ from: blocker, to: other });
  expect(await update(3, id(other))).not.toEqual([]);
  const related = { target_group_id: group.id, target_epic_iid: other.iid, link_type: 'relates_to', lag_days: 3 };
  const refused = await call('paul', 'POST', `/groups/${group.id}/epics/${blocked.iid}/related_epics`, related);
  expect(refused.status).toBe(400);
});
