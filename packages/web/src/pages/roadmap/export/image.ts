import type { Day, Span } from '@milepost/core/days';
import { partsOf } from '@milepost/core/days';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnAt, endsYear, showsYear } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { CalendarNames } from '../../../timeline/head-parts.ts';
import { headPartsOf } from '../../../timeline/head-parts.ts';
import { fitCellWidth, leastCellWidth } from '../../../timeline/metrics.ts';
import type { MilestoneLayout, TimelineMilestone } from '../../../timeline/milestone-layout.ts';
import { layOutMilestones } from '../../../timeline/milestone-layout.ts';
import { rowShapes, type RowLook } from '../../../timeline/row-shapes.ts';
import { groupsOf, softLookOf } from '../../../timeline/soft-look.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { daysIn, makeScale } from '../../../timeline/scale.ts';
import type { ExportImageRow } from './load-epics.ts';
import { accent, detailsWidth, ink, ink2, ink3, line, lineStrong } from './palette.ts';
import { drawRow } from './row-drawing.ts';
import { cutText, rule, text, type Measure, type Shape } from './shapes.ts';

/** The content of an export image of a roadmap. Colors are the light theme's, because images are printed. */
export interface ExportImageFacts {
  title: string;
  /** Below the title: the dates and the export date. */
  subtitle: string;
  columns: readonly Column[];
  timeframe: Timeframe;
  today: Day;
  firstWeekday: number;
  rows: readonly ExportImageRow[];
  milestones: readonly TimelineMilestone[];
  settings: Pick<
    RoadmapSettings,
    'presetType' | 'isShowingLabels' | 'isProgressTrackingActive' | 'progressTracking' | 'density' | 'colorBy'
  >;
  overdueText: (days: number) => string;
  names: CalendarNames;
  timeframeText: (span: Span) => string;
  words: { milestones: string; epics: string };
}

/** An image drawn in parts: its header, which every page repeats, and its rows. */
export interface ExportImage {
  width: number;
  headHeight: number;
  rowHeight: number;
  rowCount: number;
  head: () => Shape[];
  /** Below the rows: the grid and today, for a strip of this height. */
  ground: (top: number, height: number) => Shape[];
  row: (index: number, top: number) => Shape[];
}

const leastTrack = 1080;
const titleHeight = 64;
const periodHeight = 44;
const laneHeight = 30;
const rowHeights = { labels: 58, plain: 40, compact: 26 } as const;

/** Lays out a roadmap with the geometry of the page. */
export function exportImageOf(facts: ExportImageFacts, measure: Measure): ExportImage {
  const { columns, settings, rows } = facts;
  const least = leastCellWidth(settings.presetType, false);
  const scale = makeScale(columns, fitCellWidth(leastTrack, columns.length, least));
  const milestones = facts.milestones.length > 0 ? layOutMilestones(facts.milestones, scale) : null;
  const headHeight = titleHeight + periodHeight + (milestones ? milestones.lanes * laneHeight + 8 : 0);
  const rowHeight = rowHeights[rowKindOf(settings)];
  const width = detailsWidth + scale.width + 24;
  const look: RowLook = {
    scale,
    tracking: settings.isProgressTrackingActive ? settings.progressTracking : null,
    hasLabels: settings.isShowingLabels,
    hasFilters: false,
    fullPath: null,
    hasParents: false,
    timeframeText: facts.timeframeText,
    soft: softLookOf(settings, {
      groups: groupsOf(rows.map(({ epic }) => epic)),
      today: facts.today,
      overdueText: facts.overdueText,
    }),
  };
  return {
    width,
    headHeight,
    rowHeight,
    rowCount: rows.length,
    head: () => [...headShapes(facts, scale, width, measure), ...milestoneShapes(facts, milestones, scale, measure)],
    ground: (top, height) => groundShapes(facts, scale, top, height),
    row: (index, top) => {
      const row = rows[index];
      return row ? drawRow(rowShapes(row, look), row.level, { top, rowHeight, width }, measure) : [];
    },
  };
}

function headShapes(facts: ExportImageFacts, scale: Scale, width: number, measure: Measure): Shape[] {
  const { columns, names, today } = facts;
  const top = titleHeight;
  const current = columnAt(columns, today);
  const shapes: Shape[] = [
    text(20, 30, cutText(facts.title, width - 40, 20, 600, measure), 20, ink, 600),
    text(20, 50, cutText(facts.subtitle, width - 40, 12, 400, measure), 12, ink2),
    text(20, top + 27, facts.words.epics, 12, ink2),
    rule(0, top, width, top, lineStrong),
    rule(0, top + periodHeight, width, top + periodHeight, lineStrong),
  ];
  for (const [index, column] of columns.entries()) {
    const x = detailsWidth + index * scale.cellWidth;
    const fill = index === current ? accent : ink;
    const year = showsYear(columns, index) ? `${partsOf(column.start).year} ` : '';
    shapes.push(rule(x, top, x, top + periodHeight, endsYear(columns[index - 1] ?? column) ? lineStrong : line));
    shapes.push(text(x + 6, top + 18, `${year}${periodName(column, names)}`.trim(), 12, fill, 600));
    for (const part of headPartsOf(column, names, facts.firstWeekday)) {
      const share = (part.due - part.start + 1) / daysIn(column);
      if (share * scale.cellWidth < measure(part.text, 10, 400)) continue;
      shapes.push(text(x + part.at * scale.cellWidth + 6, top + 35, part.text, 10, ink3));
    }
  }
  return shapes;
}

function periodName(column: Column, names: CalendarNames): string {
  switch (column.preset) {
    case 'QUARTERS':
      return names.quarter(column.quarterSequence);
    case 'MONTHS':
      return names.month(column.start);
    case 'WEEKS':
      return names.monthAndDay(column.start);
    default:
      return '';
  }
}

function milestoneShapes(
  facts: ExportImageFacts,
  layout: MilestoneLayout | null,
  scale: Scale,
  measure: Measure,
): Shape[] {
  if (!layout) return [];
  const top = titleHeight + periodHeight + 4;
  const bottom = top + layout.lanes * laneHeight + 4;
  const shapes: Shape[] = [
    text(20, top + 18, facts.words.milestones, 12, ink2, 600),
    rule(0, bottom, detailsWidth + scale.width + 24, bottom, lineStrong),
  ];
  for (const { title, left, width, lane, look, titleRoom, tense, span } of layout.placed) {
    const fill = { past: '#88847a', current: accent, ahead: ink2 }[tense];
    const x = detailsWidth + left;
    const y = top + lane * laneHeight;
    if (look !== 'minimum') {
      shapes.push(text(x + 2, y + 11, cutText(title, Math.max(titleRoom - 4, 40), 11, 400, measure), 11, fill));
      shapes.push(rule(x, y + 20, x + width - 4, y + 20, fill, 2));
    }
    if (!span.isDueOutOfRange && !span.isDueUndefined) {
      const right = x + width;
      shapes.push({ kind: 'rect', x: right - 7, y: y + 13, width: 6, height: 13, fill, radius: 3 });
    }
  }
  return shapes;
}

function groundShapes(
  { columns, today, timeframe }: ExportImageFacts,
  scale: Scale,
  top: number,
  height: number,
): Shape[] {
  const shapes: Shape[] = [rule(detailsWidth, top, detailsWidth, top + height, lineStrong)];
  for (const [index, column] of columns.entries()) {
    const x = detailsWidth + (index + 1) * scale.cellWidth;
    shapes.push(rule(x, top, x, top + height, endsYear(column) ? lineStrong : line));
  }
  if (isWithin(today, timeframe)) {
    const x = detailsWidth + scale.xOf(today);
    shapes.push(rule(x, top, x, top + height, accent, 2));
  }
  return shapes;
}
