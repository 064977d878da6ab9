import { render } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test } from 'vitest';
import type { Day } from '@milepost/core/days';
import { parseDay } from '@milepost/core/days';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import { readSettings, writeSettings, type RoadmapSettings } from '@milepost/core/roadmap/settings';
import { softLookOf } from '../../../timeline/soft-look.ts';
import { expectedRoom, firstPaintMain, layOut } from '../../../timeline/room.ts';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { readEpic } from '../data/epic.ts';
import type { PageRowLook } from '../rows/EpicRow.tsx';
import { EpicRow } from '../rows/EpicRow.tsx';
import { drawFirstPaint } from './paint.ts';
import { rowsOf } from '../data/rows.ts';
import { epicNode } from '../../../testing/roadmap-page.tsx';
import { viewOf } from '../view/view.ts';

afterEach(() => document.querySelector('[data-first-paint]')?.remove());

const today = parseDay('2025-07-17') as Day;
const settings = readSettings([['timeframe_range_type', 'CURRENT_YEAR']]);
const compact = readSettings([...writeSettings(settings), ['density', 'COMPACT'], ['color_by', 'HEALTH']]);
const view = viewOf(settings, today);

function draw(...nodes: Partial<RoadmapEpicFragment>[]) {
  return drawWith(settings, ...nodes);
}

function drawWith(settings: RoadmapSettings, ...nodes: Partial<RoadmapEpicFragment>[]) {
  const topLevel = nodes.map((node) => readEpic(epicNode(node)));
  const source = { topLevel, hasMore: false, expanded: new Set<string>(), childrenOf: () => undefined };
  const rows = rowsOf({ ...source, timeframe: view.timeframe });
  const soft = softLookOf(settings, { groups: [], today, overdueText: () => '' });
  const firstPaint = drawFirstPaint({
    rows,
    lanes: null,
    hasMilestones: true,
    hasMore: false,
    settings,
    view,
    today,
    soft,
  });
  return { rows, firstPaint, drawn: [...firstPaint.element.querySelectorAll<HTMLElement>('[role="listitem"]')] };
}

/** The parts of a link that determine its style: classes, custom properties and styled attributes. */
function looks(element: Element): string[] {
  const own = [...element.attributes]
    .filter(({ name }) => !['tabindex', 'aria-hidden', 'data-card', 'data-tooltip-cut'].includes(name))
    .map(({ name, value }) => `${name}=${value.replaceAll(' ', '')}`);
  return [...own, element.textContent].toSorted();
}

const kinds = {
  whole: {},
  closed: { state: 'closed' },
  'cut at both ends': { startDate: '2024-01-01', dueDate: '2026-12-31' },
  'without a start': { startDate: null },
  'without an end': { dueDate: null },
  short: { startDate: '2025-07-01', dueDate: '2025-07-02' },
  'at risk': { healthStatus: { own: 'atRisk', issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 } },
  overdue: { dueDate: '2025-07-02' },
  'with dark ink': { color: '#ffffff', textColor: '#1f1e24' },
  'without an address': { webPath: '' },
} satisfies Record<string, Partial<RoadmapEpicFragment>>;

const looksOf = { solid: settings, soft: compact };
test.each(
  Object.entries(kinds).flatMap(([kind, given]) => Object.keys(looksOf).map((look) => [kind, look, given] as const)),
)('the page draws the name and the bar of an epic as its first paint does: %s, %s', (_kind, name, given) => {
  const settings = looksOf[name as keyof typeof looksOf];
  const { rows, drawn, firstPaint } = drawWith(settings, given);
  const { scale } = layOut(
    expectedRoom(firstPaint.element.querySelector(`[${firstPaintMain}]`)),
    view.columns,
    { preset: settings.presetType, isOpening: false },
    rowKindOf(settings),
  );
  const look: PageRowLook = {
    Owner: null,
    Notes: null,
    question: { fullPath: 'kubernetes', today: '2025-07-17', progress: 'WEIGHT' },
    scale,
    tracking: null,
    hasLabels: false,
    isWhole: false,
    today,
    driftOf: null,
    hasFilters: false,
    fullPath: 'kubernetes',
    hasParents: true,
    detailsWidth: 344,
    timeframeText: () => '',
    soft: softLookOf(settings, { groups: [], today, overdueText: () => '' }),
  };
  const row = rows[0];
  if (!row) throw new Error('There is no row');
  const { container } = render(
    <IntlProvider locale="en">
      <EpicRow row={row} look={look} top={0} index={0} rowIndex={1} isTabStop isPeeked={false} isLight={false} />
    </IntlProvider>,
  );
  const pageRow = container.querySelector('[role="row"]') as HTMLElement;
  expect(pageRow.className).toBe(drawn[0]?.className);
  expect(pageRow.style.cssText).toBe(drawn[0]?.style.cssText);
  expect([...pageRow.querySelectorAll('a')].map(looks)).toEqual(
    [...(drawn[0]?.querySelectorAll('a') ?? [])].map(looks),
  );
});

test('names are reachable by screen reader and keyboard, bars by pointer only', () => {
  const { drawn, firstPaint } = draw({}, {});
  expect(drawn).toHaveLength(2);
  for (const row of drawn) {
    const [name, bar] = row.querySelectorAll('a');
    expect(name?.hasAttribute('tabindex')).toBe(false);
    expect(bar?.tabIndex).toBe(-1);
    expect(bar?.getAttribute('aria-hidden')).toBe('true');
    expect(bar?.getAttribute('href')).toBe(name?.getAttribute('href'));
  }
  expect(firstPaint.element.querySelector('[id], [data-row], [role="row"]')).toBeNull();
});

test('no style attribute is written: a policy may forbid that', () => {
  const written: string[] = [];
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    written.push(name);
    setAttribute.call(this, name, value);
  };
  try {
    draw({});
  } finally {
    Element.prototype.setAttribute = setAttribute;
  }
  expect(written.length).toBeGreaterThan(0);
  expect(written).not.toContain('style');
});
