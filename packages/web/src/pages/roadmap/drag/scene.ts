import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { Scale } from '../../../timeline/scale.ts';
import type { EpicRowData } from '../data/rows.ts';

/** What dragging has to know of the chart, as it is right now. */
export interface DragScene {
  rows: readonly EpicRowData[];
  scale: Scale;
  window: Timeframe;
  args: EpicArguments;
  detailsWidth: number;
  /** On phones bars are not dragged. */
  isPhone: boolean;
}

/** The chart that bars are dragged on. */
export interface Stage {
  /** What scrolls. */
  element: HTMLElement;
  scene: () => DragScene;
}

/** The day below a point of the screen. */
export function dayUnder({ element, scene }: Stage, clientX: number): ReturnType<Scale['dayAt']> {
  const { scale, detailsWidth } = scene();
  const { left } = element.getBoundingClientRect();
  return scale.dayAt(clientX - left - detailsWidth + element.scrollLeft);
}
