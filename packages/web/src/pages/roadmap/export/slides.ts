import type { LaneHealth } from '../../../timeline/lanes/lane-shapes.ts';
import { layOutGuides } from '../../../timeline/milestones/guides.ts';
import { guidesHeight } from '../../../timeline/metrics.ts';
import { makeScale } from '../../../timeline/scale.ts';
import { groundShapes, guideShapes, periodHeight, periodShapes } from './drawing/chart-drawing.ts';
import { rowDrawer, type ExportImageFacts } from './image.ts';
import { drawLegend, legendHeight } from './drawing/legend-drawing.ts';
import { laneGround } from './drawing/lane-drawing.ts';
import { healthMark } from './drawing/marks.ts';
import { accent, detailsWidth, ink, ink2, ink3 } from './drawing/palette.ts';
import { beginDocument, endDocument, Sheet } from './pdf-document.ts';
import { slideColumns, slidesOf, type Slide } from './slide-plan.ts';
import { cutText, text, type Measure, type Shape } from './drawing/shapes.ts';
import { yieldingBetween, type Work } from './yielding.ts';

/** The texts of slides around the chart. */
export interface SlideFacts extends ExportImageFacts {
  /** The name of the group, or the title of the epic. */
  group: string;
  view: string;
  /** The days of the chart. */
  range: string;
  /** "As of Jul 17, 2026". */
  asOf: string;
  /** Filters in words. */
  filters: string;
  /** The counts above the roadmap. */
  counts: readonly { name: string; count: string; health: LaneHealth | null }[];
  /** "{lane} (2 of 3)". */
  partOf: (lane: string, part: number, parts: number) => string;
  page: (page: number, pages: number) => string;
}

/** 16:9, in points, and the size in the units of images, whose rows are drawn a third smaller. */
const PAGE = { width: 960, height: 540 } as const;
const WIDTH = 1440;
const HEIGHT = 810;
const SCALE = PAGE.width / WIDTH;

const margin = 24;
const rowHeight = 30;
const laneHeight = 34;
/** Above the chart: on the first slide, and on the others. */
const headHeights = { first: 96, other: 56 } as const;
const MAX_LEGEND_HEIGHT = 42;

/** A roadmap as slides: one lane a page, at most 18 rows each. Throws TooManySlidesError. */
export async function slidesPdfOf(facts: SlideFacts, work: Work): Promise<Blob> {
  const slides = slidesOf(facts.rows);
  const draft = await beginDocument(facts.title);
  const draw = slideDrawer(facts, slides, (content, size, weight) => draft.ink.measure(content, size, weight));
  await yieldingBetween(slides.length, work, async (index) => {
    const page = draft.document.addPage([PAGE.width, PAGE.height]);
    const sheet = new Sheet(page, draft.ink, HEIGHT, SCALE);
    await sheet.draw(draw(index).shapes);
    sheet.end();
  });
  return endDocument(draft, work);
}

/** A slide as shapes; a presentation scrolls what is higher than a page. */
export interface DrawnSlide {
  shapes: Shape[];
  height: number;
}

export const SLIDE_WIDTH = WIDTH;

/** A function that draws one slide. */
export function slideDrawer(
  facts: SlideFacts,
  slides: readonly Slide[],
  measure: Measure,
): (index: number) => DrawnSlide {
  const track = WIDTH - detailsWidth - 24;
  const { columns, layout } = slideColumns(facts.timeframe, facts.settings.presetType, facts.firstWeekday, track);
  const settings = { ...facts.settings, presetType: layout };
  const chart = { ...facts, columns, settings };
  const scale = makeScale(columns, track / columns.length);
  const guides = layOutGuides(facts.milestones, scale, facts.today, facts.guides);
  const drawRow = rowDrawer(chart, scale, { rowHeight, width: WIDTH }, measure);
  return (index) => {
    const slide = slides[index];
    if (!slide) return { shapes: [], height: HEIGHT };
    const isFirst = index === 0;
    const name = slide.lane ? nameOf(slide, facts) : null;
    const top = headHeights[isFirst ? 'first' : 'other'];
    const band = top + periodHeight;
    const from = band + (guides.length > 0 ? guidesHeight : 0);
    let y = from;
    const shapes: Shape[] = [
      ...(isFirst ? firstHead(facts, measure) : otherHead(facts, name, measure)),
      ...periodShapes(chart, scale, top, WIDTH, measure),
      ...(guides.length > 0 ? guideShapes(chart, guides, scale, band, measure) : []),
    ];
    const body: Shape[] = [];
    if (slide.lane && name !== null) {
      const texts = { ...facts, lanes: { ...facts.lanes, name: () => name } };
      shapes.push(laneGround({ top: y, rowHeight: laneHeight, width: WIDTH }));
      body.push(...laneOf(texts, slide.lane, y));
      y += laneHeight;
    }
    for (const row of slide.rows) {
      body.push(...drawRow(row, y, rowHeight));
      y += rowHeight;
    }
    const ground = groundShapes(chart, scale, from, Math.max(y - from, rowHeight), guides);
    const height = Math.max(HEIGHT, y + 60);
    return { shapes: [...shapes, ...ground, ...body, ...foot(facts, index, slides.length, height, measure)], height };
  };

  function laneOf(texts: SlideFacts, lane: NonNullable<Slide['lane']>, y: number): Shape[] {
    return rowDrawer(
      { ...chart, lanes: texts.lanes },
      scale,
      { rowHeight, width: WIDTH },
      measure,
    )(lane, y, laneHeight);
  }
}

const nameOf = ({ lane, part, parts }: Slide, { lanes, partOf }: SlideFacts): string => {
  const name = lane ? lanes.name(lane.lane) : '';
  return parts > 1 ? partOf(name, part, parts) : name;
};

function firstHead({ group, view, range, asOf, filters, counts }: SlideFacts, measure: Measure): Shape[] {
  const title = cutText(group, 900, 24, 600, measure);
  const room = WIDTH - 2 * margin;
  const shapes: Shape[] = [
    text(margin, 36, title, 24, ink, 600),
    text(margin + measure(title, 24, 600) + 14, 36, cutText(view, 420, 15, 400, measure), 15, ink2),
    text(margin, 59, cutText([range, asOf, filters].filter(Boolean).join('  ·  '), room, 12, 400, measure), 12, ink2),
  ];
  let x = margin;
  for (const { name, count, health } of counts) {
    if (health) {
      shapes.push(...healthMark(health, x + 5, 78));
      x += 15;
    }
    shapes.push(text(x, 82, name, 12, ink2));
    x += measure(name, 12, 400) + 5;
    shapes.push(text(x, 82, count, 12, ink, 600));
    x += measure(count, 12, 600) + 20;
  }
  return shapes;
}

function otherHead({ group, view, range }: SlideFacts, name: string | null, measure: Measure): Shape[] {
  const where = cutText([group, view, range].join('  ·  '), 700, 12, 400, measure);
  const right = { ...text(WIDTH - margin, 34, where, 12, ink2), anchor: 'end' } as const;
  return [text(margin, 36, cutText(name ?? group, 640, 20, 600, measure), 20, ink, 600), right];
}

/** The legend, as far as it has room, the day and the number of the page. */
function foot(
  { legend, asOf, page }: SlideFacts,
  index: number,
  pages: number,
  height: number,
  measure: Measure,
): Shape[] {
  const footer = `${asOf}  ·  ${page(index + 1, pages)}`;
  const room = WIDTH - 2 * margin - measure(footer, 11, 400) - 40;
  let shown = legend;
  while (shown.length > 0 && legendHeight(shown, room, measure) > MAX_LEGEND_HEIGHT) shown = shown.slice(0, -1);
  const more = legend.length - shown.length;
  const lines = legendHeight(shown, room, measure) > 24 ? 2 : 1;
  return [
    ...drawLegend(shown, { x: margin, y: height - (lines === 2 ? 32 : 16), room }, measure),
    ...(more > 0 ? [{ ...text(WIDTH - margin, height - 32, `+${more}`, 11, ink3), anchor: 'end' } as const] : []),
    { ...text(WIDTH - margin, height - 16, footer, 11, ink3), anchor: 'end' },
    { kind: 'rect', x: 0, y: 0, width: 6, height: 56, fill: accent },
  ];
}
