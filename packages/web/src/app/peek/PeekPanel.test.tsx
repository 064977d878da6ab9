import { screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ItemList, ListRow } from '../../modules/lists/ListRow.tsx';
import { useRouterState } from '../../platform/navigation/router-context.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status, type Answer } from '../../testing/page.tsx';
import { PeekPanel } from './PeekPanel.tsx';

const list = '/groups/ferry/-/epics';
const titles: Readonly<Record<string, string>> = { 1: 'Winter timetable', 2: 'Quieter engines', 3: 'Open tickets' };

beforeEach(() => {
  // The document of jsdom does not scroll.
  Element.prototype.scrollIntoView = vi.fn();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

const nobody = { id: 'u', name: 'Ada', username: 'ada', avatarUrl: null };
const epic = (iid: string) => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid,
  title: titles[iid],
  state: 'opened',
  descriptionHtml: `<p>About ${titles[iid]}</p>`,
  color: '#1068bf',
  confidential: false,
  hidden: false,
  createdAt: '2026-01-01T00:00:00Z',
  reference: `ferry&${iid}`,
  webPath: `${list}/${iid}`,
  lockVersion: 1,
  allowSubEpics: false,
  hasParent: false,
  parent: null,
  startDateIsFixed: true,
  startDateFixed: '2026-02-05',
  startDate: '2026-02-05',
  dueDateIsFixed: false,
  taskCompletionStatus: { count: 0, completedCount: 0 },
  author: nobody,
  group: { id: 'g', fullName: 'Ferry', fullPath: 'ferry' },
  labels: { nodes: [] },
  descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
  userPermissions: { adminEpic: true, updateEpic: true, createEpic: true, destroyEpic: true, createNote: true },
});
const page = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

function serve(more: Readonly<Record<string, Answer>> = {}) {
  return fakeServer({
    epicPage({ body }) {
      const { iid } = (body as { variables: { iid: string } }).variables;
      return { group: { id: 'g', epic: titles[iid] ? epic(iid) : null } };
    },
    linkedItemsOfItem: () => ({
      namespace: { id: 'n', workItem: { id: 'w', userPermissions: { adminWorkItemLink: false }, widgets: [] } },
    }),
    epicActivity: () => ({ group: { id: 'g', epic: { id: 'e', discussions: page } } }),
    ...more,
  });
}

/** A list with a filter, and the peek beside it as the frame draws it. */
function Page() {
  const behind = useRef<HTMLDivElement>(null);
  const peek = useRouterState(({ shown }) => shown.peek);
  const [, change] = usePageSearch('home');
  return (
    <>
      <div ref={behind}>
        <main id="content" tabIndex={-1}>
          <button onClick={() => change({ search: 'boat' })}>Filter</button>
          <input aria-label="Search" />
          <ItemList label="Epics">
            {Object.entries(titles).map(([iid, title]) => (
              <ListRow
                key={iid}
                icon={null}
                title={title}
                to={`${list}/${iid}`}
                labels={[]}
                meta={[`ferry&${iid}`]}
                columns={[]}
                cell={() => null}
              />
            ))}
          </ItemList>
        </main>
      </div>
      {peek !== '' && <PeekPanel peek={peek} behind={behind} />}
    </>
  );
}

const open = (search = '') => renderAt(`${list}${search}`, <Page />);
const row = (iid: number) => screen.getByText(`ferry&${iid}`, { selector: 'li *' });
const peekNamed = (name: string) => screen.findByRole('complementary', { name });

test('TM-PK-01, TM-PK-02: a press on a row opens its item, which the address names; its title leads to the page', async () => {
  serve();
  const { user, address, router } = await open();
  await user.click(row(2));
  expect(address()).toBe(`${list}?peek=ferry%262`);
  const panel = within(await peekNamed('Quieter engines'));
  expect(panel.getByRole('heading', { name: 'Quieter engines' })).toBeVisible();
  for (const name of ['Close', 'Previous item', 'Next item', 'Copy link', 'Epic actions'])
    expect(panel.getByRole('button', { name })).toBeVisible();
  expect(panel.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `${list}/2`);
  expect(row(2).closest('li')).toHaveAttribute('aria-current', 'true');
  // The page keeps its title.
  expect(document.title).not.toContain('Quieter engines');
  // A filter of the page keeps the peek, and another row replaces it in the same step of the history.
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(address()).toBe(`${list}?search=boat&peek=ferry%262`);
  await user.click(row(1));
  expect(await peekNamed('Winter timetable')).toBeVisible();
  expect(address()).toBe(`${list}?search=boat&peek=ferry%261`);
  router.history.back();
  await waitFor(() => expect(address()).toBe(`${list}?peek=ferry%262`));
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(address()).toBe(list);
  await user.click(screen.getByRole('link', { name: 'Quieter engines' }));
  expect(address()).toBe(`${list}/2`);
});

test('TM-PK-04: arrows follow the list, Escape closes the peek, and the focus returns to the row', async () => {
  serve();
  const { user, address, router } = await open();
  screen.getByRole('link', { name: 'Winter timetable' }).focus();
  await user.click(row(1));
  const panel = await peekNamed('Winter timetable');
  expect(panel).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(address()).toContain('ferry%261');
  expect(within(panel).getByRole('button', { name: 'Previous item' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(await peekNamed('Open tickets')).toHaveFocus();
  await user.click(within(await peekNamed('Open tickets')).getByRole('button', { name: 'Previous item' }));
  expect(await peekNamed('Quieter engines')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Quieter engines' })).toHaveFocus());
  // Closing went back: the list is there once.
  expect(address()).toBe(list);
  expect(router.history.canGoBack()).toBe(false);
});

test('TM-PK-05: the page stays usable; unsaved text asks before another item replaces it', async () => {
  serve();
  const { user, address } = await open('?peek=ferry%261');
  const panel = await peekNamed('Winter timetable');
  // A link to a peek leaves the focus at the page, whose fields keep their keys.
  expect(document.body).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'boat{Escape}{ArrowDown}');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('boat');
  expect(address()).toContain('ferry%261');
  const comment = await within(panel).findByRole('textbox', { name: /comment/i }, { timeout: 3000 });
  await user.type(comment, 'Unfinished');
  await user.click(row(2));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(address()).toContain('ferry%261');
  expect(comment).toHaveTextContent('Unfinished');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(row(2));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(await peekNamed('Quieter engines')).toBeVisible();
});

test('TM-PK-06: an item that cannot be seen shows the text of its page; a failure can be retried', async () => {
  let isAway = true;
  serve({
    epicPage: ({ body }) => {
      const { iid } = (body as { variables: { iid: string } }).variables;
      if (iid === '2' && isAway) return new Status(400);
      return { group: { id: 'g', epic: titles[iid] ? epic(iid) : null } };
    },
  });
  const { user, router, address } = await open('?peek=ferry%269');
  const panel = within(await peekNamed('ferry&9'));
  expect(await panel.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(document.title).not.toContain('Page not found');
  router.navigate(`${list}?peek=nonsense`);
  // It names no item: nothing opens, and it is removed from the address.
  await waitFor(() => expect(address()).toBe(list));
  expect(screen.queryByRole('complementary', { name: 'nonsense' })).toBeNull();
  await user.click(row(2));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isAway = false;
  await user.click(retry);
  expect(await peekNamed('Quieter engines')).toBeVisible();
});
