import { expect, test } from 'vitest';
import { epicNode } from '../../../testing/roadmap-page.tsx';
import { readEpic } from './epic.ts';
import { openEpics } from './open-epics.ts';

const epic = (title: string, hasChildren = true) =>
  readEpic(epicNode({ title, hasChildren, hasChildrenWithinTimeframe: hasChildren }));

test('RX-LY-07: rows open down to the chosen level as their children arrive, and single rows are turned after it', () => {
  const [theme, feature, part, single] = [epic('Theme'), epic('Feature'), epic('Part'), epic('Single', false)];
  const top = [theme, single];
  const titles = (
    ...[levels, turned, children]: [...Parameters<typeof openEpics>] extends [unknown, ...infer Rest] ? Rest : never
  ) => openEpics(top, levels, turned, children).map(({ title }) => title);
  const [none, all] = [
    new Map(),
    new Map([
      [theme.id, [feature]],
      [feature.id, [part]],
    ]),
  ];
  expect(titles('1', none, all)).toEqual([]);
  expect(titles('2', none, all)).toEqual(['Theme']);
  expect(titles('ALL', none, new Map())).toEqual(['Theme']);
  expect(titles('ALL', none, all)).toEqual(['Theme', 'Feature', 'Part']);
  expect(titles('ALL', new Map([[feature.id, { epic: feature, isOpen: false }]]), all)).toEqual(['Theme']);
  expect(titles('1', new Map([[part.id, { epic: part, isOpen: true }]]), all)).toEqual(['Part']);
});
