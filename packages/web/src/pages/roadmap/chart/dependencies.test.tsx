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
type Node = ReturnType<typeof epicNode>;
/** The links of an epic under another id, so that two of them are distinct. */
const withLink = (node: Node, at: number) => ({
  nodes: (node.linkedWorkItems?.nodes ?? []).map((link) => link && { ...link, linkId: `${link.linkId}${at}` }),
});
const rolledUp = () => document.querySelectorAll('svg[data-dependencies] g[data-rolled-up]');
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

  test('are red with a reason only where the blocked epic starts before its blocker ends', async () => {
    await open(linked(july, { ...august, startDate: '2025-07-31' }), '?show_dependencies=true');
    await waitFor(() => expect(red()).toHaveLength(1));
    expect(document.querySelector('[data-hit]')?.getAttribute('data-tooltip')).toBe(
      '“Roof” starts on Jul 31, 2025, before its blocker “Foundation” ends on Jul 31, 2025',
    );
    const mark = within(rowOf('Roof') as HTMLElement).getByRole('button', { name: /Blocked/ });
    expect(mark.getAttribute('aria-label')).toBe('Blocked by 1 item. Starts before “Foundation” ends');
    cleanup();
    await open(linked(july, august), '?show_dependencies=true');
    await waitFor(() => expect(drawing()).not.toBeNull());
    expect(red()).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Blocked by 1 item' })).toBeTruthy();
  });

  test('end in a stub where the other item has no row, and are still red by its dates', async () => {
    const [, blocked] = linked(july, { ...august, startDate: '2025-07-15' });
    await open([blocked], '?show_dependencies=true');
    await waitFor(() => expect(red()).toHaveLength(1));
    const [line] = red()[0]?.querySelectorAll('path') ?? [];
    // One horizontal segment, out of the bar's start.
    expect(line?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L']);
  });

  test('end, dashed, at the collapsed row that holds the other epic, and at the epic itself once that is expanded', async () => {
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
    expect(document.querySelector('[data-hit]')?.getAttribute('data-tooltip')).toContain(
      'before its blocker “Foundation”',
    );
    await page.user.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await screen.findByText(/A dashed line ends at the collapsed row/)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Expand House' }));
    await waitFor(() => expect(rolledUp()).toHaveLength(0));
    expect(drawing()?.getAttribute('data-dependencies')).toBe('1');
  });

  test('are merged between two collapsed rows into one dashed line with an explanation', async () => {
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
    expect(document.querySelector('[data-hit]')?.getAttribute('data-tooltip')).toBe(
      '“Foundation” blocks “Roof”. Expand the rows to see both. 1 more dependency between these rows.',
    );
  });

  test('are not drawn for closed items', async () => {
    await open(linked(july, august, 'CLOSED'), '?show_dependencies=true');
    expect(drawing()).toBeNull();
  });
});
