import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, type Asked } from '../../testing/page.tsx';
import { NewEpicPage } from '../new-epic/NewEpicPage.tsx';
import { EpicPage } from './EpicPage.tsx';

// Its code loads separately from that of the page; here it is loaded from the start.
beforeAll(async () => void (await import('./EpicSidebar.tsx')));
beforeEach(() => vi.useFakeTimers({ now: new Date(2025, 9, 17, 10), toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const epic = {
  id: 'gid://gitlab/Epic/59',
  iid: '59',
  title: 'Resize in place',
  state: 'opened',
  descriptionHtml: '',
  color: '#1068bf',
  createdAt: '2024-01-01T00:00:00Z',
  reference: 'kubernetes&59',
  webPath: '/groups/kubernetes/-/epics/59',
  startDate: '2025-10-06',
  startDateIsFixed: true,
  startDateFixed: '2025-10-06',
  startDateFromInheritedSource: null,
  dueDate: '2025-10-24',
  dueDateIsFixed: true,
  dueDateFixed: '2025-10-24' as string | null,
  dueDateFromInheritedSource: null as string | null,
  taskCompletionStatus: { count: 0, completedCount: 0 },
  author: { id: 'u', name: 'Vera Lindqvist', username: 'vera', avatarUrl: null },
  group: { id: 'gid://gitlab/Group/1', fullName: 'Kubernetes', fullPath: 'kubernetes' },
  labels: { nodes: [] },
  descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
  userPermissions: { adminEpic: true, updateEpic: true },
};

/** Opens the epic and the editor of one of its dates. */
async function edit(side: 'Start date' | 'Due date', given: Partial<typeof epic> = {}) {
  const asked = fakeServer({
    epicPage: () => ({ group: { id: 'g', epic: { ...epic, ...given } } }),
    changeEpic: () => ({ updateEpic: { errors: [], epic: { id: epic.id } } }),
  });
  const { user } = await renderAt(
    epic.webPath,
    <EpicPage address={{ page: 'epic', fullPath: 'kubernetes', iid: '59' }} />,
  );
  await user.click(await screen.findByRole('button', { name: `Edit ${side}` }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: side });
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  const changes = () =>
    asked
      .filter(({ operation }) => operation === 'changeEpic')
      .map(({ body }: Asked) => (body as Sent).variables.input);
  return { user, field, save, changes };
}
interface Sent {
  variables: { input: object };
}

const day = (name: RegExp) => screen.findByRole('gridcell', { name });
const isOut = (cell: HTMLElement) => cell.getAttribute('aria-disabled') === 'true';

test('DP-IN-01 and DP-IN-02: the date of an epic has a clear button', async () => {
  const { user, field, save, changes } = await edit('Due date');
  await user.click(screen.getByRole('button', { name: 'Clear date' }));
  expect(field).toHaveValue('');
  await save();
  expect(changes()).toMatchObject([{ dueDateFixed: null }]);
});

test.each([
  ['DP-IN-03: year, month and day', '2025-12-24', '2025-12-24'],
  ['DP-IN-08: a day before the start date becomes the start date', '2020-01-01', '2025-10-06'],
  ['DP-IN-11: an invalid date becomes today', 'soon', '2025-10-17'],
])('%s', async (_row, typed, saved) => {
  const { user, field, save, changes } = await edit('Due date');
  await user.clear(field);
  await user.type(field, typed);
  await save();
  expect(changes()).toMatchObject([{ dueDateFixed: saved }]);
});

test('DP-IN-09: a start date after the due date becomes the due date', async () => {
  const { user, field, save, changes } = await edit('Start date');
  await user.clear(field);
  await user.type(field, '2030-01-01');
  await save();
  expect(changes()).toMatchObject([{ startDateFixed: '2025-10-24' }]);
});

test('DP-IN-08: an inherited due date before the start date becomes the start date when it is fixed', async () => {
  const asked = fakeServer({
    epicPage: () => ({
      group: {
        id: 'g',
        epic: {
          ...epic,
          dueDate: '2025-09-30',
          dueDateIsFixed: false,
          dueDateFixed: null,
          dueDateFromInheritedSource: '2025-09-30',
        },
      },
    }),
    changeEpic: () => ({ updateEpic: { errors: [], epic: { id: epic.id } } }),
  });
  const { user } = await renderAt(
    epic.webPath,
    <EpicPage address={{ page: 'epic', fullPath: 'kubernetes', iid: '59' }} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Due date' }));
  await user.click(screen.getByRole('radio', { name: 'Fixed' }));
  expect(screen.getByRole('textbox', { name: 'Due date' })).toHaveValue('2025-10-06');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const sent = asked
    .filter(({ operation }) => operation === 'changeEpic')
    .map(({ body }) => (body as Sent).variables.input);
  expect(sent).toMatchObject([{ dueDateIsFixed: true, dueDateFixed: '2025-10-06' }]);
});

test('DP-IN-12: Enter on an empty due date uses the start date; without one it stays empty', async () => {
  const { user, field } = await edit('Due date');
  await user.clear(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field).toHaveValue('2025-10-06');
});

test('DP-IN-12: without a start date Enter leaves an empty due date empty', async () => {
  const none = { startDate: null, startDateIsFixed: false, startDateFixed: null } as unknown as Partial<typeof epic>;
  const { user, field } = await edit('Due date', none);
  await user.clear(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field).toHaveValue('');
});

test('DP-IN-04, DP-IN-15, DP-IN-16 and DP-IN-18: the calendar of a due date shows one month, covers ten years in both directions, disables days before the start date, and closes 100 ms after a choice', async () => {
  const { user, field } = await edit('Due date', { startDate: '2010-01-04', startDateFixed: '2010-01-04' });
  await user.click(field);
  expect(await screen.findAllByRole('grid')).toHaveLength(1);
  const years = within(screen.getByRole('combobox', { name: 'Year' })).getAllByRole('option');
  expect([years.at(0)?.textContent, years.at(-1)?.textContent]).toEqual(['2015', '2035']);
  const picked = performance.now();
  fireEvent.click(await day(/October 20, 2025/));
  expect(field).toHaveValue('2025-10-20');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull(), { interval: 5 });
  expect(performance.now() - picked).toBeGreaterThan(99);
});

test.each([
  ['DP-IN-04', 'Due date', /October 5, 2025/, /October 6, 2025/],
  ['DP-IN-05', 'Start date', /October 25, 2025/, /October 24, 2025/],
] as const)('%s: the calendar of the %s ends where the other date is', async (_row, side, beyond, within_) => {
  const { user, field } = await edit(side);
  await user.click(field);
  expect(isOut(await day(beyond))).toBe(true);
  expect(isOut(await day(within_))).toBe(false);
});

test('DP-IN-06 and DP-IN-07: in the form of a new epic the span is marked, and a due date before the start is disabled', async () => {
  fakeServer({});
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  const { user } = await renderAt(
    '/groups/kubernetes/-/epics/new',
    <NewEpicPage address={{ page: 'newEpic', fullPath: 'kubernetes' }} />,
  );
  await user.type(screen.getByLabelText('Start date'), '2025-10-06{Enter}');
  await user.type(screen.getByLabelText('Due date'), '2025-10-10{Enter}');
  await user.keyboard('{Escape}');
  await user.click(screen.getByLabelText('Due date'));
  const marked = (await screen.findAllByRole('gridcell')).filter((cell) => cell.hasAttribute('data-range'));
  expect(marked.map((cell) => cell.textContent)).toEqual(['6', '7', '8', '9', '10']);
  expect(isOut(await day(/October 5, 2025/))).toBe(true);
  expect(isOut(await day(/October 6, 2025/))).toBe(false);
});

test('a value that somebody else changed while its editor was open is not overwritten silently', async () => {
  const shown = { ...epic };
  const sent: { dueDateFixed?: string; valuesRead?: object }[] = [];
  fakeServer({
    epicPage: () => ({ group: { id: 'g', epic: shown } }),
    changeEpic: ({ body }) => {
      const { input } = (body as Sent).variables;
      sent.push(input);
      return 'valuesRead' in input
        ? { updateEpic: { errors: ['Paul Planner changed the due date to 2025-11-07 meanwhile.'], epic: null } }
        : { updateEpic: { errors: [], epic: { id: epic.id } } };
    },
  });
  const { user } = await renderAt(
    epic.webPath,
    <EpicPage address={{ page: 'epic', fullPath: 'kubernetes', iid: '59' }} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Due date' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Due date' });
  Object.assign(shown, { dueDate: '2025-11-07', dueDateFixed: '2025-11-07' });
  fireEvent.change(field, { target: { value: '2025-10-30' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Overwrite the change of somebody else?' }));
  expect(dialog.getByText(/^Paul Planner changed Due date to/)).toHaveTextContent(
    'Paul Planner changed Due date to Nov 7, 2025 meanwhile. Your value is Oct 30, 2025.',
  );
  expect(screen.getAllByText('Nov 7, 2025')[0]).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Overwrite' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ dueDateFixed: '2025-10-30', valuesRead: { dueDate: '2025-10-24' } });
  expect(sent[1]).not.toHaveProperty('valuesRead');
});

test('colors and owners that somebody else changed while their editors were open are not overwritten silently', async () => {
  const theo = { id: 'gid://gitlab/User/7', name: 'Theo Alvarez', username: 'theo', avatarUrl: null };
  const shown: Record<string, unknown> = { ...epic, color: '#1068bf', assignees: { nodes: [] } };
  const sent: object[] = [];
  const refuse = (field: string) => (input: object) => {
    sent.push(input);
    const errors = 'valuesRead' in input ? [`Paul Planner changed the ${field} meanwhile.`] : [];
    return { errors, epic: errors.length > 0 ? null : { id: epic.id } };
  };
  fakeServer({
    epicPage: () => ({ group: { id: 'g', epic: shown } }),
    epicColor: () => ({ workspace: { id: 'g', issuable: { id: epic.id, color: '#1068bf' } } }),
    changeEpic: ({ body }) => ({ updateEpic: refuse('color to green')((body as Sent).variables.input) }),
    updateItemField: ({ body }) => ({
      workItemUpdate: refuse('assignees to Theo Alvarez')((body as Sent).variables.input),
    }),
    'GET /api/v4/groups/kubernetes/members/all': () => [
      { id: 8, name: 'Nadia Sato', username: 'nadia', avatar_url: null },
    ],
  });
  const { user } = await renderAt(
    epic.webPath,
    <EpicPage address={{ page: 'epic', fullPath: 'kubernetes', iid: '59' }} />,
  );
  const conflict = () => screen.findByRole('dialog', { name: 'Overwrite the change of somebody else?' });
  await user.click(await screen.findByRole('button', { name: 'Edit Color' }));
  const red = await screen.findByRole('radio', { name: 'Red' });
  Object.assign(shown, { color: '#217645' });
  fireEvent.click(red);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await conflict()).toHaveTextContent('Paul Planner changed Color to Green meanwhile. Your value is Red.');
  await user.click(within(await conflict()).getByRole('button', { name: 'Overwrite' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ color: '#c91c00', valuesRead: { color: '#1068bf' } });
  expect(sent[1]).not.toHaveProperty('valuesRead');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Edit Owners' }));
  const nadia = await screen.findByRole('option', { name: /Nadia Sato/ });
  Object.assign(shown, { assignees: { nodes: [theo] } });
  await user.click(nadia);
  await user.keyboard('{Escape}');
  expect(await conflict()).toHaveTextContent(
    'Paul Planner changed Owner to Theo Alvarez meanwhile. Your value is Nadia Sato.',
  );
  expect(sent[2]).toMatchObject({
    assigneesWidget: { assigneeIds: ['gid://gitlab/User/8'] },
    valuesRead: { assigneeIds: [] },
  });
});
