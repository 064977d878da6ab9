import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childrenAnswer, epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Given = NonNullable<Parameters<typeof epicNode>[0]>;

/** Two linked epics as each sees the other. `state`: of the other item. */
function linked(blocker: Given, blocked: Given, state: 'OPEN' | 'CLOSED' = 'OPEN') {
  const [one, two] = [epicNode({ title: 'Foundation', ...blocker }), epicNode({ title: 'Roof', ...blocked })];
  const linkTo = (other: typeof one, linkType: string) => ({
    nodes: [
      {
        linkId: 'gid://gitlab/WorkItems::RelatedWorkItemLink/1',
        linkType,
        lagDays: 0,
        workItemState: state,
        workItem: {
          id: other.id.replace('Epic', 'WorkItem'),
          title: other.title ?? '',
          features: { startAndDueDate: { startDate: other.startDate, dueDate: other.dueDate } },
        },
      },
    ],
  });
  return [
    { ...one, linkedWorkItems: linkTo(two, 'blocks') },
    { ...two, linkedWorkItems: linkTo(one, 'is_blocked_by') },
  ] as const;
}

const july = { startDate: '2025-07-01', dueDate: '2025-07-31' };
const august = { startDate: '2025-08-01', dueDate: '2025-08-31' };
const drawing = () => document.querySelector('svg[data-dependencies]');
/** The length of a path with straight parts and rounded corners, as if it had none. */
const lengthOf = (path: string) => {
  const points = [...path.matchAll(/[MLQ]([\d.-]+) ([\d.-]+)(?: ([\d.-]+) ([\d.-]+))?/g)].map((each) => each.slice(1).filter((n) => n !== undefined).map(Number)); // prettier-ignore
  const corners = points.flatMap((each) => (each.length === 4 ? [each.slice(0, 2), each.slice(2)] : [each])) as [number, number][]; // prettier-ignore
  return corners.slice(1).reduce((sum, [x, y], at) => sum + Math.abs(x - (corners[at]?.[0] ?? 0)) + Math.abs(y - (corners[at]?.[1] ?? 0)), 0); // prettier-ignore
};
type Node = ReturnType<typeof epicNode>;
/** The links of an epic under another id, so that two of them are distinct. */
const withLink = (node: Node, at: number) => ({
  nodes: (node.linkedWorkItems?.nodes ?? []).map((link) => link && { ...link, linkId: `${link.linkId}${at}` }),
});
const rolledUp = () => document.querySelectorAll('svg[data-dependencies] path[data-rolled-up]');
/** The popover of the only line. */
const openLine = async () => {
  fireEvent.click(document.querySelector('svg[data-dependencies] [data-hit]') as Element);
  return within(await screen.findByRole('dialog'));
};
const pill = () => document.querySelector('button[data-kind=early]')?.textContent;
const red = () => document.querySelectorAll('svg[data-dependencies] g[data-wrong]');
const rowOf = (title: string) => screen.getByRole('link', { name: title }).closest<HTMLElement>('[data-row]');
const open = async (nodes: readonly unknown[], search = '') => {
  const page = openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer(nodes) }, search);
  await screen.findByRole('rowgroup');
  return page;
};

describe('dependency lines', () => {
  test('are drawn for the hovered row, and removed on leaving it', async () => {
    await open(linked(july, august));
    expect(drawing()).toBeNull();
    // Their code loads shortly after the bars.
    await waitFor(() => {
      fireEvent.pointerOver(rowOf('Roof') as HTMLElement);
      expect(drawing()?.getAttribute('data-dependencies')).toBe('1');
    });
    expect(red()).toHaveLength(0);
    fireEvent.pointerLeave(document.querySelector('[role=treegrid]')?.parentElement as HTMLElement);
    await waitFor(() => expect(drawing()).toBeNull());
  });

  test('are drawn for the focused row', async () => {
    await open(linked(july, august));
    rowOf('Foundation')?.focus();
    await waitFor(() => expect(drawing()).not.toBeNull());
    rowOf('Foundation')?.blur();
    await waitFor(() => expect(drawing()).toBeNull());
  });

  test('are drawn once each for all rows on demand, which the URL keeps', async () => {
    const page = await open([...linked(july, august), epicNode()]);
    await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
    await page.user.click(await screen.findByRole('switch', { name: 'Show dependency lines' }));
    await waitFor(() => expect(drawing()?.getAttribute('data-dependencies')).toBe('1'));
    expect(page.search().get('show_dependencies')).toBe('true');
    await page.user.click(screen.getByRole('switch', { name: 'Show dependency lines' }));
    await waitFor(() => expect(page.search().get('show_dependencies')).toBeNull());
  });

  test('RX-DP-05: are red with a pill of 20 px naming the days only where the blocked epic starts before its blocker ends', async () => {
    await open(linked(july, { ...august, startDate: '2025-07-31' }), '?show_dependencies=true');
    await waitFor(() => expect(red()).toHaveLength(1));
    expect(pill()).toBe('Starts the same day');
    const mark = within(rowOf('Roof') as HTMLElement).getByRole('button', { name: /Blocked/ });
    expect(mark.getAttribute('aria-label')).toBe('Blocked by 1 item. Starts before “Foundation” ends');
    cleanup();
    await open(linked(july, august), '?show_dependencies=true');
    await waitFor(() => expect(drawing()).not.toBeNull());
    expect(red()).toHaveLength(0);
    expect(pill()).toBeUndefined();
    cleanup();
    await open(linked(july, { ...august, startDate: '2025-07-16' }), '?show_dependencies=true');
    await waitFor(() => expect(pill()).toBe('Starts 15 d early'));
    expect(document.querySelector('button[data-kind=early]')?.getBoundingClientRect().height).toBe(20);
    expect(within(rowOf('Roof') as HTMLElement).getByRole('button', { name: /^Blocked by 1 item/ })).toBeTruthy();
  });

  test('end in a stub where the other item has no row, and are still red by its dates', async () => {
    const [, blocked] = linked(july, { ...august, startDate: '2025-07-15' });
    await open([blocked], '?show_dependencies=true');
    await waitFor(() => expect(red()).toHaveLength(1));
    const [line] = red()[0]?.querySelectorAll('path') ?? [];
    // One horizontal segment, out of the bar's start.
    expect(line?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L']);
  });

  test('RX-DP-02: end, dashed, at the collapsed row that holds the other epic, and at the epic itself once that is expanded', async () => {
    const [inside, blocked] = linked(july, { ...august, startDate: '2025-07-15' });
    const parent = epicNode({ title: 'House', hasChildren: true, hasChildrenWithinTimeframe: true });
    const child = { ...inside, hasParent: true, parent, ancestors: { nodes: [{ id: parent.id }] } };
    const page = openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([parent, blocked]),
        roadmapDependencies: () => epicsAnswer([parent, child, blocked]),
        epicChildEpics: () => childrenAnswer([child]),
      },
      '?show_dependencies=true',
    );
    await waitFor(() => expect(rolledUp()).toHaveLength(1));
    expect(red()).toHaveLength(1);
    expect((await openLine()).getByText('“Foundation” blocks “Roof”')).toBeVisible();
    // The dashed part is the last 16 px, at the blocker: the rest is a line of its own.
    const path = rolledUp()[0]?.getAttribute('d') ?? '';
    expect(lengthOf(path)).toBeCloseTo(16, 0);
    await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await screen.findByText(/A dashed line ends at the collapsed row/)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Expand House' }));
    await waitFor(() => expect(rolledUp()).toHaveLength(0));
    expect(drawing()?.getAttribute('data-dependencies')).toBe('1');
  });

  test('RX-DP-03: are one line with a count badge between two rows, whose popover lists the pairs', async () => {
    const pairs = [linked(july, august), linked(july, august)];
    const [left, right] = ['Left', 'Right'].map((title) =>
      epicNode({ title, hasChildren: true, hasChildrenWithinTimeframe: true }),
    ) as [Node, Node];
    const below = (parent: Node, node: Node) => ({ ...node, ancestors: { nodes: [{ id: parent.id }] } });
    const children = pairs.flatMap(([one, two], at) => [
      { ...below(left, one), linkedWorkItems: withLink(one, at) },
      { ...below(right, two), linkedWorkItems: withLink(two, at) },
    ]);
    openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([left, right]),
        roadmapDependencies: () => epicsAnswer([left, right, ...children]),
      },
      '?show_dependencies=true',
    );
    await waitFor(() => expect(drawing()?.getAttribute('data-dependencies')).toBe('1'));
    expect(rolledUp()).toHaveLength(1);
    fireEvent.click(document.querySelector('button[data-kind=count]') as Element);
    const list = within(await screen.findByRole('dialog', { name: '2 dependencies' }));
    expect(list.getAllByText('“Foundation” blocks “Roof”')).toHaveLength(2);
  });

  test('RX-DP-04: are not drawn inside one folded row, whose popover counts them', async () => {
    const [one, two] = linked(july, august);
    const parent = epicNode({ title: 'House', hasChildren: true, hasChildrenWithinTimeframe: true });
    const below = (node: Node) => ({ ...node, ancestors: { nodes: [{ id: parent.id }] } });
    openRoadmap(
      {
        roadmapGroupEpicsWithColor: () => epicsAnswer([parent]),
        roadmapDependencies: () => epicsAnswer([parent, below(one), below(two)]),
      },
      '?show_dependencies=true',
    );
    await screen.findByRole('rowgroup');
    await waitFor(async () => {
      fireEvent.pointerOver(rowOf('House')?.querySelector('[data-card]') as HTMLElement);
      expect(await screen.findByText('1 dependency inside', {}, { timeout: 600 })).toBeVisible();
    });
    expect(drawing()).toBeNull();
  });

  test('RX-DP-02: end at the bar of a folded lane on the same day', async () => {
    const [blocker, blocked] = linked(july, august);
    const lane = (value: string, count: number) => ({
      key: `LABEL%3Astage=${value}`, value, title: `stage::${value}`, color: '#1068bf', count, closed: 0, overdue: 0,
      health: { onTrack: 0, needsAttention: 0, atRisk: 0, none: 1 }, progress: null, startDate: '2025-07-01',
      dueDate: '2025-09-30', lacksStartDate: false, lacksDueDate: false, shades: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], epic: null, lanes: null,
    }); // prettier-ignore
    const page = openRoadmap(
      {
        roadmapLanes: () => ({
          group: {
            id: 'gid://gitlab/Group/1', name: 'Kubernetes',
            epicLanes: { nodes: [lane('alpha', 1), lane('beta', 1)], pageInfo: { hasNextPage: false, endCursor: null } },
          }, // prettier-ignore
        }),
        roadmapGroupEpicsWithColor: ({ lane: key }) => epicsAnswer([key === 'LABEL%3Astage=alpha' ? blocker : blocked]),
        roadmapDependencies: () => epicsAnswer([blocker, blocked]),
        roadmapLaneMembers: ({ lane: key }) => epicsAnswer(key === 'LABEL%3Astage=beta' ? [blocked] : []),
      },
      '?group_by=LABEL:stage&show_dependencies=true',
    );
    await waitFor(() => expect(drawing()?.getAttribute('data-dependencies')).toBe('1'));
    const endOf = () => {
      const numbers = drawing()?.querySelector('path[data-hit]')?.getAttribute('d')?.match(/[\d.]+/g)?.map(Number) ?? [];
      return { x: numbers.at(-2), y: numbers.at(-1) };
    }; // prettier-ignore
    const before = endOf();
    await page.user.click(await screen.findByRole('button', { name: 'Collapse stage beta' }));
    await waitFor(() => expect(rolledUp()).toHaveLength(1));
    expect(endOf().x).toBeCloseTo(before.x ?? 0, 0);
    expect(endOf().y).toBeLessThan(before.y ?? 0);
    // Both folded lanes: from one bar to the other.
    await page.user.click(await screen.findByRole('button', { name: 'Collapse stage alpha' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Foundation' })).toBeNull());
    expect(page.asked.filter(({ name }) => name === 'roadmapLaneMembers').length).toBeGreaterThan(0);
  });

  test('RX-DP-01: lead from a dot at the blocker to an arrow of 7 × 8 px at the blocked start, 1.5 px wide', async () => {
    await open(linked(july, august), '?show_dependencies=true');
    await waitFor(() => expect(drawing()).not.toBeNull());
    const bars = ['Foundation', 'Roof'].map((title) => rowOf(title)?.querySelector('a[data-card]')?.getBoundingClientRect()); // prettier-ignore
    const dot = drawing()?.querySelector('circle')?.getBoundingClientRect();
    const head = drawing()?.querySelector('[data-head]')?.getBoundingClientRect();
    expect(((dot?.left ?? 0) + (dot?.right ?? 0)) / 2).toBeCloseTo((bars[0]?.right ?? 0) - 1, -0.5);
    expect([head?.width, head?.height]).toEqual([7, 8]);
    expect(Math.abs((head?.right ?? 0) - (bars[1]?.left ?? 0))).toBeLessThan(2);
    const line = drawing()?.querySelector('g path') as Element;
    expect(getComputedStyle(line).strokeWidth).toBe('1.5px');
    expect(line.getAttribute('d')).toMatch(/Q/);
  });

  test('RX-DP-10: on a cycle that the viewer sees whole are in conflict, also without dates', async () => {
    const nodes = ['A', 'B', 'C'].map((title) => epicNode({ title, dueDate: null }));
    const link = (from: number, to: number) => ({
      linkId: `gid://gitlab/WorkItems::RelatedWorkItemLink/${from}${to}`,
      linkType: 'blocks',
      lagDays: 0,
      workItemState: 'OPEN' as const,
      workItem: {
        id: (nodes[to] as Node).id.replace('Epic', 'WorkItem'),
        title: '',
        features: { startAndDueDate: { startDate: null, dueDate: null } },
      },
    });
    const all = (...ends: [number, number][]) =>
      nodes.map((node, at) => ({
        ...node,
        linkedWorkItems: { nodes: ends.filter(([from]) => from === at).map(([from, to]) => link(from, to)) },
      }));
    await open(all([0, 1], [1, 2]), '?show_dependencies=true');
    await waitFor(() => expect(drawing()?.getAttribute('data-dependencies')).toBe('2'));
    expect(red()).toHaveLength(0);
    cleanup();
    await open(all([0, 1], [1, 2], [2, 0]), '?show_dependencies=true');
    await waitFor(() => expect(red()).toHaveLength(1));
    expect((await openLine()).getByText('Part of a cycle: these epics block each other')).toBeVisible();
  });

  test('RX-LM-10: at most 500 are drawn at once, and the status line says how many there are', async () => {
    const nodes = Array.from({ length: 33 }, () => epicNode({ dueDate: null }));
    const linkTo = (from: Node, to: Node) => ({
      linkId: `gid://gitlab/WorkItems::RelatedWorkItemLink/${from.iid}-${to.iid}`,
      linkType: 'blocks',
      lagDays: 0,
      workItemState: 'OPEN' as const,
      workItem: { id: to.id.replace('Epic', 'WorkItem'), title: '', features: { startAndDueDate: { startDate: null, dueDate: null } } },
    }); // prettier-ignore
    await open(
      nodes.map((node, at) => ({ ...node, linkedWorkItems: { nodes: nodes.slice(at + 1).map((to) => linkTo(node, to)) } })),
      '?show_dependencies=true&density=COMPACT',
    ); // prettier-ignore
    expect(await screen.findByText('500 of 528 dependencies drawn')).toBeVisible();
    expect(drawing()?.getAttribute('data-dependencies')).toBe('500');
  });

  test('are not drawn for closed items', async () => {
    await open(linked(july, august, 'CLOSED'), '?show_dependencies=true');
    expect(drawing()).toBeNull();
  });
});
