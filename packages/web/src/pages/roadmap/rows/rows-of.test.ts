import { describe, expect, test } from 'vitest';
import type { Day } from '@milepost/core/days';
import { parseDay } from '@milepost/core/days';
import type { RoadmapEpic } from '../data/epic.ts';
import { readEpic } from '../data/epic.ts';
import { rowsOf } from '../data/rows.ts';
import { epicNode } from '../../../testing/roadmap-page.tsx';

const timeframe = { from: parseDay('2025-01-01') as Day, to: parseDay('2025-12-31') as Day };
const epic = (title: string, hasChildren = false, startDate = '2025-02-01') =>
  readEpic(epicNode({ title, startDate, hasChildrenWithinTimeframe: hasChildren }));
const theme = epic('Theme', true);
const feature = epic('Feature', true);
const part = epic('Part');
const other = epic('Other', true);
const children = new Map<string, RoadmapEpic[]>([
  [theme.id, [feature]],
  [feature.id, [part]],
  [other.id, []],
]);
const draw = (expanded: RoadmapEpic[], hasMore = false) =>
  rowsOf({
    topLevel: [theme, other],
    hasMore,
    expanded: new Set(expanded.map(({ id }) => id)),
    childrenOf: (id) => children.get(id),
    timeframe,
  });
const outline = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => `${row.level} ${row.epic.title} ${row.expansion}`);

describe('rows of a roadmap', () => {
  test('children are placed below their parent, to any depth', () => {
    expect(outline(draw([theme, feature]))).toEqual([
      '1 Theme expanded',
      '2 Feature expanded',
      '3 Part none',
      '1 Other collapsed',
    ]);
    expect(draw([theme, feature]).map((row) => row.parentIndex)).toEqual([-1, 0, 1, -1]);
  });

  test('an expanded row inside a collapsed one is hidden', () => {
    expect(outline(draw([feature]))).toEqual(['1 Theme collapsed', '1 Other collapsed']);
  });

  test('a row waits for its children, and shows when none are left', () => {
    children.delete(theme.id);
    expect(outline(draw([theme, other]))).toEqual(['1 Theme loading', '1 Other noMatch']);
    children.set(theme.id, [feature]);
  });

  test('positions among siblings are counted; at the top level only when all have been loaded', () => {
    expect(draw([theme]).map(({ position, siblings }) => [position, siblings])).toEqual([
      [1, 2],
      [1, 1],
      [2, 2],
    ]);
    expect(draw([], true).map(({ position, siblings }) => [position, siblings])).toEqual([
      [1, -1],
      [2, -1],
    ]);
  });

  test('an epic whose clamped start is after its end has no row', () => {
    const late = epic('Late', false, '2026-01-01');
    const rows = rowsOf({
      topLevel: [late, part],
      hasMore: false,
      expanded: new Set(),
      childrenOf: () => [],
      timeframe,
    });
    expect(outline(rows)).toEqual(['1 Part none']);
  });
});
