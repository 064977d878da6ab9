import { expect, test } from 'vitest';
import { dayOf } from '@milepost/core/days';
import { clip, type ClippedSpan } from '@milepost/core/roadmap/clip';
import { MAX_SLIDES } from '@milepost/core/roadmap/drawing-limits';
import { TooManySlidesError } from './errors.ts';
import type { EpicImageRow, ImageRow, LaneImageRow } from './drawing/rows.ts';
import { healthTones } from '../../../timeline/tones.ts';
import { estimate } from './drawing/shapes.ts';
import { makeScale } from '../../../timeline/scale.ts';
import { periodShapes } from './drawing/chart-drawing.ts';
import { slideColumns, slidesOf } from './slide-plan.ts';
import { slideDrawer, type SlideFacts } from './slides.ts';

const epics = (count: number): ImageRow[] =>
  Array.from({ length: count }, (_each, id) => ({ lane: null, epic: { id: String(id) } }) as EpicImageRow);
const header = (key: string, level = 1) => ({ lane: { key }, level, isFolded: false }) as LaneImageRow;

const partsOf = (rows: readonly ImageRow[]) =>
  slidesOf(rows).map(({ lane, rows: own, part, parts }) => [lane?.lane.key ?? null, own.length, part, parts]);

test('RX-PX-01: slides hold one lane each and 18 rows at most; without lanes there are as many as the list needs', () => {
  expect(partsOf([header('alpha'), ...epics(40), header('beta'), header('ga'), ...epics(18)])).toEqual([
    ['alpha', 18, 1, 3],
    ['alpha', 18, 2, 3],
    ['alpha', 4, 3, 3],
    ['beta', 0, 1, 1],
    ['ga', 18, 1, 1],
  ]);
  expect(partsOf(epics(37))).toEqual([
    [null, 18, 1, 3],
    [null, 18, 2, 3],
    [null, 1, 3, 3],
  ]);
  expect(partsOf([])).toEqual([[null, 0, 1, 1]]);
  // The header of a second level is a row, and not the last one of a page.
  expect(partsOf([header('alpha'), header('web', 2), ...epics(16), header('app', 2), ...epics(2)])).toEqual([
    ['alpha', 17, 1, 2],
    ['alpha', 3, 2, 2],
  ]);
});

test('too many slides are refused with the number asked for', () => {
  const lanes = (count: number) => Array.from({ length: count }, (_each, index) => header(String(index)));
  expect(slidesOf(lanes(MAX_SLIDES))).toHaveLength(200);
  expect(() => slidesOf(lanes(201))).toThrow(new TooManySlidesError(201));
});

test('columns that do not fit a slide become coarser', () => {
  const range = { from: dayOf(2025, 1, 1), to: dayOf(2026, 12, 31) };
  expect(slideColumns(range, 'WEEKS', 0, 1056).layout).toBe('QUARTERS');
  expect(slideColumns(range, 'QUARTERS', 0, 1056).columns).toHaveLength(8);
  expect(slideColumns({ ...range, to: dayOf(2125, 1, 1) }, 'WEEKS', 0, 1056).layout).toBe('YEARS');
});

test('RX-PX-02: the first slide says what it shows, and every slide has legend, milestones, today and its number', () => {
  const timeframe = { from: dayOf(2025, 1, 1), to: dayOf(2025, 12, 31) };
  const texts = { dateText: () => 'Aug 5', countText: String };
  const facts = {
    group: 'Ferries',
    view: 'For the board',
    range: 'Jan 1 – Dec 31, 2025',
    asOf: 'As of Jul 17, 2025',
    filters: 'Open epics · Label is ~ux',
    counts: [{ name: 'At risk', count: '3', health: 'at_risk' }],
    partOf: (lane, part, parts) => `${lane} (${part} of ${parts})`,
    page: (page, pages) => `Page ${page} of ${pages}`,
    columns: [],
    timeframe,
    today: dayOf(2025, 7, 17),
    firstWeekday: 0,
    rows: [],
    before: null,
    signals: new Map(),
    notes: new Map(),
    removedText: 'removed',
    milestones: [
      {
        id: '1',
        title: 'Launch',
        label: 'Launch',
        href: '',
        tense: 'ahead',
        span: clip({ start: dayOf(2025, 8, 1), due: dayOf(2025, 8, 5) }, timeframe) as ClippedSpan,
      },
    ],
    groups: [],
    legend: [{ name: 'Needs attention', tone: healthTones.needsAttention, hasEdge: true }],
    settings: {
      presetType: 'MONTHS',
      isShowingLabels: false,
      isProgressTrackingActive: true,
      progressTracking: 'WEIGHT',
      density: 'COMPACT',
      colorBy: 'HEALTH',
      milestonesAs: 'SPANS',
    },
    names: { quarter: (n) => `Q${n}`, month: () => 'Jul', weekday: () => 'M', monthAndDay: () => 'Jul 17' },
    overdueText: String,
    timeframeText: () => '',
    title: 'Ferries: roadmap',
    subtitle: '',
    texts: { milestones: 'Milestones', epics: 'Epics' },
    lanes: { name: ({ key }) => key, count: String, dates: () => 'May 1 – Jun 2', overdue: String },
    guides: texts,
  } satisfies SlideFacts;
  const lane = {
    key: 'alpha',
    kind: 'LABEL',
    value: 'alpha',
    title: 'stage::alpha',
    color: '#217645',
    href: null,
    lanes: null,
    nextLanes: null,
    count: 2,
    closed: 0,
    overdue: 0,
    health: { on_track: 2, needs_attention: 0, at_risk: 0, none: 0 },
    percentage: null,
    span: { start: null, due: null },
    shown: { start: null, due: null },
    shades: [],
  } as const;
  const row: LaneImageRow = { lane, level: 1, isFolded: false };
  const slides = [
    { lane: row, rows: [], part: 1, parts: 2 },
    { lane: row, rows: [], part: 2, parts: 2 },
  ];
  const draw = slideDrawer(facts, slides, estimate);
  const textsOf = (index: number) => draw(index).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  const first = textsOf(0);
  expect(first.slice(0, 5)).toEqual([
    'Ferries',
    'For the board',
    'Jan 1 – Dec 31, 2025 · As of Jul 17, 2025 · Open epics · Label is ~ux',
    'At risk',
    '3',
  ]);
  for (const [index, drawn] of [first, textsOf(1)].entries()) {
    expect(drawn).toEqual(expect.arrayContaining([`alpha (${index + 1} of 2)`, 'Needs attention', 'Launch', 'Jul 17']));
    expect(drawn.at(-1)).toBe(`As of Jul 17, 2025  ·  Page ${index + 1} of 2`);
  }
});

test('every column with room is named, whatever its width', () => {
  const timeframe = { from: dayOf(2026, 7, 1), to: dayOf(2027, 9, 30) };
  const { columns } = slideColumns(timeframe, 'QUARTERS', 0, 1056);
  const names = { quarter: (n: number) => `Q${n}`, month: () => '', weekday: () => '', monthAndDay: () => '' };
  const facts = { columns, timeframe, today: dayOf(2026, 11, 23), firstWeekday: 0, names };
  for (let width = 150; width < 230; width += 1.7) {
    const none = { milestones: '', epics: '' };
    const shapes = periodShapes({ ...facts, texts: none }, makeScale(columns, width), 0, 1400, estimate);
    const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(texts).toEqual(expect.arrayContaining(['2026 Q3', 'Q4', '2027 Q1', 'Q2', 'Q3']));
  }
});
