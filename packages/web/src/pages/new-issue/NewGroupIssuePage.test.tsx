import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { type Asked, fakeServer, renderAt } from '../../testing/page.tsx';
import { NewGroupIssuePage } from './NewGroupIssuePage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'vera', name: 'Vera', avatarUrl: null, isAdmin: false } }));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const project = (name: string, createIssue = true) => ({
  id: name,
  fullPath: `a/${name}`,
  nameWithNamespace: `A / ${name}`,
  userPermissions: { createIssue },
});
const web = project('web');
const api = project('api');

function serve(projects: object[]) {
  const nodes = (search: string | null) =>
    projects.filter((each) => (each as typeof web).nameWithNamespace.includes(search ?? ''));
  const variables = ({ body }: Asked) => (body as { variables: Record<string, string> }).variables;
  return fakeServer({
    newIssueProjects: (asked) => ({
      group: { id: 'g', fullName: 'A', projects: { nodes: nodes(variables(asked)['search'] ?? null) } },
    }),
    newIssueProject: (asked) => ({
      project: [web, api].find(({ fullPath }) => fullPath === variables(asked)['fullPath']) ?? null,
    }),
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { createProjects: false } } }),
    createIssue: () => ({ workItemCreate: { errors: [], workItem: { id: 'i', webPath: '/a/api/-/issues/7' } } }),
    'GET /api/v4/projects/a%2Fweb/members/all': () => [
      { id: 3, name: 'Zoe', username: 'zoe', avatar_url: null },
      { id: 4, name: 'Max', username: 'max', avatar_url: null },
    ],
    'GET /api/v4/projects/a%2Fapi/members/all': ({ url }) =>
      url.includes('query=max') ? [{ id: 4, name: 'Max', username: 'max', avatar_url: null }] : [],
    'GET /api/v4/projects/a%2Fweb/labels': () => [{ id: 1, name: 'bug', color: '#f00', description: null }],
    'GET /api/v4/projects/a%2Fapi/labels': () => [{ id: 2, name: 'bug', color: '#f00', description: null }],
  });
}

const open = () =>
  renderAt('/groups/a/-/issues/new', <NewGroupIssuePage address={{ page: 'newGroupIssue', fullPath: 'a' }} />);
const sent = (asked: Asked[]): unknown => {
  const { body } = asked.find(({ operation }) => operation === 'createIssue') as Asked;
  return (body as { variables: { input: unknown } }).variables.input;
};

test('TM-CR-01: with one project where the user may create, the form needs no choice of it', async () => {
  const asked = serve([web, project('old', false)]);
  const { user, address } = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Report it');
  expect(screen.queryByRole('button', { name: /^Project/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create issue' }));
  await waitFor(() => expect(address()).toBe('/a/api/-/issues/7'));
  expect(sent(asked)).toMatchObject({ namespacePath: 'a/web', title: 'Report it' });
});

test('TM-CR-02, TM-CR-03: another project keeps what it has by name, lists the rest, and is the preset next time', async () => {
  const asked = serve([web, api]);
  const { user, address } = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Report it');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'In full ![[a](/uploads/1/a.png)');
  await user.type(screen.getByLabelText('Weight'), '3');
  await user.click(screen.getByRole('button', { name: 'Edit Assignees' }));
  await user.click(await screen.findByRole('option', { name: /Zoe/ }));
  await user.click(screen.getByRole('option', { name: /Max/ }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Edit Labels' }));
  await user.click(await screen.findByRole('option', { name: /bug/ }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Project A / web' }));
  const list = within(await screen.findByRole('dialog', { name: 'Select a project' }));
  await user.type(list.getByRole('combobox'), 'api');
  await waitFor(() => expect(list.queryByRole('option', { name: 'A / web' })).toBeNull());
  await user.click(await list.findByRole('option', { name: 'A / api' }));
  expect(
    await screen.findByText('Removed, because A / api does not have them: Zoe and files in the description'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create issue' }));
  await waitFor(() => expect(address()).toBe('/a/api/-/issues/7'));
  expect(sent(asked)).toMatchObject({
    namespacePath: 'a/api',
    title: 'Report it',
    descriptionWidget: { description: 'In full ![a](/uploads/1/a.png)' },
    weightWidget: { weight: 3 },
    assigneesWidget: { assigneeIds: ['gid://gitlab/User/4'] },
    labelsWidget: { labelIds: [expect.stringMatching(/\/2$/)] },
  });
  cleanup();

  await open();
  expect(await screen.findByRole('button', { name: 'Project A / api' })).toBeVisible();
});

test('TM-CR-02: without a project the page says who may create one', async () => {
  serve([]);
  await open();
  const notice = await screen.findByText(/Members with at least the Developer role can create one/);
  const title = screen.getByRole('heading', { name: 'New issue' }).getBoundingClientRect();
  expect(notice.getBoundingClientRect().top).toBeGreaterThan(title.bottom + 20);
  expect(screen.queryByRole('textbox')).toBeNull();
});
