import { DRAG_DELAY_MS } from '@milepost/core/drag';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import { type Answer, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { childEpic, childIssue, childrenAnswer, nothing, signedIn, treeFacts } from './test-tree.ts';
import { TreeSection } from './TreeSection.tsx';

beforeEach(() => signedIn());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const beta = childEpic('61', { title: 'Beta', hasIssues: true });
const alpha = childEpic('60', { title: 'Alpha', relativePosition: 30 });
const swap = childIssue('7', { title: 'Swap', relativePosition: 90 });

/** The tree of epic 59: Alpha, Beta (which holds Resize) and the issue Swap. */
function serve(more: Readonly<Record<string, Answer>> = {}, facts: object = {}) {
  return fakeServer({
    childItems: ({ body }) => {
      const { iid } = (body as { variables: { iid: string } }).variables;
      if (iid === '59') return childrenAnswer({ facts: treeFacts(facts), epics: [alpha, beta], issues: [swap] });
      return iid === '61' ? childrenAnswer({ issues: [childIssue('5', { title: 'Resize' })] }) : childrenAnswer({});
    },
    ...more,
  });
}

async function open(roadmap: ReactNode = null) {
  const opened = await renderAt(
    '/groups/kubernetes/sig-node/-/epics/59',
    <TreeSection
      fullPath="kubernetes/sig-node"
      iid="59"
      webPath="/groups/kubernetes/sig-node/-/epics/59"
      roadmap={roadmap}
    />,
  );
  await screen.findByRole('heading', { name: 'Child items' });
  return opened;
}

const row = (name: string): HTMLElement => screen.getByRole('treeitem', { name });
const names = (): (string | null)[] => screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-label'));
const childQueries = (asked: ReturnType<typeof serve>) => asked.filter(({ operation }) => operation === 'childItems');

test('EP-TB-01, EP-TB-03 and EP-TB-05: two tabs where sub-epics are allowed; nothing of the roadmap is made before its tab is opened', async () => {
  serve();
  const made = vi.fn<() => void>();
  function Chart() {
    made();
    return <p>The chart</p>;
  }
  const { user } = await open(<Chart />);
  expect(await screen.findByRole('tab', { name: 'Tree view' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('switch', { name: 'Show labels' })).toBeVisible();
  expect(made).not.toHaveBeenCalled();
  await user.click(screen.getByRole('tab', { name: 'Roadmap view' }));
  expect(screen.getByText('The chart')).toBeVisible();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('EP-TB-02: without sub-epics the tree has no tabs', async () => {
  serve({}, { allowSubEpics: false });
  await open();
  expect(await screen.findByRole('treeitem', { name: 'Alpha' })).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.getByRole('switch', { name: 'Show labels' })).toBeVisible();
});

test('EP-TB-04: a roadmap that fails to load shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serve();
  function Broken(): never {
    throw new Error('The code did not come');
  }
  const { user } = await open(<Broken />);
  await user.click(await screen.findByRole('tab', { name: 'Roadmap view' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load Roadmap');
});

test('EP-TB-06, EP-TB-07, LM-IS-04, GQ-EP-12 and GQ-EP-13: labels are shown until they are hidden; the choice is kept here and sent nowhere', async () => {
  const asked = serve();
  const { user } = await open();
  expect(within(await screen.findByRole('treeitem', { name: 'Alpha' })).getByText('node')).toBeVisible();
  const before = asked.length;
  await user.click(screen.getByRole('switch', { name: 'Show labels' }));
  expect(within(row('Alpha')).queryByText('node')).toBeNull();
  expect(localStorage.getItem('gl-show-board-labels')).toBe('false');
  expect(asked).toHaveLength(before);
  await user.click(screen.getByRole('switch', { name: 'Show labels' }));
  expect(within(row('Alpha')).getByText('node')).toBeVisible();
});

test('EP-TR-05, GQ-EP-03 and GQ-EP-04: epics and issues are paged by themselves, a hundred at a time; the next page is appended', async () => {
  const answers = (variables: Record<string, unknown>) => {
    if (variables['epicEndCursor'] === 'e1')
      return childrenAnswer({ epics: [childEpic('62', { title: 'Third', relativePosition: 95 })], issues: null });
    return childrenAnswer({ facts: treeFacts(), epics: [alpha], issues: [swap], epicCursor: 'e1' });
  };
  const asked = serve({
    childItems: ({ body }) => answers((body as { variables: Record<string, unknown> }).variables),
  });
  await open();
  await waitFor(() => expect(names()).toEqual(['Alpha', 'Swap', 'Third']));
  const [first, second] = childQueries(asked).map(({ body }) => body as { query: string; variables: object });
  expect(first?.query).toContain('$pageSize: Int = 100');
  expect(first?.query).toMatch(/children\(\s*first: \$pageSize[\s\S]*issues\(\s*first: \$pageSize/);
  expect(second?.variables).toMatchObject({ epicEndCursor: 'e1', withEpics: true, withIssues: false });
});

test('EP-TR-01: children are sorted by relative position, at the same position open ones first', async () => {
  serve({
    childItems: () =>
      childrenAnswer({
        facts: treeFacts({}),
        epics: [
          childEpic('60', { title: 'Third, closed', relativePosition: 30, state: 'closed' }),
          childEpic('61', { title: 'First', relativePosition: 10, state: 'closed' }),
        ],
        issues: [
          childIssue('7', { title: 'Third, opened', relativePosition: 30 }),
          childIssue('8', { title: 'Second', relativePosition: 20 }),
        ],
      }),
  });
  await open();
  await waitFor(() => expect(names()).toEqual(['First', 'Second', 'Third, opened', 'Third, closed']));
});

test('GQ-EP-03: a tree that is reopened is requested again', async () => {
  const asked = serve();
  function Twice() {
    const [isShown, setShown] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setShown(!isShown)}>
          Turn
        </button>
        {isShown && (
          <TreeSection
            fullPath="kubernetes/sig-node"
            iid="59"
            webPath="/groups/kubernetes/sig-node/-/epics/59"
            roadmap={null}
          />
        )}
      </>
    );
  }
  const { user } = await renderAt('/groups/kubernetes/sig-node/-/epics/59', <Twice />);
  await screen.findByRole('treeitem', { name: 'Alpha' });
  await user.click(screen.getByRole('button', { name: 'Turn' }));
  await user.click(screen.getByRole('button', { name: 'Turn' }));
  await waitFor(() => expect(childQueries(asked)).toHaveLength(2));
  expect(await screen.findByRole('treeitem', { name: 'Alpha' })).toBeVisible();
});

test('ER-EP-01: a failure to fetch children or their next page is shown, with a retry', async () => {
  const failing = new Set(['59']);
  const asked = serve({
    childItems: ({ body }) => {
      const { iid, epicEndCursor } = (body as { variables: { iid: string; epicEndCursor: string } }).variables;
      if (failing.has(iid) || (epicEndCursor !== '' && failing.has(epicEndCursor))) return new Status(400, {});
      return childrenAnswer({
        facts: treeFacts(),
        epics: [alpha],
        issues: [swap],
        epicCursor: epicEndCursor ? null : 'e1',
      });
    },
  });
  const { user } = await open();
  const said = 'Something went wrong while fetching child epics.';
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  failing.clear();
  failing.add('e1');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('treeitem', { name: 'Alpha' })).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  failing.clear();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(childQueries(asked).length).toBeGreaterThan(3);
});

test('EP-TR-06, EP-TR-07 and TM-EP-04: health is that of open issues, and of open epics their own', async () => {
  const health = { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 2 };
  serve({
    childItems: () =>
      childrenAnswer({
        facts: treeFacts(),
        epics: [
          childEpic('60', { title: 'Open below', healthStatus: health }),
          childEpic('62', { title: 'Own', healthStatus: { ...health, own: 'onTrack' } }),
          childEpic('61', {
            title: 'All closed',
            healthStatus: health,
            descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 3 },
          }),
        ],
        issues: [
          childIssue('5', { title: 'Open', healthStatus: 'atRisk' }),
          childIssue('6', { title: 'Closed', state: 'closed', healthStatus: 'atRisk' }),
        ],
      }),
  });
  await open();
  expect(within(await screen.findByRole('treeitem', { name: 'Open' })).getByText('At risk')).toBeVisible();
  expect(within(row('Closed')).queryByText('At risk')).toBeNull();
  expect(within(row('Open below')).getByText('2 at risk')).toBeVisible();
  expect(within(row('Open below')).getByRole('img', { name: 'Rolled up from its open issues' })).toBeVisible();
  expect(within(row('Own')).getByText('On track')).toBeVisible();
  expect(within(row('Own')).queryByText('2 at risk')).toBeNull();
  expect(within(row('All closed')).queryByText('2 at risk')).toBeNull();
});

test('EP-TR-08, EN-EP-15 and EN-EP-17: a row shows all that the item holds', async () => {
  const issue = childIssue('5', {
    title: 'Resize',
    confidential: true,
    blocked: true,
    weight: 3,
    healthStatus: 'needsAttention',
    dueDate: '2026-05-04',
    milestone: { id: 'm', title: 'v1.33' },
  });
  const epic = childEpic('61', {
    title: 'Beta',
    confidential: true,
    blocked: true,
    startDate: '2026-01-02',
    dueDate: '2026-03-04',
  });
  serve({ childItems: () => childrenAnswer({ facts: treeFacts(), epics: [epic], issues: [issue] }) });
  await open();
  const shown = within(await screen.findByRole('treeitem', { name: 'Resize' }));
  expect(shown.getByRole('link', { name: 'Resize' })).toHaveAttribute('href', '/kubernetes/enhancements/-/issues/5');
  for (const words of ['enhancements#5', 'v1.33', 'May 4, 2026', 'node', 'Needs attention']) {
    expect(shown.getByText(words)).toBeVisible();
  }
  for (const name of ['Issue', 'Confidential', 'Blocked', 'Weight 3', 'Nadia Sato']) {
    expect(shown.getByRole('img', { name })).toBeVisible();
  }
  const other = within(row('Beta'));
  expect(other.getByRole('link', { name: 'Beta' })).toHaveAttribute('href', '/groups/kubernetes/sig-node/-/epics/61');
  expect(other.getByText('Jan 2 – Mar 4, 2026')).toBeVisible();
  expect(other.getByRole('img', { name: 'Confidential' })).toBeVisible();
  expect(other.getByRole('img', { name: 'Blocked' })).toBeVisible();
  expect(other.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
});

test('LM-RM-03, LM-RM-04, LM-RM-05 and LM-RM-06: a row shows three assignees at 24 pixels and counts the rest, up to 99+', async () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `u${at}`,
      name: `Person ${at}`,
      username: `p${at}`,
      avatarUrl: null,
    }));
  const issues = [3, 5, 104].map((count) =>
    childIssue(String(count), { title: `For ${count}`, assignees: { nodes: people(count) } }),
  );
  serve({ childItems: () => childrenAnswer({ facts: treeFacts(), issues }) });
  await open();
  await screen.findByRole('treeitem', { name: 'For 3' });
  for (const count of [3, 5, 104]) {
    const shown = within(row(`For ${count}`)).getAllByRole('img', { name: /^Person/ });
    expect(shown.map((avatar) => avatar.getBoundingClientRect().width)).toEqual([24, 24, 24]);
  }
  expect(within(row('For 3')).queryByText(/^\+/)).toBeNull();
  expect(within(row('For 5')).getByRole('img', { name: '2 more assignees' })).toHaveTextContent('+2');
  const counter = within(row('For 104')).getByRole('img', { name: '101 more assignees' });
  expect(counter).toHaveTextContent('99+');
  expect(counter).toHaveAttribute('data-tooltip', '101 more assignees');
});

test('closed epics count as done, and one without issues shows no progress', async () => {
  const closed = childEpic('61', { title: 'Closed', state: 'closed' });
  const empty = childEpic('62', { title: 'Empty', descendantWeightSum: null, descendantCounts: null });
  const facts = treeFacts({ state: 'closed' });
  serve({ childItems: () => childrenAnswer({ facts, epics: [closed, empty] }) });
  await open();
  await screen.findByRole('treeitem', { name: 'Closed' });
  expect(within(row('Closed')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(within(row('Empty')).queryByRole('progressbar')).toBeNull();
  expect(screen.getByText('100% done')).toBeVisible();
});

test('tasks stand below their issue', async () => {
  const task = { id: 'gid://gitlab/WorkItem/9', iid: '9', title: 'Write it', state: 'OPEN', confidential: false };
  const userPermissions = { adminParentLink: true };
  const place = {
    webPath: '/kubernetes/enhancements/-/work_items/9',
    reference: 'kubernetes/enhancements#9',
    widgets: [],
  };
  serve({
    childItems: () =>
      childrenAnswer({ facts: treeFacts(), issues: [childIssue('5', { title: 'Resize', hasChildren: true })] }),
    childTasks: () => ({
      workItem: {
        id: 'w',
        widgets: [{ type: 'HIERARCHY', children: { ...nothing, nodes: [{ ...task, ...place, userPermissions }] } }],
      },
    }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Expand Resize' }));
  expect(await screen.findByRole('treeitem', { name: 'Write it' })).toHaveAttribute('aria-level', '2');
});

test('EP-DD-03, EP-DD-04 and ER-EP-13: a new order is shown immediately, and reverted with an alert if the server refuses', async () => {
  let settle: (errors: string[]) => void = () => undefined;
  serve({
    epicReorder: () =>
      new Promise((resolve) => {
        settle = (errors) => resolve({ epicTreeReorder: { errors } });
      }),
  });
  const { user } = await open();
  (await screen.findByRole('treeitem', { name: 'Alpha' })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(names()).toEqual(['Beta', 'Alpha', 'Swap']);
  await act(async () => settle(['The epic is archived']));
  await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta', 'Swap']));
  const alert = within(screen.getByRole('alert'));
  expect(alert.getByText('Something went wrong while ordering item.')).toBeVisible();
  expect(alert.getByText('The epic is archived')).toBeVisible();
});

test('two keys in a row move by two rows, also before the tree is drawn again, and are sent one after the other', async () => {
  const answers: (() => void)[] = [];
  const asked = serve({
    epicReorder: () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ epicTreeReorder: { errors: [] } }));
      }),
  });
  await open();
  const alpha = await screen.findByRole('treeitem', { name: 'Alpha' });
  act(() => {
    alpha.focus();
    for (const _ of [1, 2]) fireEvent.keyDown(alpha, { key: 'ArrowDown', altKey: true });
  });
  await waitFor(() => expect(names()).toEqual(['Beta', 'Swap', 'Alpha']));
  const moves = () => asked.filter(({ operation }) => operation === 'epicReorder').map(({ body }) => body);
  await waitFor(() => expect(moves()).toHaveLength(1));
  await act(async () => answers[0]?.());
  await waitFor(() => expect(moves()).toHaveLength(2));
  expect(moves()).toMatchObject([
    { variables: { input: { moved: { adjacentReferenceId: beta.id, relativePosition: 'before' } } } },
    { variables: { input: { moved: { adjacentReferenceId: swap.epicIssueId, relativePosition: 'before' } } } },
  ]);
  await act(async () => answers[1]?.());
  expect(names()).toEqual(['Beta', 'Swap', 'Alpha']);
});

test('EP-DD-05, ER-EP-14 and GQ-EP-09: a new parent is shown immediately, and reverted with an alert if the server refuses; a success can be undone', async () => {
  let errors = ['No'];
  const asked = serve({ epicReorder: () => ({ epicTreeReorder: { errors } }) });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Expand Beta' }));
  await screen.findByRole('treeitem', { name: 'Resize' });
  row('Swap').focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Something went wrong while moving item.')).toBeVisible();
  expect(alert.getByText('No')).toBeVisible();
  expect(names()).toEqual(['Alpha', 'Beta', 'Resize', 'Swap']);
  expect(row('Swap')).toHaveAttribute('aria-level', '1');
  errors = [];
  row('Swap').focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(await screen.findByText('Moved “Swap” into “Beta”')).toBeVisible();
  const moves = asked.filter(({ operation }) => operation === 'epicReorder').map(({ body }) => body);
  expect(moves.at(-1)).toMatchObject({
    variables: {
      input: {
        baseEpicId: 'gid://gitlab/Epic/59',
        moved: {
          id: 'gid://gitlab/EpicIssue/7',
          newParentId: 'gid://gitlab/Epic/61',
          adjacentReferenceId: 'gid://gitlab/EpicIssue/5',
          relativePosition: 'before',
        },
      },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const back = asked.findLast(({ operation }) => operation === 'epicReorder')?.body;
  expect(back).toMatchObject({
    variables: { input: { moved: { id: 'gid://gitlab/EpicIssue/7', newParentId: 'gid://gitlab/Epic/59' } } },
  });
});

test('ER-EP-14: a move that would exceed seven levels is refused with the reason and reverted', async () => {
  serve({ epicReorder: () => ({ epicTreeReorder: { errors: ['Epic hierarchy level too deep'] } }) });
  const { user } = await open();
  (await screen.findByRole('treeitem', { name: 'Beta' })).focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Something went wrong while moving item.')).toBeVisible();
  expect(alert.getByText('Epics can be nested at most seven levels deep')).toBeVisible();
  await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta', 'Swap']));
  // Nothing is below it: there is nothing to open.
  expect(screen.queryByRole('button', { name: 'Expand Alpha' })).toBeNull();
  expect(row('Alpha')).not.toHaveAttribute('aria-expanded');
});

/** The middle of an element's height on the screen. */
function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** Presses on a row and moves to a height of the screen, without letting go. */
function drag(from: HTMLElement, y: number): void {
  const start = middleOf(from);
  fireEvent.pointerDown(from, {
    pointerId: 1,
    isPrimary: true,
    button: 0,
    clientX: 200,
    clientY: start,
    pointerType: 'mouse',
  });
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 200, clientY: start - 20, pointerType: 'mouse' });
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 200, clientY: y, pointerType: 'mouse' });
}

test('EP-DD-01 and EP-DD-02: a collapsed row expands after a drag hovered over it for a second, and not before', async () => {
  serve();
  await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  vi.useFakeTimers();
  const overBeta = middleOf(row('Beta'));
  drag(row('Swap'), overBeta);
  act(() => void vi.advanceTimersByTime(999));
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 200, clientY: middleOf(row('Alpha')) });
  act(() => void vi.advanceTimersByTime(2000));
  expect(row('Beta')).toHaveAttribute('aria-expanded', 'false');
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 200, clientY: overBeta });
  act(() => void vi.advanceTimersByTime(1000));
  expect(row('Beta')).toHaveAttribute('aria-expanded', 'true');
  fireEvent.keyDown(window, { key: 'Escape' });
});

test('LM-IS-17 and LM-RM-07: a finger rests as long as on the roadmap before it drags', async () => {
  serve();
  await open();
  const target = await screen.findByRole('treeitem', { name: 'Swap' });
  vi.useFakeTimers();
  const at = { pointerId: 1, isPrimary: true, button: 0, clientX: 200, clientY: 160, pointerType: 'touch' };
  fireEvent.pointerDown(target, at);
  act(() => void vi.advanceTimersByTime(DRAG_DELAY_MS.touch - 1));
  expect(document.querySelector('[data-dragging]')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(document.querySelector('[data-dragging]')).not.toBeNull();
  fireEvent.pointerCancel(window, at);
  // One that moves before scrolls.
  fireEvent.pointerDown(target, at);
  fireEvent.pointerMove(window, { ...at, clientY: 190 });
  act(() => void vi.advanceTimersByTime(DRAG_DELAY_MS.touch));
  expect(document.querySelector('[data-dragging]')).toBeNull();
});

test('EP-DD-07: nothing marked no-drag starts a drag', async () => {
  serve();
  await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  drag(within(row('Beta')).getByRole('button', { name: 'Expand Beta' }), 150);
  expect(document.querySelector('[data-dragging]')).toBeNull();
  fireEvent.pointerUp(window, { pointerId: 1 });
  drag(row('Swap'), 70);
  expect(document.querySelector('[data-dragging]')).not.toBeNull();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(document.querySelector('[data-dragging]')).toBeNull();
});

test('PM-EP-10 and PM-EP-11: who is not signed in, or may not administer the epic, drags and moves nothing', async () => {
  const asked = serve({}, { userPermissions: { adminEpic: false, adminEpicRelation: true, readEpicRelation: true } });
  const { user } = await open();
  const swapRow = await screen.findByRole('treeitem', { name: 'Swap' });
  drag(swapRow, 10);
  expect(document.querySelector('[data-dragging]')).toBeNull();
  swapRow.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(asked.some(({ operation }) => operation === 'epicReorder')).toBe(false);
  setSession({ viewer: null });
});

test('EP-RV-01, EP-RV-02 and EP-RV-03: removing needs a confirmation, with another text for an epic with descendants', async () => {
  serve();
  const { user } = await open();
  await screen.findByRole('treeitem', { name: 'Alpha' });
  const ask = async (name: string): Promise<string> => {
    await user.click(within(row(name)).getByRole('button', { name: `Remove ${name}` }));
    const dialog = await screen.findByRole('dialog');
    const { textContent } = dialog;
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    return textContent;
  };
  expect(await ask('Swap')).toContain('Remove the issue “Swap” from “In-place update”? The issue is not deleted.');
  expect(await ask('Alpha')).toContain('Remove the epic “Alpha” from “In-place update”? The epic is not deleted.');
  expect(await ask('Beta')).toContain('Its child items move with it');
});

test('EP-RV-04, EP-RV-05 and EP-NT-06: an item is marked while it is removed; then it disappears and the list is refetched; it can be undone', async () => {
  let settle: () => void = () => undefined;
  const path = '/groups/kubernetes/sig-node/-/epics/59/issues/7';
  let isGone = false;
  const asked = serve({
    [`DELETE ${path}`]: () =>
      new Promise((resolve) => {
        settle = () => resolve({ issuables: [] });
      }),
    epicReorder: () => ({ epicTreeReorder: { errors: [] } }),
    childItems: () => childrenAnswer({ facts: treeFacts(), epics: [alpha, beta], issues: isGone ? [] : [swap] }),
  });
  const { user } = await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  await user.click(within(row('Swap')).getByRole('button', { name: 'Remove Swap' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove issue' }));
  expect(within(row('Swap')).getByRole('button', { name: 'Removing' })).toHaveAttribute('aria-disabled', 'true');
  isGone = true;
  const before = childQueries(asked).length;
  await act(async () => settle());
  await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta']));
  await waitFor(() => expect(childQueries(asked).length).toBeGreaterThan(before));
  await screen.findByText('Removed “Swap” from “In-place update”');
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  expect(asked.find(({ operation }) => operation === 'epicReorder')?.body).toMatchObject({
    variables: {
      input: {
        moved: {
          id: 'gid://gitlab/EpicIssue/7',
          newParentId: 'gid://gitlab/Epic/59',
          adjacentReferenceId: 'gid://gitlab/Epic/61',
          relativePosition: 'before',
        },
      },
    },
  });
});

test('EP-RV-06, ER-EP-02, ER-EP-03 and ER-EP-04: if removal is refused the item stays, unmarked, and the message has the reason', async () => {
  const statuses = { 'issues/7': 404, 'links/60': 500 };
  const base = '/groups/kubernetes/sig-node/-/epics/59';
  serve(
    Object.fromEntries(
      Object.entries(statuses).map(([path, status]) => [
        `DELETE ${base}/${path}`,
        () => new Status(status, { message: 'No' }),
      ]),
    ),
  );
  const { user } = await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  const remove = async (name: string, type: string): Promise<void> => {
    await user.click(within(row(name)).getByRole('button', { name: `Remove ${name}` }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: `Remove ${type}` }));
  };
  await remove('Swap', 'issue');
  expect(await screen.findByText('Issue not found.')).toBeVisible();
  expect(within(row('Swap')).getByRole('button', { name: 'Remove Swap' })).not.toHaveAttribute('aria-disabled', 'true');
  await remove('Alpha', 'epic');
  expect(await screen.findByText('An error occurred while removing epic.')).toBeVisible();
  expect(names()).toEqual(['Alpha', 'Beta', 'Swap']);
});

test('PM-EP-08 and PM-EP-09: epics are removed by those who may read relations, issues by those who may administer them', async () => {
  serve({}, { userPermissions: { adminEpic: true, adminEpicRelation: false, readEpicRelation: true } });
  await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  expect(within(row('Alpha')).getByRole('button', { name: 'Remove Alpha' })).toBeInTheDocument();
  expect(within(row('Swap')).queryByRole('button', { name: 'Remove Swap' })).toBeNull();
});

test('a task is taken out of its issue, by key as well; that can be undone, and who may not do it cannot', async () => {
  const task = (iid: string, title: string, adminParentLink: boolean) => ({
    id: `gid://gitlab/WorkItem/${iid}`,
    iid,
    title,
    state: 'OPEN',
    confidential: false,
    webPath: `/kubernetes/enhancements/-/work_items/${iid}`,
    reference: `kubernetes/enhancements#${iid}`,
    userPermissions: { adminParentLink },
    widgets: [],
  });
  let nodes = [task('9', 'Write it', true), task('10', 'Read it', false)];
  const asked = serve({
    childItems: () =>
      childrenAnswer({ facts: treeFacts(), issues: [childIssue('5', { title: 'Resize', hasChildren: true })] }),
    childTasks: () => ({ workItem: { id: 'w', widgets: [{ type: 'HIERARCHY', children: { ...nothing, nodes } }] } }),
    releaseTask: () => {
      nodes = nodes.slice(1);
      return { workItemUpdate: { errors: [] } };
    },
    taskReorder: () => ({ workItemsHierarchyReorder: { errors: [] } }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Expand Resize' }));
  (await screen.findByRole('treeitem', { name: 'Write it' })).focus();
  expect(within(row('Read it')).queryByRole('button', { name: 'Remove Read it' })).toBeNull();
  await user.keyboard('{Delete}');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Remove the task “Write it” from “Resize”? The task is not deleted.');
  await user.click(within(dialog).getByRole('button', { name: 'Remove task' }));
  await screen.findByText('Removed “Write it” from “Resize”');
  await waitFor(() => expect(names()).toEqual(['Resize', 'Read it']));
  const bodyOf = (name: string) => asked.find(({ operation }) => operation === name)?.body;
  expect(bodyOf('releaseTask')).toMatchObject({
    variables: { input: { id: 'gid://gitlab/WorkItem/9', hierarchyWidget: { parentId: null } } },
  });
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  expect(bodyOf('taskReorder')).toMatchObject({
    variables: { input: { id: 'gid://gitlab/WorkItem/9', parentId: 'gid://gitlab/WorkItem/5' } },
  });
});

test('the help lists the keys of the tree, and those that change it to people who may change it', async () => {
  serve();
  await open();
  await screen.findByRole('treeitem', { name: 'Alpha' });
  const keys = () => shortcutsOfPage().map(({ keys: each }) => each);
  expect(keys()).toEqual(['↓', '↑', '→', '←', 'Enter', 'Alt+↑', 'Alt+↓', 'Alt+→', 'Alt+←', '+', 'Delete']);
  cleanup();
  expect(keys()).toEqual([]);
  serve({}, { userPermissions: { adminEpic: false, adminEpicRelation: false, readEpicRelation: true } });
  await open();
  await screen.findByRole('treeitem', { name: 'Alpha' });
  expect(keys()).toEqual(['↓', '↑', '→', '←', 'Enter']);
});

test('rows reserve space for dates only where one of them has a milestone or a date', async () => {
  const reserved = (name: string): number =>
    row(name).querySelector('[class*=when]')?.getBoundingClientRect().width ?? 0;
  serve();
  await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  expect(reserved('Swap')).toBe(0);
  cleanup();
  serve({
    childItems: () =>
      childrenAnswer({ epics: [alpha], issues: [childIssue('7', { title: 'Swap', dueDate: '2026-05-01' })] }),
  });
  await open();
  await screen.findByRole('treeitem', { name: 'Swap' });
  expect(reserved('Swap')).toBe(156);
  expect(reserved('Alpha')).toBe(156);
});
