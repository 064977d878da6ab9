import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epicSorts } from '@milepost/core/roadmap/settings';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { patchPages } from './patch.ts';
import { epicNode } from '../../../testing/roadmap-page.tsx';

const idOf = (number: number): string => `gid://gitlab/Epic/${number}`;
const node = (number: number, startDate: string | null, title = `Epic ${number}`): RoadmapEpicFragment =>
  epicNode({ id: idOf(number), iid: String(number), title, startDate, dueDate: startDate });
const page = (...nodes: RoadmapEpicFragment[]) => ({ nodes });
const numbers = (pages: readonly { nodes: readonly (RoadmapEpicFragment | null)[] }[]): number[] =>
  pages.flatMap(({ nodes }) => nodes.map((each) => Number(each?.iid)));
const changed = (ids: readonly number[], ...fresh: RoadmapEpicFragment[]) => ({
  ids: new Set(ids.map(idOf)),
  fresh: new Map(fresh.map((each) => [each.id, each])),
});

describe('a list that changes while it is shown', () => {
  const first = page(node(1, '2026-01-01'), node(2, '2026-02-01'));
  const second = page(node(3, '2026-03-01'), node(4, null));

  test('keeps the pages and epics that did not change', () => {
    const next = patchPages([first, second], changed([3], node(3, '2026-03-01', 'renamed')), 'START_DATE_ASC', false);
    expect(next[0]).toBe(first);
    expect(next[1]?.nodes[1]).toBe(second.nodes[1]);
    expect(next[1]?.nodes[0]?.title).toBe('renamed');
  });

  test('removes, adds and moves epics', () => {
    const fresh = [node(5, '2026-01-15'), node(1, '2026-03-15'), node(6, null)];
    const next = patchPages([first, second], changed([1, 2, 5, 6], ...fresh), 'START_DATE_ASC', false);
    expect(numbers(next)).toEqual([5, 3, 1, 4, 6]);
  });

  test('keeps an epic where it was dropped when the server sends the same date as a timestamp', () => {
    const early = node(2, '2025-12-01');
    const same = node(2, '2025-12-01T00:00:00Z');
    const next = patchPages([page(node(1, '2026-01-01'), early)], changed([2], same), 'START_DATE_ASC', false);
    expect(numbers(next)).toEqual([1, 2]);
  });

  test('leaves what sorts after its end to the next page', () => {
    const late = node(9, '2026-12-01');
    expect(numbers(patchPages([first], changed([9], late), 'START_DATE_ASC', true))).toEqual([1, 2]);
    expect(numbers(patchPages([first], changed([9], late), 'START_DATE_ASC', false))).toEqual([1, 2, 9]);
    // An epic that moves behind the end of the loaded part is removed; the next page includes it.
    expect(numbers(patchPages([first], changed([1], node(1, '2026-12-01')), 'START_DATE_ASC', true))).toEqual([2]);
  });

  test('orders epics with equal dates by start date, title without case and number', () => {
    const due = (number: number, startDate: string | null, title: string, dueDate: string | null = '2026-05-01') => ({
      ...node(number, startDate, title),
      dueDate,
    });
    const expected = [
      due(9, '2026-03-01', 'z', '2026-04-01'),
      due(8, '2026-01-01', 'z'),
      due(3, '2026-02-01', 'Alpha'),
      due(7, '2026-02-01', 'alpha'),
      due(2, '2026-02-01', 'beta'),
      due(1, null, 'a'),
      due(6, '2026-01-01', 'a', null),
      due(4, null, 'A', null),
      due(5, null, 'b', null),
    ];
    const ids = expected.map(({ iid }) => Number(iid));
    const mixed = expected.toSorted((one, other) => Number(one.iid) - Number(other.iid));
    expect(numbers(patchPages([page()], changed(ids, ...mixed), 'END_DATE_ASC', false))).toEqual(ids);
    const byStart = patchPages([page()], changed(ids, ...mixed), 'START_DATE_ASC', false);
    expect(numbers(byStart)).toEqual([6, 8, 3, 7, 2, 9, 1, 4, 5]);
  });

  test('keeps the last loaded epic if its new position is still before the next page', () => {
    const [one, two] = [node(1, '2026-01-01', 'a'), node(2, '2026-01-01', 'm')];
    const renamed = (title: string) => changed([2], node(2, '2026-01-01', title));
    expect(numbers(patchPages([page(one, two)], renamed('b'), 'START_DATE_ASC', true))).toEqual([1, 2]);
    expect(numbers(patchPages([page(one, two)], renamed('z'), 'START_DATE_ASC', true))).toEqual([1]);
  });

  test('puts changed epics last where recent changes sort last', () => {
    const next = patchPages([first, second], changed([3], node(3, '2026-03-01')), 'UPDATED_AT_DESC', false);
    expect(numbers(next)).toEqual([3, 1, 2, 4]);
    const other = patchPages([first, second], changed([1], node(1, '2026-01-01')), 'UPDATED_AT_ASC', false);
    expect(numbers(other)).toEqual([2, 3, 4, 1]);
  });

  test('matches a new response of the server for dates, titles and creation', () => {
    const dates = fc.option(fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`));
    const lists = fc.array(dates, { maxLength: 12 });
    const sorts = fc.constantFrom(...epicSorts.filter((sort) => !sort.startsWith('UPDATED')));
    fc.assert(
      fc.property(lists, lists, sorts, fc.integer({ min: 1, max: 5 }), (before, after, sort, size) => {
        const old = sorted(
          before.map((date, index) => node(index + 1, date)),
          sort,
        );
        const now = sorted(
          after.map((date, index) => node(index + 3, date)),
          sort,
        );
        const pages = Array.from({ length: Math.max(1, Math.ceil(old.length / size)) }, (_, index) =>
          page(...old.slice(index * size, (index + 1) * size)),
        );
        const ids = [...old, ...now].map(({ iid }) => Number(iid));
        expect(numbers(patchPages(pages, changed(ids, ...now), sort, false))).toEqual(
          now.map(({ iid }) => Number(iid)),
        );
      }),
    );
  });
});

/** The server's order of these epics, whose dates are equal: by a date, missing dates last; ascending then by title, and by number. */
function sorted(nodes: RoadmapEpicFragment[], sort: (typeof epicSorts)[number]): RoadmapEpicFragment[] {
  const sign = sort.endsWith('_DESC') ? -1 : 1;
  const keyOf = (each: RoadmapEpicFragment): string | null => {
    if (sort.startsWith('TITLE')) return each.title ?? '';
    return sort.includes('DATE') ? (each.startDate ?? null) : '';
  };
  return nodes.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
    } else if (a !== b) return (a < b ? -1 : 1) * sign;
    const byTitle = sort.endsWith('DATE_ASC') ? (one.title ?? '').localeCompare(other.title ?? '') : 0;
    if (byTitle !== 0) return byTitle;
    return (Number(one.iid) - Number(other.iid)) * sign;
  });
}
