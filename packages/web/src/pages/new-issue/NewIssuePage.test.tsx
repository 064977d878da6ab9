import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { type Asked, fakeServer, renderAt } from '../../testing/page.tsx';
import { NewIssuePage } from './NewIssuePage.tsx';

const vera = { id: 1, username: 'vera', name: 'Vera Lindqvist', avatarUrl: null, isAdmin: false };
beforeEach(() => setSession({ viewer: vera }));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const issueType = { id: 'gid://gitlab/WorkItems::Type/1', name: 'Issue' };
const field = (id: string, name: string, fieldType: string, types = [issueType]) => ({
  id,
  name,
  fieldType,
  active: true,
  selectOptions: fieldType === 'SINGLE_SELECT' ? [{ id: 'high', value: 'High' }] : [],
  workItemTypes: types,
});

function serve() {
  return fakeServer({
    createIssue: () => ({ workItemCreate: { errors: [], workItem: { id: 'i', webPath: '/a/b/-/issues/7' } } }),
    groupCustomFields: () => ({
      group: {
        id: 'g',
        fullName: 'A',
        userPermissions: { adminCustomField: false },
        rootNamespace: null,
        customFields: {
          nodes: [
            field('risk', 'Risk', 'SINGLE_SELECT'),
            field('cost', 'Cost', 'NUMBER'),
            field('of-epics', 'Of epics', 'TEXT', [{ id: '8', name: 'Epic' }]),
          ],
        },
      },
    }),
    'GET /api/v4/projects/a%2Fb/members/all': () => [{ id: 3, name: 'Vera', username: 'vera', avatar_url: null }],
    'GET /api/v4/projects/a%2Fb/milestones': () => [
      { id: 9, title: 'v1.35', start_date: null, due_date: null, web_url: 'http://x/a/b/-/milestones/1' },
    ],
  });
}

const open = (search = '') =>
  renderAt(`/a/b/-/issues/new${search}`, <NewIssuePage address={{ page: 'newIssue', fullPath: 'a/b' }} />);
const inputOf = (asked: Asked[]): unknown => {
  const sent = asked.find(({ operation }) => operation === 'createIssue')?.body as { variables: { input: unknown } };
  return sent.variables.input;
};

test('a new issue is sent with people, custom fields and all other input in one request', async () => {
  const asked = serve();
  const { user, address } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Report it');
  await user.type(screen.getByLabelText('Weight'), '3');
  await user.selectOptions(await screen.findByLabelText('Risk'), 'High');
  expect(screen.queryByLabelText('Of epics')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Edit Assignees' }));
  await user.click(await screen.findByRole('option', { name: /Vera/ }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Create issue' }));
  await waitFor(() => expect(address()).toBe('/a/b/-/issues/7'));
  expect(inputOf(asked)).toEqual({
    namespacePath: 'a/b',
    workItemTypeId: 'gid://gitlab/WorkItems::Type/1',
    title: 'Report it',
    confidential: false,
    descriptionWidget: { description: '' },
    weightWidget: { weight: 3 },
    assigneesWidget: { assigneeIds: ['gid://gitlab/User/3'] },
    customFieldsWidget: [{ customFieldId: 'risk', selectedOptionIds: ['high'] }],
  });
});

test('a URL prefills the form, and invalid values are ignored', async () => {
  const asked = serve();
  const { user, address } = await open(
    '?issue[title]=Broken&issue[description]=See%20log&issue[issue_type]=incident&issue[confidential]=true&issue[weight]=many&issue[due_date]=2026-12-01&issue[milestone_id]=9',
  );
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Broken');
  expect(screen.getByLabelText('Type')).toHaveValue('incident');
  expect(screen.getByRole('checkbox', { name: /Confidential/ })).toBeChecked();
  expect(await screen.findByText('v1.35')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create issue' }));
  await waitFor(() => expect(address()).toBe('/a/b/-/issues/7'));
  expect(inputOf(asked)).toEqual({
    namespacePath: 'a/b',
    workItemTypeId: 'gid://gitlab/WorkItems::Type/2',
    title: 'Broken',
    confidential: true,
    descriptionWidget: { description: 'See log' },
    startAndDueDateWidget: { dueDate: '2026-12-01' },
    milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/9' },
  });
});

test('an invalid number is not sent', async () => {
  const asked = serve();
  const { user } = await open('?issue[title]=Broken');
  await user.type(await screen.findByLabelText('Cost'), 'much');
  await user.click(screen.getByRole('button', { name: 'Create issue' }));
  expect(screen.getByText('Must be a number')).toBeVisible();
  await waitFor(() => expect(asked.some(({ operation }) => operation === 'createIssue')).toBe(false));
  expect(within(document.body).getByRole('textbox', { name: 'Title' })).toHaveValue('Broken');
});

const kept = () => localStorage.getItem('milepost.draft./a/b/-/issues/new');
const title = () => screen.getByRole('textbox', { name: 'Title' });
const description = () => screen.getByRole('textbox', { name: 'Description' });

test('a draft is restored on the next visit, announced, and can be discarded', async () => {
  serve();
  const { user } = await open();
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  await user.type(title(), 'Half a');
  await user.type(description(), 'thought');
  expect(await screen.findByText('Draft saved')).toBeVisible();
  cleanup();

  const { user: later } = await open();
  expect(title()).toHaveValue('Half a');
  expect(description()).toHaveValue('thought');
  expect(screen.getByText(/Your draft was restored/)).toBeVisible();
  await later.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(title()).toHaveValue('');
  expect(description()).toHaveValue('');
  expect(screen.queryByText(/Your draft was restored/)).toBeNull();
  expect(kept()).toBeNull();
});

test('the draft is deleted when its issue is created', async () => {
  serve();
  const { user, address } = await open();
  await user.type(title(), 'Whole');
  await waitFor(() => expect(kept()).toContain('Whole'));
  await user.click(screen.getByRole('button', { name: 'Create issue' }));
  await waitFor(() => expect(address()).toBe('/a/b/-/issues/7'));
  expect(kept()).toBeNull();
});

test('a prefilling URL takes precedence over a draft, which is kept until something is typed there', async () => {
  serve();
  const { user } = await open();
  await user.type(title(), 'Half a');
  await waitFor(() => expect(kept()).toContain('Half a'));
  cleanup();

  const filled = '?issue[title]=Broken';
  const { user: later } = await open(filled);
  expect(title()).toHaveValue('Broken');
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  expect(kept()).toContain('Half a');
  await later.type(title(), ' pier');
  await waitFor(() => expect(kept()).toContain('Broken pier'));
  cleanup();

  // After a reload, the input at this address is restored.
  const { user: again } = await open(filled);
  expect(title()).toHaveValue('Broken pier');
  await again.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(title()).toHaveValue('Broken');
});

test('a visitor is asked to sign in before writing', async () => {
  setSession({ viewer: null });
  fakeServer({});
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in to create an issue' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('TM-GS-16: in an archived project the reason is the archive, not the role', async () => {
  fakeServer({
    projectPermissions: () => ({ project: { id: 'p', archived: true, userPermissions: { createIssue: false } } }),
  });
  await open();
  expect(await screen.findByText(/^This project is archived and read-only\./)).toBeVisible();
  expect(screen.queryByText(/Your role/)).toBeNull();
});

test('users who may not create issues in the project see that', async () => {
  fakeServer({ projectPermissions: () => ({ project: { id: 'p', userPermissions: { createIssue: false } } }) });
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'You cannot create issues here' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
