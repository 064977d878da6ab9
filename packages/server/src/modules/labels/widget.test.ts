import { ForbiddenError, ValidationError } from '@milepost/core/errors';
import type { LabelId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { test } from '../../testing/test.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import { labelsOfWorkItem } from './store/items.ts';

async function titlesOn(ctx: Context, item: WorkItem): Promise<string[]> {
  return ((await ctx.load(labelsOfWorkItem, item.id)) ?? []).map(({ title }) => title);
}

describe('setting labels on an item', () => {
  test('a planner adds, removes and replaces them; a guest may not', async ({ as, build }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((title) => build.label({ namespace: group, title })));
    if (!a || !b || !c) throw new TypeError('three labels were built');
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [a.id, b.id] });
    expect(await titlesOn(as('paul'), epic)).toEqual(['a', 'b']);
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [c.id], removeLabelIds: [a.id] });
    expect(await titlesOn(as('paul'), epic)).toEqual(['b', 'c']);
    await updateWorkItem(as('paul'), epic.id, { labelIds: [a.id] });
    expect(await titlesOn(as('paul'), epic)).toEqual(['a']);
    await updateWorkItem(as('paul'), epic.id, { labelNames: [] });
    expect(await titlesOn(as('paul'), epic)).toEqual([]);
    await expect(updateWorkItem(as('gwen'), epic.id, { addLabelIds: [a.id] })).rejects.toThrow(ForbiddenError);
  });

  test('setting a scoped label removes the other of its scope', async ({ as, build }) => {
    const group = await build.group();
    const [low, high, other] = [
      await build.label({ namespace: group, title: 'priority::low' }),
      await build.label({ namespace: group, title: 'priority::high' }),
      await build.label({ namespace: group, title: 'team::web' }),
    ];
    const epic = await createWorkItem(as('paul'), {
      namespace: group,
      type: 'epic',
      title: 'E',
      labelIds: [low.id, other.id],
    });
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [high.id] });
    expect(await titlesOn(as('paul'), epic)).toEqual(['priority::high', 'team::web']);
  });

  test('labels come from the item’s namespace or its ancestors', async ({ as, build }) => {
    const top = await build.group();
    const project = await build.project({ group: top });
    const foreign = await build.label({ namespace: await build.group() });
    const above = await build.label({ namespace: top, title: 'above' });
    const issue = await build.issue({ project });
    await updateWorkItem(as('paul'), issue.id, { addLabelIds: [above.id] });
    expect(await titlesOn(as('paul'), issue)).toEqual(['above']);
    const strange = updateWorkItem(as('paul'), issue.id, { addLabelIds: [foreign.id] });
    await expect(strange).rejects.toThrow(ValidationError);
    const missing = updateWorkItem(as('paul'), issue.id, { addLabelIds: [999_999_999 as LabelId] });
    await expect(missing).rejects.toThrow(ValidationError);
  });

  test('an unknown title becomes a label of the project', async ({ as, build, db }) => {
    const project = await build.project();
    const issue = await createWorkItem(as('paul'), {
      namespace: project,
      type: 'issue',
      title: 'I',
      labelNames: ['fresh', 'fresh'],
    });
    expect(await titlesOn(as('paul'), issue)).toEqual(['fresh']);
    const labels = await db.selectFrom('labels').selectAll().where('namespaceId', '=', project.id).execute();
    expect(labels.map(({ title }) => title)).toEqual(['fresh']);
    await updateWorkItem(as('paul'), issue.id, { removeLabelNames: ['fresh'], addLabelNames: ['other'] });
    expect(await titlesOn(as('paul'), issue)).toEqual(['other']);
  });

  test('TM-LB-08: an archived label stays on its items and cannot be added', async ({ as, build }) => {
    const group = await build.group();
    const [epic, other] = [await build.epic({ group }), await build.epic({ group })];
    const label = await build.label({ namespace: group, title: 'old', archived: true, on: [epic] });
    await updateWorkItem(as('paul'), epic.id, { labelIds: [label.id] });
    expect(await titlesOn(as('paul'), epic)).toEqual(['old']);
    await expect(updateWorkItem(as('paul'), other.id, { addLabelIds: [label.id] })).rejects.toThrow(ValidationError);
  });

  test('a change is announced once, with the previous labels', async ({ as, build, db }) => {
    const group = await build.group();
    const epic = await build.epic({ group });
    const label = await build.label({ namespace: group, title: 'a', color: '#123456' });
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [label.id] });
    await updateWorkItem(as('paul'), epic.id, { addLabelIds: [label.id] });
    const events = await db.selectFrom('events').selectAll().where('workItemId', '=', epic.id).execute();
    expect(events.filter(({ name }) => name === 'workItem.labelsChanged').map(({ data }) => data)).toEqual([
      { added: [{ id: label.id, title: 'a', color: '#123456', description: '' }], removed: [] },
    ]);
  });
});
