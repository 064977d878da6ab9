import { type Day, dayOf } from '@milepost/core/days';
import { clip, type ClippedSpan } from '@milepost/core/roadmap/clip';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { expect, test } from 'vitest';
import { layOutGuides } from './guides.ts';
import { makeScale } from '../scale.ts';

const year = { from: dayOf(2025, 1, 1), to: dayOf(2025, 12, 31) };
const scale = makeScale(columnsOf(year, 'MONTHS'), 100);
const milestone = (title: string, due: Day | null) => ({
  id: title,
  title,
  label: title,
  href: `/${title}`,
  span: clip({ start: due === null ? dayOf(2025, 1, 1) : null, due }, scale.timeframe) as ClippedSpan,
  tense: 'ahead' as const,
});
const texts = { dateText: (day: Day) => `day ${day}`, countText: (count: number) => `${count} milestones` };
const guidesOf = (...those: ReturnType<typeof milestone>[]) => layOutGuides(those, scale, dayOf(2025, 7, 17), texts);

test('RX-LY-09: a guide stands at the end of its day; past ones, the next one and later ones differ', () => {
  const guides = guidesOf(
    milestone('v3', dayOf(2025, 11, 30)),
    milestone('v1', dayOf(2025, 1, 31)),
    milestone('v2', dayOf(2025, 7, 17)),
    milestone('open end', null),
  );
  expect(guides.map(({ x, tense, name }) => [x, tense, name?.text])).toEqual([
    [100, 'past', 'v1'],
    [scale.xOf(dayOf(2025, 7, 18)), 'next', 'v2'],
    [1100, 'ahead', 'v3'],
  ]);
});

test('RX-LY-10: a name changes sides at the right edge, an overlapping one is left out, and one day has one post', () => {
  const guides = guidesOf(
    milestone('A release with a long name', dayOf(2025, 2, 10)),
    milestone('v1', dayOf(2025, 2, 20)),
    milestone('a', dayOf(2025, 6, 10)),
    milestone('b', dayOf(2025, 6, 10)),
    milestone('last', dayOf(2025, 12, 31)),
  );
  expect(guides.map(({ name }) => name && [name.text, name.isLeft])).toEqual([
    ['A release with a long name', false],
    null,
    ['2 milestones', false],
    ['last', true],
  ]);
  expect(guides[2]?.label).toContain('a, b');
});

test('a name that the next post would stand on moves to the left of its own, if there is room', () => {
  const guides = guidesOf(milestone('v1 docs freeze', dayOf(2025, 8, 5)), milestone('v1', dayOf(2025, 8, 26)));
  expect(guides.map(({ name }) => name && [name.text, name.isLeft])).toEqual([
    ['v1 docs freeze', true],
    ['v1', false],
  ]);
});
