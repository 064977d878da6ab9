import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, fakeServer, renderAt, Status } from '../../../testing/page.tsx';
import { childEpic, childIssue, childrenAnswer, nothing, signedIn, treeFacts } from '../test-tree.ts';
import { TreeSection } from '../TreeSection.tsx';

beforeEach(() => signedIn());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const noRights = { adminEpic: false, adminEpicRelation: false, readEpicRelation: true };

/** The tree of epic 59: Alpha, Deep on the last level, Foreign that is read-only, and the issue Swap. */
function serve(more: Readonly<Record<string, Answer>> = {}) {
  let hasChildren = false;
  return fakeServer({
    'POST /api/v4/groups/4/epics': () => {
      hasChildren = true;
      return { url: '/' };
    },
    childItems: ({ body }) => {
      const { iid } = (body as { variables: { iid: string } }).variables;
      if (iid !== '59') return childrenAnswer({ epics: [childEpic('70', { title: 'Made' })] });
      const epics = [
        childEpic('60', { title: 'Alpha', hasChildren }),
        childEpic('61', { title: 'Deep', allowSubEpics: false }),
        childEpic('62', { title: 'Foreign', userPermissions: noRights }),
      ];
      const issues = [
        childIssue('91', { title: 'Swap' }),
        childIssue('92', { title: 'Theirs', userPermissions: { adminIssue: false } }),
      ];
      return childrenAnswer({ facts: treeFacts(), epics, issues });
    },
    'GET /api/v4/groups/4/descendant_groups': () => [],
    ...more,
  });
}

async function open() {
  const opened = await renderAt(
    '/groups/kubernetes/sig-node/-/epics/59',
    <TreeSection
      fullPath="kubernetes/sig-node"
      iid="59"
      webPath="/groups/kubernetes/sig-node/-/epics/59"
      roadmap={null}
    />,
  );
  await screen.findByRole('treeitem', { name: 'Alpha' });
  return opened;
}

const row = (name: string): HTMLElement => screen.getByRole('treeitem', { name });
const menuButton = (name: string) => within(row(name)).queryByRole('button', { name: `Add child to ${name}` });
const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('EP-FM-01: each row that may have children offers the forms for them, as far as the viewer may use them', async () => {
  serve();
  const { user } = await open();
  const offers = async (name: string): Promise<(string | null)[]> => {
    await user.click(menuButton(name) as HTMLElement);
    const found = entries();
    await user.keyboard('{Escape}');
    return found;
  };
  expect(await offers('Alpha')).toEqual([
    'Add a new epic',
    'Add an existing epic',
    'Add a new issue',
    'Add an existing issue',
  ]);
  expect(await offers('Deep')).toEqual(['Add a new issue', 'Add an existing issue']);
  expect(await offers('Swap')).toEqual(['Add a new task', 'Add an existing task']);
  expect(menuButton('Foreign')).toBeNull();
  expect(menuButton('Theirs')).toBeNull();
});

test('by key: the menu of a row opens and closes, the focus stays in the tree; an epic that is made stands below its row', async () => {
  const asked = serve();
  const { user } = await open();
  row('Alpha').focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  expect(screen.getByRole('menuitem', { name: 'Add a new epic' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(row('Alpha')).toHaveFocus();
  await user.keyboard('+{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Child of “Alpha”' });
  await user.type(within(dialog).getByLabelText('Title'), ' Made {Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ method, url }) => method === 'POST' && url.endsWith('/epics'))?.body).toEqual({
    title: 'Made',
    parent_id: 60,
    confidential: false,
  });
  expect(await screen.findByRole('treeitem', { name: 'Made' })).toHaveAttribute('aria-level', '2');
});

test('a refusal shows an error in the form, which keeps its input', async () => {
  const message = 'Too many levels of epics';
  serve({ 'POST /api/v4/groups/4/epics': () => new Status(400, { message }) });
  const { user } = await open();
  await user.click(menuButton('Alpha') as HTMLElement);
  await user.click(screen.getByRole('menuitem', { name: 'Add a new epic' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Title'), 'Made{Enter}');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(message);
  expect(within(dialog).getByLabelText('Title')).toHaveValue('Made');
});

test('a task is made below an issue of the tree, in the project of that', async () => {
  const asked = serve({
    createChildTask: () => ({ workItemCreate: { errors: [], workItem: { id: 'gid://gitlab/WorkItem/9' } } }),
    childTasks: () => ({ workItem: { id: 'w', widgets: [{ type: 'HIERARCHY', children: nothing }] } }),
  });
  const { user } = await open();
  await user.click(menuButton('Swap') as HTMLElement);
  await user.click(screen.getByRole('menuitem', { name: 'Add a new task' }));
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Title'), 'Write it{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ operation }) => operation === 'createChildTask')?.body).toMatchObject({
    variables: {
      input: {
        namespacePath: 'kubernetes/enhancements',
        title: 'Write it',
        hierarchyWidget: { parentId: 'gid://gitlab/WorkItem/91' },
      },
    },
  });
});
