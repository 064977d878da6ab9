import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { castNames } from '../../testing/cast.ts';
import { titlesMatching } from '../../testing/filtering.ts';
import { test } from '../../testing/test.ts';
import { createWorkItem, updateWorkItem } from '../work-items/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import { findLink, linkItems, unlinkItems } from './commands.ts';
import { blockedFilter } from './filter.ts';
import { blockCountsOf, linkedItemsOf, linksOf } from './store.ts';

/** Type and title of every visibly linked item. */
async function shown(ctx: Context, item: Pick<WorkItem, 'id'>): Promise<string[]> {
  const linked = await linkedItemsOf(ctx, item.id);
  return linked.map(({ linkType, item: other }) => `${linkType} ${other.title}`);
}

describe('making links', () => {
  test('LK-FM-14: "blocks" reads "is blocked by" from the other side, "relates to" reads the same from both', async ({
    as,
    build,
  }) => {
    const group = await build.group();
    const [one, two, three] = await Promise.all(
      ['one', 'two', 'three'].map((title) => build.epic({ group, title, author: null })),
    );
    if (!one || !two || !three) throw new Error('three epics');
    await linkItems(as('paul'), { itemId: one.id, linkType: 'blocks', otherIds: [two.id] });
    await linkItems(as('paul'), { itemId: one.id, linkType: 'relates_to', otherIds: [three.id] });
    await linkItems(as('paul'), { itemId: two.id, linkType: 'is_blocked_by', otherIds: [three.id] });
    expect(await shown(as('paul'), one)).toEqual(['blocks two', 'relates_to three']);
    expect(await shown(as('paul'), two)).toEqual(['is_blocked_by one', 'is_blocked_by three']);
    expect(await shown(as('paul'), three)).toEqual(['relates_to one', 'blocks two']);
  });

  test('WI-LI-01: an issue and an epic can be linked, and both show it', async ({ as, build }) => {
    const epic = await build.epic({ title: 'epic' });
    const issue = await build.issue({ title: 'issue', project: await build.project() });
    await linkItems(as('gwen'), { itemId: epic.id, linkType: 'is_blocked_by', otherIds: [issue.id] });
    expect(await shown(as('gwen'), epic)).toEqual(['is_blocked_by issue']);
    expect(await shown(as('gwen'), issue)).toEqual(['blocks epic']);
  });

  test('two items have one link in either direction, even concurrently', async ({ as, build }) => {
    const [one, two] = [await build.epic(), await build.epic()];
    const asked = [
      linkItems(as('ada'), { itemId: one.id, linkType: 'blocks', otherIds: [two.id] }),
      linkItems(as('ada'), { itemId: two.id, linkType: 'relates_to', otherIds: [one.id] }),
      linkItems(as('ada'), { itemId: two.id, linkType: 'blocks', otherIds: [one.id] }),
    ];
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refusals.every((reason) => reason instanceof ConflictError)).toBe(true);
    expect(await shown(as('ada'), one)).toHaveLength(1);
  });

  test('of several, those linked already stay as they are and the rest are linked', async ({ as, build }) => {
    const group = await build.group();
    const [one, two, three] = [
      await build.epic({ group }),
      await build.epic({ group, title: 'two' }),
      await build.epic({ group, title: 'three' }),
    ];
    await build.link({ from: one, to: two, type: 'blocks' });
    const made = await linkItems(as('ada'), { itemId: one.id, linkType: 'relates_to', otherIds: [three.id, two.id] });
    expect(made).toHaveLength(1);
    expect(await shown(as('ada'), one)).toEqual(['blocks two', 'relates_to three']);
  });

  test('nothing is linked with itself, and one refused item refuses all', async ({ as, build }) => {
    const group = await build.group();
    const [one, two] = [await build.epic({ group }), await build.epic({ group })];
    const foreign = await build.epic({ group: await build.group({ members: {} }) });
    const itself = linkItems(as('ada'), { itemId: one.id, linkType: 'blocks', otherIds: [one.id] });
    await expect(itself).rejects.toThrow(ValidationError);
    const stranger = linkItems(as('ada'), { itemId: one.id, linkType: 'blocks', otherIds: [two.id, foreign.id] });
    await expect(stranger).rejects.toThrow(NotFoundError);
    expect(await shown(as('ada'), one)).toEqual([]);
  });

  test('a new item may have links', async ({ as, build }) => {
    const group = await build.group();
    const blocker = await build.epic({ group, title: 'first' });
    const epic = await createWorkItem(as('paul'), {
      namespace: group,
      type: 'epic',
      title: 'second',
      linkedItems: { linkType: 'is_blocked_by', itemIds: [blocker.id] },
    });
    expect(await shown(as('paul'), epic)).toEqual(['is_blocked_by first']);
  });

  test('each end is notified of it, and of the end of it', async ({ as, build, db }) => {
    const [one, two] = [await build.epic(), await build.epic()];
    await linkItems(as('ada'), { itemId: one.id, linkType: 'blocks', otherIds: [two.id] });
    await unlinkItems(as('ada'), { itemId: two.id, otherIds: [one.id] });
    const events = await db
      .selectFrom('events')
      .select(['name', 'workItemId', 'data'])
      .where('workItemId', 'in', [one.id, two.id])
      .where('name', 'like', 'workItem.%linked')
      .orderBy('id')
      .execute();
    expect(
      events.map(({ name, workItemId, data }) => [name, workItemId, (data as { linkType: string }).linkType]),
    ).toEqual([
      ['workItem.linked', one.id, 'blocks'],
      ['workItem.linked', two.id, 'is_blocked_by'],
      ['workItem.unlinked', two.id, 'is_blocked_by'],
      ['workItem.unlinked', one.id, 'blocks'],
    ]);
  });
});

describe('who may', () => {
  test('linking needs a member at both ends', async ({ as, build }) => {
    const open = await build.group({ visibility: 'public' });
    const may: string[] = [];
    for (const name of castNames) {
      const [one, two] = [await build.epic({ group: open }), await build.epic({ group: open })];
      const linking = linkItems(as(name), { itemId: one.id, linkType: 'relates_to', otherIds: [two.id] });
      await linking.then(
        () => may.push(name),
        (error: unknown) => expect(error).toBeInstanceOf(ForbiddenError),
      );
    }
    expect(may).toEqual(['gwen', 'paul', 'rita', 'dana', 'mina', 'ada', 'root']);
  });

  test('both ends must allow a link, either end may remove it', async ({ as, build }) => {
    const ours = await build.epic();
    const theirs = await build.epic({ group: await build.group({ visibility: 'public', members: {} }) });
    const linking = linkItems(as('ada'), { itemId: ours.id, linkType: 'blocks', otherIds: [theirs.id] });
    await expect(linking).rejects.toThrow(ForbiddenError);
    const turned = linkItems(as('ada'), { itemId: theirs.id, linkType: 'blocks', otherIds: [ours.id] });
    await expect(turned).rejects.toThrow(ForbiddenError);
    await build.link({ from: ours, to: theirs });
    await expect(unlinkItems(as('nobody'), { itemId: theirs.id, otherIds: [ours.id] })).rejects.toThrow(NotFoundError);
    await unlinkItems(as('ada'), { itemId: theirs.id, otherIds: [ours.id] });
    expect(await shown(as('ada'), ours)).toEqual([]);
  });

  test('archived items accept no links', async ({ as, build }) => {
    const archived = await build.epic({ group: await build.group({ archived: true }) });
    const other = await build.epic();
    const linking = linkItems(as('ada'), { itemId: other.id, linkType: 'blocks', otherIds: [archived.id] });
    await expect(linking).rejects.toThrow(ForbiddenError);
  });
});

describe('seeing links', () => {
  test('invisible items are missing from lists and counts', async ({ as, build }) => {
    const group = await build.group({ visibility: 'public' });
    const epic = await build.epic({ group });
    const secret = await build.epic({ group, confidential: true, title: 'secret' });
    const foreign = await build.epic({ group: await build.group({ members: {} }), title: 'foreign' });
    const open = await build.epic({ group, title: 'open' });
    const links = [
      await build.link({ from: secret, to: epic, type: 'blocks' }),
      await build.link({ from: foreign, to: epic, type: 'blocks' }),
      await build.link({ from: open, to: epic, type: 'blocks' }),
    ];
    expect(await shown(as('nobody'), epic)).toEqual(['is_blocked_by open']);
    expect(await shown(as('paul'), epic)).toEqual(['is_blocked_by secret', 'is_blocked_by open']);
    expect(await shown(as('root'), epic)).toHaveLength(3);
    expect(await as('gwen').load(blockCountsOf, epic.id)).toEqual({ blockedBy: 1, blocking: 0 });
    expect(await as('root').load(blockCountsOf, epic.id)).toEqual({ blockedBy: 3, blocking: 0 });
    const [hidden, , seen] = links;
    if (!hidden || !seen) throw new Error('three links');
    await expect(findLink(as('gwen'), epic.id, hidden.id)).rejects.toThrow(NotFoundError);
    expect((await findLink(as('gwen'), epic.id, seen.id)).source.id).toBe(open.id);
    await expect(findLink(as('gwen'), secret.id, seen.id)).rejects.toThrow(NotFoundError);
  });

  test('an item no longer counts as blocked once the blocking one is closed', async ({ as, build }) => {
    const group = await build.group();
    const [one, two] = [await build.epic({ group, title: 'one' }), await build.epic({ group, title: 'two' })];
    await build.link({ from: one, to: two, type: 'blocks' });
    await build.link({ from: two, to: await build.epic({ group }), type: 'relates_to' });
    expect(await as('gwen').load(blockCountsOf, two.id)).toEqual({ blockedBy: 1, blocking: 0 });
    expect(await as('gwen').load(blockCountsOf, one.id)).toEqual({ blockedBy: 0, blocking: 1 });
    expect(await titlesMatching(as('gwen'), blockedFilter, { is: { isBlocked: true } }, [one, two])).toEqual(['two']);
    expect(await titlesMatching(as('gwen'), blockedFilter, { is: { isBlocked: false } }, [one, two])).toEqual(['one']);
    expect(await titlesMatching(as('gwen'), blockedFilter, { not: { isBlocked: true } }, [one, two])).toEqual(['one']);
    await updateWorkItem(as('ada'), one.id, { stateEvent: 'close' });
    expect(await as('gwen').load(blockCountsOf, two.id)).toEqual({ blockedBy: 0, blocking: 0 });
    expect(await as('gwen').load(blockCountsOf, one.id)).toEqual({ blockedBy: 0, blocking: 0 });
    expect(await titlesMatching(as('gwen'), blockedFilter, { is: { isBlocked: true } }, [one, two])).toEqual([]);
  });

  test('the links of a whole page take one statement, and so do the counts', async ({ as, build, statements }) => {
    const group = await build.group();
    const epics = [];
    for (let at = 0; at < 12; at++) epics.push(await build.epic({ group }));
    for (const [at, epic] of epics.entries()) {
      const next = epics[at + 1];
      if (next) await build.link({ from: epic, to: next, type: 'blocks' });
    }
    const ctx = as('gwen');
    statements.length = 0;
    await ctx.loadMany(
      linksOf,
      epics.map(({ id }) => id),
    );
    expect(statements).toHaveLength(1);
    await ctx.loadMany(
      blockCountsOf,
      epics.map(({ id }) => id),
    );
    expect(statements).toHaveLength(2);
  });
});
