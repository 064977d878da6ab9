import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
  ValidationError,
} from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import { titlesMatching } from '../../testing/filtering.ts';
import { test } from '../../testing/test.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { addReaction, deleteReaction, findAwardable, removeOwnReaction, toggleReaction } from './commands.ts';
import { reactionFilter } from './filter.ts';
import { reactionsOfNote, reactionsOfWorkItem, votesOfWorkItem } from './store.ts';

describe('reacting', () => {
  test('anyone who may comment puts an emoji on once, under one name', async ({ as, build }) => {
    const epic = await build.epic();
    const awardable = await findAwardable(as('gwen'), 'Epic', epic.id);
    expect((await addReaction(as('gwen'), awardable, ':+1:')).name).toBe('thumbsup');
    await expect(addReaction(as('gwen'), awardable, 'thumbsup')).rejects.toThrow(ConflictError);
    await expect(addReaction(as('gwen'), awardable, 'no_such_emoji')).rejects.toThrow(ValidationError);
    await expect(addReaction(as('nobody'), awardable, 'rocket')).rejects.toThrow(UnauthenticatedError);
    await expect(findAwardable(as('otto'), 'Epic', epic.id)).rejects.toThrow(NotFoundError);
  });

  test('toggling puts it on and takes it back', async ({ as, build }) => {
    const issue = await build.issue();
    const awardable = await findAwardable(as('gwen'), 'Issue', issue.id);
    expect((await toggleReaction(as('gwen'), awardable, 'rocket')).isOn).toBe(true);
    expect(await as('gwen').load(reactionsOfWorkItem, issue.id)).toHaveLength(1);
    expect((await toggleReaction(as('gwen'), awardable, 'rocket')).isOn).toBe(false);
    expect(await as('gwen').load(reactionsOfWorkItem, issue.id)).toEqual([]);
    await expect(removeOwnReaction(as('gwen'), awardable, 'rocket')).rejects.toThrow(NotFoundError);
  });

  test('only administrators delete another’s reaction', async ({ as, build }) => {
    const issue = await build.issue();
    const awardable = await findAwardable(as('gwen'), 'WorkItem', issue.id);
    const { id } = await addReaction(as('gwen'), awardable, 'eyes');
    await expect(deleteReaction(as('ada'), awardable, id)).rejects.toThrow(ForbiddenError);
    await deleteReaction(as('root'), awardable, id);
    await expect(deleteReaction(as('gwen'), awardable, id)).rejects.toThrow(NotFoundError);
  });

  test('notes take reactions, what the machine wrote does not', async ({ as, build }) => {
    const issue = await build.issue();
    const [note, system] = [await build.note({ on: issue }), await build.note({ on: issue, system: true })];
    await addReaction(as('gwen'), await findAwardable(as('gwen'), 'Note', note.id), 'heart');
    expect((await as('gwen').load(reactionsOfNote, note.id))?.map(({ name }) => name)).toEqual(['heart']);
    const refused = addReaction(as('ada'), await findAwardable(as('ada'), 'Note', system.id), 'heart');
    await expect(refused).rejects.toThrow(ForbiddenError);
  });

  test('an internal note is not there for guests', async ({ as, build }) => {
    const note = await build.note({ on: await build.issue(), internal: true });
    await expect(findAwardable(as('gwen'), 'Note', note.id)).rejects.toThrow(NotFoundError);
    await expect(findAwardable(as('paul'), 'Note', note.id)).resolves.toBeDefined();
  });

  test('where the discussion is locked, only members react', async ({ as, build }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project });
    await updateWorkItem(as('paul'), issue.id, { isDiscussionLocked: true });
    const awardable = await findAwardable(as('otto'), 'Issue', issue.id);
    await expect(addReaction(as('otto'), awardable, 'eyes')).rejects.toThrow(ForbiddenError);
    await expect(addReaction(as('gwen'), awardable, 'eyes')).resolves.toBeDefined();
  });
});

test('the votes of a page of items take one statement, and other emoji are no votes', async ({
  as,
  build,
  statements,
}) => {
  const group = await build.group();
  const [one, two] = [await build.epic({ group }), await build.epic({ group })];
  await build.reaction(one, 'ada');
  await build.reaction(one, 'paul');
  await build.reaction(one, 'gwen', 'thumbsdown');
  await build.reaction(one, 'gwen', 'rocket');
  const ctx = as('gwen');
  statements.length = 0;
  const votes = await Promise.all([one, two].map(({ id }) => ctx.load(votesOfWorkItem, id)));
  expect(votes).toEqual([
    { upvotes: 2, downvotes: 1 },
    { upvotes: 0, downvotes: 0 },
  ]);
  expect(statements).toHaveLength(1);
});

test('the reaction word finds what the viewer reacted to with that emoji', async ({ as, build }) => {
  const group = await build.group();
  const items = [
    await build.epic({ group, title: '1' }),
    await build.epic({ group, title: '2' }),
    await build.epic({ group, title: '3' }),
  ] as const;
  await build.reaction(items[0], 'gwen');
  await build.reaction(items[1], 'gwen', 'rocket');
  await build.reaction(items[2], 'ada');
  const titles = (filter: Parameters<typeof titlesMatching>[2], who: 'gwen' | 'nobody' = 'gwen') =>
    titlesMatching(as(who), reactionFilter, filter, items);
  expect(await titles({ is: { myReactionEmoji: 'thumbsup' } })).toEqual(['1']);
  expect(await titles({ is: { myReactionEmoji: '+1' } })).toEqual(['1']);
  expect(await titles({ is: { myReactionEmoji: 'Any' } })).toEqual(['1', '2']);
  expect(await titles({ is: { myReactionEmoji: 'None' } })).toEqual(['3']);
  expect(await titles({ is: { myReactionEmoji: '' } })).toEqual(['1', '2', '3']);
  expect(await titles({ not: { myReactionEmoji: 'thumbsup' } })).toEqual(['2', '3']);
  expect(await titles({ not: { myReactionEmoji: 'None' } })).toEqual(['1', '2']);
  expect(await titles({ is: { myReactionEmoji: 'thumbsup' } }, 'nobody')).toEqual([]);
  expect(await titles({ is: { myReactionEmoji: 'None' } }, 'nobody')).toEqual(['1', '2', '3']);
});
