import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  childrenAnswer,
  epicNode,
  epicsAnswer,
  FakeIntersectionObserver,
  openRoadmap,
} from '../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const fail = () => {
  throw new Error('broken');
};
const none = { roadmapGroupEpicsWithColor: () => epicsAnswer([]) };
const titles = () => [...document.querySelectorAll('[role=rowheader] a')].map((link) => link.textContent);

describe('requests for epics', () => {
  test('RM-PG-03, RM-QS-08 and GQ-RM-19: epics of the group and its subgroups are requested, with the filters of the URL', async () => {
    const page = openRoadmap(
      {},
      '?search=swap&label_name[]=sig::node&label_name[]=beta&state=opened&confidential=true',
    );
    await screen.findByRole('treegrid');
    await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
    expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables).toMatchObject({
      fullPath: 'kubernetes',
      includeDescendantGroups: true,
      search: 'swap',
      labelName: ['sig::node', 'beta'],
      state: 'opened',
      confidential: true,
      endCursor: '',
    });
    expect(page.askedFor('epicChildEpics')).toHaveLength(0);
  });

  test('LM-RM-01: a page is 50 epics', async () => {
    const page = openRoadmap();
    await screen.findByText('1 epic');
    expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables).toMatchObject({ first: 50 });
  });

  test('GQ-RM-18: a filter by group requests that group alone', async () => {
    const page = openRoadmap({}, '?group_path=kubernetes/sig-node');
    await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
    expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables).toMatchObject({
      fullPath: 'kubernetes/sig-node',
      includeDescendantGroups: false,
    });
  });

  test.each([
    ['', '2025-07-01', '2025-09-30'],
    ['?timeframe_range_type=CURRENT_YEAR', '2025-01-01', '2025-12-31'],
    ['?timeframe_range_type=THREE_YEARS', '2024-01-01', '2026-12-31'],
    ['?timeframe_range_type=THREE_YEARS&layout=WEEKS', '2024-01-01', '2026-12-31'],
  ])('GQ-RM-09: the timeframe sent is exactly the range (%s: %s to %s)', async (search, start, end) => {
    const page = openRoadmap({}, search);
    await waitFor(() => expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1));
    expect(page.askedFor('roadmapGroupEpicsWithColor')[0]?.variables['timeframe']).toEqual({ start, end });
  });

  test('RM-PG-04, RM-LS-11 and GQ-RM-24: with epicIid all children of that epic are listed, and nothing else is requested', async () => {
    const outer = epicNode({ title: 'Outer', hasParent: true, ancestors: { nodes: [{ id: 'gid://gitlab/Epic/0' }] } });
    const inner = epicNode({ title: 'Inner', hasParent: true, ancestors: { nodes: [{ id: outer.id }] } });
    const page = openRoadmap(
      { epicChildEpics: () => childrenAnswer([outer, inner]) },
      '?epicIid=4&sort=TITLE_DESC&state=closed',
    );
    await screen.findByRole('link', { name: 'Inner' });
    expect(titles()).toEqual(['Outer', 'Inner']);
    expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(0);
    expect(page.askedFor('epicChildEpics')[0]?.variables).toMatchObject({
      fullPath: 'kubernetes',
      iid: '4',
      sort: 'TITLE_DESC',
      state: 'closed',
    });
  });

  test('RM-LS-10: an epic whose parent is in the list is shown below that parent only, otherwise at the top level', async () => {
    const [theme, absent] = [epicNode({ title: 'Theme' }), epicNode()];
    const below = (title: string, ...above: { id: string }[]) =>
      epicNode({ title, hasParent: true, ancestors: { nodes: above.map(({ id }) => ({ id })) } });
    const listed = [theme, below('Feature', theme), below('Adopted', absent), below('Part', theme, absent)];
    openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer(listed) }, '?search=e');
    await screen.findByRole('link', { name: 'Theme' });
    expect(titles()).toEqual(['Theme', 'Adopted', 'Part']);
  });
});

describe('page', () => {
  test('RM-PG-08: filter bar, header, milestones and epics are in this order', async () => {
    openRoadmap();
    const epic = await screen.findByRole('rowgroup');
    const parts = [
      screen.getByRole('search', { name: 'Filter epics' }),
      await screen.findByText('1 epic'),
      await screen.findByText('Milestones'),
      epic,
    ];
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      expect(!next || part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  test('RM-PG-09: skeleton rows are shown while the first epics load', async () => {
    openRoadmap();
    expect(await screen.findByRole('status', { name: 'Loading epics' })).toBeTruthy();
    await screen.findByText('1 epic');
    expect(screen.queryByRole('status', { name: 'Loading epics' })).toBeNull();
  });

  test('the status line counts the shown epics and those outside the dates', async () => {
    openRoadmap();
    expect(await screen.findByText('1 of 3 epics shown')).toBeTruthy();
    expect(screen.getByText('2 outside these dates')).toBeTruthy();
  });

  test('RM-FB-02 and RM-FB-04: without epics and filters there is no filter bar and no settings', async () => {
    openRoadmap(none);
    await screen.findByRole('heading', { name: /The roadmap shows/ });
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
  });

  test('RM-FB-03 and RM-FB-04: the roadmap of one epic has settings but no filter bar', async () => {
    openRoadmap({ epicChildEpics: () => childrenAnswer([epicNode()]) }, '?epicIid=4');
    await screen.findByRole('rowgroup');
    expect(await screen.findByRole('button', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByRole('search')).toBeNull();
  });
});

describe('pages of the list', () => {
  const pages = (cursor: unknown) =>
    cursor === '' ? epicsAnswer([epicNode({ title: 'First' })], 'c1') : epicsAnswer([epicNode({ title: 'Second' })]);

  test('RM-LS-12, RM-LS-14 and GQ-RM-23: reaching the end of the list loads exactly one next page, and none after the last', async () => {
    const page = openRoadmap({ roadmapGroupEpicsWithColor: ({ endCursor }) => pages(endCursor) });
    await screen.findByRole('link', { name: 'First' });
    expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(1);
    FakeIntersectionObserver.current?.reach();
    FakeIntersectionObserver.current?.reach();
    await screen.findByRole('link', { name: 'Second' });
    expect(titles()).toEqual(['First', 'Second']);
    FakeIntersectionObserver.current?.reach();
    expect(page.askedFor('roadmapGroupEpicsWithColor').map(({ variables }) => variables['endCursor'])).toEqual([
      '',
      'c1',
    ]);
  });

  test('RM-LS-13 and RM-LS-15: while a page loads "Loading epics" is shown and no other page is requested', async () => {
    let answer = (_nodes: unknown) => {};
    const waiting = new Promise((resolve) => {
      answer = resolve;
    });
    const page = openRoadmap({
      roadmapGroupEpicsWithColor: ({ endCursor }) => (endCursor === '' ? pages('') : waiting),
    });
    await screen.findByRole('link', { name: 'First' });
    const observer = FakeIntersectionObserver.current;
    observer?.reach();
    expect(await screen.findByText('Loading epics')).toBeTruthy();
    observer?.reach();
    FakeIntersectionObserver.current?.reach();
    expect(page.askedFor('roadmapGroupEpicsWithColor')).toHaveLength(2);
    answer(pages('c1'));
    await screen.findByRole('link', { name: 'Second' });
    expect(screen.queryByText('Loading epics')).toBeNull();
  });

  test('LM-RM-11: the end counts as reached 8 px before it is in view', async () => {
    openRoadmap({ roadmapGroupEpicsWithColor: ({ endCursor }) => pages(endCursor) });
    await screen.findByRole('link', { name: 'First' });
    expect(FakeIntersectionObserver.current?.rootMargin).toBe('8px');
  });
});

describe('failures', () => {
  const epicsAlert = 'Something went wrong while fetching epics';

  test('ER-RM-01 and ER-RM-04: when the epics fail to load there is an alert and no list', async () => {
    openRoadmap({ roadmapGroupEpicsWithColor: fail });
    expect((await screen.findByRole('alert')).textContent).toContain(epicsAlert);
    expect(screen.queryByRole('treegrid')).toBeNull();
  });

  test('ER-RM-02: when the children of an epic fail to load there is an alert and no list', async () => {
    const parent = epicNode({ title: 'Parent', hasChildrenWithinTimeframe: true });
    const page = openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([parent]), epicChildEpics: fail });
    await page.user.click(await screen.findByRole('button', { name: 'Expand Parent' }));
    expect((await screen.findByRole('alert')).textContent).toContain(epicsAlert);
    expect(screen.queryByRole('treegrid')).toBeNull();
  });

  test('ER-RM-03: when the next page fails to load there is an alert', async () => {
    openRoadmap({
      roadmapGroupEpicsWithColor: ({ endCursor }) => (endCursor === '' ? epicsAnswer([epicNode()], 'c1') : fail()),
    });
    await screen.findByRole('rowgroup');
    await waitFor(() => FakeIntersectionObserver.current?.reach());
    expect((await screen.findByRole('alert')).textContent).toContain(epicsAlert);
  });

  test('ER-RM-05: when the milestones fail to load there is an alert, and the epics stay', async () => {
    openRoadmap({ groupMilestonesEE: fail });
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong while fetching milestones');
    expect(await screen.findByRole('rowgroup')).toBeTruthy();
  });

  test('retrying loads the list', async () => {
    let isBroken = true;
    const page = openRoadmap({
      roadmapGroupEpicsWithColor: () => (isBroken ? fail() : epicsAnswer([epicNode({ title: 'Here' })])),
    });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isBroken = false;
    await page.user.click(retry);
    expect(await screen.findByRole('link', { name: 'Here' })).toBeTruthy();
  });
});
