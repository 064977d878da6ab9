import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  setSession({ viewer: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const create = '/api/v4/groups/kubernetes/epics';

async function open(answer: () => unknown = () => ({ id: 77 })) {
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  const page = openRoadmap({
    roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ title: 'Alpha', dueDate: '2025-07-05' })]),
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { createEpic: true } } }),
    [create]: answer,
  });
  const row = await screen.findByRole('row', { name: /Alpha/ });
  // Until the code is loaded, and the permission is known, a press draws nothing.
  await waitFor(() => {
    const { cancel } = press(row, 200);
    const isDrawn = bar() !== null;
    cancel();
    expect(isDrawn).toBe(true);
  });
  await waitFor(() => expect(bar()).toBeNull());
  return { page, row, user: userEvent.setup(), sent: () => page.askedFor(create).map(({ variables }) => variables) };
}

/** Presses on the track of a row and moves to the side; returns how to go on. */
function press(row: HTMLElement, by: number) {
  const track = row.querySelector('[role="gridcell"]') as HTMLElement;
  const box = track.getBoundingClientRect();
  const at = { clientX: box.left + 300, clientY: box.top + 10, isPrimary: true, button: 0, pointerId: 1 };
  const end = { ...at, clientX: at.clientX + by };
  fireEvent.pointerDown(track, at);
  fireEvent.pointerMove(window, { ...at, clientX: at.clientX + by / 2 });
  fireEvent.pointerMove(window, end);
  return { drop: () => fireEvent.pointerUp(window, end), cancel: () => fireEvent.pointerCancel(window, end) };
}

const drag = (row: HTMLElement, by: number) => press(row, by).drop();

const bar = () => document.querySelector('[data-drag-ghost="new"]');
const title = () => screen.findByRole('textbox', { name: /^Title of the new epic/ });

test('TM-CR-05, TM-CR-08: a drawn bar asks for a title; a refusal keeps both and says why; Enter creates the epic with its dates', async () => {
  let isRefused = true;
  const { row, user, sent } = await open(() =>
    isRefused ? Response.json({ message: { title: ['is taken'] } }, { status: 400 }) : { id: 77 },
  );
  drag(row, 200);
  await user.type(await title(), 'Doors{Enter}');
  expect(await screen.findByText(/is taken/)).toBeVisible();
  expect(await title()).toHaveValue('Doors');
  expect(bar()).not.toBeNull();
  isRefused = false;
  await user.type(await title(), '{Enter}');
  await waitFor(() => expect(bar()).toBeNull());
  const [, second] = sent();
  expect(second).toMatchObject({ title: 'Doors', start_date_is_fixed: true, due_date_is_fixed: true });
  expect(String(second?.['start_date_fixed']) < String(second?.['due_date_fixed'])).toBe(true);
});

test('TM-CR-06, TM-CR-07: n opens the field at the start of the range; Escape, no title and a short drag create nothing', async () => {
  const { row, user, sent } = await open();
  drag(row, 6);
  expect(bar()).toBeNull();
  row.focus();
  await user.keyboard('n');
  await user.type(await title(), 'Doors{Escape}');
  expect(bar()).toBeNull();
  expect(row).toHaveFocus();
  await user.keyboard('n');
  await user.type(await title(), '  {Enter}');
  await waitFor(() => expect(bar()).toBeNull());
  expect(sent()).toEqual([]);
  await user.keyboard('n');
  await user.type(await title(), 'Doors{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  // A column of this layout is a week.
  expect(sent()[0]).toMatchObject({ start_date_fixed: '2025-07-01', due_date_fixed: '2025-07-07' });
});
