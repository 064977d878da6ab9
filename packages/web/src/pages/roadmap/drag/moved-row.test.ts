import { expect, test } from 'vitest';
import type { Day } from '@milepost/core/days';
import { parseDay } from '@milepost/core/days';
import { readEpic } from '../data/epic.ts';
import { rowsOf } from '../data/rows.ts';
import { epicNode } from '../../../testing/roadmap-page.tsx';
import { movedRow } from './moved-row.ts';
import { MoveStore } from './moves.ts';

const day = (text: string): Day => parseDay(text) as Day;
const window = { from: day('2025-01-01'), to: day('2025-12-31') };
const [row, other] = rowsOf({
  topLevel: [readEpic(epicNode()), readEpic(epicNode())],
  hasMore: false,
  expanded: new Set(),
  childrenOf: () => undefined,
  timeframe: window,
});
if (!row || !other) throw new Error('Both rows are drawn');

test('a dragged bar is drawn at its current position, the others at theirs', () => {
  const store = new MoveStore();
  const span = { start: day('2025-03-01'), due: day('2025-04-01') };
  store.change({ drag: { epic: row.epic, grip: 'move', span, x: 1 } });
  expect(movedRow(row, store.get(), window)).toMatchObject({ span, epic: { span, title: row.epic.title } });
  expect(movedRow(other, store.get(), window)).toBe(other);
});

test("a bar that is being saved stays where it was dropped and is marked; afterwards the server's dates apply", () => {
  const store = new MoveStore();
  const span = { start: null, due: day('2025-04-01') };
  store.place(row.epic.id, span, true);
  expect(movedRow(row, store.get(), window)).toMatchObject({
    isSaving: true,
    epic: { span },
    span: { start: window.from, due: span.due, isStartUndefined: true },
  });
  store.release(row.epic.id);
  expect(movedRow(row, store.get(), window)).toBe(row);
});

test('a bar that is dragged out of the range keeps its last position in it', () => {
  const store = new MoveStore();
  store.place(row.epic.id, { start: day('2027-01-01'), due: day('2027-02-01') }, false);
  expect(movedRow(row, store.get(), window).span).toEqual(row.span);
});
