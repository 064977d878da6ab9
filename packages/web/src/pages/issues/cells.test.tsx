import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ItemChange } from '../../modules/work-items/sidebar/save.ts';
import { setSession } from '../../platform/session/session.ts';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import { fakeServer, renderAt, type Asked } from '../../testing/page.tsx';
import { IssuesPage } from './IssuesPage.tsx';

const fullPath = 'castle/tower';
const bug = { id: 'gid://gitlab/ProjectLabel/1', title: 'bug', color: '#cc0000', description: null };
const issue = (iid: number, title: string) => ({
  id: `gid://gitlab/Issue/${iid}`,
  iid: String(iid),
  title,
  state: 'opened',
  type: 'ISSUE',
  confidential: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  dueDate: null as string | null,
  weight: null as number | null,
  webPath: `/${fullPath}/-/issues/${iid}`,
  blocked: false,
  healthStatus: null as string | null,
  userNotesCount: 0,
  iteration: null,
  epic: null,
  status: null,
  reference: `${fullPath}#${iid}`,
  labels: { nodes: [bug] },
  author: { id: 'u', name: 'Vera' },
  assignees: { nodes: [] },
  milestone: null as object | null,
  userPermissions: { updateIssue: true, adminIssue: true, changeStatus: true },
});
type Row = ReturnType<typeof issue>;

beforeEach(() => {
  localStorage.clear();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

interface Scene {
  matches?: (row: Row) => boolean;
  search?: string;
  /** A change waits for it. */
  beforeSave?: () => Promise<void>;
}

async function open({ matches = () => true, search = '', beforeSave }: Scene = {}) {
  let rows = [issue(1, 'Walls'), issue(2, 'Moat'), issue(3, 'Gate')];
  const change = (iid: string, fields: Partial<Row>): void => {
    rows = rows.map((row) => (row.iid === iid ? { ...row, ...fields } : row));
  };
  const variables = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;
  const asked = fakeServer({
    'GET /api/v4/projects/castle%2Ftower/milestones': () => [
      { id: 7, title: 'v1', start_date: null, due_date: null, web_url: 'http://localhost/m/7' },
    ],
    'GET /api/v4/projects/castle%2Ftower/members/all': () => [
      { id: 2, name: 'Bo', username: 'bo', avatar_url: null, web_url: '/bo', state: 'active' },
    ],
    'GET /api/v4/projects/castle%2Ftower/labels': () => [
      { id: 8, name: 'later', color: '#cc0000', description: null, is_project_label: true },
    ],
    allowedStatuses: () => {
      const status = { category: 'IN_PROGRESS', color: '#1f75cb', iconName: 'status-running', position: 1 };
      const doing = { id: 'gid://gitlab/WorkItems::Statuses::Custom::Status/4', name: 'Doing', ...status };
      const widgetDefinitions = [{ type: 'STATUS', allowedStatuses: [doing], defaultOpenStatus: doing }];
      return { namespace: { id: 'n', workItemTypes: { nodes: [{ id: 't', widgetDefinitions }] } } };
    },
    sidebarIterations: () => {
      const iterationCadence = { id: 'c', title: 'Sprints' };
      const days = { startDate: '2026-01-01', dueDate: '2026-01-14', state: 'current', webPath: '/i' };
      const nodes = [{ id: 'gid://gitlab/Iteration/6', iid: '6', title: 'Sprint', ...days, iterationCadence }];
      return { namespace: { id: 'n', iterations: { nodes } }, group: { id: 'n', iterations: { nodes } } };
    },
    projectPermissions: () => ({ project: { id: 'p', userPermissions: { createIssue: true, updateWorkItems: true } } }),
    listIssues: () => ({
      project: {
        id: 'p',
        issues: {
          // What changed last comes first.
          nodes: rows.filter(matches).toSorted((one, other) => Number(other.weight) - Number(one.weight)),
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        },
      },
    }),
    countIssues: () => ({ project: { id: 'p', opened: { count: 3 }, closed: { count: 0 } } }),
    listCreateIssue: (request) => {
      const { title } = variables(request)['input'] as { title: string };
      rows = [...rows, issue(9, title)];
      return { createIssue: { errors: [], issue: { id: 'gid://gitlab/Issue/9' } } };
    },
    listedIssueRow: (request) => {
      const row = rows.find(({ id }) => id === variables(request)['id']);
      return { issue: row, project: { id: 'p', issues: { nodes: row && matches(row) ? [{ id: row.id }] : [] } } };
    },
    updateItemField: async (request) => {
      await beforeSave?.();
      const input = variables(request)['input'] as ItemChange & { id: string };
      const iid = input.id.slice(input.id.lastIndexOf('/') + 1);
      const milestone = input.milestoneWidget;
      change(iid, {
        ...(input.weightWidget && { weight: input.weightWidget.weight ?? null }),
        ...(input.startAndDueDateWidget && { dueDate: input.startAndDueDateWidget.dueDate ?? null }),
        ...(milestone && { milestone: milestone.milestoneId ? { id: milestone.milestoneId, title: 'v1' } : null }),
      });
      return { workItemUpdate: { errors: [], workItem: { id: input.id } } };
    },
  });
  const opened = await renderAt(
    `/${fullPath}/-/issues${search}`,
    <IssuesPage address={{ page: 'issues', fullPath }} />,
  );
  await screen.findByRole('link', { name: 'Walls' });
  const sent = () =>
    asked.filter(({ operation }) => operation === 'updateItemField').map((request) => variables(request)['input']);
  const titles = () =>
    within(screen.getByRole('list', { name: 'Issues' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  const cell = (title: string, name: string) => {
    const row = screen.getByRole('link', { name: title }).closest('li') as HTMLElement;
    return within(row).getByRole('button', { name: new RegExp(`^Edit ${name}`) });
  };
  return { ...opened, asked, sent, titles, cell, change };
}

test('TM-LV-02, TM-LV-03: a cell opens its editor by click, Enter or F2, saves on choice or Enter, and keeps its row', async () => {
  const { user, sent, titles, cell } = await open();
  // A click, and a choice.
  await user.click(cell('Moat', 'milestone'));
  await user.click(await screen.findByRole('option', { name: /v1/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toEqual({
    id: 'gid://gitlab/WorkItem/2',
    milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/7' },
  });
  expect(await within(cell('Moat', 'milestone')).findByText('v1')).toBeVisible();
  await waitFor(() => expect(cell('Moat', 'milestone')).toHaveFocus());

  // F2 on the row edits its title; Escape restores it.
  screen.getByRole('link', { name: 'Moat' }).focus();
  await user.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard(' deep{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Moat' })).toBeVisible();
  expect(sent()).toHaveLength(1);

  // Arrows lead to a cell, Enter opens it, Tab saves and opens the next one. The list sorts by weight, the row stays.
  screen.getByRole('link', { name: 'Moat' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  while (document.activeElement !== cell('Moat', 'weight')) await user.keyboard('{ArrowRight}');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Weight' })).toHaveFocus());
  await user.keyboard('8{Tab}');
  await waitFor(() => expect(sent().at(-1)).toEqual({ id: 'gid://gitlab/WorkItem/2', weightWidget: { weight: 8 } }));
  expect(await screen.findByRole('combobox', { name: 'Search' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await within(cell('Moat', 'weight')).findByText('8')).toBeVisible();
  expect(titles()).toEqual(['Walls', 'Moat', 'Gate']);

  // A day chosen in the calendar is saved at once.
  await user.click(cell('Gate', 'due date'));
  await user.click((await screen.findAllByRole('gridcell', { name: /\b15\b/ }))[0] as HTMLElement);
  await waitFor(() =>
    expect(sent().at(-1)).toEqual({
      id: 'gid://gitlab/WorkItem/3',
      startAndDueDateWidget: { dueDate: expect.stringMatching(/-15$/) as string },
    }),
  );

  // An impossible value stays in its editor.
  await user.click(cell('Gate', 'weight'));
  await user.keyboard('many{Enter}');
  expect(await screen.findByText(/whole number/i)).toBeVisible();
  expect(sent()).toHaveLength(3);
});

test('TM-LV-02: status, assignee, labels, iteration and health are edited in place, too', async () => {
  localStorage.setItem('milepost.list-issues', '20 labels status iteration health assignees');
  const { user, sent, cell } = await open();
  const field = async (name: string, option: RegExp, change: object, isMultiple = false) => {
    await user.click(cell('Moat', name));
    await user.click(await screen.findByRole('option', { name: option }));
    if (isMultiple) await user.keyboard('{Tab}');
    await waitFor(() => expect(sent().at(-1)).toEqual({ id: 'gid://gitlab/WorkItem/2', ...change }));
    if (isMultiple) await user.keyboard('{Escape}');
  };
  await field('status', /Doing/, { statusWidget: { status: 'gid://gitlab/WorkItems::Statuses::Custom::Status/4' } });
  await field('health', /On track/, { healthStatusWidget: { healthStatus: 'onTrack' } });
  await field('iteration', /Sprint/, { iterationWidget: { iterationId: 'gid://gitlab/Iteration/6' } });
  await field('assignee', /Bo/, { assigneesWidget: { assigneeIds: ['gid://gitlab/User/2'] } }, true);
  const added = { addLabelIds: ['gid://gitlab/Label/8'], removeLabelIds: [] };
  await field('labels', /later/, { labelsWidget: added }, true);
  expect(sent()).toHaveLength(5);
});

test('TM-LV-04: a row that no longer matches stays where it was, marked, with one undo', async () => {
  const { user, sent, titles, cell } = await open({ matches: ({ weight }) => weight === null });
  await user.click(cell('Moat', 'weight'));
  await user.keyboard('5{Enter}');
  const mark = await screen.findByText('No longer matches');
  expect(mark).toBeVisible();
  expect(titles()).toEqual(['Walls', 'Moat', 'Gate']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('No longer matches')).toBeNull());
  expect(sent().at(-1)).toEqual({ id: 'gid://gitlab/WorkItem/2', weightWidget: { weight: null } });

  // The next load has only what matches.
  await user.click(cell('Gate', 'weight'));
  await user.keyboard('5{Enter}');
  await screen.findByText('No longer matches');
  await user.click(screen.getByRole('tab', { name: /^All/ }));
  await waitFor(() => expect(titles()).toEqual(['Walls', 'Moat']));
});

test('TM-LV-05: a cell that somebody else changed meanwhile shows their value and asks before overwriting', async () => {
  const { user, sent, cell, change } = await open();
  await user.click(cell('Moat', 'weight'));
  change('2', { weight: 3 });
  await user.keyboard('8{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Overwrite the change of somebody else?' });
  expect(dialog).toHaveTextContent('Weight of “Moat” is 3 now. Your value is 8.');
  expect(within(cell('Moat', 'weight')).getByText('3')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);

  await user.click(cell('Moat', 'weight'));
  change('2', { weight: 4 });
  await user.clear(await screen.findByRole('textbox', { name: 'Weight' }));
  await user.keyboard('8{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Overwrite' }));
  await waitFor(() => expect(sent()).toEqual([{ id: 'gid://gitlab/WorkItem/2', weightWidget: { weight: 8 } }]));
  expect(await within(cell('Moat', 'weight')).findByText('8')).toBeVisible();
});

test('TM-LV-02, TM-LV-05: a cell that is edited again while it is saved keeps the last value, without a question', async () => {
  const held: (() => void)[] = [];
  const { user, sent, cell } = await open({
    beforeSave: () =>
      new Promise((resolve) => {
        held.push(resolve);
      }),
  });
  const type = async (weight: string): Promise<void> => {
    await user.click(cell('Moat', 'weight'));
    await user.clear(await screen.findByRole('textbox', { name: 'Weight' }));
    await user.keyboard(`${weight}{Enter}`);
    expect(await within(cell('Moat', 'weight')).findByText(weight)).toBeVisible();
  };
  await type('5');
  await waitFor(() => expect(held).toHaveLength(1));
  await type('6');
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  expect(cell('Moat', 'weight')).toHaveTextContent('6');
  held[1]?.();
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ weightWidget: { weight: 6 } }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(cell('Moat', 'weight')).toHaveTextContent('6');
});

test('TM-LV-07: arrows and j, k move between rows, x selects, Shift extends', async () => {
  const { user } = await open();
  const link = (name: string) => screen.getByRole('link', { name });
  const boxes = () => screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(3));
  link('Walls').focus();
  await user.keyboard('j');
  expect(link('Moat')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(link('Gate')).toHaveFocus();
  await user.keyboard('k{ArrowUp}');
  expect(link('Walls')).toHaveFocus();
  await user.keyboard('x');
  expect(boxes()).toEqual([true, false, false]);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(link('Moat')).toHaveFocus();
  expect(boxes()).toEqual([true, true, false]);
});

test('TM-LV-06: c creates an issue in the scope of the list with the fixed values of the filter', async () => {
  const { user, asked, titles } = await open({
    search: '?label_name[]=bug&milestone_title=v1&status=Doing&assignee_username[]=ada',
  });
  await waitFor(() => expect(shortcutsOfPage().map(({ keys }) => keys)).toContain('c'));
  shortcutsOfPage()
    .find(({ keys }) => keys === 'c')
    ?.perform?.();
  const field = await screen.findByRole('textbox', { name: 'Title of the new issue' });
  await user.type(field, 'Drawbridge{Enter}');
  await waitFor(() => expect(titles()).toContain('Drawbridge'));
  const created = asked.find(({ operation }) => operation === 'listCreateIssue')?.body as { variables: object };
  expect(created.variables).toEqual({
    input: {
      projectPath: fullPath,
      title: 'Drawbridge',
      description: expect.stringMatching(/label ~"bug"/) as string,
    },
  });
  const { description } = (created.variables as { input: { description: string } }).input;
  expect(description.split('\n').toSorted()).toEqual([
    '/assign @ada',
    '/label ~"bug"',
    '/milestone %"v1"',
    '/status "Doing"',
  ]);
  // It stays for the next one.
  expect(field).toHaveValue('');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Title of the new issue' })).toBeNull();
});
