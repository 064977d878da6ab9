import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap } from './test-page.tsx';

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
const red = () => document.querySelectorAll('svg[data-dependencies] g[data-wrong]');
const rowOf = (title: string) => screen.getByRole('link', { name: title }).closest<HTMLElement>('[data-row]');
const open = async (nodes: readonly unknown[], search = '') => {
  const page = openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer(nodes) }, search);
  await screen.findByRole('rowgroup');
  return page;
};

describe('lines between bars', () => {
  test('come for the row under the pointer, and go with it', async () => {
    await open(linked(july, august));
    expect(drawing()).toBeNull();
    // What draws them comes a moment after the bars.
    await waitFor(() => {
      fireEvent.pointerOver(rowOf('Roof') as HTMLElement);
      expect(drawing()?.getAttribute('data-dependencies')).toBe('1');
    });
    expect(red()).toHaveLength(0);
    fireEvent.pointerLeave(document.querySelector('[role=treegrid]')?.parentElement as HTMLElement);
    await waitFor(() => expect(drawing()).toBeNull());
  });

  test('come for the row with the focus', async () => {
    await open(linked(july, august));
    rowOf('Foundation')?.focus();
    await waitFor(() => expect(drawing()).not.toBeNull());
    rowOf('Foundation')?.blur();
    await waitFor(() => expect(drawing()).toBeNull());
  });

  test('are drawn for all rows on demand, each once; the address keeps that', async () => {
    const page = await open([...linked(july, august), epicNode()]);
    await page.user.click(screen.getByRole('button', { name: 'Settings' }));
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
      '“Roof” starts on Jul 31, 2025, before “Foundation”, which blocks it, ends on Jul 31, 2025',
    );
    const mark = within(rowOf('Roof') as HTMLElement).getByRole('button', { name: /Blocked/ });
    expect(mark.getAttribute('aria-label')).toBe('Blocked by 1 item. Starts before “Foundation” ends');
    cleanup();
    await open(linked(july, august), '?show_dependencies=true');
    await waitFor(() => expect(drawing()).not.toBeNull());
    expect(red()).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Blocked by 1 item' })).toBeTruthy();
  });

  test('end in a stub where the other item has no row, red by its dates all the same', async () => {
    const [, blocked] = linked(july, { ...august, startDate: '2025-07-15' });
    await open([blocked], '?show_dependencies=true');
    await waitFor(() => expect(red()).toHaveLength(1));
    const [line] = red()[0]?.querySelectorAll('path') ?? [];
    // One level run, out of the bar's start.
    expect(line?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L']);
  });

  test('closed items have none', async () => {
    await open(linked(july, august, 'CLOSED'), '?show_dependencies=true');
    expect(drawing()).toBeNull();
  });
});
