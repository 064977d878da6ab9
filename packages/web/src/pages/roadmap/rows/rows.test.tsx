import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setDisabledFeatures } from '../../../platform/session/features.ts';
import { childrenAnswer, epicNode, epicsAnswer, openRoadmap, openWith } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const label = (title: string) => ({
  id: `gid://gitlab/GroupLabel/${title}`,
  title,
  description: null,
  color: '#1068bf',
  textColor: '#fff',
});
const links = (...list: [type: string, state: 'OPEN' | 'CLOSED'][]) => ({
  nodes: list.map(([linkType, workItemState], index) => ({
    linkId: `l${index}`,
    linkType,
    lagDays: 0,
    workItemState,
    workItem: { id: `gid://gitlab/WorkItem/${9000 + index}`, title: 'Other', features: { startAndDueDate: null } },
  })),
});

/** The indentation level that the stylesheet uses. */
const indentOf = (row: HTMLElement): string | undefined =>
  [row, ...row.querySelectorAll<HTMLElement>('[style]')]
    .map(({ style }) => style.getPropertyValue('--level'))
    .find(Boolean);

describe('details of a row', () => {
  test('RM-ED-01 and RX-PK-01: the title links to the epic; a plain press opens the peek, with Ctrl or Shift the page', async () => {
    const { title, bar, node, page } = await openWith({});
    const shown = new URLSearchParams({ peek: `${node.group.fullPath}&${node.iid}` });
    expect(title.getAttribute('href')).toBe(node.webPath);
    for (const link of [title, bar]) {
      expect(fireEvent.click(link)).toBe(false);
      await waitFor(() => expect(page.search().get('peek')).toBe(shown.get('peek')));
      page.history.replace('/groups/kubernetes/-/roadmap');
      // The browser follows the link.
      link.addEventListener('click', (event) => event.preventDefault(), { once: true });
      fireEvent.click(link, { ctrlKey: true });
      expect(page.search().get('peek')).toBeNull();
    }
    expect(page.went).toEqual([]);
  });

  test('RM-ED-02: the timeframe is written out', async () => {
    const { row } = await openWith({ startDate: '2025-01-13', dueDate: '2025-07-23' });
    expect(within(row).getByText('Jan 13 – Jul 23, 2025')).toBeTruthy();
  });

  test.each([
    ['RM-ED-03: an epic of another group names it', { fullPath: 'kubernetes/sig-node' }, false, true],
    ['RM-ED-04: an epic of this group does not', { fullPath: 'kubernetes' }, false, false],
    ['RM-ED-04: an epic with a parent does not', { fullPath: 'kubernetes/sig-node' }, true, false],
  ])('%s', async (_, attributes, hasParent, isShown) => {
    const group = { id: 'g', name: 'sig-node', fullName: 'Kubernetes / sig-node', ...attributes };
    const { row } = await openWith({ group, hasParent });
    expect(within(row).queryByText('sig-node') !== null).toBe(isShown);
  });

  test('a child whose parent is filtered out shows its parent and its group', async () => {
    const group = { id: 'g', name: 'sig-node', fullName: 'Kubernetes / sig-node', fullPath: 'kubernetes/sig-node' };
    const parent = { id: 'gid://gitlab/Epic/9000', title: 'Faster pods' };
    const given = { group, hasParent: true, parent, ancestors: { nodes: [{ id: parent.id }] } };
    const { row } = await openWith(given, '?search=resize');
    expect(within(row).getByText('in Faster pods')).toBeVisible();
    expect(within(row).getByText('sig-node')).toBeVisible();
    cleanup();
    // On the roadmap of one epic all rows are below that epic.
    const scoped = { epicChildEpics: () => childrenAnswer([epicNode({ title: 'Resize', ...given })]) };
    const { row: child } = await openWith(given, '?epicIid=1', scoped);
    expect(within(child).queryByText('in Faster pods')).toBeNull();
  });

  test('a risk that was set is marked', async () => {
    const { row } = await openWith({ risk: 'HIGH' });
    expect(within(row).getByRole('img', { name: 'Risk: High' })).toBeVisible();
    cleanup();
    const { row: other } = await openWith({ risk: 'NONE' });
    expect(within(other).queryByRole('img', { name: /^Risk/ })).toBeNull();
  });

  test('RM-ED-05: labels are shown while the toggle is on', async () => {
    const { row } = await openWith({ labels: { nodes: [label('backend')] } });
    expect(within(row).queryByText('backend')).toBeNull();
    cleanup();
    const { row: withLabels } = await openWith({ labels: { nodes: [label('backend')] } }, '?show_labels=true');
    expect(within(withLabels).getByText('backend')).toBeTruthy();
  });

  test('RM-ED-06 and RM-ED-07: clicking a label filters by it and updates the URL', async () => {
    const { row, page } = await openWith({ labels: { nodes: [label('backend')] } }, '?show_labels=true');
    await page.user.click(within(row).getByRole('button', { name: 'Filter by label backend' }));
    await waitFor(() => expect(page.search().getAll('label_name[]')).toEqual(['backend']));
    expect(page.askedFor('roadmapGroupEpicsWithColor').at(-1)?.variables['labelName']).toEqual(['backend']);
    expect(await screen.findByRole('button', { name: 'Remove filter Label is ~backend' })).toBeTruthy();
  });

  test('RM-ED-21 and EN-RM-26: a label key::value is drawn in two parts', async () => {
    const { row } = await openWith({ labels: { nodes: [label('stage::beta')] } }, '?show_labels=true');
    const chip = within(row).getByRole('button', { name: 'Filter by label stage::beta' });
    expect([...chip.children].map((part) => part.textContent)).toEqual(['stage', 'beta']);
  });

  test('RM-ED-08, RM-ED-09 and RM-ED-10: child epics are counted; with filters some may be hidden', async () => {
    const descendantCounts = { openedEpics: 2, closedEpics: 1, openedIssues: 0, closedIssues: 0 };
    const { row } = await openWith({ descendantCounts });
    expect(within(row).getByRole('img', { name: '2 open, 1 closed child epics' }).textContent).toBe('3');
    cleanup();
    const { row: filtered } = await openWith({ descendantCounts }, '?search=Resize');
    const sentence = 'Some child epics may be hidden due to applied filters';
    expect(within(filtered).getByRole('img', { name: `2 open, 1 closed child epics. ${sentence}` })).toBeTruthy();
  });

  test('TM-GS-13: child epics are not counted where sub-epics are switched off', async () => {
    setDisabledFeatures(['sub_epics']);
    onTestFinished(() => setDisabledFeatures(null));
    const descendantCounts = { openedEpics: 2, closedEpics: 1, openedIssues: 0, closedIssues: 0 };
    const { row } = await openWith({ descendantCounts });
    expect(within(row).queryByRole('img', { name: /child epics/ })).toBeNull();
  });

  test('RM-ED-11: open items that block it, or that it blocks, are marked', async () => {
    const { row } = await openWith({
      linkedWorkItems: links(['is_blocked_by', 'OPEN'], ['blocks', 'OPEN'], ['blocks', 'OPEN']),
    });
    expect(within(row).getByRole('button', { name: 'Blocked by 1 item' })).toBeTruthy();
    expect(within(row).getByRole('button', { name: 'Blocks 2 items' })).toBeTruthy();
  });

  test('RM-ED-12 and RM-ED-13: related and closed items are not marked', async () => {
    const { row } = await openWith({
      linkedWorkItems: links(['relates_to', 'OPEN'], ['blocks', 'CLOSED'], ['is_blocked_by', 'CLOSED']),
    });
    expect(within(row).queryByRole('button', { name: /Block/ })).toBeNull();
  });

  test('RM-ED-14, RM-ED-15, RM-ED-16 and RM-ED-17: the linked items are requested on hover, three are listed, the rest is a link to the epic', async () => {
    const linked = (count: number) => () => ({
      namespace: {
        id: 'n',
        workItem: {
          id: 'w',
          widgets: [
            {
              type: 'LINKED_ITEMS',
              linkedItems: {
                nodes: Array.from({ length: count }, (_, index) => ({
                  linkId: `l${index}`,
                  linkType: 'is_blocked_by',
                  lagDays: 0,
                  workItem: {
                    id: `w${index}`,
                    iid: String(index),
                    title: `Blocker ${index}`,
                    state: 'OPEN',
                    webUrl: `/groups/kubernetes/-/epics/${index}`,
                    reference: `kubernetes&${index}`,
                    workItemType: { name: 'Epic' },
                    widgets: [],
                  },
                })),
              },
            },
          ],
        },
      },
    });
    for (const [count, more] of [
      [4, '+1 more item'],
      [5, '+2 more items'],
    ] as const) {
      const { row, page, node } = await openWith({ linkedWorkItems: links(['is_blocked_by', 'OPEN']) }, '', {
        workItemLinkedItems: linked(count),
      });
      expect(page.askedFor('workItemLinkedItems')).toHaveLength(0);
      fireEvent.pointerOver(within(row).getByRole('button', { name: /Blocked/ }));
      const link = await screen.findByRole('link', { name: more });
      expect(link.getAttribute('href')).toBe(node.webPath);
      expect(screen.getAllByRole('link', { name: /^Blocker/ })).toHaveLength(3);
      cleanup();
    }
  });
});

describe('children', () => {
  const parent = { hasChildrenWithinTimeframe: true };

  test('LM-RM-02: rows are indented by their level, and those below the sixth as much as the sixth', async () => {
    const nested = (level: number) =>
      epicNode({
        title: `Level ${level}`,
        hasParent: level > 1,
        hasChildren: level < 7,
        hasChildrenWithinTimeframe: level < 7,
      });
    const chain = [1, 2, 3, 4, 5, 6, 7].map(nested);
    const below = new Map(chain.map(({ iid }, index) => [iid, chain.slice(index + 1, index + 2)]));
    openRoadmap({
      roadmapGroupEpicsWithColor: () => epicsAnswer(chain.slice(0, 1)),
      epicChildEpics: ({ iid }) => childrenAnswer(below.get(String(iid)) ?? []),
    });
    const indents: (string | undefined)[] = [];
    for (const { title, hasChildren } of chain) {
      const link = await screen.findByRole('link', { name: title ?? '' });
      const row = link.closest<HTMLElement>('[role=row]') as HTMLElement;
      indents.push(indentOf(row));
      if (hasChildren) fireEvent.click(within(row).getByRole('button', { name: `Expand ${title}` }));
    }
    expect(indents).toEqual(['1', '2', '3', '4', '5', '6', '6']);
  });

  test('RM-ED-18, RM-LS-01 and RM-LS-02: a row starts collapsed; children load when it is expanded and hide when it is collapsed', async () => {
    const child = epicNode({ title: 'Part', hasParent: true });
    const { row, page, node } = await openWith(parent, '', { epicChildEpics: () => childrenAnswer([child]) });
    expect(row.getAttribute('aria-expanded')).toBe('false');
    expect(page.askedFor('epicChildEpics')).toHaveLength(0);
    await page.user.click(within(row).getByRole('button', { name: 'Expand Resize' }));
    const below = (await screen.findByRole('link', { name: 'Part' })).closest('[role=row]');
    expect(below?.getAttribute('aria-level')).toBe('2');
    expect(row.getAttribute('aria-expanded')).toBe('true');
    expect(page.askedFor('epicChildEpics')[0]?.variables).toMatchObject({ fullPath: 'kubernetes', iid: node.iid });
    await page.user.click(within(row).getByRole('button', { name: 'Collapse Resize' }));
    expect(screen.queryByRole('link', { name: 'Part' })).toBeNull();
  });

  test('children that load late do not move the keyboard focus', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (answer = resolve));
    const first = epicNode({ title: 'First', ...parent });
    const second = epicNode({ title: 'Second' });
    const page = openRoadmap({
      roadmapGroupEpicsWithColor: () => epicsAnswer([first, second]),
      epicChildEpics: () => late,
    });
    await page.user.click(await screen.findByRole('button', { name: 'Expand First' }));
    const row = (await screen.findByRole('link', { name: 'Second' })).closest('[role=row]') as HTMLElement;
    screen.getByRole('button', { name: 'Collapse First' }).closest<HTMLElement>('[role=row]')?.focus();
    await page.user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row);
    answer(childrenAnswer([epicNode({ title: 'Part', hasParent: true })]));
    await screen.findByRole('link', { name: 'Part' });
    expect(document.activeElement).toBe(row);
    expect(row.tabIndex).toBe(0);
    expect(document.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1);
  });

  test('an expanded epic that was removed does not remove others', async () => {
    const first = epicNode({ title: 'First', ...parent });
    const second = epicNode({ title: 'Second', ...parent });
    const page = openRoadmap({
      roadmapGroupEpicsWithColor: () => epicsAnswer([first, second]),
      epicChildEpics: ({ iid }) =>
        iid === first.iid
          ? { group: { id: 'gid://gitlab/Group/1', epic: null } }
          : childrenAnswer([epicNode({ title: 'Part' })]),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Expand First' }));
    await waitFor(() => expect(page.askedFor('epicChildEpics')).toHaveLength(1));
    await page.user.click(await screen.findByRole('button', { name: 'Expand Second' }));
    expect(await screen.findByRole('link', { name: 'Part' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Collapse First' }).dataset['busy']).toBeUndefined();
  });

  test('children are filtered by every filter of the list', async () => {
    const search =
      '?milestone_title=v1.2&my_reaction_emoji=rocket&not[label_name][]=late&or[label_name][]=a&or[label_name][]=b';
    const { row, page } = await openWith(parent, search);
    await page.user.click(within(row).getByRole('button', { name: 'Expand Resize' }));
    await waitFor(() => expect(page.askedFor('epicChildEpics')).toHaveLength(1));
    expect(page.askedFor('epicChildEpics')[0]?.variables).toMatchObject({
      milestoneTitle: 'v1.2',
      myReactionEmoji: 'rocket',
      not: { labelName: ['late'] },
      or: { labelName: ['a', 'b'] },
    });
  });

  test('RM-ED-19: without children in the timeframe there is nothing to expand', async () => {
    const { row } = await openWith({ hasChildren: true, hasChildrenWithinTimeframe: false });
    expect(within(row).queryByRole('button', { name: /Expand/ })).toBeNull();
    expect(row.hasAttribute('aria-expanded')).toBe(false);
  });

  test('RM-ED-20: if filters match no child the button is replaced by an icon with an explanation', async () => {
    for (const search of ['?search=Resize', '?state=opened']) {
      const { row, page } = await openWith(parent, search);
      await page.user.click(within(row).getByRole('button', { name: 'Expand Resize' }));
      expect(await within(row).findByRole('img', { name: 'No child epics match applied filters' })).toBeTruthy();
      cleanup();
    }
  });

  test('RM-LS-03 and RM-LS-05: children that start after they end are not listed, those of a single day are', async () => {
    const wrong = epicNode({ title: 'Wrong', startDate: '2025-08-02', dueDate: '2025-08-01' });
    const right = epicNode({ title: 'Right', startDate: '2025-08-01', dueDate: '2025-08-01' });
    const { row, page } = await openWith(parent, '', { epicChildEpics: () => childrenAnswer([wrong, right]) });
    await page.user.click(within(row).getByRole('button', { name: 'Expand Resize' }));
    await screen.findByRole('link', { name: 'Right' });
    expect(screen.queryByRole('link', { name: 'Wrong' })).toBeNull();
  });
});

describe('bar', () => {
  test('RM-ET-01: it links to the epic and has its full name', async () => {
    const { bar, node } = await openWith({ descendantWeightSum: { closedIssues: 43, openedIssues: 7 } });
    expect(bar.getAttribute('href')).toBe(node.webPath);
    expect(bar.getAttribute('aria-label')).toBe('Resize, Jul 1 – Aug 31, 2025, 86% of weight closed');
  });

  test('RX-KB-05: its name tells health and days overdue, of open epics', async () => {
    const atRisk = { own: 'atRisk', issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 } as const;
    const late = { dueDate: '2025-07-14', healthStatus: atRisk } as const;
    const { bar } = await openWith({ ...late, descendantWeightSum: { closedIssues: 43, openedIssues: 7 } });
    expect(bar.getAttribute('aria-label')).toBe(
      'Resize, Jul 1 – Jul 14, 2025, At risk, 86% of weight closed, 3 d overdue',
    );
    cleanup();
    const closed = await openWith({ ...late, state: 'closed' });
    expect(closed.bar.getAttribute('aria-label')).toMatch(/^Resize, Jul 1 – Jul 14, 2025(, closed, 100% done)?$/);
  });

  test('RM-ET-03: hovering over it opens a card with title, timeframe and progress', async () => {
    const { bar } = await openWith({ descendantWeightSum: { closedIssues: 43, openedIssues: 7 } });
    fireEvent.pointerOver(bar);
    const card = (await screen.findByRole('heading', { name: 'Resize' })).parentElement as HTMLElement;
    expect(within(card).getByText('Jul 1 – Aug 31, 2025')).toBeTruthy();
    expect(within(card).getByText('43 of 50 weight closed')).toBeTruthy();
    expect(within(card).getByText('86%')).toBeTruthy();
  });

  test('RM-ET-05 and RM-ET-07: a bar shows its title from 80 pixels on, and progress from 120 on', async () => {
    // A week is 84 pixels wide, a day 12.
    const sums = { descendantWeightSum: { closedIssues: 1, openedIssues: 1 } };
    for (const [dueDate, width, content] of [
      ['2025-07-12', 72, '...'],
      ['2025-07-13', 84, 'Resize'],
      ['2025-07-15', 108, 'Resize'],
      ['2025-07-17', 132, 'Resize50%'],
    ] as const) {
      const { bar } = await openWith({ startDate: '2025-07-07', dueDate, ...sums });
      // Two bars are one pixel apart.
      expect(bar.getBoundingClientRect().width).toBeCloseTo(width - 1, 0);
      expect(bar.textContent).toBe(content);
      cleanup();
    }
  });

  test('RM-ET-04 and RM-ET-06: too narrow for a title it shows "...", and progress only from its own width on', async () => {
    const narrow = await openWith({ startDate: '2025-07-03', dueDate: '2025-07-05' });
    expect(narrow.bar.textContent).toBe('...');
    cleanup();
    const middling = await openWith({ startDate: '2025-07-03', dueDate: '2025-07-10' });
    expect(middling.bar.textContent).toBe('Resize');
    cleanup();
    const sums = { descendantWeightSum: { closedIssues: 0, openedIssues: 7 } };
    const wide = await openWith({ startDate: '2025-07-03', dueDate: '2025-07-31', ...sums });
    expect(wide.bar.textContent).toBe('Resize0%');
    expect(wide.bar.querySelector('svg')).toBeTruthy();
    cleanup();
    const untracked = await openWith(
      { startDate: '2025-07-03', dueDate: '2025-07-31', ...sums },
      '?show_progress=false',
    );
    expect(untracked.bar.textContent).toBe('Resize');
  });

  test('a clipped end has an arrow, unless that would overlap the "..." of a very narrow bar', async () => {
    const arrowOf = (bar: HTMLElement) => getComputedStyle(bar, '::before').content;
    const narrow = await openWith({ startDate: '2020-01-01', dueDate: '2025-07-02' });
    expect([narrow.bar.dataset['start'], narrow.bar.textContent, arrowOf(narrow.bar)]).toEqual([
      'clipped',
      '...',
      'none',
    ]);
    cleanup();
    const wide = await openWith({ startDate: '2020-01-01', dueDate: '2025-07-31' });
    expect([wide.bar.dataset['start'], arrowOf(wide.bar)]).toEqual(['clipped', '""']);
  });

  test('RM-ET-08 and RM-ET-09: today is marked once, by a percentage of its column', async () => {
    const { row } = await openWith({});
    const lines = [...(row.ownerDocument.querySelectorAll<HTMLElement>('[data-today]') ?? [])];
    expect(lines).toHaveLength(1);
    // Thursday, four days into its week; the third week of the quarter.
    expect(lines[0]?.style.left).toMatch(/%$/);
    expect(Number.parseFloat(lines[0]?.style.left ?? '')).toBeCloseTo((4 / 7) * 100, 3);
    expect(lines[0]?.parentElement?.dataset['column']).toBe('2');
  });

  test('RX-LY-11: today’s line is 2 px wide, between grid and bars, and has its date at the head', async () => {
    const { bar } = await openWith({});
    const line = document.querySelector('[data-today]') as HTMLElement;
    const flag = within(document.querySelector('[role=columnheader][aria-current], [role=treegrid]') as HTMLElement);
    const date = (await flag.findByText('Jul 17')).getBoundingClientRect();
    const box = line.getBoundingClientRect();
    expect(box.width).toBe(2);
    expect(Math.abs((date.left + date.right) / 2 - box.left)).toBeLessThan(date.width);
    expect(date.bottom).toBeLessThanOrEqual(box.top + 8);
    const layer = (element: Element | null) => Number(getComputedStyle(element as Element).zIndex) || 0;
    const layers = [line, line.parentElement].map(layer);
    expect(Math.max(...layers)).toBeLessThan(Math.max(layer(bar), layer(bar.parentElement)));
  });

  test('RM-ET-11: it has the colors of its epic', async () => {
    const { bar } = await openWith({ color: '#f4d35e', textColor: '#1f1e1c' });
    expect(bar.style.getPropertyValue('--bar')).toBe('#f4d35e');
    expect(bar.style.getPropertyValue('--on-bar')).toBe('#1f1e1c');
  });
});

describe('card', () => {
  const health = { issuesOnTrack: 2, issuesNeedingAttention: 0, issuesAtRisk: 1, own: null };

  test('shows the health of the open issues, and why a line is red: the blocker’s end and the lag of the link', async () => {
    const blocker = {
      linkId: 'l1',
      linkType: 'is_blocked_by',
      lagDays: 3,
      workItemState: 'OPEN' as const,
      workItem: {
        id: 'gid://gitlab/WorkItem/9000',
        title: 'Foundation',
        features: { startAndDueDate: { startDate: null, dueDate: '2025-06-28' } },
      },
    };
    const { row } = await openWith({ healthStatus: health, linkedWorkItems: { nodes: [blocker] } });
    fireEvent.pointerOver(within(row).getByRole('link', { name: /^Resize, / }));
    await screen.findByRole('heading', { name: 'Resize' });
    expect(screen.getByText('1 at risk')).toBeTruthy();
    expect(
      screen.getByText(/starts on Jul 1, 2025, before its blocker “Foundation” ends on Jun 28, 2025 plus 3 days/),
    ).toBeTruthy();
  });

  test('opens on tap instead of the epic, and links to it', async () => {
    const { row, page, node } = await openWith({});
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true });
    Object.defineProperty(tap, 'pointerType', { value: 'touch' });
    fireEvent(within(row).getByRole('link', { name: /^Resize, / }), tap);
    const link = await screen.findByRole('link', { name: 'Open epic' });
    expect(link.getAttribute('href')).toBe(node.webPath);
    expect(page.went).toEqual([]);
  });
});
