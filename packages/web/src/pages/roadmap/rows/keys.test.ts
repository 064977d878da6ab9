import { describe, expect, test } from 'vitest';
import { parseDay } from '@milepost/core/days';
import type { Day } from '@milepost/core/days';
import type { KeyPress } from './keys.ts';
import { keyAction } from './keys.ts';
import type { EpicRowData, Expansion } from '../data/rows.ts';
import { readEpic } from '../data/epic.ts';
import { epicNode } from '../../../testing/roadmap-page.tsx';

const day = parseDay('2025-07-01') as Day;
const span = {
  start: day,
  due: day,
  originalStart: day,
  originalDue: day,
  isStartOutOfRange: false,
  isDueOutOfRange: false,
  isStartUndefined: false,
  isDueUndefined: false,
};
const row = (expansion: Expansion, level = 1, parentIndex = -1, blockedBy = 0): EpicRowData => ({
  epic: { ...readEpic(epicNode()), blockedBy },
  span,
  level,
  lane: null,
  expansion,
  position: 1,
  siblings: 1,
  parentIndex,
});
const rows = [row('expanded'), row('none', 2, 0), row('collapsed', 2, 0, 1), row('none')];
const press = (key: string, index: number, rest: Partial<KeyPress> = {}) =>
  keyAction(rows, { key, index, hasModifier: false, inside: null, pageSize: 2, ...rest });

describe('keys of the tree grid', () => {
  test('arrows, page keys, Home and End move through the rows and stop at the ends', () => {
    expect(press('ArrowDown', 0)).toEqual({ do: 'focusRow', index: 1 });
    expect(press('ArrowDown', 3)).toEqual({ do: 'focusRow', index: 3 });
    expect(press('ArrowUp', 0)).toEqual({ do: 'focusRow', index: 0 });
    expect(press('PageDown', 0)).toEqual({ do: 'focusRow', index: 2 });
    expect(press('PageUp', 3)).toEqual({ do: 'focusRow', index: 1 });
    expect(press('Home', 2)).toEqual({ do: 'focusRow', index: 0 });
    expect(press('End', 0)).toEqual({ do: 'focusRow', index: 3 });
  });

  test('right expands a collapsed row, and enters any other', () => {
    expect(press('ArrowRight', 2)).toEqual({ do: 'toggle', index: 2 });
    expect(press('ArrowRight', 0)).toEqual({ do: 'enterRow', index: 0 });
    expect(press('ArrowRight', 3)).toEqual({ do: 'enterRow', index: 3 });
  });

  test('left collapses an expanded row, and moves to the parent from any other', () => {
    expect(press('ArrowLeft', 0)).toEqual({ do: 'toggle', index: 0 });
    expect(press('ArrowLeft', 2)).toEqual({ do: 'focusRow', index: 0 });
    expect(press('ArrowLeft', 3)).toBeNull();
  });

  test('inside a row left and right move between elements, and left leaves from the first', () => {
    const middle = { inside: { isFirst: false, isLast: false } };
    expect(press('ArrowRight', 0, middle)).toEqual({ do: 'stepInRow', index: 0, step: 1 });
    expect(press('ArrowLeft', 0, middle)).toEqual({ do: 'stepInRow', index: 0, step: -1 });
    expect(press('ArrowLeft', 0, { inside: { isFirst: true, isLast: false } })).toEqual({ do: 'leaveRow', index: 0 });
    expect(press('ArrowRight', 0, { inside: { isFirst: false, isLast: true } })).toBeNull();
  });

  test('Enter shows the epic in the peek and Ctrl+Enter opens its page; inside a row both are left to the link', () => {
    expect(press('Enter', 1)).toEqual({ do: 'peek', index: 1 });
    expect(press('Enter', 1, { hasModifier: true, opensPage: true })).toEqual({ do: 'open', index: 1 });
    expect(press('Enter', 1, { inside: { isFirst: true, isLast: false } })).toBeNull();
  });

  test('b shows the blockers, and keys with a modifier are ignored', () => {
    expect(press('b', 2)).toEqual({ do: 'showBlockers', index: 2 });
    expect(press('b', 0)).toBeNull();
    expect(press('ArrowDown', 0, { hasModifier: true })).toBeNull();
    expect(press('x', 0)).toBeNull();
  });
});
