import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, type Asked, fakeServer, renderAt } from '../../testing/page.tsx';
import { ChildTasks } from './ChildTasks.tsx';

afterEach(() => vi.unstubAllGlobals());

const task = (number: number, title: string, given: object = {}) => ({
  id: `gid://gitlab/WorkItem/${number}`,
  title,
  state: 'OPEN',
  confidential: false,
  webPath: `/castle/walls/-/issues/${number}`,
  userPermissions: { updateWorkItem: true, adminParentLink: true },
  widgets: [{ type: 'ASSIGNEES', assignees: { nodes: [] } }],
  ...given,
});
const answerOf = (nodes: readonly object[], { mayAdd = true, all = nodes.length, closed = 0, next = '' } = {}) => ({
  namespace: {
    id: 'walls',
    workItem: {
      id: 'gid://gitlab/WorkItem/70',
      userPermissions: { adminParentLink: mayAdd },
      widgets: [
        {
          type: 'HIERARCHY',
          rolledUpCountsByType: [
            { workItemType: { id: '1', name: 'Issue' }, countsByState: { all: 9, closed: 9 } },
            { workItemType: { id: '5', name: 'Task' }, countsByState: { all, closed } },
          ],
          children: { nodes, pageInfo: { hasNextPage: next !== '', endCursor: next || null } },
        },
      ],
    },
  },
});
const done = { workItemUpdate: { errors: [] } };
const created = { workItemCreate: { errors: [], workItem: { id: 'new' } } };

function open(answers: Readonly<Record<string, Answer>>, isConfidential = false) {
  const asked = fakeServer(answers);
  return renderAt(
    '/',
    <ChildTasks id="gid://gitlab/Issue/70" fullPath="castle/walls" iid="70" isConfidential={isConfidential} />,
  ).then(({ user }) => ({
    user,
    asked,
  }));
}
const sent = (asked: readonly Asked[], name: string) =>
  asked
    .filter(({ operation }) => operation === name)
    .map(({ body }) => (body as { variables: { input: unknown } }).variables.input);

test('tasks stand with who does them and how many are done', async () => {
  const nadia = { id: 'u', name: 'Nadia Sato', username: 'nadia', avatarUrl: null };
  await open({
    issueTasks: () =>
      answerOf(
        [
          task(71, 'Dig', { widgets: [{ type: 'ASSIGNEES', assignees: { nodes: [nadia] } }], confidential: true }),
          task(72, 'Fill', { state: 'CLOSED' }),
        ],
        { all: 5, closed: 2 },
      ),
  });
  const section = within(await screen.findByRole('region', { name: 'Child items' }));
  expect(section.getByText('2 of 5 done')).toBeVisible();
  const [dig, fill] = section.getAllByRole('listitem');
  expect(section.getByRole('link', { name: 'Dig' })).toHaveAttribute('href', '/castle/walls/-/issues/71');
  expect(dig).not.toHaveAttribute('data-closed');
  expect(dig).toHaveTextContent('NS');
  expect(within(dig as HTMLElement).getByRole('img', { name: 'Confidential' })).toBeVisible();
  expect(fill).toHaveAttribute('data-closed');
});

test('a task is added by its title with Enter, and the form stays for the next', async () => {
  const { user, asked } = await open({ issueTasks: () => answerOf([]), createChildTask: () => created });
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  const title = screen.getByRole('textbox', { name: 'Title' });
  expect(title).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  await user.type(title, ' Dig {Enter}');
  await waitFor(() => expect(title).toHaveValue(''));
  expect(title).toHaveFocus();
  await user.type(title, 'Fill{Enter}');
  await waitFor(() => expect(sent(asked, 'createChildTask')).toHaveLength(2));
  expect(sent(asked, 'createChildTask')[0]).toEqual({
    namespacePath: 'castle/walls',
    workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
    title: 'Dig',
    confidential: false,
    hierarchyWidget: { parentId: 'gid://gitlab/WorkItem/70' },
  });
  await waitFor(() => expect(title).toHaveValue(''));
  await user.type(title, '{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the next title is typed and sent while the first task is created; tasks are created in order', async () => {
  const held: (() => void)[] = [];
  const { user, asked } = await open({
    issueTasks: () => answerOf([]),
    createChildTask: () =>
      new Promise((resolve) => {
        held.push(() => resolve(created));
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  await user.keyboard('Dig{Enter}Fill{Enter}Pave');
  await waitFor(() => expect(held).toHaveLength(1));
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  held[1]?.();
  expect(screen.getByRole('textbox')).toHaveValue('Pave');
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(sent(asked, 'createChildTask')).toMatchObject([{ title: 'Dig' }, { title: 'Fill' }]);
});

test('below a confidential issue a task is confidential, since nothing else may stand there', async () => {
  const { user, asked } = await open({ issueTasks: () => answerOf([]), createChildTask: () => created }, true);
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Dig{Enter}');
  await waitFor(() => expect(sent(asked, 'createChildTask')).toHaveLength(1));
  expect(sent(asked, 'createChildTask')[0]).toMatchObject({ title: 'Dig', confidential: true });
});

test('a refusal is said, and the title stays', async () => {
  const { user } = await open({
    issueTasks: () => answerOf([]),
    createChildTask: () => ({ workItemCreate: { errors: ['The project is archived'], workItem: null } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Dig{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The project is archived');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Dig');
});

test('a task is closed and opened where it stands', async () => {
  let state = 'OPEN';
  const { user, asked } = await open({
    issueTasks: () => answerOf([task(71, 'Dig', { state })]),
    updateChildTask: () => {
      state = state === 'OPEN' ? 'CLOSED' : 'OPEN';
      return done;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Close Dig' }));
  await user.click(await screen.findByRole('button', { name: 'Reopen Dig' }));
  expect(await screen.findByRole('button', { name: 'Close Dig' })).toBeVisible();
  expect(sent(asked, 'updateChildTask')).toEqual([
    { id: 'gid://gitlab/WorkItem/71', stateEvent: 'CLOSE' },
    { id: 'gid://gitlab/WorkItem/71', stateEvent: 'REOPEN' },
  ]);
});

test('a task is taken out of the issue, and Undo puts it back', async () => {
  let tasks = [task(71, 'Dig')];
  const { user, asked } = await open({
    issueTasks: () => answerOf(tasks),
    updateChildTask: () => {
      tasks = tasks.length > 0 ? [] : [task(71, 'Dig')];
      return done;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Dig' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Dig' })).toBeNull());
  expect(await screen.findByText('Task removed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Dig' })).toBeVisible();
  expect(sent(asked, 'updateChildTask')).toEqual([
    { id: 'gid://gitlab/WorkItem/71', hierarchyWidget: { parentId: null } },
    { id: 'gid://gitlab/WorkItem/71', hierarchyWidget: { parentId: 'gid://gitlab/WorkItem/70' } },
  ]);
});

test('more than a page is fetched on demand', async () => {
  const { user } = await open({
    issueTasks: ({ body }) =>
      (body as { variables: { after?: string } }).variables.after === 'b'
        ? answerOf([task(72, 'Fill')])
        : answerOf([task(71, 'Dig')], { next: 'b' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'Fill' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Dig' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('without permissions there is only the list, and nothing if it is empty', async () => {
  const nothing = { updateWorkItem: false, adminParentLink: false };
  await open({ issueTasks: () => answerOf([task(71, 'Dig', { userPermissions: nothing })], { mayAdd: false }) });
  expect(await screen.findByRole('link', { name: 'Dig' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an empty list is hidden from those who cannot add to it', async () => {
  const { asked } = await open({ issueTasks: () => answerOf([], { mayAdd: false }) });
  await waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  expect(screen.queryByRole('region', { name: 'Child items' })).toBeNull();
});

test('tasks that are there are put below the issue by reference or address; what is missing is said, and stays in the form', async () => {
  const askedPaths: unknown[] = [];
  const { user, asked } = await open({
    issueTasks: () => answerOf([]),
    tasksByReference: ({ body }) => {
      const { variables } = body as { variables: { projectPath: string; refs: string[] } };
      askedPaths.push(variables.projectPath);
      const [reference = ''] = variables.refs;
      const number = reference === '#99' ? null : reference.replace(/^.*#/, '');
      return { workItemsByReference: { nodes: number === null ? [] : [{ id: `gid://gitlab/WorkItem/${number}` }] } };
    },
    addExistingTasks: () => ({ workItemHierarchyAddChildrenItems: { errors: [] } }),
    referenceSuggestions: () => ({ group: { id: 'g', workItems: { nodes: [] } } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  await user.click(screen.getByRole('radio', { name: 'Existing task' }));
  const form = within(await screen.findByRole('form', { name: 'Add an existing task' }));
  expect(form.getByRole('button', { name: 'Add' })).toBeDisabled();
  const field = form.getByRole('combobox');
  expect(field).toHaveFocus();
  await user.paste(`#71 99 ${window.location.origin}/castle/walls/-/issues/72 moat#73`);
  const pending = () =>
    within(form.getByRole('list', { name: 'References to add' }))
      .getAllByRole('listitem')
      .map((each) => each.textContent);
  expect(pending()).toEqual(['#71', '99', '#72', 'moat#73']);
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(await form.findByText('Could not find 99. Check the reference and your access.')).toBeVisible();
  expect(pending()).toHaveLength(4);
  expect(sent(asked, 'addExistingTasks')).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Remove 99' }));
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(sent(asked, 'addExistingTasks')).toEqual([
      {
        id: 'gid://gitlab/WorkItem/70',
        childrenIds: ['gid://gitlab/WorkItem/71', 'gid://gitlab/WorkItem/72', 'gid://gitlab/WorkItem/73'],
      },
    ]),
  );
  await waitFor(() => expect(form.queryByRole('list', { name: 'References to add' })).toBeNull());
  expect(new Set(askedPaths)).toEqual(new Set(['castle/walls']));
  await waitFor(() => expect(asked.filter(({ operation }) => operation === 'issueTasks').length).toBeGreaterThan(1));
  await user.click(field);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
});

test('what the server refuses of a task that is there is said in its words', async () => {
  const { user } = await open({
    issueTasks: () => answerOf([]),
    tasksByReference: () => ({ workItemsByReference: { nodes: [{ id: 'gid://gitlab/WorkItem/71' }] } }),
    addExistingTasks: () => ({ workItemHierarchyAddChildrenItems: { errors: ['An issue cannot contain an epic'] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add task' }));
  await user.click(screen.getByRole('radio', { name: 'Existing task' }));
  await screen.findByRole('form', { name: 'Add an existing task' });
  await user.paste('&71');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('An issue cannot contain an epic')).toBeVisible();
});
