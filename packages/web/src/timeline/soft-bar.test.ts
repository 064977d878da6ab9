import { expect, test } from 'vitest';
import { addDays, dayOf, type Day, type Span } from '@milepost/core/days';
import { parseColorKey } from '@milepost/core/roadmap/appearance';
import { clip } from '@milepost/core/roadmap/clip';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { rowShapes, type RowLook, type RowSource } from './row-shapes.ts';
import { makeScale } from './scale.ts';
import { colorClassesOf } from './color-classes.ts';
import { coloredGroupsOf, softLookOf } from './soft-look.ts';
import { healthTones, neutralTone } from './tones.ts';

const timeframe = { from: dayOf(2025, 1, 1), to: dayOf(2025, 12, 31) };
const today = dayOf(2025, 7, 1);

function lookOf(colorBy: string, density: 'COMPACT' | 'COMFORTABLE' = 'COMPACT'): RowLook {
  const settings = { density, colorBy: parseColorKey(colorBy), progressTracking: 'COUNT' } as const;
  return {
    scale: makeScale(columnsOf(timeframe, 'MONTHS'), 100),
    tracking: 'COUNT',
    hasLabels: true,
    hasFilters: false,
    fullPath: 'ferries',
    hasParents: true,
    timeframeText: () => '',
    soft: softLookOf(settings, { groups: ['ferries'], today, overdueText: (days) => `${days} d overdue` }),
  };
}

function epicOf(given: Partial<RowSource['epic']> = {}): RowSource['epic'] {
  return {
    id: 'gid://gitlab/Epic/1',
    title: 'New pier',
    href: '',
    isClosed: false,
    span: spanOf(dayOf(2025, 2, 1), dayOf(2025, 9, 30)),
    color: '#1068bf',
    textColor: '#ffffff',
    hasParent: false,
    parent: null,
    group: { name: 'Ferries', fullName: 'Ferries', fullPath: 'ferries' },
    labels: [{ title: 'stage::beta', color: '#217645' }],
    health: {},
    descendantCounts: { closedIssues: 1, openedIssues: 3 },
    ...given,
  };
}

const spanOf = (start: Day | null, due: Day | null): Span => ({ start, due });

function barOf(given: Partial<RowSource['epic']>, look: RowLook) {
  const epic = epicOf(given);
  const span = clip(epic.span, timeframe);
  if (!span) throw new Error('outside the timeframe');
  return rowShapes({ epic, span, level: 1 }, look).bar;
}

test('RX-CB-04, RX-CB-05, RX-CB-08: a compact bar has no title, its health as edge and mark, and its percentage behind it', () => {
  const look = lookOf('HEALTH');
  const risky = barOf({ health: { own: 'atRisk' } }, look);
  expect(risky).toMatchObject({ title: null, shareText: null, share: 25 });
  expect(risky.soft).toMatchObject({ tone: healthTones.atRisk, edge: healthTones.atRisk, mark: 'atRisk' });
  expect(risky.soft?.notes).toEqual({ left: 906, texts: [{ kind: 'share', text: '25%' }] });
  expect(barOf({ health: { issuesOnTrack: 2 } }, look).soft).toMatchObject({ edge: healthTones.onTrack, mark: null });
  const closed = barOf({ isClosed: true, health: { own: 'atRisk' } }, look);
  expect(closed.soft).toMatchObject({ tone: neutralTone, edge: neutralTone, mark: 'closed', notes: null });
  expect(closed.share).toBeNull();
});

test('at the end of the timeline the percentage is within the bar, not across its end', () => {
  const bar = barOf({ span: spanOf(dayOf(2025, 2, 1), dayOf(2025, 12, 28)) }, lookOf('HEALTH'));
  const left = bar.soft?.notes?.left ?? 0;
  expect(left + 3 * 6.2).toBeLessThan(bar.left + bar.width);
  expect(left).toBeGreaterThan(bar.left);
});

test('RX-CB-06: an overdue bar ends on its due date, with a hatch until today and the days behind it', () => {
  const late = { span: spanOf(dayOf(2025, 2, 1), addDays(today, -31)) };
  const bar = barOf(late, lookOf('EPIC'));
  expect(bar.left + bar.width).toBeCloseTo(500, 0);
  expect(bar.soft?.late?.left).toBeCloseTo(bar.left + bar.width);
  expect((bar.soft?.late?.left ?? 0) + (bar.soft?.late?.width ?? 0)).toBeCloseTo(600);
  expect(bar.soft?.notes?.texts).toEqual([
    { kind: 'share', text: '25%' },
    { kind: 'overdue', text: '31 d overdue' },
  ]);
  expect(barOf({ ...late, isClosed: true }, lookOf('EPIC')).soft?.late).toBeNull();
});

test('RX-CB-07: without a due date a bar is 96 px long from its start or the visible edge, without one of a start before its due date', () => {
  const look = lookOf('EPIC');
  const open = barOf({ span: spanOf(dayOf(2025, 3, 1), null) }, look);
  expect(open).toMatchObject({ left: 200, width: 96, share: null });
  expect(open.soft?.notes).toBeNull();
  expect(barOf({ span: spanOf(dayOf(2020, 3, 1), null) }, look)).toMatchObject({ left: 0, width: 96 });
  const mirrored = barOf({ span: spanOf(null, dayOf(2025, 9, 30)) }, look);
  expect(mirrored.left + mirrored.width).toBeCloseTo(900);
  expect(mirrored.width).toBe(96);
});

test('RX-CB-03: comfortable rows keep solid bars in the epic color, and have soft fills with titles in any other', () => {
  expect(lookOf('EPIC', 'COMFORTABLE').soft).toBeNull();
  const bar = barOf({}, lookOf('LABEL:stage', 'COMFORTABLE'));
  expect(bar).toMatchObject({ title: 'New pier', shareText: '25%', soft: { tone: { hex: '#217645' }, notes: null } });
});

test('RX-CB-01, RX-CB-09: classes of labels, progress and groups come in the order of the legend', () => {
  const keysOf = (colorBy: string, epics: RowSource['epic'][], groups: string[] = []) =>
    colorClassesOf(epics, { colorBy: parseColorKey(colorBy), tracking: 'COUNT', groups }).map(({ key }) => key);
  const below = (closedIssues: number, openedIssues: number) =>
    epicOf({ descendantCounts: { closedIssues, openedIssues } });
  expect(keysOf('PROGRESS', [below(1, 0), below(1, 1), below(1, 2), below(0, 1), below(0, 0)])).toEqual([
    'ZERO',
    'STARTED',
    'HALF',
    'DONE',
    'NONE',
  ]);
  expect(keysOf('LABEL:Stage', [epicOf({ labels: [] }), epicOf(), epicOf({ isClosed: true })])).toEqual([
    'stage::beta',
    'NONE',
  ]);
  expect(keysOf('LABEL:stage', [epicOf({ labels: [{ title: 'stage::beta::two', color: '#000000' }] })])).toEqual([
    'NONE',
  ]);
  const groups = Array.from({ length: 9 }, (_each, index) => `ferries/${index}`);
  const inGroup = (fullPath: string) => epicOf({ group: { name: '', fullName: '', fullPath } });
  expect(keysOf('GROUP', ['ferries/8', 'ferries/1', 'ferries/0'].map(inGroup), groups)).toEqual([
    'ferries/0',
    'ferries/1',
    'OTHER',
  ]);
});

test('RX-CB-09: the colors of groups go to those of most open epics, in the order of full path, and stay while more rows load', () => {
  const epicsIn = (path: number, count: number, isClosed = false) =>
    Array.from({ length: count }, () =>
      epicOf({ isClosed, group: { name: '', fullName: '', fullPath: `ferries/${path}` } }),
    );
  const most = Array.from({ length: 8 }, (_each, index) => epicsIn(index + 1, 2)).flat();
  const largest = [1, 2, 3, 4, 5, 6, 7, 8].map((path) => `ferries/${path}`);
  const drawn = [...epicsIn(0, 1), ...epicsIn(9, 3, true), ...most];
  expect(coloredGroupsOf(drawn)).toEqual(largest);
  expect(coloredGroupsOf(epicsIn(9, 1))).toEqual(['ferries/9']);
  // The first rows of an overview: other groups leave the colors of those whose rows have not loaded.
  const ahead = { groups: largest, isReserved: true };
  expect(coloredGroupsOf([...epicsIn(9, 5), ...epicsIn(8, 1)], ahead)).toEqual(largest);
  // Filters of the viewer leave others.
  expect(coloredGroupsOf([...epicsIn(9, 5), ...epicsIn(8, 1)], { ...ahead, isReserved: false })).toEqual([
    'ferries/8',
    'ferries/9',
  ]);
});
