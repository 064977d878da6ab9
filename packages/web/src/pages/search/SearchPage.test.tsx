import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, renderAt, Status, type Asked } from '../../testing/page.tsx';
import { SearchPage } from './SearchPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const result = (id: number, fields: object = {}) => ({
  id: `gid://gitlab/WorkItem/${id}`,
  kind: 'ISSUE',
  title: `Memory shrink ${id}`,
  titleRanges: [{ start: 0, end: 6 }],
  passage: 'Cover a memory limit & <b>swap</b>',
  passageRanges: [{ start: 8, end: 14 }],
  webPath: `/harbor/shop/-/issues/${id}`,
  reference: `shop#${id}`,
  state: 'OPENED',
  confidential: false,
  avatarUrl: null,
  dueDate: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  author: { id: 'u', name: 'Nadia Sato', username: 'nadia', avatarUrl: null },
  ...fields,
});

const variables = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;

function serve(isEmpty = false) {
  return fakeServer({
    searchPage: (asked) => {
      const { after } = variables(asked);
      const nodes = isEmpty
        ? []
        : after === ''
          ? [result(1), result(2)]
          : [result(3, { kind: 'NOTE', title: 'Third' })];
      return {
        search: {
          group: null,
          project: null,
          counts: ['ALL', 'EPICS', 'ISSUES', 'TASKS', 'NOTES', 'MILESTONES', 'USERS', 'PROJECTS'].map((scope) => ({
            scope,
            count: isEmpty ? 0 : scope === 'ALL' ? 1001 : scope === 'ISSUES' ? 1000 : 3,
          })),
          filters: isEmpty
            ? null
            : {
                isPartial: false,
                state: [
                  { value: 'opened', count: 38 },
                  { value: 'closed', count: 23 },
                ],
                changed: [
                  { value: 'month', count: 17 },
                  { value: 'year', count: 44 },
                ],
                authorUsername: [{ value: 'nadia', count: 5 }],
                labelTitle: [{ value: 'area::node', count: 6 }],
                projectPath: [{ value: 'shop', count: 7 }],
              },
          results: { nodes, pageInfo: { hasNextPage: !isEmpty && after === '', endCursor: 'next' } },
        },
      };
    },
  });
}

test('TM-SR-01, TM-SR-02, TM-SR-05, TM-SR-09: the address says what is searched, scopes have counts, filters stay when the scope changes', async () => {
  const asked = serve();
  const path = '/search?search=memory&scope=issues&group_id=7&state=opened&author_username=nadia';
  const { user, address } = await renderAt(path, <SearchPage />);
  expect(await screen.findByText('1,000 results')).toHaveAttribute('role', 'status');
  expect(variables(asked[0] as Asked)).toMatchObject({
    search: 'memory',
    scope: 'ISSUES',
    groupId: '7',
    state: 'OPENED',
    authorUsername: 'nadia',
  });
  const scopes = within(screen.getByRole('navigation', { name: 'Kinds of results' }));
  expect(scopes.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Everything1,000+',
    'Epics3',
    'Issues1,000',
    'Tasks3',
    'Comments3',
    'Milestones3',
    'People3',
    'Groups and projects3',
  ]);
  expect(scopes.getByRole('link', { name: /Issues/ })).toHaveAttribute('aria-current', 'page');
  const [first] = screen.getAllByRole('listitem');
  const marks = within(first as HTMLElement).getAllByText(/memory/i, { selector: 'mark' });
  expect(marks.map((mark) => mark.textContent)).toEqual(['Memory', 'memory']);
  expect(first).toHaveTextContent('Cover a memory limit & <b>swap</b>');

  expect(screen.getByRole('checkbox', { name: 'Open 38' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Closed 23' })).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Closed 23' }));
  await waitFor(() => expect(address()).not.toContain('state='));
  await user.click(screen.getByRole('radio', { name: 'Past month 17' }));
  await user.click(screen.getByRole('radio', { name: 'area::node 6' }));
  await waitFor(() => expect(address()).toContain('changed=month'));
  await user.click(screen.getByRole('link', { name: /Comments/ }));
  await waitFor(() => expect(address()).toContain('scope=notes'));
  for (const part of ['changed=month', 'author_username=nadia', 'label_name=area', 'group_id=7']) {
    expect(address()).toContain(part);
  }
});

test('TM-SR-10, TM-SR-17: keys move through the results, open one and return to the field; the number is announced once per search, and more are appended', async () => {
  const asked = serve();
  const { user } = await renderAt('/search?search=memory', <SearchPage />);
  const field = screen.getByRole('searchbox');
  const status = await screen.findByText('1,000+ results');
  expect(status).toHaveAttribute('role', 'status');
  expect(status).toHaveTextContent('1,000+ results for “memory”');
  const announced: (string | null)[] = [];
  const observer = new MutationObserver(() => announced.push(status.textContent));
  observer.observe(status, { subtree: true, childList: true, characterData: true });
  await user.click(field);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Memory shrink 1' })).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(field).toHaveFocus();
  await user.keyboard('{ArrowDown}/');
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'Comment on Third' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  // Counts and filters belong to the search, not to a page of it.
  expect(asked.map((each) => [variables(each)['after'], variables(each)['isFirst']])).toEqual([
    ['', true],
    ['next', false],
  ]);
  expect(announced).toEqual([]);
  await user.type(field, ' limit');
  await waitFor(() => expect(status).toHaveTextContent('1,000+ results for “memory limit”'));
  expect(announced.filter((text) => text?.includes('for'))).toHaveLength(1);
  observer.disconnect();
  const opened: (string | null)[] = [];
  screen.getByRole('list', { name: 'Results' }).addEventListener('click', (event) => {
    event.preventDefault();
    opened.push((event.target as Element).closest('a')?.getAttribute('href') ?? null);
  });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(opened).toEqual(['/harbor/shop/-/issues/2']);
});

test('TM-SR-08, TM-SR-11: a short text is not sent, and nothing found offers to clear filters and to search everywhere', async () => {
  const asked = serve(true);
  const { user, address } = await renderAt('/search?search=m', <SearchPage />);
  expect(screen.getByText('Search everything you can see')).toBeVisible();
  expect(asked).toEqual([]);
  await user.type(screen.getByRole('searchbox'), 'oon');
  expect(await screen.findByText('No results for “moon”')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  const filtered = await renderAt('/search?search=moon&scope=epics&project_id=3&state=closed', <SearchPage />);
  const clear = await screen.findByRole('button', { name: 'Clear filters' });
  await user.click(clear);
  await waitFor(() => expect(filtered.address()).not.toContain('state='));
  await user.click(screen.getByRole('button', { name: 'Search everywhere' }));
  await waitFor(() => expect(filtered.address()).toBe('/search?search=moon&scope=epics'));
  expect(address()).toContain('moon');
});

test('a search that the server refuses shows its message', async () => {
  fakeServer({ searchPage: () => new Status(503, {}) });
  await renderAt('/search?search=memory', <SearchPage />);
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeVisible();
});

test('TM-PK-01: a press on a result, or the key o, shows its item in the peek; a comment has none', async () => {
  serve();
  const { user, address, router } = await renderAt('/search?search=memory', <SearchPage />);
  const first = await screen.findByRole('link', { name: 'Memory shrink 1' });
  await user.click(screen.getByText('shop#2'));
  expect(address()).toBe('/search?search=memory&peek=harbor%2Fshop%232');
  act(() => first.focus());
  await user.keyboard('o');
  expect(address()).toBe('/search?search=memory&peek=harbor%2Fshop%231');
  expect(first.closest('li')).toHaveAttribute('aria-current', 'true');
  act(() => router.history.back());
  await waitFor(() => expect(address()).toBe('/search?search=memory'));
  await user.click(screen.getByRole('button', { name: /more/i }));
  await user.click(await screen.findByText('shop#3'));
  expect(address()).toBe('/search?search=memory');
});

test('on a tablet the results stand beside the filters, on a phone below the folded filters', async () => {
  serve();
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(768, 1024);
  await renderAt('/search?search=memory', <SearchPage />);
  const result = await screen.findByRole('link', { name: 'Memory shrink 1' });
  const left = (element: Element) => element.getBoundingClientRect().left;
  expect(left(result)).toBeGreaterThan(left(screen.getByRole('group', { name: 'Author' })) + 150);
  expect(result.getBoundingClientRect().top).toBeLessThan(300);
  await page.viewport(390, 844);
  expect((await screen.findByText('Filters')).closest('details')).not.toHaveAttribute('open');
});
