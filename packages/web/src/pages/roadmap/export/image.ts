import type { Span } from '@milepost/core/days';
import { rowKindOf } from '@milepost/core/roadmap/appearance';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { driftNoteOf, ghostOf, softWithDrift, type DatesThen } from '../../../timeline/drift-shapes.ts';
import { layOutGuides, type GuideTexts } from '../../../timeline/milestones/guides.ts';
import { fitCellWidth, guidesHeight, leastCellWidth } from '../../../timeline/metrics.ts';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import { layOutMilestones } from '../../../timeline/milestones/milestone-layout.ts';
import { rowShapes, type RowLook } from '../../../timeline/row-shapes.ts';
import { softLookOf } from '../../../timeline/soft-look.ts';
import type { Scale } from '../../../timeline/scale.ts';
import { makeScale } from '../../../timeline/scale.ts';
import {
  groundShapes,
  guideShapes,
  milestoneLaneHeight,
  milestoneShapes,
  periodHeight,
  periodShapes,
  type ChartFacts,
} from './drawing/chart-drawing.ts';
import { drawDrift } from './drawing/drift-drawing.ts';
import { drawLane, laneGround, type LaneTexts } from './drawing/lane-drawing.ts';
import { drawLegend, legendHeight, type LegendEntry } from './drawing/legend-drawing.ts';
import { detailsWidth, ink, ink2 } from './drawing/palette.ts';
import { barHeightOf, drawRemoved, drawRow } from './drawing/row-drawing.ts';
import type { ImageRow } from './drawing/rows.ts';
import { cutText, text, type Measure, type Shape } from './drawing/shapes.ts';
import type { SignalName } from './drawing/marks.ts';

/** The content of an export image of a roadmap. Colors are the light theme's, because images are printed. */
export interface ExportImageFacts extends ChartFacts {
  title: string;
  /** Below the title: the dates and the export date. */
  subtitle: string;
  rows: readonly ImageRow[];
  milestones: readonly TimelineMilestone[];
  /** The full paths of the groups that have colors, in order. */
  groups: readonly string[];
  legend: readonly LegendEntry[];
  /** The dates of epics in the snapshot that is compared with; null without one. */
  before: ReadonlyMap<string, DatesThen | null> | null;
  /** The marks of rows, and what lanes do not say, by the ids of epics. */
  signals: ReadonlyMap<string, readonly SignalName[]>;
  notes: ReadonlyMap<string, readonly string[]>;
  settings: Pick<
    RoadmapSettings,
    | 'presetType'
    | 'isShowingLabels'
    | 'isProgressTrackingActive'
    | 'progressTracking'
    | 'density'
    | 'colorBy'
    | 'milestonesAs'
  >;
  overdueText: (days: number) => string;
  timeframeText: (span: Span) => string;
  lanes: LaneTexts;
  guides: GuideTexts;
  /** "removed". */
  removedText: string;
}

/** An image drawn in parts: its header, which every page repeats, and its rows. */
export interface ExportImage {
  width: number;
  headHeight: number;
  /** Below the header: where each row begins, and at the end where the last one ends. */
  tops: readonly number[];
  /** Whether a row is the header of the rows below it. */
  isHeader: (index: number) => boolean;
  head: () => Shape[];
  /** Below the rows `from` to before `to`, the first of which is at `top`: the ground of lanes, the grid and today. */
  ground: (top: number, from: number, to: number) => Shape[];
  row: (index: number, top: number) => Shape[];
}

const leastTrack = 1080;
const titleHeight = 64;
const rowHeights = { labels: 58, plain: 40, compact: 26 } as const;
const laneHeights = [34, 30] as const;

/** Lays out a roadmap with the geometry of the page. */
export function exportImageOf(facts: ExportImageFacts, measure: Measure): ExportImage {
  const { columns, settings, rows, legend } = facts;
  const least = leastCellWidth(settings.presetType, false);
  const scale = makeScale(columns, fitCellWidth(leastTrack, columns.length, least));
  const width = detailsWidth + scale.width + 24;
  const band = milestoneBand(facts, scale, measure);
  const legendTop = titleHeight + legendHeight(legend, width - 40, measure);
  const rowHeight = rowHeights[rowKindOf(settings)];
  const draw = rowDrawer(facts, scale, { rowHeight, width }, measure);
  const tops = [0];
  for (const row of rows) {
    tops.push((tops.at(-1) ?? 0) + (row.lane === null ? rowHeight : (laneHeights[row.level - 1] ?? laneHeights[1])));
  }
  return {
    width,
    headHeight: legendTop + periodHeight + band.height,
    tops,
    isHeader: (index) => rows[index]?.lane !== null,
    head: () => [
      text(20, 30, cutText(facts.title, width - 40, 20, 600, measure), 20, ink, 600),
      text(20, 50, cutText(facts.subtitle, width - 40, 12, 400, measure), 12, ink2),
      ...drawLegend(legend, { x: 20, y: 72, room: width - 40 }, measure),
      ...periodShapes(facts, scale, legendTop, width, measure),
      ...band.shapes(legendTop + periodHeight),
    ],
    ground: (top, from, to) => {
      const above = top - (tops[from] ?? 0);
      const lanes = rows.slice(from, to).flatMap((row, index) => {
        if (row.lane === null) return [];
        const [start = 0, end = 0] = tops.slice(from + index, from + index + 2);
        return [laneGround({ top: above + start, rowHeight: end - start, width })];
      });
      return [...lanes, ...groundShapes(facts, scale, top, above + (tops[to] ?? 0) - top, band.guides)];
    },
    row: (index, top) => {
      const row = rows[index];
      return row ? draw(row, top, (tops[index + 1] ?? 0) - (tops[index] ?? 0)) : [];
    },
  };
}

/** The row of milestones below the columns; empty without any. */
function milestoneBand(facts: ExportImageFacts, scale: Scale, measure: Measure) {
  const { milestones, settings, today } = facts;
  if (milestones.length === 0) return { height: 0, guides: [], shapes: () => [] };
  if (settings.milestonesAs === 'GUIDES') {
    const guides = layOutGuides(milestones, scale, today, facts.guides);
    const shapes = (top: number) => guideShapes(facts, guides, scale, top, measure);
    return { height: guidesHeight, guides, shapes };
  }
  const layout = layOutMilestones(milestones, scale);
  const shapes = (top: number) => milestoneShapes(facts, layout, scale, top, measure);
  return { height: layout.lanes * milestoneLaneHeight + 8, guides: [], shapes };
}

/** A function that draws one row at `top`. */
export function rowDrawer(
  facts: ExportImageFacts,
  scale: Scale,
  { rowHeight, width }: { rowHeight: number; width: number },
  measure: Measure,
): (row: ImageRow, top: number, height: number) => Shape[] {
  const { settings, groups, timeframe, before } = facts;
  const isCompact = rowKindOf(settings) === 'compact';
  const plain = softLookOf(settings, {
    groups,
    today: facts.today,
    overdueText: facts.overdueText,
  });
  const noteOf = ({ id, span }: { id: string; span: Span }) => {
    const dates = before?.get(id);
    return dates === undefined ? null : driftNoteOf(dates, span);
  };
  const look: RowLook = {
    scale,
    tracking: settings.isProgressTrackingActive ? settings.progressTracking : null,
    hasLabels: settings.isShowingLabels,
    hasFilters: false,
    fullPath: null,
    hasParents: false,
    timeframeText: facts.timeframeText,
    soft: plain && softWithDrift(plain, noteOf),
  };
  return (row, top, height) => {
    if (row.lane !== null) return drawLane(row, facts.lanes, { top, rowHeight: height, width }, scale, measure);
    const box = { top, rowHeight, width, isCompact, depth: row.depth };
    if (row.epic === null) {
      const ghost = ghostOf(row.removed, timeframe, scale);
      return drawRemoved(row.removed.title, ghost, facts.removedText, box, measure);
    }
    const shapes = rowShapes(row, look);
    // Rows below another are in its lane, whatever their own value.
    const texts = (row.level === 1 && facts.notes.get(row.epic.id)) || [];
    const marks = { texts, signals: facts.signals.get(row.epic.id) ?? [] };
    const drawn = drawRow(shapes, row.level, box, marks, measure);
    const dates = before?.get(row.epic.id);
    if (dates === undefined) return drawn;
    const barHeight = barHeightOf(shapes.bar.soft !== null, row.level, box);
    return [...drawn, ...drawDrift(row, dates, shapes.bar, { top, rowHeight, barHeight }, timeframe, scale, measure)];
  };
}
