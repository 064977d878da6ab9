import type { Day } from '@milepost/core/days';
import { partsOf } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnAt, endsYear, showsYear } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { Guide } from '../../../../timeline/milestones/guides.ts';
import type { CalendarNames } from '../../../../timeline/head-parts.ts';
import { headPartsOf } from '../../../../timeline/head-parts.ts';
import { guidesHeight } from '../../../../timeline/metrics.ts';
import type { MilestoneLayout } from '../../../../timeline/milestones/milestone-layout.ts';
import type { Scale } from '../../../../timeline/scale.ts';
import { daysIn } from '../../../../timeline/scale.ts';
import { accent, detailsWidth, ink, ink2, ink3, line, lineStrong } from './palette.ts';
import { cutText, rule, text, type Measure, type Shape } from './shapes.ts';

/** What the head of a chart and the ground below its rows depend on. */
export interface ChartFacts {
  columns: readonly Column[];
  timeframe: Timeframe;
  today: Day;
  firstWeekday: number;
  names: CalendarNames;
  texts: { milestones: string; epics: string };
}

export const periodHeight = 44;
export const milestoneLaneHeight = 30;

/** The names of the columns and their parts; those without room are left out. */
export function periodShapes(facts: ChartFacts, scale: Scale, top: number, width: number, measure: Measure): Shape[] {
  const { columns, names, today, timeframe } = facts;
  const current = columnAt(columns, today);
  const shapes: Shape[] = [
    text(20, top + 27, facts.texts.epics, 12, ink2),
    rule(0, top, width, top, lineStrong),
    rule(0, top + periodHeight, width, top + periodHeight, lineStrong),
  ];
  const label = isWithin(today, timeframe) ? todayLabel(facts, scale, measure) : null;
  let taken = 0;
  for (const [index, column] of columns.entries()) {
    const x = detailsWidth + index * scale.cellWidth;
    const fill = index === current ? accent : ink;
    const year = showsYear(columns, index) ? `${partsOf(column.start).year} ` : '';
    const name = `${year}${periodName(column, names)}`.trim();
    shapes.push(rule(x, top, x, top + periodHeight, endsYear(columns[index - 1] ?? column) ? lineStrong : line));
    if (x >= taken) {
      shapes.push(text(x + 6, top + 18, name, 12, fill, 600));
      taken = x + 6 + measure(name, 12, 600) + 4;
    }
    for (const part of headPartsOf(column, names, facts.firstWeekday)) {
      const share = (part.due - part.start + 1) / daysIn(column);
      const width = measure(part.text, 10, 400);
      if (share * scale.cellWidth < width) continue;
      const left = x + part.at * scale.cellWidth + 6;
      if (label && left < label.x + label.width + 2 && left + width > label.x - 2) continue;
      shapes.push(text(left, top + 35, part.text, 10, ink3));
    }
  }
  if (label) {
    const y = top + periodHeight - 15;
    shapes.push({ kind: 'rect', x: label.x, y, width: label.width, height: 15, fill: accent, radius: 3 });
    shapes.push(text(label.x + 5, y + 11, label.name, 10, '#ffffff', 600));
  }
  return shapes;
}

/** The date at the head of today's line. */
function todayLabel({ names, today }: ChartFacts, scale: Scale, measure: Measure) {
  const name = names.monthAndDay(today);
  const width = measure(name, 10, 600) + 10;
  const x = detailsWidth + Math.min(Math.max(0, scale.xOf(today) - width / 2), scale.width - width);
  return { name, x, width };
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

/** Milestones as spans that end in a post. */
export function milestoneShapes(
  { texts }: ChartFacts,
  layout: MilestoneLayout,
  scale: Scale,
  head: number,
  measure: Measure,
): Shape[] {
  const top = head + 4;
  const bottom = top + layout.lanes * milestoneLaneHeight + 4;
  const shapes: Shape[] = [
    text(20, top + 18, texts.milestones, 12, ink2, 600),
    rule(0, bottom, detailsWidth + scale.width + 24, bottom, lineStrong),
  ];
  for (const { title, left, width, lane, look, titleRoom, tense, span } of layout.placed) {
    const fill = { past: '#88847a', current: accent, ahead: ink2 }[tense];
    const x = detailsWidth + left;
    const y = top + lane * milestoneLaneHeight;
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

const guideColors = { past: '#88847a', next: accent, ahead: ink2 } as const;

/** Milestones as a row of posts with names. */
export function guideShapes(
  { texts }: ChartFacts,
  guides: readonly Guide[],
  scale: Scale,
  top: number,
  measure: Measure,
): Shape[] {
  const bottom = top + guidesHeight;
  const shapes: Shape[] = [
    text(20, top + 18, texts.milestones, 12, ink2, 600),
    rule(0, bottom, detailsWidth + scale.width + 24, bottom, lineStrong),
  ];
  for (const { x: at, name, tense } of guides) {
    const fill = guideColors[tense];
    const x = detailsWidth + at;
    shapes.push({ kind: 'rect', x: x - 3, y: top + 8, width: 6, height: 13, fill, radius: 3 });
    if (!name) continue;
    const from = name.isLeft ? x - 9 - measure(name.text, 11, 600) - 5 - measure(name.date, 10, 400) : x + 9;
    shapes.push(text(from, top + 18, name.text, 11, fill, 600));
    shapes.push(text(from + measure(name.text, 11, 600) + 5, top + 18, name.date, 10, ink3));
  }
  return shapes;
}

/** The grid, the lines of guides and today's line behind rows of this height. */
export function groundShapes(
  { columns, today, timeframe }: ChartFacts,
  scale: Scale,
  top: number,
  height: number,
  guides: readonly Guide[] = [],
): Shape[] {
  const shapes: Shape[] = [rule(detailsWidth, top, detailsWidth, top + height, lineStrong)];
  for (const [index, column] of columns.entries()) {
    const x = detailsWidth + (index + 1) * scale.cellWidth;
    shapes.push(rule(x, top, x, top + height, endsYear(column) ? lineStrong : line));
  }
  for (const { x: at, tense } of guides) {
    const x = detailsWidth + at;
    // Dashed.
    for (let y = top; y < top + height; y += 6) {
      shapes.push(rule(x, y, x, Math.min(y + 3, top + height), guideColors[tense]));
    }
  }
  if (isWithin(today, timeframe)) {
    const x = detailsWidth + scale.xOf(today);
    shapes.push(rule(x, top, x, top + height, accent, 2));
  }
  return shapes;
}
