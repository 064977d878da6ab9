import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { NetworkError } from '../../platform/api/errors.ts';
import { makeQueryClient } from '../../app/providers.tsx';
import { setSession } from '../../platform/session/session.ts';
import { templateNamesQuery } from '../../modules/description-templates/api.ts';
import { useItemForm } from '../../modules/work-items/edit/use-item-form.ts';
import { itemTextQuery, type ItemText } from '../../modules/work-items/item-text.ts';
import { type Answer, type Asked, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { IssuePage } from './IssuePage.tsx';

const webPath = '/alpha/web/-/issues/3';
const issue = {
  id: 'gid://gitlab/Issue/3',
  iid: '3',
  title: 'Walls',
  state: 'opened',
  type: 'ISSUE',
  descriptionHtml: '<p>Old text</p>',
  confidential: false,
  discussionLocked: false,
  hidden: false,
  imported: false,
  blocked: false,
  lockVersion: 4,
  webPath,
  movedTo: null,
  closedAsDuplicateOf: null,
  promotedToEpic: null,
  createdAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  dueDate: null,
  weight: null,
  healthStatus: null,
  reference: 'alpha/web#3',
  author: { id: 'u', name: 'Theo Alvarez', username: 'theo', avatarUrl: null },
  assignees: { nodes: [] },
  taskCompletionStatus: { count: 0, completedCount: 0 },
  epic: null,
  labels: { nodes: [] },
  milestone: null,
  iteration: null,
  linkedWorkItems: { nodes: [] },
  awardEmoji: { nodes: [] },
  userPermissions: { updateIssue: true, createIncident: true },
};
const text: ItemText = {
  state: 'opened',
  title_text: 'Walls',
  description: '<p>Old text</p>',
  description_text: 'Old text',
  task_completion_status: { count: 0, completed_count: 0 },
  lock_version: 4,
  issue_type: 'issue',
  updated_by_name: null,
  web_url: `http://milepost.test${webPath}`,
};
const names = 'GET /alpha/web/-/description_templates/names.json';
const template = { id: 1, name: 'Bug', type: 'issue', full_path: 'alpha/web', inherited: false };

/** The page with its form open. `shown`: of the issue; `read`: of its texts. */
async function openForm(answers: Readonly<Record<string, Answer>> = {}, shown: object = {}, read: object = {}) {
  const asked = fakeServer({
    issuePage: () => ({ project: { id: 'p', issue: { ...issue, ...shown } } }),
    [`GET ${webPath}.json`]: () => ({ ...text, ...read }),
    [names]: () => ({ templates: [template], may_manage: false }),
    ...answers,
  });
  const page = await renderAt(webPath, <IssuePage address={{ page: 'issue', fullPath: 'alpha/web', iid: '3' }} />);
  const edit = async () => {
    await page.user.click(await screen.findByRole('button', { name: /^Edit ?E$/ }));
    return screen.findByRole('textbox', { name: 'Title' });
  };
  await edit();
  return { ...page, asked, edit };
}
const puts = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'PUT');
const save = () => screen.getByRole('button', { name: /^Save changes/ });
const description = () => screen.getByRole('textbox', { name: 'Description' });

beforeEach(() =>
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false }, csrfToken: 'token' }),
);
afterEach(() => {
  vi.unstubAllGlobals();
  // Drafts must not carry over to the next test.
  localStorage.clear();
});

describe('issue form', () => {
  test('IS-ED-02: has title, type, a choice of templates and an editor for the description', async () => {
    await openForm();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Walls');
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('issue');
    expect(await screen.findByRole('combobox', { name: 'Description template' })).toHaveTextContent('Bug');
    expect(description()).toHaveValue('Old text');
    expect(screen.getAllByRole('button', { name: 'Preview' })[0]).toBeVisible();
  });

  test('IS-ED-07 and IS-ED-13: while saving, the button shows it and is disabled, and so are the keys', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { user, asked } = await openForm({
      [`PUT ${webPath}.json`]: () => new Promise((resolve) => (answer = resolve)),
    });
    expect(save()).not.toHaveAttribute('aria-disabled', 'true');
    expect(save()).not.toHaveAttribute('data-busy');
    await user.type(description(), ' and more');
    await user.click(save());
    await waitFor(() => expect(save()).toHaveAttribute('data-busy', 'true'));
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await user.click(save());
    await user.type(description(), '{Control>}{Enter}{/Control}');
    expect(puts(asked)).toHaveLength(1);
    answer({ ...text, description_text: 'Old text and more', lock_version: 5 });
    expect(await screen.findByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    expect(puts(asked)).toHaveLength(1);
  });

  test('IS-ED-10: a token of a known service is named and sent only after confirmation; ordinary text is sent at once', async () => {
    const { user, asked, edit } = await openForm({ [`PUT ${webPath}.json`]: () => ({ ...text, lock_version: 5 }) });
    const write = (words: string) => fireEvent.change(description(), { target: { value: words } });
    write(`token: glpat-${'a1B2'.repeat(5)}`);
    await user.click(save());
    expect(await screen.findByRole('dialog')).toHaveTextContent('GitLab personal access token');
    expect(puts(asked)).toEqual([]);
    await user.keyboard('{Escape}');
    write('glpat- is how a token begins, and AKIA is a prefix');
    await user.click(save());
    await waitFor(() => expect(puts(asked)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    await edit();
  });

  test.each([
    [
      'ER-IS-03 and ER-IS-04: the server’s message is appended',
      () => new Status(400, { message: { title: ['is too long'], base: ['not today'] } }),
      /^Error updating issue\. is too long, not today$/,
    ],
    [
      'ER-IS-04: where it said nothing, the message of the failure is',
      () => new NetworkError(),
      /^Error updating issue\. .+/,
    ],
  ] as const)('%s', async (_row, answer, said) => {
    const { user } = await openForm({ [`PUT ${webPath}.json`]: answer });
    fireEvent.change(description(), { target: { value: 'New text' } });
    await user.click(save());
    const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
    await waitFor(() => expect(alerts()).toContainEqual(expect.stringMatching(said)));
    expect(description()).toHaveValue('New text');
  });

  test('IS-ED-11: opens only once: input is kept when it is opened again', async () => {
    const { user } = await openForm();
    await user.clear(description());
    await user.type(description(), 'Mine');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('e');
    expect(screen.getAllByRole('textbox', { name: 'Title' })).toHaveLength(1);
    expect(description()).toHaveValue('Mine');
  });

  test('IS-ED-12: templates are requested when it first opens, and never again', async () => {
    const { user, asked, edit } = await openForm();
    const times = () => asked.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === names).length;
    await screen.findByRole('combobox', { name: 'Description template' });
    expect(times()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await edit();
    expect(await screen.findByRole('combobox', { name: 'Description template' })).toBeVisible();
    expect(times()).toBe(1);
    const { gcTime, staleTime } = templateNamesQuery({ kind: 'project', fullPath: 'alpha/web' }, 'issue');
    expect([gcTime, staleTime]).toEqual([Infinity, Infinity]);
  });

  test('IS-ED-22: after saving, an issue with a new URL is opened there', async () => {
    const moved = { ...text, title_text: 'Doors', web_url: 'http://milepost.test/beta/web/-/issues/9' };
    const { user, address, router } = await openForm({ [`PUT ${webPath}.json`]: () => moved });
    const went = vi.fn();
    router.history.subscribe(({ action }) => went(action.type));
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/beta/web/-/issues/9'));
    expect(went.mock.calls).toEqual([['PUSH']]);
  });

  test('IS-ED-23: an issue that became an incident is reloaded, though its URL is the same', async () => {
    let type = 'ISSUE';
    const { user, address, router, asked } = await openForm({
      issuePage: () => ({ project: { id: 'p', issue: { ...issue, type } } }),
      [`PUT ${webPath}.json`]: () => {
        type = 'INCIDENT';
        return { ...text, issue_type: 'incident', lock_version: 5 };
      },
    });
    const went = vi.fn();
    router.history.subscribe(({ action }) => went(action.type));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'incident');
    await user.click(save());
    expect(await screen.findByRole('button', { name: 'Incident actions' })).toBeVisible();
    expect(puts(asked)).toMatchObject([{ body: { issue_type: 'incident' } }]);
    expect(went.mock.calls).toEqual([['REPLACE']]);
    expect(address()).toBe(webPath);
  });

  test('IS-ED-22 and IS-ED-23: nothing is opened when neither URL nor type changed', async () => {
    const { user, router } = await openForm({ [`PUT ${webPath}.json`]: () => ({ ...text, lock_version: 5 }) });
    const went = vi.fn();
    router.history.subscribe(({ action }) => went(action.type));
    await user.type(description(), '!');
    await user.click(save());
    expect(await screen.findByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
    expect(went).not.toHaveBeenCalled();
  });

  test('input is kept when the issue is deleted, and saving says what to do', async () => {
    let isThere = true;
    const { user } = await openForm({
      [`GET ${webPath}.json`]: () => (isThere ? text : new Status(404, { message: '404 Issue Not Found' })),
      [`PUT ${webPath}.json`]: () => new Status(404, { message: '404 Issue Not Found' }),
    });
    await user.type(description(), ' and much more');
    isThere = false;
    await user.click(save());
    expect(await screen.findByText(/^Error updating issue\. It was deleted/)).toBeVisible();
    expect(description()).toHaveValue('Old text and much more');
  });

  test('a user whose session ended gets a message with a sign-in link', async () => {
    const { user } = await openForm({
      [`PUT ${webPath}.json`]: () => new Status(401, { message: '401 Unauthorized' }),
    });
    await user.type(description(), '!');
    await user.click(save());
    expect(await screen.findByText(/You are signed out\. Sign in in another tab/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank');
    expect(description()).toHaveValue('Old text!');
  });

  test('PM-IS-10: the form of an incident offers its own type to users who may not create incidents', async () => {
    const may = { updateIssue: true, createIncident: false };
    const types = () =>
      [...screen.getByRole('combobox', { name: 'Type' }).querySelectorAll('option')].map(
        (option) => option.textContent,
      );
    await openForm({}, { type: 'INCIDENT', userPermissions: may }, { issue_type: 'incident' });
    expect(types()).toEqual(['Issue', 'Incident']);
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('incident');
  });

  test('PM-IS-09: that of a plain issue does not', async () => {
    await openForm({}, { userPermissions: { updateIssue: true, createIncident: false } });
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveTextContent(/^Issue$/);
  });
});

describe('form state', () => {
  function hold(answers: Readonly<Record<string, Answer>>) {
    let now = text;
    fakeServer({ [`GET ${webPath}.json`]: () => now, ...answers });
    const client = makeQueryClient();
    client.setQueryData(itemTextQuery(webPath).queryKey, text);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const item = { webPath, type: 'issue', uploadTarget: { project: 'alpha/web' } } as const;
    const { result } = renderHook(() => useItemForm(item, text), { wrapper });
    /** Another user saves, and the page receives the event. */
    const overtake = async (next: ItemText) => {
      now = next;
      await act(() => client.refetchQueries({ queryKey: itemTextQuery(webPath).queryKey }));
    };
    return { form: result, overtake };
  }

  test('EN-IS-11: title, description, lock version, whether another user saved, and whether it is being saved', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { form, overtake } = hold({ [`PUT ${webPath}.json`]: () => new Promise((resolve) => (answer = resolve)) });
    expect(form.current).toMatchObject({
      values: { title: 'Walls', description: 'Old text' },
      base: { lock_version: 4 },
      theirs: null,
      isSaving: false,
    });
    const theirs = { ...text, description_text: 'Theirs', lock_version: 5 };
    await overtake(theirs);
    await waitFor(() => expect(form.current.theirs).toMatchObject(theirs));
    act(() => form.current.settle('mine'));
    expect(form.current).toMatchObject({ theirs: null, base: { lock_version: 5 } });
    let saved: Promise<boolean> = Promise.resolve(false);
    act(() => void (saved = form.current.save()));
    await waitFor(() => expect(form.current.isSaving).toBe(true));
    answer({ ...theirs, description_text: 'Old text', lock_version: 6 });
    await act(async () => expect(await saved).toBe(true));
    expect(form.current.isSaving).toBe(false);
  });

  test('keeping one’s own text does not revert fields that were not edited', async () => {
    const { form, overtake } = hold({});
    act(() => form.current.set({ description: 'Mine' }));
    await overtake({ ...text, title_text: 'High walls', description_text: 'Theirs', lock_version: 5 });
    await waitFor(() => expect(form.current.theirs).not.toBeNull());
    act(() => form.current.settle('mine'));
    expect(form.current.values).toMatchObject({ title: 'High walls', description: 'Mine' });
  });

  test('a rejected field shows the reason', async () => {
    const { form } = hold({
      [`PUT ${webPath}.json`]: () =>
        new Status(400, { message: { title: ['is too long (maximum is 255 characters)'] } }),
    });
    await act(() => form.current.save());
    expect(form.current.problemOf('title')).toBe('Is too long (maximum is 255 characters)');
  });

  test('EN-IS-12: the chosen type, and whether anything was changed', () => {
    const { form } = hold({});
    expect([form.current.values.type, form.current.isChanged]).toEqual(['issue', false]);
    act(() => form.current.set({ type: 'incident' }));
    expect([form.current.values.type, form.current.isChanged]).toEqual(['incident', true]);
    act(() => form.current.set({ type: 'issue' }));
    expect(form.current.isChanged).toBe(false);
  });
});
