import { formatGlobalId } from '@milepost/core/ids';
import { cycleText, MAX_LINKS } from '@milepost/core/links';
import { expect } from 'vitest';
import { test } from '../../testing/http.ts';
import type { WorkItem } from '../work-items/store.ts';
import { changeLag, linkItems } from './commands.ts';
import { linkedItemsOf } from './store.ts';

const adding = `mutation ($input: WorkItemAddLinkedItemsInput!) { workItemAddLinkedItems(input: $input) { errors } }`;

test('RX-DP-08: an item refuses itself, a second link with the same item, and more than 100 links; nothing is written', async ({
  as,
  build,
}) => {
  const group = await build.group();
  const [hub, other] = [await build.epic({ group, title: 'Hub' }), await build.epic({ group })];
  const spokes: WorkItem[] = [];
  for (let at = 0; at <= MAX_LINKS; at++) spokes.push(await build.epic({ group }));
  const block = (from: WorkItem, ...to: WorkItem[]) =>
    linkItems(as('paul'), { itemId: from.id, linkType: 'blocks', otherIds: to.map(({ id }) => id) });
  await expect(block(hub, hub)).rejects.toThrow('An item cannot be linked with itself');
  await block(hub, other);
  await expect(block(hub, other)).rejects.toThrow('already assigned');
  await expect(block(other, hub)).rejects.toThrow('already assigned');
  // The transaction is rolled back, including the links within the limit.
  await expect(block(hub, ...spokes.slice(0, MAX_LINKS))).rejects.toThrow('“Hub” has 100 links, the maximum');
  expect(await linkedItemsOf(as('paul'), hub.id)).toHaveLength(1);
  await block(hub, ...spokes.slice(0, MAX_LINKS - 1));
  const [late] = spokes.slice(-1) as [WorkItem];
  for (const [from, to] of [
    [hub, late],
    [late, hub],
  ] as const)
    // prettier-ignore
    await expect(block(from, to)).rejects.toThrow('“Hub” has 100 links, the maximum');
  expect(await linkedItemsOf(as('paul'), late.id)).toHaveLength(0);
});

test('RX-DP-09, RX-DP-10: a cycle is refused by name on every surface, unless the viewer cannot see all of it', async ({
  as,
  ask,
  build,
  call,
}) => {
  const group = await build.group({ visibility: 'public' });
  const titles = ['A', 'B', 'C', 'D', 'E', 'F'];
  const chain: WorkItem[] = [];
  for (const title of titles) chain.push(await build.epic({ group, title, author: null }));
  const [a, b, c, , , f] = chain as [WorkItem, WorkItem, WorkItem, WorkItem, WorkItem, WorkItem];
  for (const [at, next] of chain.slice(1).entries())
    await build.link({ from: chain[at] as WorkItem, to: next, type: 'blocks' });
  const text = (...names: string[]) => `This would be a cycle: ${cycleText(names)}`;
  const id = ({ id: number }: WorkItem) => formatGlobalId('WorkItem', number);

  const { data } = await ask<{ workItemAddLinkedItems: { errors: string[] } }>('paul', adding, {
    input: { id: id(c), linkType: 'BLOCKS', workItemsIds: [id(a)] },
  });
  expect(data.workItemAddLinkedItems.errors).toEqual([text('C', 'A', 'B')]);
  const rest = await call('paul', 'POST', `/groups/${group.id}/epics/${a.iid}/related_epics`, {
    target_group_id: group.id,
    target_epic_iid: f.iid,
    link_type: 'is_blocked_by',
  });
  expect([rest.status, JSON.stringify(rest.body)]).toEqual([400, expect.stringContaining(text('F', ...titles.slice(0, 5)))]); // prettier-ignore
  expect(text('F', ...titles.slice(0, 5))).toContain('F → A → B → C → D → 1 more → F');
  expect(await linkedItemsOf(as('paul'), a.id)).toHaveLength(1);
  // Related items are in no cycle.
  await linkItems(as('paul'), { itemId: c.id, linkType: 'relates_to', otherIds: [a.id] });

  const [x, hidden, y] = [
    await build.epic({ group, title: 'X' }),
    await build.epic({ group, title: 'Hidden', confidential: true, author: null }),
    await build.epic({ group, title: 'Y' }),
  ];
  await build.link({ from: x, to: hidden, type: 'blocks' });
  await build.link({ from: hidden, to: y, type: 'blocks' });
  const closing = { itemId: y.id, linkType: 'blocks', otherIds: [x.id] } as const;
  await expect(linkItems(as('paul'), closing)).rejects.toThrow(text('Y', 'X', 'Hidden'));
  expect(await linkItems(as('gwen'), closing)).toHaveLength(1);
  expect(await linkItems(as('paul'), { ...closing, itemId: b.id, otherIds: [f.id] })).toHaveLength(1);
});

test('two links at once that would close a cycle together: one is refused', async ({ as, build }) => {
  const [one, two, three] = [await build.epic(), await build.epic(), await build.epic()];
  await build.link({ from: one, to: two, type: 'blocks' });
  const block = (from: WorkItem, to: WorkItem) =>
    linkItems(as('ada'), { itemId: from.id, linkType: 'blocks', otherIds: [to.id] });
  const settled = await Promise.allSettled([block(two, three), block(three, one)]);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the lag changes only for who may link at both ends', async ({ as, build }) => {
  const [near, far] = [await build.epic(), await build.epic({ group: await build.group({ visibility: 'public' }) })];
  const open = await build.epic({ group: await build.group({ visibility: 'public', members: {} }) });
  await build.link({ from: near, to: far, type: 'blocks' });
  await build.link({ from: near, to: open, type: 'blocks' });
  const change = (otherId: WorkItem['id']) => changeLag(as('gwen'), { itemId: near.id, otherId, lagDays: 3 });
  expect((await change(far.id)).lagDays).toBe(3);
  await expect(change(open.id)).rejects.toThrow('permission');
});
