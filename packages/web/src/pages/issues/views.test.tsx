import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetViews } from '../../modules/views/saved-views.ts';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, type Asked } from '../../testing/page.tsx';
import { IssuesPage } from './IssuesPage.tsx';

const fullPath = 'castle/tower';
const path = `/${fullPath}/-/issues`;
const bugs = {
  id: 'gid://gitlab/SavedView/7',
  kind: 'ISSUES',
  name: 'Bugs',
  query: 'label_name[]=bug&state=all&sort=title_asc&columns=labels%2Cweight&density=compact',
  shared: true,
  lockVersion: 0,
  author: null,
  userPermissions: { updateSavedView: true },
};

let views = [bugs];

beforeEach(() => {
  views = [bugs];
  localStorage.clear();
  forgetViews();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

async function open(address: string) {
  const page = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
  const inputOf = ({ body }: Asked) => (body as { variables: { input: Record<string, unknown> } }).variables.input;
  const asked = fakeServer({
    savedView: ({ body }) => ({
      savedView: views.find(({ id }) => id === (body as { variables: { id: string } }).variables.id) ?? null,
    }),
    savedViews: () => ({
      project: {
        id: 'p',
        savedViews: { nodes: views },
        userPermissions: { createSavedView: true, shareSavedView: false },
      },
    }),
    savedViewCreate: (request) => {
      const { name, query } = inputOf(request) as { name: string; query: string };
      const savedView = { ...bugs, id: 'gid://gitlab/SavedView/8', name, query, shared: false };
      views = [...views, savedView];
      return { savedViewCreate: { savedView, errors: [] } };
    },
    savedViewDelete: (request) => {
      views = views.filter(({ id }) => id !== inputOf(request)['id']);
      return { savedViewDelete: { errors: [] } };
    },
    listIssues: () => ({ project: { id: 'p', issues: { nodes: [], pageInfo: page } } }),
  });
  const listed = () =>
    asked
      .filter(({ operation }) => operation === 'listIssues')
      .map(({ body }) => (body as { variables: Record<string, unknown> }).variables);
  const inputs = (name: string) => asked.filter(({ operation }) => operation === name).map(inputOf);
  const opened = await renderAt(address, <IssuesPage address={{ page: 'issues', fullPath }} />);
  return { ...opened, listed, inputs };
}

test('TM-LV-01: the address of a view shows its filter, sort, columns and density from the first request on', async () => {
  const { listed, user, address } = await open(`${path}?view=7`);
  await waitFor(() => expect(listed()).toHaveLength(1));
  expect(listed()[0]).toMatchObject({ labelName: ['bug'], state: 'all', sort: 'TITLE_ASC' });
  const button = await screen.findByRole('button', { name: 'View: Bugs' });
  await user.click(screen.getByRole('button', { name: 'Display' }));
  expect(screen.getByRole('radio', { name: 'Compact' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Weight' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Assignees' })).not.toBeChecked();

  // A change is part of the address, not of the viewer's own columns, and can be taken back.
  await user.click(screen.getByRole('checkbox', { name: 'Assignees' }));
  expect(screen.getByRole('button', { name: 'View: Bugs, changed' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(localStorage.getItem('milepost.list-issues')).toBeNull();
  expect(address()).toContain('columns=labels%2Cweight%2Cassignees');
  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Reset to “Bugs”' }));
  expect(address()).toBe(`${path}?view=7`);
});

test('TM-LV-01: a view is saved with what the list shows, and the last one used opens next time', async () => {
  const first = await open(`${path}?label_name[]=a&sort=due_date_asc`);
  await first.user.click(await screen.findByRole('button', { name: 'Views' }));
  const menu = await screen.findByRole('menu');
  expect(await within(menu).findByText('Shared with the project')).toBeVisible();
  await first.user.click(within(menu).getByRole('menuitem', { name: 'Save as a view…' }));
  await first.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Soon');
  await first.user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(first.address()).toBe(`${path}?view=8`));
  expect(first.inputs('savedViewCreate')[0]).toMatchObject({
    fullPath,
    kind: 'ISSUES',
    name: 'Soon',
    shared: false,
    query: expect.stringMatching(
      /^label_name\[\]=a&state=opened&sort=due_date_asc&columns=[\w%]+&density=comfortable$/,
    ) as string,
  });

  document.body.replaceChildren();
  const second = await open(path);
  await waitFor(() => expect(second.address()).toBe(`${path}?view=8`));
  await waitFor(() => expect(second.listed().at(-1)).toMatchObject({ labelName: ['a'], sort: 'DUE_DATE_ASC' }));

  // Leaving it shows the same without the view, next time as well.
  await second.user.click(await screen.findByRole('button', { name: 'View: Soon' }));
  await second.user.click(await screen.findByRole('menuitem', { name: 'Leave “Soon”' }));
  expect(second.address()).not.toContain('view=');
  expect(localStorage.getItem('milepost.views.used')).toBeNull();
});

test('an address with a view that does not exist shows the list without it', async () => {
  const { listed } = await open(`${path}?view=99`);
  await waitFor(() => expect(listed()).toHaveLength(1));
  expect(listed()[0]).toMatchObject({ state: 'opened', sort: 'UPDATED_DESC' });
  expect(await screen.findByText(/That view was deleted or is not shared with you. Showing the list/)).toBeVisible();
});
