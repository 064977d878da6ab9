import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../platform/session/session.ts';
import { fakeServer, renderAt } from '../testing/page.tsx';
import { IssuesPage } from './issues/IssuesPage.tsx';
import { NewIssuePage } from './new-issue/NewIssuePage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const newIssue = <NewIssuePage address={{ page: 'newIssue', fullPath: 'a/b' }} />;
const members = '/a/b/-/project_members?invite=zoe';

function serve(adminProjectMember: boolean): void {
  fakeServer({
    projectPermissions: () => ({ project: { id: 'p', userPermissions: { createIssue: true, adminProjectMember } } }),
    usersAutocomplete: () => ({ project: { id: 'p', autocompleteUsers: [] } }),
    'GET /api/v4/projects/a%2Fb/members/all': () => [],
    'GET /a/b/-/autocomplete_sources/members': () => [],
  });
}

test('TM-IN-26: a list of people without a match offers an invitation to users who may invite', async () => {
  serve(true);
  const form = await renderAt('/a/b/-/issues/new', newIssue);
  await form.user.click(screen.getByRole('button', { name: 'Edit Assignees' }));
  await form.user.keyboard('zoe');
  expect(await screen.findByRole('option', { name: 'Invite zoe' })).toBeVisible();
  await form.user.keyboard('{Enter}');
  await waitFor(() => expect(form.address()).toBe(members));
  cleanup();

  // Enter in a text stays a line break, until an arrow key chooses the offer.
  const text = await renderAt('/a/b/-/issues/new', newIssue);
  const description = screen.getByRole('textbox', { name: 'Description' });
  await text.user.type(description, '@zoe');
  await screen.findByRole('option', { name: 'Invite zoe' });
  await text.user.keyboard('{Enter}@zoe');
  expect(description).toHaveValue('@zoe\n@zoe');
  await screen.findByRole('option', { name: 'Invite zoe' });
  await text.user.keyboard('{ArrowDown}{Enter}');
  // The typed text is not lost without a question.
  await text.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(text.address()).toBe(members));
  cleanup();

  const list = await renderAt('/a/b/-/issues', <IssuesPage address={{ page: 'issues', fullPath: 'a/b' }} />);
  await list.user.type(await screen.findByRole('combobox', { name: /^Search/ }), '@zoe');
  await list.user.click(await screen.findByRole('option', { name: 'Invite zoe' }));
  await waitFor(() => expect(list.address()).toBe(members));
});

test('TM-IN-26: other users read “No matches”', async () => {
  serve(false);
  const form = await renderAt('/a/b/-/issues/new', newIssue);
  await form.user.click(screen.getByRole('button', { name: 'Edit Assignees' }));
  await form.user.keyboard('zoe');
  expect(await within(screen.getByRole('dialog')).findByText('No matches')).toBeVisible();
  await form.user.keyboard('{Escape}');
  await form.user.type(screen.getByRole('textbox', { name: 'Description' }), '@zoe');
  expect(await screen.findByRole('option', { name: 'No matches' })).toHaveAttribute('aria-disabled', 'true');
  cleanup();

  const list = await renderAt('/a/b/-/issues', <IssuesPage address={{ page: 'issues', fullPath: 'a/b' }} />);
  await list.user.type(await screen.findByRole('combobox', { name: /^Search/ }), '@zoe');
  expect(await screen.findByText('No matches')).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Invite zoe' })).toBeNull();
});
