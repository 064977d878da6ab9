import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { useEffect, useMemo, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { rowsOfHeight } from './row-layout.ts';
import { useMeasuredRows } from './use-measured-rows.ts';
import { useRowWindow } from './use-row-window.ts';

const ROW = 50;
const HEAD = 50;
const HEIGHT = 550;

let reveal: ReturnType<typeof useRowWindow>['reveal'];
const none: readonly number[] = [];

interface ListProps {
  keys: readonly string[];
  spare?: number;
  rowHeight?: number;
  kept?: readonly number[];
  isAnchored?: boolean;
  anchor?: (key: string) => string | undefined;
  onEnd?: () => void;
}

/** A list in its own scroller, below a sticky header: it exposes which rows it renders, and which of them fully. */
function List({ keys, spare = 6, rowHeight = ROW, kept = none, isAnchored, anchor, onEnd }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOfHeight(keys.length, rowHeight), [keys, rowHeight]);
  const { indexes, isLight, endRef, ...shown } = useRowWindow({
    rows,
    viewport: { scroller, above: HEAD, height: HEIGHT },
    spare,
    kept,
    leap: 6,
    ...(isAnchored && { keyOf: (index: number) => (anchor ? anchor(keys[index] ?? '') : keys[index]) }),
    ...(onEnd && { onEnd }),
  });
  useEffect(() => {
    ({ reveal } = shown);
  });
  const whole = indexes.filter((index) => !isLight(index));
  return (
    <div ref={scroller} role="list" style={{ height: HEIGHT, overflow: 'auto', overflowAnchor: 'none' }}>
      <div style={{ position: 'sticky', top: 0, height: HEAD }} />
      <output>{rangeOf(indexes)}</output>
      <meter aria-label="whole" aria-valuetext={rangeOf(whole)} />
      <div style={{ height: keys.length * rowHeight }} />
      <p ref={endRef} style={{ height: 40 }} />
    </div>
  );
}

/** As `3, 10-12`: the end belongs to it. */
function rangeOf(indexes: readonly number[]): string {
  const starts = indexes.filter((index) => !indexes.includes(index - 1));
  const ends = indexes.filter((index) => !indexes.includes(index + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}-${ends[at]}`)).join(', ');
}

const keysOf = (count: number, prefix = 'row'): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const many = keysOf(10_000);

function scrollTo(list: HTMLElement, top: number): void {
  list.scrollTop = top;
  act(() => void fireEvent.scroll(list));
}

afterEach(() => {
  window.scrollTo(0, 0);
});

test('only rows in view are rendered, and some to spare, however long the list is', () => {
  const { getByRole, rerender } = render(<List keys={many} spare={0} />);
  const list = getByRole('list');
  const shown = getByRole('status');
  expect(shown).toHaveTextContent(/^0-9$/);
  rerender(<List keys={many} />);
  expect(shown).toHaveTextContent(/^0-15$/);
  scrollTo(list, ROW * 1001);
  // Those behind the head are rendered, too: it may scroll away.
  expect(shown).toHaveTextContent(/^994-1017$/);
  scrollTo(list, ROW * 10_000);
  expect(shown).toHaveTextContent(/^99\d\d-9999$/);
});

test('kept rows are rendered at any position', () => {
  const { getByRole } = render(<List keys={many} kept={[3, 500, -1, 20_000]} />);
  expect(getByRole('status')).toHaveTextContent(/^0-15, 500$/);
  scrollTo(getByRole('list'), ROW * 1001);
  expect(getByRole('status')).toHaveTextContent(/^3, 500, 994-1017$/);
  expect(getByRole('meter')).toHaveAttribute('aria-valuetext', '3, 500');
});

test('rows that come in a leap are light until the list is still; rows that come one by one are whole at once', async () => {
  const { getByRole } = render(<List keys={many} />);
  const list = getByRole('list');
  const whole = getByRole('meter');
  scrollTo(list, ROW * 4);
  expect(whole).toHaveAttribute('aria-valuetext', '0-19');
  scrollTo(list, ROW * 14);
  expect(getByRole('status')).toHaveTextContent(/^6-29$/);
  expect(whole).toHaveAttribute('aria-valuetext', '6-19');
  // Slower now, but not yet still.
  scrollTo(list, ROW * 16);
  expect(whole).toHaveAttribute('aria-valuetext', '8-19');
  await waitFor(() => expect(whole).toHaveAttribute('aria-valuetext', '8-31'));
  scrollTo(list, ROW * 18);
  expect(whole).toHaveAttribute('aria-valuetext', '10-33');
});

test('a list that became shorter than what was scrolled renders nothing beyond its end', () => {
  const { getByRole, rerender } = render(<List keys={many} />);
  scrollTo(getByRole('list'), 40_000);
  rerender(<List keys={keysOf(3)} />);
  expect(getByRole('status')).toHaveTextContent(/^0-2$/);
});

test('a row is revealed by the shortest way and clear of the head, or in the center', () => {
  const { getByRole } = render(<List keys={many} />);
  const list = getByRole('list');
  reveal(9);
  expect(list.scrollTop).toBe(0);
  reveal(10);
  expect(list.scrollTop).toBe(50);
  reveal(0);
  expect(list.scrollTop).toBe(0);
  reveal(100, 'center');
  expect(list.scrollTop).toBe(100 * ROW + ROW / 2 - (HEIGHT - HEAD) / 2);
});

test('rows that come and go above the first one in view do not move it; at its top a list shows its start', () => {
  const { getByRole, rerender } = render(<List keys={keysOf(100)} isAnchored />);
  const list = getByRole('list');
  scrollTo(list, ROW * 20 + 10);
  rerender(<List keys={[...keysOf(3, 'new'), ...keysOf(100)]} isAnchored />);
  expect(list.scrollTop).toBe(ROW * 23 + 10);
  rerender(<List keys={keysOf(100)} isAnchored />);
  expect(list.scrollTop).toBe(ROW * 20 + 10);
  rerender(<List keys={keysOf(100)} rowHeight={30} isAnchored />);
  expect(list.scrollTop).toBe(30 * 20 + 10);
  // The row itself was removed: there is nothing to anchor to.
  rerender(<List keys={keysOf(100, 'other')} rowHeight={30} isAnchored />);
  expect(list.scrollTop).toBe(30 * 20 + 10);
  scrollTo(list, 0);
  rerender(<List keys={[...keysOf(3, 'new'), ...keysOf(100, 'other')]} rowHeight={30} isAnchored />);
  expect(list.scrollTop).toBe(0);
});

test('what arrives in place of rows without a key is shown where they were', () => {
  const isKnown = (key: string): string | undefined => (key === 'place' ? undefined : key);
  const withPlaces = (loaded: number) => [...keysOf(5), ...keysOf(loaded, 'new'), ...Array<string>(40).fill('place')];
  const { getByRole, rerender } = render(<List keys={withPlaces(0)} isAnchored anchor={isKnown} />);
  const list = getByRole('list');
  scrollTo(list, ROW * 20 + 10);
  rerender(<List keys={withPlaces(30)} isAnchored anchor={isKnown} />);
  expect(list.scrollTop).toBe(ROW * 20 + 10);
  rerender(<List keys={['above', ...withPlaces(30)]} isAnchored anchor={isKnown} />);
  expect(list.scrollTop).toBe(ROW * 21 + 10);
});

test('the end of the list is reached when it comes into view', async () => {
  const onEnd = vi.fn<() => void>();
  const { getByRole } = render(<List keys={keysOf(100)} onEnd={onEnd} />);
  const list = getByRole('list');
  scrollTo(list, ROW * 50);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(onEnd).not.toHaveBeenCalled();
  scrollTo(list, ROW * 100);
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
});

interface MeasuredListProps {
  keys: readonly string[];
  heightOf?: (index: number) => number;
  above?: number;
}

/** A list in the page whose rows are estimated to be 100 pixels high, below something that grows. */
function MeasuredList({ keys, heightOf = hundred, above = 0 }: MeasuredListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { rows, measure } = useMeasuredRows(keys, hundred);
  const { indexes } = useRowWindow({ rows, viewport: { list }, spare: 2, keyOf: (index) => keys[index] });
  return (
    <div style={{ overflowAnchor: 'none' }}>
      <div style={{ height: above }} />
      <ol ref={list} style={{ position: 'relative', height: rows.top(rows.count), margin: 0 }}>
        {indexes.map((index) => (
          <li
            key={keys[index]}
            ref={measure}
            data-key={keys[index]}
            style={{ position: 'absolute', top: rows.top(index), height: heightOf(index), overflow: 'hidden' }}
          >
            {keys[index]}
          </li>
        ))}
      </ol>
    </div>
  );
}

const hundred = (): number => 100;
const topOf = (element: HTMLElement): number => Math.round(element.getBoundingClientRect().top);

test('rows are placed by their estimated heights until they are measured', () => {
  const { getByText, getByRole } = render(<MeasuredList keys={keysOf(500)} heightOf={() => 150} />);
  expect(topOf(getByText('row2')) - topOf(getByText('row0'))).toBe(300);
  const { childElementCount, offsetHeight } = getByRole('list');
  expect(childElementCount).toBeLessThan(20);
  expect(offsetHeight).toBe(500 * 100 + childElementCount * 50);
});

test('rows above the first one in view that change their height do not move it', async () => {
  const keys = keysOf(500);
  const { getByText, getByRole, rerender } = render(<MeasuredList keys={keys} />);
  window.scrollTo(0, 20_030);
  await waitFor(() => expect(getByRole('list').textContent).toContain('row198'));
  const before = topOf(getByText('row200'));
  rerender(<MeasuredList keys={keys} heightOf={(index) => (index < 200 ? 180 : 100)} />);
  await waitFor(() => expect(window.scrollY).toBeGreaterThan(20_030));
  expect(topOf(getByText('row200'))).toBe(before);
  expect(topOf(getByText('row199'))).toBe(before - 180);
});

test('a list in the page follows what grows above it', async () => {
  const keys = keysOf(500);
  const { getByRole, rerender } = render(<MeasuredList keys={keys} />);
  window.scrollTo(0, 10_000);
  await waitFor(() => expect(getByRole('list').textContent).toContain('row102'));
  rerender(<MeasuredList keys={keys} above={5000} />);
  await waitFor(() => expect(getByRole('list').textContent).not.toContain('row102'));
  expect(getByRole('list').textContent).toContain('row52');
});
