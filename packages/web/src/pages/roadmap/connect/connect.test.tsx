import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';
import { makeQueryClient, Providers } from '../../../app/providers.tsx';
import { ToastRegion } from '../../../ui/overlay/Toast.tsx';

afterEach(() => {
  cleanup();
  setSession({ viewer: null });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const cycle = 'This would be a cycle: Roof → Base → Roof';

async function open() {
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  // Pointers of tests are none of the browser's.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  const may = { userPermissions: { adminEpic: true }, dueDate: '2025-07-20' };
  const [base, roof, beam] = ['Base', 'Roof', 'Beam'].map((title) => epicNode({ title, ...may }));
  let errors: string[] = [];
  const page = openRoadmap({
    roadmapGroupEpicsWithColor: () => epicsAnswer([base, roof, beam]),
    addLinkedItems: () => ({ workItemAddLinkedItems: { errors } }),
    removeLinkedItems: () => ({ workItemRemoveLinkedItems: { errors: [] } }),
    referenceSuggestions: ({ state }) => ({
      group: {
        id: 'g',
        workItems: {
          nodes: [
            {
              ...(state === 'closed'
                ? { id: 'gid://gitlab/WorkItem/99', title: 'Old beam', state: 'CLOSED' }
                : { id: beam?.id.replace('Epic', 'WorkItem'), title: 'Beam', state: 'OPEN' }),
              confidential: false,
              reference: 'kubernetes&3',
              workItemType: { id: 't', name: 'Epic' },
            },
          ],
        },
      },
    }),
  });
  render(
    <Providers client={makeQueryClient()}>
      <ToastRegion />
    </Providers>,
  );
  const rowOf = async (title: string) =>
    (await screen.findByRole('link', { name: title })).closest<HTMLElement>('[data-row]') as HTMLElement;
  const barOf = async (title: string) => (await rowOf(title)).querySelector('[data-card^="epic:"]') as HTMLElement;
  const handleOf = async (title: string) => {
    const row = await rowOf(title);
    await waitFor(() => {
      fireEvent.pointerOver(row);
      expect(document.querySelector('[data-connect]')?.getAttribute('data-connect')).toBe(row.dataset['row']);
    });
    return document.querySelector('[data-connect]') as HTMLElement;
  };
  await handleOf('Base');
  const drag = async (from: string, to: string, during: () => void = () => undefined) => {
    const handle = await handleOf(from);
    const [start, end] = [handle, await barOf(to)].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
    const at = { isPrimary: true, button: 0, pointerId: 1, pointerType: 'mouse' };
    const there = { ...at, clientX: end.left + 8, clientY: end.top + end.height / 2 };
    // The code of dragging loads once the pointer is near a row: until then nothing follows a press.
    await waitFor(() => {
      fireEvent.pointerDown(handle, { ...at, clientX: start.left + 6, clientY: start.top + 12 });
      fireEvent.pointerMove(window, { ...there, clientX: there.clientX + 9 });
      fireEvent.pointerMove(window, there);
      expect(document.querySelector('[data-connectable]')).not.toBeNull();
    });
    during();
    fireEvent.pointerUp(window, there);
  };
  const sent = () => page.askedFor('addLinkedItems').map(({ variables }) => variables['input']);
  const idOf = (node: { id: string } | undefined) => node?.id.replace('Epic', 'WorkItem');
  return { page, drag, rowOf, barOf, handleOf, sent, refuse: (...given: string[]) => (errors = given), ids: [base, roof, beam].map(idOf) }; // prettier-ignore
}

test('RX-DP-07: a drag from the handle of 8 px to another bar makes it blocked, in one step that can be undone', async () => {
  const { page, drag, handleOf, sent, ids, rowOf } = await open();
  const handle = await handleOf('Base');
  const box = handle.getBoundingClientRect();
  expect([box.width, box.height]).toEqual([24, 24]);
  expect(getComputedStyle(handle, '::before').width).toBe('8px');
  await drag('Base', 'Roof', () => {
    const targets = [...document.querySelectorAll('[data-connectable]')].map((row) => row.getAttribute('data-row'));
    expect(targets).toEqual(['1', '2']);
    const ring = document.querySelector('[data-connectable] [data-card^="epic:"]') as Element;
    expect(getComputedStyle(ring).outlineStyle).toBe('solid');
  });
  await waitFor(() => expect(sent()).toEqual([{ id: ids[0], linkType: 'BLOCKS', workItemsIds: [ids[1]] }]));
  expect(await screen.findByText('“Base” blocks “Roof”')).toBeVisible();
  expect(document.querySelector('[data-connectable]')).toBeNull();
  (await rowOf('Base')).focus();
  await page.user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(page.askedFor('removeLinkedItems')).toHaveLength(1));
  expect(page.askedFor('removeLinkedItems')[0]?.variables['input']).toEqual({ id: ids[0], workItemsIds: [ids[1]] });
});

test('RX-DP-08, RX-DP-09: a drop on itself writes nothing, and what the server refuses is said by name', async () => {
  const { drag, sent, refuse } = await open();
  await drag('Base', 'Base');
  expect(await screen.findByText('An epic cannot block itself')).toBeVisible();
  expect(sent()).toEqual([]);
  refuse(cycle);
  await drag('Roof', 'Base');
  expect(await screen.findByText(cycle)).toBeVisible();
  refuse('Epic(s) already assigned');
  await drag('Roof', 'Beam');
  expect(await screen.findByText('“Roof” and “Beam” are linked already')).toBeVisible();
});

test('RX-DP-07: by keys the menu of a row offers “Blocks…” and “Blocked by…”, each with a picker', async () => {
  const { page, rowOf, sent, ids } = await open();
  const row = await rowOf('Base');
  row.focus();
  await page.user.keyboard('{Shift>}{F10}{/Shift}');
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(items.map((each) => each.textContent)).toEqual(['Blocks…', 'Blocked by…']);
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true));
  await page.user.keyboard('{ArrowDown}{Enter}');
  // Open epics come first, under what is asked for; closed ones are marked.
  await screen.findByRole('option', { name: /Beam/ });
  const listed = screen.getByRole('listbox').textContent;
  expect(listed).toMatch(/Epic that blocks “Base”.*Beam.*Closed epics.*Old beam/);
  expect(screen.getByRole('listbox', { name: 'Epic that blocks “Base”' })).toBeVisible();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toEqual([{ id: ids[2], linkType: 'BLOCKS', workItemsIds: [ids[0]] }]));
  await waitFor(() => expect(row).toHaveFocus());
});
