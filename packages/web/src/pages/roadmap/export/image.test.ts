import { expect, test } from 'vitest';
import { dayOf } from '@milepost/core/days';
import { columnsOf } from '@milepost/core/roadmap/columns';
import { readEpic, type RoadmapEpic } from '../data/epic.ts';
import { rowsInLanes, rowsInTree, type ImageRow, type LoadedLane } from './drawing/rows.ts';
import type { Lane } from '../data/lane.ts';
import { healthTones, neutralTone } from '../../../timeline/tones.ts';
import { pagesOf } from './pdf.ts';
import { TooTallError } from './errors.ts';
import { exportImageOf, type ExportImageFacts } from './image.ts';
import { pngScale } from './png.ts';
import { rowShapes, type RowLook } from '../../../timeline/row-shapes.ts';
import { makeScale } from '../../../timeline/scale.ts';
import { accent, ink3, sunken } from './drawing/palette.ts';
import { cutText, estimate, mixed, type Shape } from './drawing/shapes.ts';
import { svgOf } from './svg.ts';

const timeframe = { from: dayOf(2025, 1, 1), to: dayOf(2025, 12, 31) };

function epic(
  id: number,
  given: { title?: string; ancestors?: number[]; start?: string | null; due?: string | null; sums?: object } = {},
): RoadmapEpic {
  const { ancestors = [], start = '2025-02-01', due = '2025-06-30' } = given;
  return readEpic({
    id: String(id),
    iid: String(id),
    title: given.title ?? `Epic ${id}`,
    state: 'opened',
    webPath: '',
    startDate: start,
    dueDate: due,
    confidential: false,
    color: '#1068bf',
    textColor: '#ffffff',
    hasParent: ancestors.length > 0,
    hasChildren: false,
    hasChildrenWithinTimeframe: false,
    userPermissions: { adminEpic: false },
    ancestors: { nodes: ancestors.map((each) => ({ id: String(each) })) },
    group: { id: '1', name: 'Ferries', fullName: 'Ferries', fullPath: 'ferries' },
    labels: { nodes: [{ id: '1', title: 'area::fares', description: '', color: '#217645', textColor: '#ffffff' }] },
    linkedWorkItems: { nodes: [] },
    descendantWeightSum: { closedIssues: 1, openedIssues: 3 },
    descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
    ...given.sums,
  } as unknown as Parameters<typeof readEpic>[0]);
}

function factsOf(epics: readonly RoadmapEpic[]): ExportImageFacts {
  return {
    title: 'Ferries: roadmap',
    subtitle: 'Jan 1 – Dec 31, 2025',
    columns: columnsOf(timeframe, 'MONTHS'),
    timeframe,
    today: dayOf(2025, 7, 17),
    firstWeekday: 0,
    rows: rowsInTree(epics, timeframe),
    milestones: [],
    groups: [],
    legend: [],
    before: null,
    signals: new Map(),
    notes: new Map(),
    settings: {
      milestonesAs: 'SPANS',
      presetType: 'MONTHS',
      isShowingLabels: true,
      density: 'COMFORTABLE',
      colorBy: 'EPIC',
      isProgressTrackingActive: true,
      progressTracking: 'WEIGHT',
    },
    names: { quarter: (n) => `Q${n}`, month: () => 'Jul', weekday: () => 'M', monthAndDay: () => 'Jul 1' },
    overdueText: (days) => `${days} d overdue`,
    timeframeText: () => 'Feb 1 – Jun 30, 2025',
    texts: { milestones: 'Milestones', epics: 'Epics' },
    lanes: {
      name: ({ title }) => title ?? 'None',
      count: String,
      dates: () => 'Feb 1 – Jun 30',
      overdue: (count) => `${count} overdue`,
    },
    guides: { dateText: () => 'Jul 1', countText: (count) => `${count} milestones` },
    removedText: 'removed',
  };
}

const work = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

test('rows are placed below their nearest listed ancestor, in list order', () => {
  const rows = rowsInTree(
    [
      epic(4, { ancestors: [9, 1, 2] }),
      epic(1),
      epic(2, { ancestors: [1] }),
      epic(3),
      epic(5, { ancestors: [77] }),
      epic(6, { start: '2024-01-01', due: '2024-02-01' }),
      epic(4, { ancestors: [9, 1, 2] }),
    ],
    timeframe,
  );
  expect(rows.map(({ epic: { id }, level }) => [id, level])).toEqual([
    ['1', 1],
    ['2', 2],
    ['4', 3],
    ['3', 1],
    ['5', 1],
  ]);
});

test('the SVG is well-formed, whatever characters a title contains', async () => {
  const title = `<script>&"'\u{0}\u{7}\u{D800} 路线图 \u{1F6A2}`;
  const facts = factsOf([epic(1, { title })]);
  const svg = await svgOf(exportImageOf(facts, estimate), facts.title, work());
  // oxlint-disable-next-line no-control-regex -- it is what must not be there
  expect(svg).not.toMatch(/<script|[\u{0}-\u{8}]|\p{Surrogate}/u);
  expect(svg).toContain('&lt;script&gt;&amp;&quot;');
  expect(svg).toContain('路线图 \u{1F6A2}');
  expect(svg).toContain('25%');
  expect(svg).toContain('area::fares');
});

test('progress falls back to counts, is absent without issues below, and full for closed epics', async () => {
  const none = { closedIssues: 0, openedIssues: 0 };
  const counts = { openedEpics: 0, closedEpics: 0, openedIssues: 2, closedIssues: 1 };
  const epics = [
    epic(1),
    epic(2, { sums: { descendantWeightSum: none, descendantCounts: counts } }),
    epic(3, { sums: { descendantWeightSum: none } }),
    epic(4, { sums: { state: 'closed' } }),
  ];
  const facts = factsOf(epics);
  const svg = await svgOf(exportImageOf(facts, estimate), facts.title, work());
  expect(svg.match(/\d+%(?=<)/g)).toEqual(['25%', '33%', '100%']);
});

test('the bar is positioned at its dates', () => {
  const facts = factsOf([epic(1)]);
  const image = exportImageOf(facts, estimate);
  const cell = (image.width - 360 - 24) / 12;
  const bar = image.row(0, 0).find((shape) => shape.kind === 'rect' && shape.fill === '#1068bf');
  expect(bar).toMatchObject({ x: 360 + cell, width: cell * 5 });
});

test('every text of a row, its labels and its bar are drawn as its shapes say', () => {
  const epics = [epic(1), epic(2, { ancestors: [1], title: 'Second', start: null })];
  const facts = factsOf(epics);
  const image = exportImageOf(facts, estimate);
  const scale = makeScale(facts.columns, (image.width - 360 - 24) / 12);
  const look: RowLook = {
    scale,
    tracking: 'WEIGHT',
    hasLabels: true,
    hasFilters: false,
    fullPath: null,
    hasParents: false,
    timeframeText: facts.timeframeText,
    soft: null,
  };
  for (const [index, row] of rowsInTree(epics, timeframe).entries()) {
    const { title, timeframe, group, labels, bar } = rowShapes(row, look);
    const drawn = image.row(index, 0);
    const texts = drawn.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(texts).toEqual([
      title.text,
      `${timeframe ?? ''} · ${group?.name ?? ''}`,
      ...(labels ?? []).map((label) => label.title),
      bar.shareText,
      bar.title,
    ]);
    expect(drawn).toContainEqual(
      expect.objectContaining({ kind: 'rect', x: 360 + bar.left, width: bar.width, fill: bar.color }),
    );
  }
});

test('ten thousand rows are drawn in slices, and cancelling stops them', async () => {
  const facts = factsOf(Array.from({ length: 10_000 }, (_, index) => epic(index + 1)));
  const image = exportImageOf(facts, estimate);
  const shares: number[] = [];
  const svg = await svgOf(image, facts.title, { ...work(), onProgress: (share) => shares.push(share) });
  expect(svg).toContain('Epic 10000');
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.at(-1)).toBe(1);
  const stop = new AbortController();
  const stopped = svgOf(image, facts.title, { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(stopped).rejects.toThrow(/abort/i);
});

test('a text is truncated between whole characters', () => {
  expect(cutText('short', 100, 10, 400, estimate)).toBe('short');
  expect(cutText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 60, 10, 400, estimate)).toBe('👩‍👩‍👧‍👦…');
  expect(cutText('anything', 1, 10, 400, estimate)).toBe('');
});

test('a PNG has the highest resolution that a canvas allows, and the error names the row limit where it does not fit', () => {
  const sized = (width: number, rowCount: number) => ({
    width,
    headHeight: 108,
    tops: Array.from({ length: rowCount + 1 }, (_each, index) => index * 40),
  });
  expect(pngScale(sized(1500, 50))).toBe(2);
  expect(pngScale(sized(1500, 300))).toBe(1);
  // Ten years of weeks.
  const wide = sized(44_064, 100);
  expect(wide.width * pngScale(wide)).toBeLessThanOrEqual(16_384);
  const tooMany = (width: number): number => {
    try {
      pngScale(sized(width, 100_000));
    } catch (error) {
      if (error instanceof TooTallError) return error.maxRows;
    }
    return -1;
  };
  for (const width of [1500, 20_000, 44_064]) {
    expect(tooMany(width)).toBeGreaterThan(0);
    expect(() => pngScale(sized(width, tooMany(width)))).not.toThrow();
  }
});

function lane(key: string, given: Partial<Lane> = {}): Lane {
  return {
    key,
    kind: 'LABEL',
    value: key,
    title: `stage::${key}`,
    color: '#217645',
    href: null,
    lanes: null,
    nextLanes: null,
    count: 1,
    closed: 0,
    overdue: 1,
    health: { on_track: 0, needs_attention: 0, at_risk: 2, none: 1 },
    percentage: 25,
    span: { start: dayOf(2025, 2, 1), due: null },
    shown: { start: dayOf(2025, 2, 1), due: dayOf(2025, 6, 30) },
    shades: columnsOf(timeframe, 'MONTHS').map((_column, index) => (index >= 1 && index <= 5 ? index : 0)),
    ...given,
  };
}

test('a drawing holds lanes in order, folded ones folded, colors, ghosts, removed epics, signals, notes and the legend', async () => {
  const [one, child, two, three] = [epic(1), epic(2, { ancestors: [1] }), epic(3), epic(4)];
  const loaded = { isFolded: false, lanes: null };
  const lanes: LoadedLane[] = [
    { ...loaded, lane: lane('beta'), tops: [two] },
    { ...loaded, lane: lane('alpha'), tops: [], isFolded: true },
    { ...loaded, lane: lane('ga'), tops: [], lanes: [{ ...loaded, lane: lane('web'), tops: [one] }] },
  ];
  const removed = { id: '8', title: 'Gone', webPath: null, startDate: '2025-02-01', dueDate: '2025-03-31' };
  const rows = rowsInLanes(lanes, [one, child, two, three], timeframe, [
    { ...removed, lane: 'beta' },
    { ...removed, id: '9', lane: 'alpha' },
    { ...removed, id: '10', lane: 'beta', startDate: '2019-02-01', dueDate: '2019-03-31' },
  ]);
  const nameOf = (row: ImageRow): string => {
    if (row.lane) return `${row.lane.key} ${row.level}`;
    return row.epic ? `${row.epic.id} ${row.level}` : `removed ${row.removed.id}`;
  };
  expect(rows.map(nameOf)).toEqual(['beta 1', '3 1', 'removed 8', 'alpha 1', 'ga 1', 'web 2', '1 1', '2 2']);
  const base = factsOf([]);
  const facts: ExportImageFacts = {
    ...base,
    rows,
    settings: { ...base.settings, density: 'COMPACT', colorBy: 'HEALTH' },
    legend: [
      { name: 'At risk', tone: healthTones.atRisk, hasEdge: true },
      { name: 'Snapshot', sign: 'snapshot' },
      { name: 'Stale', signal: 'STALE' },
    ],
    signals: new Map([['3', ['OVERDUE', 'STALE']]]),
    notes: new Map([
      ['3', ['+2']],
      // A row below another is in its lane.
      ['2', ['+3']],
    ]),
    before: new Map([
      ['3', { startDate: '2025-02-01', dueDate: '2025-05-31', milestoneDueDate: null }],
      ['2', null],
    ]),
  };
  const image = exportImageOf(facts, estimate);
  const cell = (image.width - 360 - 24) / 12;
  const textsOf = (index: number) =>
    image.row(index, 0).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(textsOf(0)).toEqual(['stage::beta', '1', '25%', 'Feb 1 – Jun 30', '2', '1', '1 overdue']);
  // The snapshot had it until the end of May: a month less, below the bar.
  expect(image.row(1, 0)).toContainEqual(
    expect.objectContaining({ kind: 'rect', x: 360 + cell, width: cell * 4 - 1, height: 3 }),
  );
  expect(textsOf(1)).toContain('+30 d');
  expect(textsOf(7)).toContain('added');
  expect(textsOf(1)).toContain('+2');
  expect(textsOf(7)).not.toContain('+3');
  // The marks are at the right of the details column.
  const marks = image
    .row(1, 0)
    .flatMap((shape) => (shape.kind === 'line' && shape.width === 1.4 ? [Math.min(shape.x1, shape.x2)] : []));
  expect(marks.length).toBeGreaterThan(4);
  expect(Math.min(...marks)).toBeGreaterThan(300);
  // A removed epic has no bar, only where it was.
  expect(textsOf(2)).toEqual(['Gone', 'removed']);
  const gone = image.row(2, 0).filter((shape) => shape.kind === 'rect');
  expect(gone).toEqual([expect.objectContaining({ x: 360 + cell, width: cell * 2 - 1, height: 3 })]);
  // The folded lane: one segment for each month in which epics run, the more the darker.
  const segments = image.row(3, 0).filter((shape) => shape.kind === 'rect' && shape.height === 5 && shape.width > 10);
  expect(segments.length).toBe(5);
  expect(new Set(segments.map((shape) => shape.kind === 'rect' && shape.fill)).size).toBe(5);
  const svg = await svgOf(image, facts.title, work());
  for (const name of ['At risk', 'Snapshot', 'Stale']) expect(svg).toContain(`>${name}</text>`);
  expect([...svg.matchAll(/>(stage::\w+)</g)].map(([, name]) => name)).toEqual([
    'stage::beta',
    'stage::alpha',
    'stage::ga',
    'stage::web',
  ]);
});

test('RX-CB-05: an exported image draws the bar of a closed epic neutral at 13 % with a check of 12 px, and its title quiet', () => {
  const base = factsOf([epic(1, { sums: { state: 'closed' } }), epic(2, { due: null, sums: { state: 'closed' } })]);
  for (const look of [
    { density: 'COMPACT', colorBy: 'EPIC' },
    { density: 'COMFORTABLE', colorBy: 'HEALTH' },
  ] as const) {
    const image = exportImageOf({ ...base, settings: { ...base.settings, ...look } }, estimate);
    const fill = mixed(neutralTone.hex, 0.13);
    const drawn = image.row(0, 0);
    const bar = drawn.find((shape) => shape.kind === 'rect' && shape.radius === 4);
    expect(bar).toMatchObject({ fill, stroke: mixed(neutralTone.hex, 0.34) });
    for (const title of drawn.filter((shape) => shape.kind === 'text' && shape.text === 'Epic 1'))
      expect(title).toMatchObject({ fill: ink3 });
    const check = drawn.filter((shape) => shape.kind === 'line' && shape.stroke === ink3);
    const ends = check.flatMap((shape) => (shape.kind === 'line' ? [shape.x1, shape.x2] : []));
    // With half a line at each end.
    expect(Math.max(...ends) - Math.min(...ends) + 1.5).toBe(12);
    // Without an end it fades from the same color.
    expect(image.row(1, 0).find((shape) => shape.kind === 'rect' && shape.x >= 360)).toMatchObject({ fill });
  }
});

test('the lines of guides, columns and today run through the headers of lanes', () => {
  const loaded = { isFolded: false, lanes: null };
  const lanes: LoadedLane[] = [
    { ...loaded, lane: lane('beta'), tops: [epic(1)] },
    { ...loaded, lane: lane('alpha'), tops: [epic(2)] },
  ];
  const rows = rowsInLanes(lanes, [epic(1), epic(2)], timeframe, []);
  const image = exportImageOf({ ...factsOf([]), rows }, estimate);
  const end = image.tops.at(-1) ?? 0;
  const ground = image.ground(0, 0, rows.length);
  const isHeaderGround = (shape: Shape) => shape.kind === 'rect' && shape.fill === sunken;
  // Each header has its ground below the lines; neither it nor a row covers them afterwards.
  expect(ground.filter(isHeaderGround).map((shape) => shape.kind === 'rect' && shape.y)).toEqual([
    image.tops[0],
    image.tops[2],
  ]);
  expect(ground.findLastIndex(isHeaderGround)).toBeLessThan(ground.findIndex(({ kind }) => kind === 'line'));
  expect(ground.at(-1)).toMatchObject({ kind: 'line', stroke: accent, y1: 0, y2: end });
  for (const index of rows.keys()) {
    const covers = image.row(index, 0).filter((shape) => shape.kind === 'rect' && shape.width > image.width / 2);
    expect(covers).toEqual([]);
  }
  // Part of the rows, as on a page of a PDF.
  expect(image.ground(100, 2, 4).filter(isHeaderGround)).toEqual([expect.objectContaining({ y: 100, height: 34 })]);
});

test('a page of a PDF does not end with the header of a lane', () => {
  const isHeader = (index: number) => [0, 3, 4].includes(index);
  const tops = [0, 30, 50, 70, 100, 130, 150];
  expect(pagesOf({ tops, isHeader }, 130)).toEqual([
    { from: 0, to: 3 },
    { from: 3, to: 6 },
  ]);
  expect(pagesOf({ tops, isHeader }, 10)).toHaveLength(6);
  expect(pagesOf({ tops: [0], isHeader }, 100)).toEqual([{ from: 0, to: 0 }]);
});
