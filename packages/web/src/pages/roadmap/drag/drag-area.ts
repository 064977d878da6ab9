import type { Day, Span } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { Scale } from '../../../timeline/scale.ts';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { EpicRowData, ListRow } from '../data/rows.ts';

/** The current state of the chart that dragging needs. */
export interface DragScene {
  rows: readonly ListRow[];
  /** Where they are. */
  layout: RowLayout;
  /** The height of what stays above them in the view. */
  above: number;
  scale: Scale;
  window: Timeframe;
  args: EpicArguments;
  /** The group of the roadmap. */
  fullPath: string;
  /** Only the children of one epic are shown. */
  isScoped: boolean;
  detailsWidth: number;
  /** On phones bars cannot be dragged. */
  isPhone: boolean;
}

/** The chart that bars are dragged on. */
export interface DragArea {
  /** The scrolling element. */
  element: HTMLElement;
  scene: () => DragScene;
}

/** The epic's row at an index; undefined if another kind of row is there. */
export function epicRowAt({ rows }: Pick<DragScene, 'rows'>, index: number): EpicRowData | undefined {
  const row = rows[index];
  return row?.epic ? row : undefined;
}

/** The day at a point of the screen. */
export function dayUnder({ element, scene }: DragArea, clientX: number): ReturnType<Scale['dayAt']> {
  const { scale, detailsWidth } = scene();
  const { left } = element.getBoundingClientRect();
  return scale.dayAt(clientX - left - detailsWidth + element.scrollLeft);
}

/** The index of the row at a height of the screen; beside the list that of its first or last visible row. */
export function rowUnder({ element, scene }: DragArea, clientY: number): number {
  const { layout, above } = scene();
  const { top } = element.getBoundingClientRect();
  const y = Math.max(top + above, Math.min(clientY, top + element.clientHeight - 1));
  return layout.at(y - top - above + element.scrollTop);
}

/** The part of the screen that shows days. */
export function trackBoxOf({ element, scene }: DragArea): { left: number; top: number; right: number; bottom: number } {
  const box = element.getBoundingClientRect();
  return {
    left: box.left + scene().detailsWidth,
    top: box.top,
    right: box.left + element.clientWidth,
    bottom: box.bottom,
  };
}

/** Whether a position on the timeline, in pixels, is scrolled into view. */
export function isInView({ element, scene }: DragArea, x: number): boolean {
  const at = x - element.scrollLeft;
  return at >= 0 && at < element.clientWidth - scene().detailsWidth;
}

/** Scrolls so that the end that keys move is visible. */
export function reveal(area: DragArea, span: Span, end: 'start' | 'due'): void {
  const { element, scene } = area;
  const { scale, detailsWidth } = scene();
  const x = scale.xOf(span[end] as Day);
  if (!isInView(area, x)) element.scrollLeft = x - (element.clientWidth - detailsWidth) / 2;
}

/** The id of the first top-level epic whose row begins below a y coordinate of the screen; null at the end. */
export function topLevelRowBelow({ element, scene }: DragArea, y: number): string | null {
  const { rows } = scene();
  const shown = [...element.querySelectorAll<HTMLElement>('[data-row]')]
    .map((row) => ({ index: Number(row.dataset['row']), box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.top + box.height / 2 > y)
    .map(({ index }) => index);
  if (shown.length === 0) return null;
  const first = Math.min(...shown);
  return rows.slice(first).find(({ epic, level }) => epic !== null && level === 1)?.epic?.id ?? null;
}
