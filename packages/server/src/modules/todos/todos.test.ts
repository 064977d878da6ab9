import { NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import { describe, expect } from 'vitest';
import { people, type Person } from '../../testing/cast.ts';
import { test } from '../../testing/test.ts';
import { contextAs, type World } from '../../testing/world.ts';
import { createNote, deleteNote, updateNote } from '../notes/commands.ts';
import { setBanned } from '../users/commands/accounts.ts';
import { closeWorkItem, createWorkItem, deleteWorkItem, updateWorkItem } from '../work-items/commands.ts';
import type { WorkItem } from '../work-items/store.ts';
import {
  addTodo,
  finishAllTodos,
  finishManyTodos,
  markTodoDone,
  restoreManyTodos,
  restoreTodo,
  pendingTodoOf,
} from './commands.ts';
import { countTodos, ownTodosOfWorkItem, todosOnPage } from './store.ts';

/** The pending to-dos of the cast on an item: `{ dana: ['assigned'] }`. */
async function waiting(world: World, item: WorkItem): Promise<Record<string, string[]>> {
  const found: [Person, string[]][] = [];
  for (const name of people) {
    const todos = (await contextAs(world, name).load(ownTodosOfWorkItem, item.id)) ?? [];
    const actions = todos.filter(({ state }) => state === 'pending').map(({ action }) => action);
    if (actions.length > 0) found.push([name, actions.toSorted()]);
  }
  return Object.fromEntries(found);
}

const everyone = people.map((name) => `@${name}`).join(' ');

describe('who gets to-dos', () => {
  test('people assigned by somebody else', async ({ as, build, world }) => {
    const issue = await build.issue({ author: 'ada' });
    const { ada, dana, rita } = world.userIds;
    await updateWorkItem(as('ada'), issue.id, { assigneeIds: [ada, dana, rita] });
    expect(await waiting(world, issue)).toEqual({ dana: ['assigned'], rita: ['assigned'] });
  });

  test('people mentioned who may read: in a public namespace all, in a private one its members', async ({
    as,
    build,
    world,
  }) => {
    const open = await build.issue({ project: await build.project({ visibility: 'public' }), author: 'ada' });
    const closed = await build.issue({ project: await build.project({ visibility: 'private' }), author: 'ada' });
    for (const { id } of [open, closed]) await createNote(as('ada'), { workItemId: id, body: `For ${everyone}` });
    const members = {
      gwen: ['mentioned'],
      paul: ['mentioned'],
      rita: ['mentioned'],
      dana: ['mentioned'],
      mina: ['mentioned'],
    };
    expect(await waiting(world, open)).toEqual({ otto: ['mentioned'], ...members, root: ['mentioned'] });
    expect(await waiting(world, closed)).toEqual({ ...members, root: ['mentioned'] });
  });

  test('of a confidential item only those who may read it', async ({ as, build, world }) => {
    const issue = await build.issue({
      project: await build.project({ visibility: 'public' }),
      author: 'gwen',
      confidential: true,
    });
    await updateWorkItem(as('ada'), issue.id, { description: `Secret: ${everyone}` });
    const insiders = ['gwen', 'paul', 'rita', 'dana', 'mina', 'root'];
    expect(Object.keys(await waiting(world, issue))).toEqual(insiders);
  });

  test('of an internal comment only planners', async ({ as, build, world }) => {
    const epic = await build.epic({ group: await build.group({ visibility: 'public' }), author: 'gwen' });
    await createNote(as('ada'), { workItemId: epic.id, body: `Between us: ${everyone}`, isInternal: true });
    expect(Object.keys(await waiting(world, epic))).toEqual(['paul', 'rita', 'dana', 'mina', 'root']);
  });

  test('a line that starts with a name addresses them', async ({ as, build, world }) => {
    const issue = await build.issue({ author: 'ada' });
    await createNote(as('ada'), { workItemId: issue.id, body: '@dana please ask @rita' });
    expect(await waiting(world, issue)).toEqual({ dana: ['directly_addressed'], rita: ['mentioned'] });
  });

  test('an equal cause is pending once, and an edited text adds only new mentions', async ({ as, build, world }) => {
    const issue = await build.issue({ author: 'ada' });
    await createNote(as('ada'), { workItemId: issue.id, body: 'For @dana' });
    await createNote(as('ada'), { workItemId: issue.id, body: 'Again for @dana' });
    expect(await waiting(world, issue)).toEqual({ dana: ['mentioned'] });
    await updateWorkItem(as('ada'), issue.id, { description: 'By @rita' });
    await finishAllTodos(as('rita'));
    await updateWorkItem(as('ada'), issue.id, { description: 'By @rita and @paul' });
    expect(await waiting(world, issue)).toEqual({ dana: ['mentioned'], paul: ['mentioned'] });
  });
});

describe('completion', () => {
  const answers: Readonly<Record<string, (world: World, item: WorkItem) => Promise<unknown>>> = {
    commenting: (world, { id }) => createNote(contextAs(world, 'dana'), { workItemId: id, body: 'Yes' }),
    closing: (world, { id }) => closeWorkItem(contextAs(world, 'dana'), id),
    'changing the weight': (world, { id }) => updateWorkItem(contextAs(world, 'dana'), id, { weight: 3 }),
    'assigning another person': (world, { id }) =>
      updateWorkItem(contextAs(world, 'dana'), id, { addAssigneeIds: [world.userIds.rita] }),
  };
  for (const [what, act] of Object.entries(answers)) {
    test(`${what} takes it off the list of who did it alone`, async ({ as, build, world }) => {
      const issue = await build.issue({ author: 'ada' });
      await createNote(as('ada'), { workItemId: issue.id, body: 'For @dana, @paul' });
      await addTodo(as('dana'), issue).catch(() => null);
      await act(world, issue);
      const left = await waiting(world, issue);
      expect(left['dana']).toBeUndefined();
      expect(left['paul']).toEqual(['mentioned']);
    });
  }
});

describe("one's own list", () => {
  test('to-dos on invisible items are neither listed nor counted, and return with access', async ({ as, build }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'ada' });
    await createNote(as('ada'), { workItemId: issue.id, body: 'For @otto' });
    const list = async () => {
      const filter = { states: ['pending'], projectIds: [project.id] } as const;
      const todos = await todosOnPage(as('otto'), filter, { page: 1, perPage: 20, offset: 0 });
      return [todos.length, await countTodos(as('otto'), filter)];
    };
    expect(await list()).toEqual([1, 1]);
    await updateWorkItem(as('ada'), issue.id, { isConfidential: true });
    expect(await list()).toEqual([0, 0]);
    expect(await pendingTodoOf(as('otto'), issue)).toBeNull();
    await updateWorkItem(as('ada'), issue.id, { isConfidential: false });
    expect(await list()).toEqual([1, 1]);
  });

  test('of several causes the last is shown; if it is hidden later, the last visible one, and if all are, none', async ({
    as,
    build,
    world,
  }) => {
    const { ada, mina, rita, otto } = world.userIds;
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'dana' });
    const call = async (who: Person) => (await createNote(as(who), { workItemId: issue.id, body: 'See @otto' })).id;
    const filter = { states: ['pending'], projectIds: [project.id] } as const;
    const list = async (authorIds: number[] = []) => {
      const wanted = { ...filter, ...(authorIds.length > 0 && { authorIds }) };
      const todos = await todosOnPage(as('otto'), wanted, { page: 1, perPage: 20, offset: 0 });
      expect(await countTodos(as('otto'), wanted)).toBe(todos.length);
      return todos.map(({ noteId, authorId }) => [noteId, authorId]);
    };
    const earlier = await call('mina');
    await finishAllTodos(as('otto'));
    const first = await call('ada');
    const second = await call('rita');
    expect(await list()).toEqual([[second, rita]]);
    await setBanned(as('root'), rita, true);
    expect(await list()).toEqual([[first, ada]]);
    expect([await list([rita]), await list([ada])]).toEqual([[], [[first, ada]]]);
    const third = await call('mina');
    expect(await list()).toEqual([[third, mina]]);
    await finishAllTodos(as('otto'));
    expect(await list()).toEqual([]);

    // Completed to-dos do not become pending again when a person is banned.
    await setBanned(as('root'), rita, false);
    await call('rita');
    await setBanned(as('root'), rita, true);
    expect(await list()).toEqual([]);
    expect(earlier).toBeLessThan(first);
    await setBanned(as('root'), rita, false);

    // A description is as visible as its item.
    const described = await createWorkItem(as('ada'), {
      namespace: project,
      type: 'issue',
      title: 'For somebody',
      description: 'For @otto',
    });
    await createNote(as('rita'), { workItemId: described.id, body: 'See @otto' });
    await setBanned(as('root'), rita, true);
    const onIt = ((await as('otto').load(ownTodosOfWorkItem, described.id)) ?? []).map(
      ({ noteId, authorId, userId }) => [noteId, authorId, userId],
    );
    expect(onIt).toEqual([[null, ada, otto]]);
    await setBanned(as('root'), rita, false);
  });

  test('deleting a comment removes its to-do only if there is no other cause', async ({ as, build, world }) => {
    const { ada, mina, rita } = world.userIds;
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'dana' });
    const call = async (who: Person, body = 'See @otto') =>
      (await createNote(as(who), { workItemId: issue.id, body })).id;
    const list = async () => {
      const wanted = { projectIds: [project.id] };
      const todos = await todosOnPage(as('otto'), wanted, { page: 1, perPage: 20, offset: 0 });
      return todos.map(({ noteId, authorId, state }) => [noteId, authorId, state]);
    };
    const before = await call('mina');
    await finishAllTodos(as('otto'));
    const first = await call('ada');
    const unreadable = (await createNote(as('ada'), { workItemId: issue.id, body: '@otto', isInternal: true })).id;
    const last = await call('rita');
    const done = [before, mina, 'done'];
    await deleteNote(as('rita'), last);
    expect(await list()).toEqual([[first, ada, 'pending'], done]);
    await deleteNote(as('ada'), unreadable);
    expect(await list()).toEqual([[first, ada, 'pending'], done]);

    // A mention added by an edit dates from the edit.
    const edited = await call('rita', 'Nobody');
    await updateNote(as('rita'), edited, 'After all @otto');
    await deleteNote(as('ada'), first);
    expect(await list()).toEqual([[edited, rita, 'pending'], done]);
    await deleteNote(as('rita'), edited);
    expect(await list()).toEqual([done]);
    await deleteNote(as('mina'), before);
    expect(await list()).toEqual([]);
  });

  test('a description replaces a deleted comment as the cause, even if the description’s mention was older', async ({
    as,
    build,
    world,
  }) => {
    const project = await build.project({ visibility: 'public' });
    const issue = await build.issue({ project, author: 'dana' });
    await updateWorkItem(as('ada'), issue.id, { description: 'For @otto' });
    const note = await createNote(as('rita'), { workItemId: issue.id, body: 'And @otto' });
    await deleteNote(as('rita'), note.id);
    const found = await pendingTodoOf(as('otto'), issue);
    expect([found?.noteId, found?.authorId]).toEqual([null, world.userIds.dana]);
    await deleteWorkItem(as('ada'), issue.id);
    expect(await pendingTodoOf(as('otto'), issue)).toBeNull();
  });

  test('an item is added once, done and restored by its owner only', async ({ as, build }) => {
    const issue = await build.issue();
    const todo = await addTodo(as('dana'), issue);
    expect(todo).toMatchObject({ action: 'marked', state: 'pending' });
    expect(await addTodo(as('dana'), issue)).toBeNull();
    if (!todo) return;
    await expect(markTodoDone(as('ada'), todo.id)).rejects.toThrow(NotFoundError);
    await expect(markTodoDone(as('root'), todo.id)).rejects.toThrow(NotFoundError);
    await expect(markTodoDone(as('nobody'), todo.id)).rejects.toThrow(UnauthenticatedError);
    expect((await markTodoDone(as('dana'), todo.id)).state).toBe('done');
    expect((await restoreTodo(as('dana'), todo.id)).state).toBe('pending');
  });

  test('all are marked as done at once, and all of those restored', async ({ as, build }) => {
    const project = await build.project();
    const issues = [await build.issue({ project }), await build.issue({ project }), await build.issue({ project })];
    for (const issue of issues) await addTodo(as('mina'), issue);
    const done = await finishAllTodos(as('mina'), { projectIds: [project.id] });
    expect(done).toHaveLength(3);
    await expect(restoreManyTodos(as('dana'), done)).rejects.toThrow(NotFoundError);
    await expect(finishManyTodos(as('dana'), done)).rejects.toThrow(NotFoundError);
    expect(await restoreManyTodos(as('mina'), done)).toHaveLength(3);
    expect(await finishManyTodos(as('mina'), done.slice(0, 2))).toHaveLength(2);
  });

  test('a done one is not restored beside a pending one for the same reason', async ({ as, build }) => {
    const issue = await build.issue();
    const first = await addTodo(as('paul'), issue);
    if (!first) throw new Error('It was not added');
    await markTodoDone(as('paul'), first.id);
    await addTodo(as('paul'), issue);
    expect((await restoreTodo(as('paul'), first.id)).state).toBe('done');
  });
});
