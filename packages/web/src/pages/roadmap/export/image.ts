import type { Day } from '@milepost/core/days';
import { partsOf } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnAt, endsYear, showsYear } from '@milepost/core/roadmap/columns';
import { progressOf } from '@milepost/core/roadmap/progress';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { barShapeOf } from '../../../timeline/bar-shape.ts';
import type { CalendarNames } from '../../../timeline/head-parts.ts';
import { headPartsOf } from '../../../timeline/head-parts.ts';
import { isDarkInk } from '../../../timeline/ink.ts';
import { fitCellWidth, leastCellWidth } from '../../../timeline/metrics.ts';
import type { MilestoneLayout, TimelineMilestone } from '../../../timeline/milestone-layout.ts';
import { layOutMilestones } from '../../../timeline/milestone-layout.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { daysIn, makeScale } from '../../../timeline/scale.ts';
import type { ExportImageRow } from './load-epics.ts';
import { cutText, type Measure, type Shape } from './shapes.ts';

/** What a image of a roadmap shows. Colours are the light theme's: pictures end on paper. */
export interface ExportImageFacts {
  title: string;
  /** Below the title: dates, when it was drawn. */
  subtitle: string;
  columns: readonly Column[];
  timeframe: Timeframe;
  today: Day;
  firstWeekday: number;
  rows: readonly ExportImageRow[];
  milestones: readonly TimelineMilestone[];
  settings: Pick<RoadmapSettings, 'presetType' | 'isShowingLabels' | 'isProgressTrackingActive' | 'progressTracking'>;
  names: CalendarNames;
  timeframeText: (row: ExportImageRow) => string;
  words: { milestones: string; epics: string };
}

/** A image that is drawn in parts: its head, which every page repeats, and its rows. */
export interface ExportImage {
  width: number;
  headHeight: number;
  rowHeight: number;
  rowCount: number;
  head: () => Shape[];
  /** What lies below rows: the grid and today, for a strip that high. */
  ground: (top: number, height: number) => Shape[];
  row: (index: number, top: number) => Shape[];
}

const detailsWidth = 360;
const leastTrack = 1080;
const titleHeight = 64;
const periodHeight = 44;
const laneHeight = 30;
const ink = '#1f1e1c';
const ink2 = '#55524b';
const ink3 = '#656158';
const line = '#e3e0da';
const lineStrong = '#cfcbc3';
const accent = '#0b6a73';

/** Lays a roadmap out by the geometry of the page. */
export function exportImageOf(facts: ExportImageFacts, measure: Measure): ExportImage {
  const { columns, settings, rows } = facts;
  const least = leastCellWidth(settings.presetType, false);
  const scale = makeScale(columns, fitCellWidth(leastTrack, columns.length, least));
  const milestones = facts.milestones.length > 0 ? layOutMilestones(facts.milestones, scale) : null;
  const headHeight = titleHeight + periodHeight + (milestones ? milestones.lanes * laneHeight + 8 : 0);
  const rowHeight = settings.isShowingLabels ? 58 : 40;
  const width = detailsWidth + scale.width + 24;
  return {
    width,
    headHeight,
    rowHeight,
    rowCount: rows.length,
    head: () => [...headShapes(facts, scale, width, measure), ...milestoneShapes(facts, milestones, scale, measure)],
    ground: (top, height) => groundShapes(facts, scale, top, height),
    row: (index, top) => {
      const row = rows[index];
      return row ? rowShapes(facts, scale, row, { top, rowHeight, width }, measure) : [];
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

interface Place {
  top: number;
  rowHeight: number;
  width: number;
}

function rowShapes(
  facts: ExportImageFacts,
  scale: Scale,
  row: ExportImageRow,
  { top, rowHeight, width }: Place,
  measure: Measure,
): Shape[] {
  const { epic, level } = row;
  const indent = 20 + Math.min(level - 1, 5) * 16;
  const room = detailsWidth - indent - 12;
  const shapes: Shape[] = [
    text(indent, top + 17, cutText(epic.title, room, 13, 600, measure), 13, epic.isClosed ? ink3 : ink, 600),
    text(
      indent,
      top + 32,
      cutText(`${facts.timeframeText(row)} · ${epic.group.name}`, room, 11, 400, measure),
      11,
      ink2,
    ),
    rule(0, top + rowHeight, width, top + rowHeight, line),
  ];
  if (facts.settings.isShowingLabels) shapes.push(...labelShapes(row, indent, top + 38, room, measure));
  return [...shapes, ...barShapes(facts, scale, row, top, rowHeight, measure)];
}

function labelShapes({ epic }: ExportImageRow, from: number, y: number, room: number, measure: Measure): Shape[] {
  const shapes: Shape[] = [];
  let x = from;
  for (const [index, label] of epic.labels.entries()) {
    const name = cutText(label.title, 140, 10, 400, measure);
    const width = measure(name, 10, 400) + 20;
    if (x + width > from + room - (index + 1 < epic.labels.length ? 28 : 0)) {
      shapes.push(text(x, y + 11, `+${epic.labels.length - index}`, 10, ink2));
      break;
    }
    shapes.push({ kind: 'rect', x, y, width, height: 15, fill: '#ffffff', radius: 7, stroke: lineStrong });
    shapes.push({ kind: 'rect', x: x + 5, y: y + 4.5, width: 6, height: 6, fill: label.color, radius: 3 });
    shapes.push(text(x + 14, y + 11, name, 10, ink2));
    x += width + 4;
  }
  return shapes;
}

function barShapes(
  { settings }: ExportImageFacts,
  scale: Scale,
  { epic, span, level }: ExportImageRow,
  top: number,
  rowHeight: number,
  measure: Measure,
): Shape[] {
  const shape = barShapeOf(span, scale);
  const height = { 1: 26, 2: 22 }[level] ?? 18;
  const x = detailsWidth + shape.left;
  const y = top + (rowHeight - height) / 2;
  const width = Math.max(shape.width, 2);
  const shapes: Shape[] = [{ kind: 'rect', x, y, width, height, fill: epic.color, radius: 4 }];
  const progress = settings.isProgressTrackingActive ? progressOf(epic, settings.progressTracking) : null;
  let room = width - 16;
  if (progress && shape.hasRoomForProgress) {
    const done = (width * progress.percentage) / 100;
    const shade = isDarkInk(epic.textColor) ? mixed(epic.color, 255) : mixed(epic.color, 0);
    if (done > 0) shapes.push({ kind: 'rect', x, y, width: done, height, fill: shade, radius: 4 });
    const share = `${progress.percentage}%`;
    room -= measure(share, 11, 400) + 8;
    shapes.push({ ...text(x + width - 8, y + height / 2 + 4, share, 11, epic.textColor), anchor: 'end' });
  }
  const title = shape.isSmall ? '' : cutText(epic.title, room, 11, 400, measure);
  if (title) shapes.push(text(x + 8, y + height / 2 + 4, title, 11, epic.textColor));
  const middle = y + height / 2;
  if (shape.startEnd === 'clipped') shapes.push(arrow(x + 1, middle, -1, epic.textColor));
  if (shape.dueEnd === 'clipped') shapes.push(arrow(x + width - 1, middle, 1, epic.textColor));
  // A missing date: the end falls apart into strokes.
  if (shape.startEnd === 'none') shapes.push(...fading(x, y, height, 1, width));
  if (shape.dueEnd === 'none') shapes.push(...fading(x + width, y, height, -1, width));
  return shapes;
}

function arrow(x: number, y: number, to: 1 | -1, fill: string): Shape {
  return {
    kind: 'polygon',
    points: [
      [x, y],
      [x - to * 5, y - 4],
      [x - to * 5, y + 4],
    ],
    fill,
  };
}

function fading(x: number, y: number, height: number, inwards: 1 | -1, width: number): Shape[] {
  return [0, 1, 2]
    .filter((index) => (index + 1) * 9 < width)
    .map((index) => {
      const stroke = 5 - index * 1.5;
      const at = x + inwards * index * 9;
      return { kind: 'rect', x: inwards === 1 ? at : at - stroke, y, width: stroke, height, fill: '#ffffff' };
    });
}

/** The colour with 22 of 100 parts black (0) or white (255): the share that is done. */
function mixed(color: string, other: 0 | 255): string {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  if (!hex) return color;
  const parts = hex.slice(1).map((part) => Math.round(Number.parseInt(part, 16) * 0.78 + other * 0.22));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function text(
  x: number,
  y: number,
  words: string,
  size: number,
  fill: string,
  weight: 400 | 600 = 400,
): Extract<Shape, { kind: 'text' }> {
  return { kind: 'text', x, y, text: words, size, weight, fill, anchor: 'start' };
}

function rule(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): Shape {
  return { kind: 'line', x1, y1, x2, y2, stroke, width };
}
