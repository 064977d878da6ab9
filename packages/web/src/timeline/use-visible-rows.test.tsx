import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { revealRow, useVisibleRows } from './use-visible-rows.ts';

const geometry = { rowHeight: 50, height: 550, above: 50 };

function List({ count, spare }: { count: number; spare: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, whole } = useVisibleRows(scroller, { ...geometry, count, spare });
  return (
    <div ref={scroller} role="list" style={{ height: geometry.height, overflow: 'auto' }}>
      <output>
        {from}-{to}
      </output>
      <meter aria-label="whole" aria-valuetext={`${whole.from}-${whole.to}`} />
      <div style={{ height: geometry.above + count * geometry.rowHeight }} />
    </div>
  );
}

function scrolledTo(list: HTMLElement, top: number): void {
  list.scrollTop = top;
  act(() => void fireEvent.scroll(list));
}

test('only what is in view is drawn, with some to spare, however long the list is', () => {
  const { getByRole, rerender } = render(<List count={100_000} spare={0} />);
  const list = getByRole('list');
  expect(list.textContent).toBe('0-10');
  rerender(<List count={100_000} spare={6} />);
  expect(list.textContent).toBe('0-18');
  scrolledTo(list, 50 * 1001);
  expect(list.textContent).toBe('993-1018');
  scrolledTo(list, 50 * 100_000);
  expect(list.textContent).toBe('99983-100000');
});

test('rows that one leaps past are not drawn whole before one rests; those that come one by one are at once', async () => {
  const { getByRole } = render(<List count={100_000} spare={6} />);
  const list = getByRole('list');
  const whole = getByRole('meter');
  scrolledTo(list, 50 * 4);
  expect(list.textContent).toBe('0-22');
  expect(whole).toHaveAttribute('aria-valuetext', '0-22');
  scrolledTo(list, 50 * 14);
  expect(list.textContent).toBe('7-32');
  expect(whole).toHaveAttribute('aria-valuetext', '0-22');
  // Slower now, but not yet at rest.
  scrolledTo(list, 50 * 16);
  expect(list.textContent).toBe('9-34');
  expect(whole).toHaveAttribute('aria-valuetext', '0-22');
  await waitFor(() => expect(whole).toHaveAttribute('aria-valuetext', '9-34'));
  scrolledTo(list, 50 * 18);
  expect(whole).toHaveAttribute('aria-valuetext', '11-36');
});

test('a list that became shorter than what was scrolled draws nothing beyond its end', () => {
  const { getByRole, rerender } = render(<List count={1000} spare={6} />);
  scrolledTo(getByRole('list'), 40_000);
  rerender(<List count={3} spare={6} />);
  expect(getByRole('list').textContent).toBe('3-3');
});

test('a row is brought into view by the shortest way, clear of the head', () => {
  const { getByRole } = render(<List count={1000} spare={6} />);
  const list = getByRole('list');
  revealRow(list, 9, geometry);
  expect(list.scrollTop).toBe(0);
  revealRow(list, 10, geometry);
  expect(list.scrollTop).toBe(50);
  revealRow(list, 0, geometry);
  expect(list.scrollTop).toBe(0);
});
