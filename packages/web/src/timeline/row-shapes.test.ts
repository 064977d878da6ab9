import { describe, expect, test } from 'vitest';
import { dayOf } from '@milepost/core/days';
import { clip } from '@milepost/core/roadmap/clip';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { rowShapes, type RowLook, type RowSource } from './row-shapes.ts';
import { makeScale } from './scale.ts';

const timeframe = { from: dayOf(2025, 1, 1), to: dayOf(2025, 12, 31) };
const look: RowLook = {
  scale: makeScale(columnsOf(timeframe, 'MONTHS'), 100),
  tracking: 'COUNT',
  hasLabels: true,
  hasFilters: false,
  fullPath: 'ferries',
  hasParents: true,
  timeframeText: () => 'Feb – Mar',
  soft: null,
};

function row(given: Partial<RowSource['epic']> = {}, level = 1): RowSource {
  const epic = {
    id: 'gid://gitlab/Epic/1',
    title: 'New pier',
    href: '/groups/ferries/-/epics/1',
    isClosed: false,
    span: { start: dayOf(2025, 2, 1), due: dayOf(2025, 3, 31) },
    color: '#1068bf',
    textColor: '#ffffff',
    hasParent: false,
    parent: null,
    group: { name: 'Ferries', fullName: 'Ferries', fullPath: 'ferries' },
    labels: [{ title: 'area::piers', color: '#217645' }],
    health: {},
    descendantCounts: { closedIssues: 1, openedIssues: 3 },
    ...given,
  };
  const span = clip(epic.span, timeframe);
  if (!span) throw new Error('outside the timeframe');
  return { epic, span, level };
}

describe('shapes of a row', () => {
  test('include its texts, labels and bar', () => {
    expect(rowShapes(row(), look)).toEqual({
      indent: 1,
      title: { text: 'New pier', href: '/groups/ferries/-/epics/1', isClosed: false },
      parent: null,
      timeframe: 'Feb – Mar',
      group: null,
      labels: [{ title: 'area::piers', color: '#217645' }],
      bar: expect.objectContaining({
        left: 100,
        width: 200,
        startEnd: 'date',
        dueEnd: 'date',
        color: '#1068bf',
        title: 'New pier',
        share: 25,
        shareText: '25%',
      }) as object,
      progress: { closed: 1, total: 4, percentage: 25, countedIn: 'COUNT' },
    });
  });

  test('are name and bar only in the first frame; rows that scroll past fast show the progress bar without its number', () => {
    const first = rowShapes(row(), look, 'bar');
    expect(first).toMatchObject({
      timeframe: null,
      labels: null,
      progress: null,
      bar: { title: 'New pier', share: null },
    });
    expect(rowShapes(row(), look, 'progress').bar).toMatchObject({ share: 25, shareText: null });
  });

  test('name the group where it differs and no parent is above', () => {
    const group = { name: 'Trains', fullName: 'Travel / Trains', fullPath: 'travel/trains' };
    expect(rowShapes(row({ group }), look).group).toEqual(group);
    expect(rowShapes(row({ group, hasParent: true }), look).group).toBeNull();
    expect(rowShapes(row({ group, hasParent: true }), { ...look, hasFilters: true }).group).toEqual(group);
    expect(rowShapes(row(), { ...look, fullPath: null }).group?.name).toBe('Ferries');
  });

  test('name the parent at the top level, but not on the roadmap of one epic', () => {
    const parent = { title: 'Islands' };
    expect(rowShapes(row({ parent }), look).parent).toBe('Islands');
    expect(rowShapes(row({ parent }, 2), look).parent).toBeNull();
    expect(rowShapes(row({ parent }), { ...look, hasParents: false }).parent).toBeNull();
  });

  test('a narrow bar shows neither title nor share, but the progress is still in its label', () => {
    const short = row({ span: { start: dayOf(2025, 2, 1), due: dayOf(2025, 2, 3) } });
    expect(rowShapes(short, look)).toMatchObject({
      bar: { title: null, share: null, shareText: null },
      progress: { percentage: 25 },
    });
  });

  test('levels below the sixth are indented as much as it', () => {
    expect([1, 6, 7, 12].map((level) => rowShapes(row({}, level), look).indent)).toEqual([1, 6, 6, 6]);
  });

  test('behind a public link nothing has a URL', () => {
    const { title, bar } = rowShapes(row({ href: '' }), look);
    expect([title.href, bar.href]).toEqual([undefined, undefined]);
  });
});
