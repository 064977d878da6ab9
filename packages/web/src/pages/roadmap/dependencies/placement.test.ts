import { expect, test } from 'vitest';
import type { EpicLink } from '../data/epic.ts';
import { countInside, holderOf, type Placement } from './placement.ts';

const link = (linkId: string, itemId: string): EpicLink => ({
  linkId,
  type: 'blocks',
  lagDays: 0,
  itemId,
  title: '',
  span: { start: null, due: null },
});
const placed = (ancestors: string[], links: EpicLink[] = []) => ({
  title: '',
  span: { start: null, due: null },
  ancestors,
  links,
});

/** Row 0 is the header of a folded lane with 1, 2 and its child 3; row 1 is the folded epic 4 with the child 5. */
const placement: Placement = {
  indexOf: (itemId) => (itemId === '4' ? 1 : -1),
  indexOfLane: (lane) => (lane === 'alpha' ? 0 : -1),
  laneOf: new Map([
    ['1', 'alpha'],
    ['2', 'alpha'],
  ]),
  placed: new Map([
    ['1', placed([], [link('a', '3'), link('b', '5'), link('c', '9')])],
    ['2', placed([])],
    ['3', placed(['2'], [{ ...link('a', '1'), type: 'is_blocked_by' }])],
    ['4', placed([], [link('d', '5')])],
    ['5', placed(['4'])],
  ]),
};

test('RX-DP-04: what is inside a folded row or lane is held by it, and links with both ends there are counted once', () => {
  expect(['1', '3', '5', '4', '9'].map((itemId) => holderOf(placement, itemId))).toEqual([0, 0, 1, 1, -1]);
  expect([countInside(placement, 0), countInside(placement, 1)]).toEqual([1, 1]);
});
