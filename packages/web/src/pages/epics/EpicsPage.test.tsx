import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setDisabledFeatures } from '../../platform/session/features.ts';
import { setSession } from '../../platform/session/session.ts';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import { type Asked, fakeServer, renderAt } from '../../testing/page.tsx';
import { EpicsPage } from './EpicsPage.tsx';

beforeEach(() => {
  localStorage.clear();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

const epic = (iid: number, title: string) => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid: String(iid),
  title,
  state: 'opened',
  color: '#1068bf',
  confidential: false,
  blocked: iid === 2,
  webPath: `/groups/kubernetes/sig-node/-/epics/${iid}`,
  reference: `kubernetes/sig-node&${iid}`,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  startDate: null,
  dueDate: iid === 1 ? '2025-12-17' : null,
  author: { id: 'u', name: 'Vera Lindqvist' },
  labels: { nodes: [{ id: 'l', title: 'sig::node', color: '#1068bf', description: null }] },
  descendantCounts: { openedEpics: 3, closedEpics: 1, openedIssues: 1, closedIssues: 1 },
  descendantWeightSum: { openedIssues: 0, closedIssues: 0 },
  healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
  userPermissions: { updateEpic: false, adminEpic: false, changeStatus: false },
});

const variablesOf = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;

const page = (nodes: object[], after: string | null, before: string | null) => ({
  nodes,
  pageInfo: { hasNextPage: after !== null, hasPreviousPage: before !== null, startCursor: before, endCursor: after },
});

function serve(may: object = { createEpic: true, updateWorkItems: true }, listed?: (asked: Asked) => object) {
  return fakeServer({
    groupPermissions: () => ({ group: { id: 'g', userPermissions: may } }),
    groupEpics: (asked) => {
      if (listed) return listed(asked);
      const variables = variablesOf(asked);
      const isFirst = !variables['after'] && !variables['before'];
      const epics =
        variables['search'] === 'nothing'
          ? page([], null, null)
          : isFirst
            ? page([epic(1, 'In-place update'), epic(2, 'Structured parameters')], 'next', null)
            : page([epic(3, 'Device taints')], null, 'back');
      return { group: { id: 'g', epics } };
    },
    usersAutocomplete: () => ({
      group: {
        id: 'g',
        autocompleteUsers: [{ id: 'gid://gitlab/User/5', avatarUrl: null, name: 'Vera Lindqvist', username: 'vera' }],
      },
    }),
    epicCounts: () => ({ group: { id: 'g', opened: { count: 526 }, closed: { count: 1361 } } }),
  });
}

const open = (search = '') =>
  renderAt(`/groups/kubernetes/-/epics${search}`, <EpicsPage address={{ page: 'epics', fullPath: 'kubernetes' }} />);
const asksOf = (asked: Asked[]) => asked.filter(({ operation }) => operation === 'groupEpics').map(variablesOf);

test('EL-PG-05, EL-PG-07: the tabs are Open, Closed and All with counts, and choosing one lists that state', async () => {
  const asked = serve();
  const { user, address } = await open();
  expect(await screen.findByRole('tab', { name: 'Open 526' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tab', { name: 'All 1,887' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Closed 1,361' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ state: 'closed', after: '' }));
  expect(address()).toBe('/groups/kubernetes/-/epics?state=closed');
});

test('PM-EP-04: creating an epic and bulk edit are offered to users whom the server grants them', async () => {
  const list = () => screen.findByRole('link', { name: 'In-place update' });
  serve({ createEpic: false, updateWorkItems: false });
  const { user } = await open();
  await list();
  await user.click(screen.getByRole('button', { name: 'More actions for this list' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Export as CSV',
    'Export as CSV for Excel',
  ]);
  expect(screen.queryByRole('link', { name: 'New epic' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Select In-place update' })).toBeNull();
  cleanup();
  serve();
  await open();
  await list();
  expect(await screen.findByRole('link', { name: 'New epic' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/epics/new',
  );
  expect(screen.getByRole('checkbox', { name: 'Select In-place update' })).toBeInTheDocument();
});

test('permissions are not requested for a visitor, and nothing is offered', async () => {
  setSession({});
  const asked = serve();
  await open();
  await screen.findByRole('link', { name: 'In-place update' });
  expect(screen.queryByRole('link', { name: 'New epic' })).toBeNull();
  expect(asked.map(({ operation }) => operation)).not.toContain('groupPermissions');
});

test('EL-PG-10: a row shows title, reference, author, times, labels, progress and dates', async () => {
  serve();
  await open();
  const row = within((await screen.findByRole('link', { name: 'In-place update' })).closest('li') as HTMLElement);
  expect(row.getByRole('link')).toHaveAttribute('href', '/groups/kubernetes/sig-node/-/epics/1');
  expect(row.getByText('sig')).toBeVisible();
  expect(row.getByText('sig-node&1')).toBeVisible();
  expect(row.getByText('created by Vera Lindqvist')).toBeVisible();
  expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  expect(row.getByText('Dec 17, 2025')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Blocked' })).toBeVisible();
});

test('TM-GS-13: without sub-epics and health no row has child counts or a health to fill in', async () => {
  onTestFinished(() => setDisabledFeatures(null));
  const may = { updateEpic: true, adminEpic: true, changeStatus: true };
  const nodes = [{ ...epic(1, 'In-place update'), userPermissions: may }];
  const listed = () => ({ group: { id: 'g', epics: page(nodes, null, null) } });
  serve(undefined, listed);
  await open();
  const row = async () => (await screen.findByRole('link', { name: 'In-place update' })).closest('li') as HTMLElement;
  expect((await row()).querySelector('[data-tooltip="4 child epics"]')).not.toBeNull();
  expect(within(await row()).getByRole('button', { name: /^Edit health/ })).toBeInTheDocument();
  act(() => setDisabledFeatures(['sub_epics', 'health_status']));
  expect((await row()).querySelector('[data-tooltip="4 child epics"]')).toBeNull();
  expect(within(await row()).queryByRole('button', { name: /^Edit health/ })).toBeNull();
});

test("EL-PG-06: the list is sorted by the menu's choice, in either direction, which the URL keeps", async () => {
  const asked = serve();
  const { user, address } = await open();
  await user.click(await screen.findByRole('button', { name: 'Sort by: Last updated' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Due date' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ sort: 'END_DATE_DESC' }));
  await user.click(screen.getByRole('button', { name: 'Sort direction: descending' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ sort: 'END_DATE_ASC' }));
  expect(address()).toContain('sort=due_date_asc');
});

test('EL-PG-08: twenty epics a page, with previous and next page by cursor', async () => {
  const asked = serve();
  const { user, address } = await open();
  await screen.findByRole('link', { name: 'In-place update' });
  expect(asksOf(asked)[0]).toMatchObject({ first: 20, after: '' });
  expect(screen.getByText('1–2 of 526')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('link', { name: 'Device taints' })).toBeVisible();
  expect(asksOf(asked).at(-1)).toMatchObject({ first: 20, after: 'next' });
  expect(address()).toBe('/groups/kubernetes/-/epics?page_after=next&page=2');
  expect(screen.getByText('21–21 of 526')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByRole('link', { name: 'In-place update' })).toBeVisible();
  expect(address()).toBe('/groups/kubernetes/-/epics');
});

test('Previous uses the cursor of the first row, and another filter starts at the first page', async () => {
  const asked = serve();
  const { user, address } = await open('?page_after=there&page=4');
  await screen.findByRole('link', { name: 'Device taints' });
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ last: 20, before: 'back' }));
  expect(address()).toContain('page_before=back&page=3');
  await user.click(screen.getByRole('tab', { name: /^All/ }));
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/-/epics?state=all'));
});

test('EL-PG-02, EL-PG-03, EL-PG-04: the search offers authors with @, labels with ~, and reactions to signed-in users', async () => {
  serve();
  const { user } = await open();
  const field = await screen.findByRole('combobox', { name: 'Search or filter epics' });
  await user.click(field);
  const list = await screen.findByRole('listbox', { name: 'Filter by' });
  const offered = within(list)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(offered.find((text) => text.startsWith('Author'))).toContain('@');
  expect(offered.find((text) => text.startsWith('Label'))).toContain('~');
  expect(offered.some((text) => text.startsWith('My reaction'))).toBe(true);
});

test("EL-PG-02, EL-PG-04: a visitor is offered the group's authors, and no reactions", async () => {
  setSession({});
  const asked = serve();
  const { user } = await open();
  const field = await screen.findByRole('combobox', { name: 'Search or filter epics' });
  await user.click(field);
  const list = await screen.findByRole('listbox', { name: 'Filter by' });
  expect(within(list).getByRole('option', { name: /^Author/ })).toHaveTextContent('@');
  expect(within(list).queryByRole('option', { name: /reaction/ })).toBeNull();
  await user.type(field, '@ver');
  await user.click(await screen.findByRole('option', { name: /Vera Lindqvist/ }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ authorUsername: 'vera' }));
  // Nor checkboxes.
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test("EL-PG-01, EL-PG-09: a URL with filters requests the group's epics with the filters of the roadmap", async () => {
  const asked = serve();
  const { user, address } = await open(
    '?search=pod&label_name[]=sig%3A%3Anode&not[author_username]=ben&confidential=true&state=all&show_labels=1',
  );
  expect(await screen.findByRole('list', { name: 'Filters' })).toBeVisible();
  expect(asksOf(asked)[0]).toMatchObject({
    fullPath: 'kubernetes',
    search: 'pod',
    labelName: ['sig::node'],
    not: { authorUsername: 'ben' },
    confidential: true,
    includeDescendantGroups: true,
    state: 'all',
  });
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(address()).toBe('/groups/kubernetes/-/epics?state=all'));
});

test('the help lists the keys of the list; a visitor has no selection keys', async () => {
  const keysOf = () => shortcutsOfPage().map(({ keys }) => keys);
  serve();
  await open();
  await waitFor(() => expect(keysOf()).toEqual(expect.arrayContaining(['o', 'j', 'k', 'x', 'Shift+x', 'F2', 'c'])));
  cleanup();
  setSession({});
  serve();
  await open();
  expect(keysOf()).toEqual(['o', 'j', 'k']);
});

test('TM-LV-06: c opens the form of a new epic with the fixed values of the filter', async () => {
  serve();
  const { address } = await open(
    '?label_name[]=sig%3A%3Anode&milestone_title=v1&status=Doing&assignee_username[]=vera',
  );
  const create = () => shortcutsOfPage().find(({ keys }) => keys === 'c');
  await waitFor(() => expect(create()).toBeDefined());
  create()?.perform?.();
  await waitFor(() => expect(address()).toContain('/groups/kubernetes/-/epics/new?'));
  const lines = new URLSearchParams(address().split('?')[1]).get('epic[description]')?.split('\n');
  expect(lines?.toSorted()).toEqual(['/assign @vera', '/label ~"sig::node"', '/status "Doing"']);
});

test('TM-EP-01, TM-EP-02, TM-LV-02: owners, dates and status of an epic are edited in its row, and owners sort the list', async () => {
  const may = { updateEpic: true, adminEpic: true, changeStatus: true };
  const nodes = [{ ...epic(1, 'In-place update'), userPermissions: may, assignees: { nodes: [] }, status: null }];
  const vera = { id: 5, name: 'Vera Lindqvist', username: 'vera', avatar_url: null, web_url: '/vera', state: 'active' };
  localStorage.setItem('milepost.list-epics', '20 labels status health owners startDate dueDate');
  const asked = fakeServer({
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { createEpic: true, updateWorkItems: true } } }),
    groupEpics: () => ({ group: { id: 'g', epics: page(nodes, null, null) } }),
    epicCounts: () => ({ group: { id: 'g', opened: { count: 1 }, closed: { count: 0 } } }),
    listedEpicRow: () => ({
      home: { id: 'h', epic: nodes[0] },
      group: { id: 'g', epics: { nodes: [{ id: nodes[0]?.id }] } },
    }),
    'GET /api/v4/groups/kubernetes%2Fsig-node/members/all': () => [vera],
    updateItemField: () => ({ workItemUpdate: { errors: [], workItem: { id: 'gid://gitlab/WorkItem/1' } } }),
    changeEpic: () => ({ updateEpic: { errors: [], epic: { id: nodes[0]?.id } } }),
  });
  const { user } = await open('?sort=owner_asc');
  const cell = async (name: string) => {
    const row = (await screen.findByRole('link', { name: 'In-place update' })).closest('li') as HTMLElement;
    return within(row).getByRole('button', { name: new RegExp(`^Edit ${name}`) });
  };
  const sent = (operation: string) =>
    asked.filter((each) => each.operation === operation).map((each) => variablesOf(each)['input']);
  await user.click(await cell('owners'));
  await user.click(await screen.findByRole('option', { name: /Vera/ }));
  await user.keyboard('{Tab}');
  await waitFor(() =>
    expect(sent('updateItemField')).toEqual([
      { id: 'gid://gitlab/WorkItem/1', assigneesWidget: { assigneeIds: ['gid://gitlab/User/5'] } },
    ]),
  );
  await user.keyboard('{Escape}');
  await user.click(await cell('start date'));
  await user.click((await screen.findAllByRole('gridcell', { name: /\b15\b/ }))[0] as HTMLElement);
  await waitFor(() =>
    expect(sent('changeEpic').at(-1)).toMatchObject({
      startDateIsFixed: true,
      startDateFixed: expect.stringMatching(/-15$/) as string,
    }),
  );
  expect(asksOf(asked)[0]).toMatchObject({ sort: 'ASSIGNEE_ASC' });
  expect(screen.getByRole('button', { name: 'Sort by: Owner' })).toBeVisible();
});

test('filters without results show a message, and can be cleared', async () => {
  serve();
  const { user, address } = await open('?search=nothing');
  expect(await screen.findByRole('heading', { name: 'No epics match' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('link', { name: 'In-place update' })).toBeVisible();
  expect(address()).toBe('/groups/kubernetes/-/epics');
});

test('the risk is a column where an epic has one', async () => {
  const nodes = [
    { ...epic(1, 'In-place update'), risk: 'HIGH' },
    { ...epic(2, 'Other'), risk: 'NONE' },
  ];
  serve(undefined, () => ({ group: { id: 'g', epics: page(nodes, null, null) } }));
  await open();
  await screen.findByRole('link', { name: 'In-place update' });
  expect(screen.getAllByText('High')).toHaveLength(1);
  expect(screen.getByText('High').closest('[data-tooltip]')).toHaveAttribute('data-tooltip', 'Risk');
});

test('the chosen columns and page size are kept in this browser', async () => {
  const asked = serve();
  const { user } = await open();
  await screen.findByRole('link', { name: 'In-place update' });
  await user.click(screen.getByRole('button', { name: 'Display' }));
  await user.click(screen.getByRole('checkbox', { name: 'Progress' }));
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(screen.getByRole('radio', { name: '50' }));
  await waitFor(() => expect(asksOf(asked).at(-1)).toMatchObject({ first: 50 }));
  expect(localStorage.getItem('milepost.list-epics')).toBe('50 labels status risk health children owners dueDate');
});

test('rows are navigated and selected by keys, and a range with Shift+click', async () => {
  serve();
  const { user } = await open();
  const first = await screen.findByRole('link', { name: 'In-place update' });
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Structured parameters' })).toHaveFocus();
  await user.keyboard('x');
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select In-place update' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

test('selected items are closed in one request; refusals are shown with their reasons, and Undo reopens the others', async () => {
  const changes: unknown[] = [];
  const answers = {
    changeManyItems: (asked: Asked) => {
      changes.push(variablesOf(asked)['input']);
      const isUndo = changes.length > 1;
      return {
        workItemBulkUpdate: {
          errors: [],
          updatedWorkItemIds: ['gid://gitlab/WorkItem/1'],
          refused: isUndo
            ? []
            : [{ id: 'gid://gitlab/WorkItem/2', reasons: ['You do not have permission to do this'] }],
        },
      };
    },
  };
  fakeServer({
    ...answers,
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { updateWorkItems: true } } }),
    groupEpics: () => ({ group: { id: 'g', epics: page([epic(1, 'In-place update'), epic(2, 'Other')], null, null) } }),
    epicCounts: () => ({ group: { id: 'g', opened: { count: 2 }, closed: { count: 0 } } }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select In-place update' }));
  // Not the labels that all have: the buttons name fields.
  expect(await screen.findByRole('button', { name: 'Labels' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Select all 2 on this page' }));
  await user.click(screen.getByRole('button', { name: 'State' }));
  await user.click(screen.getByRole('menuitem', { name: 'Close' }));
  expect(await screen.findByText('1 item changed.')).toBeVisible();
  expect(changes).toEqual([
    { stateEvent: 'CLOSE', fullPath: 'kubernetes', ids: ['gid://gitlab/WorkItem/1', 'gid://gitlab/WorkItem/2'] },
  ]);
  const left = screen.getByRole('dialog', { name: '1 item was not changed' });
  expect(left).toHaveTextContent('You do not have permission to do this:');
  expect(within(left).getByText('Other')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes[1]).toEqual({ stateEvent: 'REOPEN', fullPath: 'kubernetes', ids: ['gid://gitlab/WorkItem/1'] }),
  );
});

test('the risk of the selected epics is set in one request', async () => {
  const changes: unknown[] = [];
  fakeServer({
    changeManyItems: (asked: Asked) => {
      changes.push(variablesOf(asked)['input']);
      return { workItemBulkUpdate: { errors: [], updatedWorkItemIds: ['gid://gitlab/WorkItem/1'], refused: [] } };
    },
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { updateWorkItems: true } } }),
    groupEpics: () => ({ group: { id: 'g', epics: page([epic(1, 'In-place update')], null, null) } }),
    epicCounts: () => ({ group: { id: 'g', opened: { count: 1 }, closed: { count: 0 } } }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select In-place update' }));
  await user.click(await screen.findByRole('button', { name: 'Risk' }));
  await user.click(await screen.findByRole('option', { name: 'Medium' }));
  expect(await screen.findByText('1 item changed.')).toBeVisible();
  expect(changes).toEqual([{ risk: 'MEDIUM', fullPath: 'kubernetes', ids: ['gid://gitlab/WorkItem/1'] }]);
});

test('a group without read access is not found', async () => {
  fakeServer({ groupEpics: () => ({ group: null }), epicCounts: () => ({ group: null }) });
  await open();
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});
