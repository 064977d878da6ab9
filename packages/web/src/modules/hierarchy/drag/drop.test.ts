import { describe, expect, test } from 'vitest';
import { topsOf } from '../../../ui/list/row-layout.ts';
import type { TreeItem } from '../data/items.ts';
import type { Level } from '../data/levels.ts';
import { ROOT, rowsOf, type ItemRow, type LevelState } from '../data/rows.ts';
import type { TreeParent } from '../data/use-tree.ts';
import { dropAt } from './drop.ts';

const item = (key: string, rest: Partial<TreeItem> = {}): TreeItem => ({
  key,
  id: key,
  type: 'epic',
  iid: '1',
  title: key,
  state: 'opened',
  isConfidential: false,
  isBlocked: false,
  webPath: '/',
  reference: '&1',
  relationPath: null,
  mayLeave: false,
  takes: null,
  relativePosition: 0,
  holds: false,
  allowSubEpics: true,
  fullPath: 'g',
  color: null,
  labels: [],
  people: [],
  milestone: null,
  start: null,
  due: null,
  weight: null,
  health: null,
  below: null,
  ...rest,
});

const issue = (key: string, rest: Partial<TreeItem> = {}): TreeItem =>
  item(key, { type: 'issue', allowSubEpics: false, ...rest });

const level = (...items: TreeItem[]): LevelState => {
  const loaded: Level = { items, next: null, pages: 1, facts: null };
  return { level: loaded, isFailed: false, isMoreFailed: false, isLoadingMore: false };
};

/** a, b (open: c, and the issue d with the task t), e; rows of 40 pixels in this order. */
const levels = new Map([
  [ROOT, level(item('a'), item('b', { holds: true }), item('e', { allowSubEpics: false }))],
  ['b', level(item('c'), issue('d', { holds: true }))],
  ['d', level(item('t', { type: 'task' }))],
]);
const rows = rowsOf({ levels, expanded: new Set(['b', 'd']), heightOf: () => 40, saidHeight: 40 });
const tops = topsOf(rows);
const rowOf = (key: string): ItemRow => rows.find((row) => row.key === key) as ItemRow;

function parent(key: string): TreeParent | null {
  if (key === ROOT) return { ...item(ROOT), parentKey: null, above: [] };
  const row = rowOf(key);
  const above = [...(parent(row.parentKey)?.above ?? []), row.parentKey];
  return { ...row.item, parentKey: row.parentKey, above };
}

/** The result of dropping `key` this many rows from the top and levels from the left. */
function drop(key: string, at: number, depth = 1) {
  const found = dropAt({ rows, tops, x: 12 + (depth - 1) * 24, y: at * 40, dragged: rowOf(key), parent });
  if (!found) return null;
  const { position, obstacle, isHere } = found;
  return {
    into: position.parentKey,
    [position.spot?.side ?? 'top']: position.spot?.beside.key ?? true,
    obstacle,
    isHere,
  };
}

test('the rows are those of the open levels, one after another', () => {
  expect(rows.map(({ key, level: depth }) => `${key}${depth}`)).toEqual(['a1', 'b1', 'c2', 'd2', 't3', 'e1']);
});

describe('where a drop goes', () => {
  test('between two rows of a level', () => {
    expect(drop('e', 0.1)).toEqual({ into: ROOT, before: 'a', obstacle: null, isHere: false });
    expect(drop('e', 0.9)).toEqual({ into: ROOT, after: 'a', obstacle: null, isHere: false });
  });

  test('below an open row: in front of its first child', () => {
    expect(drop('a', 1.9)).toEqual({ into: 'b', before: 'c', obstacle: null, isHere: false });
  });

  test('into the middle of a row that is not open', () => {
    expect(drop('e', 0.5)).toEqual({ into: 'a', top: true, obstacle: null, isHere: false });
  });

  test('behind the last of several levels: on the level that the pointer is at', () => {
    expect(drop('a', 4.9, 2)).toEqual({ into: 'b', after: 'd', obstacle: null, isHere: false });
    expect(drop('a', 4.9, 1)).toEqual({ into: ROOT, after: 'b', obstacle: null, isHere: false });
  });

  test('on a level further out, where the one that was meant takes no such thing', () => {
    expect(drop('a', 4.9, 3)).toEqual({ into: 'b', after: 'd', obstacle: null, isHere: false });
  });

  test('where it stands already', () => {
    expect(drop('a', 0.9)).toMatchObject({ isHere: true });
    expect(drop('b', 0.9)).toMatchObject({ isHere: true });
  });

  test('nowhere far from the list', () => {
    expect(drop('a', 9)).toBeNull();
  });
});

describe('EP-DD-08: what is refused', () => {
  test('an epic under itself or what is below it', () => {
    expect(drop('b', 2.5)).toMatchObject({ into: 'c', obstacle: 'cycle' });
    expect(drop('b', 1.9)).toMatchObject({ into: 'b', obstacle: 'cycle' });
  });

  test('an issue under an issue', () => {
    expect(drop('d', 3.9)).toMatchObject({ into: 'd', obstacle: 'cycle' });
    const other = { ...rowOf('e'), item: issue('e'), key: 'e' };
    const found = dropAt({ rows, tops, x: 60, y: 3.9 * 40, dragged: other, parent });
    expect(found).toMatchObject({ obstacle: 'type' });
  });

  test('an epic beyond the depth limit', () => {
    expect(drop('a', 5.5)).toMatchObject({ into: 'e', obstacle: 'depth' });
  });

  test('something open under a confidential epic', () => {
    const secret = (key: string) => {
      const found = parent(key);
      return found && { ...found, isConfidential: true };
    };
    const found = dropAt({ rows, tops, x: 12, y: 20, dragged: rowOf('e'), parent: secret });
    expect(found).toMatchObject({ obstacle: 'confidential' });
  });
});

test('an item that moved is one row while only one of its two levels was fetched again', () => {
  const moved = item('c');
  const stale = new Map([
    [ROOT, level(item('a'), moved, item('b', { holds: true }))],
    ['b', level(moved, item('d'))],
  ]);
  const keys = rowsOf({ levels: stale, expanded: new Set(['b']), heightOf: () => 40, saidHeight: 40 }).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['a', 'c', 'b', 'd']);
});
