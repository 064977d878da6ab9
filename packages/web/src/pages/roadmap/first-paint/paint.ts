import type { Day } from '@milepost/core/days';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import { columnAt } from '@milepost/core/roadmap/columns';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { sectionWidth } from '@milepost/core/roadmap/viewport';
import type { FirstPaint } from '../../../platform/loading/first-paint.ts';
import navigation from '../../../platform/frame/Navigation.module.css';
import { navigationSettingOf } from '../../../platform/navigation/navigation-setting.ts';
import shell from '../../../platform/frame/Shell.module.css';
import { barAttributes, barProperties, barTitle, lateProperties } from '../../../timeline/bar-look.ts';
import { groundLinesOf } from '../../../timeline/ground-lines.ts';
import { milestonesRowHeight } from '../../../timeline/metrics.ts';
import { openingScroll } from '../../../timeline/opening.ts';
import { type TimelineLayout, expectedRoom, columnKindOf, layOut, firstPaintMain } from '../../../timeline/room.ts';
import { rowShapes, type RowLook, type RowShapes } from '../../../timeline/row-shapes.ts';
import { shareOf } from '../../../timeline/scale.ts';
import type { SoftLook } from '../../../timeline/soft-bar.ts';
import softStyles from '../../../timeline/soft.module.css';
import timeline from '../../../timeline/timeline.module.css';
import bars from '../../../timeline/bar.module.css';
import { columnsInView } from '../../../timeline/visible.ts';
import { type RowLayout, rowsInView, rowsOfHeight } from '../../../ui/list/row-layout.ts';
import { chartSizes, densityAttribute, listHeight, nameAttributes, rowIndent } from '../rows/first-frame.ts';
import { make } from './make.ts';
import own from './paint.module.css';
import styles from '../view/roadmap.module.css';
import rowStyles from '../rows/rows.module.css';
import type { EpicRowData, LaneRowData, ListRow } from '../data/rows.ts';
import toolbar from '../toolbar/toolbar.module.css';
import type { View } from '../view/view.ts';

export interface FirstPaintInput {
  rows: readonly ListRow[];
  /** Where rows of several kinds are, and how headers of lanes are drawn; null without lanes. */
  lanes: { layout: RowLayout; drawHeader: (row: LaneRowData, top: number) => HTMLElement } | null;
  /** Whether the milestones row is expected to be there. */
  hasMilestones: boolean;
  hasMore: boolean;
  settings: Pick<
    RoadmapSettings,
    | 'presetType'
    | 'isShowingLabels'
    | 'isShowingMilestones'
    | 'milestonesAs'
    | 'density'
    | 'isShowingSummary'
    | 'opening'
  >;
  view: View;
  today: Day;
  /** The fills of bars; null for solid ones. */
  soft: SoftLook | null;
}

/**
 * The first screen of a roadmap as plain elements: the same styles and geometry as the page's first render, so that not a pixel
 * moves when the page replaces it. The rest of the page is empty.
 */
export function drawFirstPaint(input: FirstPaintInput): FirstPaint {
  const main = make('div', { look: shell.content, attributes: { [firstPaintMain]: '' } });
  const element = make('div', { look: own.firstPaint, attributes: { 'data-first-paint': '' } }, frameAround(main));
  // The available space is only known from the styles once it is attached.
  document.body.append(element);
  const kind = columnKindOf(input.settings);
  const layout = layOut(expectedRoom(main), input.view.columns, kind, rowKindOf(input.settings));
  const chart = drawChart(input, layout);
  const scroller = chart.firstElementChild as HTMLElement;
  const wanted = openingScroll(layout, input.view.timeframe, input.today, input.settings.opening);
  // Before the rows are attached: a later change of it computes the styles of all of them again.
  const expected = Math.round(Math.min(Math.max(0, wanted), scrollRoom(layout)));
  scroller.style.setProperty('--scroll-x', `${expected}px`);
  main.append(
    make(
      'div',
      { look: styles.page },
      make('div', { look: toolbar.toolbar }),
      ...(input.settings.isShowingSummary ? [make('div', { look: styles.summary })] : []),
      make('div', { look: styles.stage }, chart, make('div', { look: styles.status })),
    ),
  );
  scroller.scrollLeft = wanted;
  const opened = scroller.scrollLeft;
  if (opened !== expected) scroller.style.setProperty('--scroll-x', `${opened}px`);
  return { element, leave: () => handOver(element, scroller, opened) };
}

/** How far the timeline scrolls, in pixels. */
const scrollRoom = ({ scale, rightSpace, trackWidth }: TimelineLayout): number =>
  Math.max(0, scale.width + rightSpace - trackWidth);

/** Navigation and top bar, empty: the application fills them. */
function frameAround(main: HTMLElement): HTMLElement {
  const width = navigationSettingOf('roadmap').get() ?? 'rail';
  return make(
    'div',
    { look: shell.app, attributes: { 'data-navigation': width, 'data-fill': true } },
    make('div', { look: navigation.nav, attributes: { 'data-width': width } }),
    make('div', { look: shell.frame }, make('div', { look: shell.topbar }), main),
    make('div', { look: shell.tabbar }),
  );
}

/** Names and bars need only the scale. */
const firstLook: Omit<RowLook, 'scale' | 'soft'> = {
  tracking: null,
  hasLabels: false,
  hasFilters: false,
  fullPath: null,
  hasParents: false,
  timeframeText: () => '',
};

function drawChart(
  { rows, lanes, hasMilestones, hasMore, settings, view, today, soft }: FirstPaintInput,
  layout: TimelineLayout,
): HTMLElement {
  const { scale, detailsWidth, rightSpace, rowHeight, height } = layout;
  const milestones = hasMilestones
    ? milestonesRowHeight(0, true, settings.milestonesAs === 'GUIDES', layout.isTouch)
    : 0;
  const above = layout.headHeight + milestones;
  const places = lanes?.layout ?? rowsOfHeight(rows.length, rowHeight);
  const { from, to } = rowsInView(places, { top: -above, height }, 0);
  const look = {
    ...firstLook,
    scale,
    soft,
  };
  const list = make(
    'div',
    {
      look: styles.rows,
      attributes: { role: 'list' },
      style: { height: `${listHeight(places.top(rows.length), hasMore)}px` },
    },
    ...rows.slice(from, to).flatMap((row, index) => {
      const top = places.top(from + index);
      if (row.epic !== null) return [drawRow(row, rowShapes(row, look, 'bar'), top)];
      return row.header && lanes ? [lanes.drawHeader(row, top)] : [];
    }),
  );
  const width = sectionWidth(detailsWidth, scale.cellWidth, scale.columns.length, rightSpace);
  return make(
    'div',
    {
      look: styles.chart,
      style: chartSizes(layout, above),
      attributes: { 'data-density': densityAttribute(settings) },
    },
    make(
      'div',
      { look: styles.scroller, attributes: { 'data-overflows': layout.overflows || undefined } },
      make(
        'div',
        { look: styles.grid, style: { width: `${width}px` } },
        drawLine(timeline.head),
        ...(milestones > 0 ? [drawLine(timeline.milestones, milestones)] : []),
        make('div', { look: styles.body }, ...drawGround(layout, view, today, settings.opening), list),
      ),
    ),
  );
}

/** An empty line above the rows. */
function drawLine(look: string | undefined, height?: number): HTMLElement {
  const parts = [make('div', { look: timeline.side }), make('div', { look: timeline.track })];
  return make('div', { look, style: height === undefined ? {} : { height: `${height}px` } }, ...parts);
}

function drawGround(
  layout: TimelineLayout,
  view: View,
  today: Day,
  opening: RoadmapSettings['opening'],
): HTMLElement[] {
  const { scale } = layout;
  const { columns, cellWidth } = scale;
  const scrolled = Math.max(0, openingScroll(layout, view.timeframe, today, opening));
  const visible = columnsInView(scrolled, { count: columns.length, cellWidth, trackWidth: layout.trackWidth });
  const { dimmed, lines } = groundLinesOf(scale, view.timeframe, visible);
  const index = columnAt(columns, today);
  const column = columns[index];
  return [
    make(
      'div',
      { look: timeline.lines },
      ...dimmed.map(({ left, width }) => make('b', { style: { left: `${left}px`, width: `${width}px` } })),
      ...lines.map(({ left, isYearEnd }) =>
        make('i', { style: { left: `${left}px` }, attributes: { 'data-year-end': isYearEnd || undefined } }),
      ),
    ),
    make('div', { look: timeline.sideGround }, make('div', {})),
    ...(column
      ? [
          make(
            'div',
            { look: timeline.todayColumn, style: { left: `${index * cellWidth}px` } },
            make('div', { look: timeline.todayLine, style: { left: `${shareOf(column, today)}%` } }),
          ),
        ]
      : []),
  ];
}

function drawRow({ lane }: EpicRowData, { indent: inTree, title, bar }: RowShapes, top: number): HTMLElement {
  const indent = rowIndent(inTree, lane);
  return make(
    'div',
    {
      look: rowStyles.row,
      attributes: { role: 'listitem', 'data-indent': indent },
      style: { top: `${top}px`, '--level': indent },
    },
    make(
      'div',
      { look: `${timeline.side} ${rowStyles.side}` },
      make('a', { look: rowStyles.name, attributes: nameAttributes(title) }, title.text),
    ),
    make(
      'div',
      { look: `${timeline.track} ${rowStyles.track}` },
      make(
        'a',
        {
          look: bar.soft ? `${bars.bar} ${softStyles.bar}` : bars.bar,
          // The name beside it is the same link; this one is hidden from screen readers and the keyboard.
          attributes: { href: bar.href, tabindex: -1, 'aria-hidden': true, ...barAttributes(bar) },
          style: barProperties(bar),
        },
        ...(bar.soft?.mark ? [make('i', { look: softStyles.mark, attributes: { 'data-mark': bar.soft.mark } })] : []),
        ...(barTitle(bar) === '' ? [] : [make('span', { look: bars.barTitle }, barTitle(bar))]),
      ),
      ...(bar.soft?.late ? [make('i', { look: softStyles.late, style: lateProperties(bar.soft.late) })] : []),
    ),
  );
}

/** Carries the user's interaction over to the page: the scroll position and the focused row. */
function handOver(element: HTMLElement, scroller: HTMLElement, opened: number): void {
  const chart = document.querySelector('[role="treegrid"]');
  const target = chart?.parentElement;
  if (!chart || !target) return;
  if (scroller.scrollLeft !== opened) target.scrollLeft = scroller.scrollLeft;
  if (scroller.scrollTop > 0) target.scrollTop = scroller.scrollTop;
  const name = document.activeElement;
  if (!name || !element.contains(name)) return;
  const index = [...element.querySelectorAll('[role="listitem"]')].findIndex((row) => row.contains(name));
  chart.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
}
