import { edgeScroll } from '@milepost/core/drag';
import type { Press } from '../../../ui/drag/drag.ts';
import type { Lane } from '../data/lane.ts';
import type { EpicRowData } from '../data/rows.ts';
import { type DragArea, rowUnder } from './drag-area.ts';
import { laneDrop, lanesAt, type LaneDrop } from './lane-drop.ts';

/** The lane under a bar that is dragged: it is tinted, and the bar follows the pointer. */
export class LaneDrag {
  readonly #area: DragArea;
  readonly #row: EpicRowData;
  /** As they were when the drag began: others may move the epic meanwhile. */
  readonly #own: readonly Lane[];

  constructor(area: DragArea, row: EpicRowData) {
    this.#area = area;
    this.#row = row;
    this.#own = row.lane ? lanesAt(area.scene().rows, row.lane.headerIndex) : [];
  }

  move({ y, startY }: Press): LaneDrop | null {
    const { rows } = this.#area.scene();
    const drop = laneDrop(this.#own, lanesAt(rows, rowUnder(this.#area, y)));
    tintLane(this.#area.element, drop);
    this.#lift(`${Math.round(y - startY)}px`);
    return drop;
  }

  /** The list scrolls with a bar at its upper or lower edge, in the direction of the drag. */
  scroll({ y, startY, kind }: Press): boolean {
    const { element, scene } = this.#area;
    const { top, bottom } = element.getBoundingClientRect();
    const by = edgeScroll(y, top + scene().above, bottom, kind);
    if (by === 0 || Math.sign(by) !== Math.sign(y - startY)) return false;
    element.scrollTop += by;
    return true;
  }

  end(): void {
    tintLane(this.#area.element, null);
    this.#lift(null);
  }

  /** The row that the bar is in may be rendered anew at any time: it is found each time. */
  #lift(by: string | null): void {
    const { element } = this.#area;
    for (const row of element.querySelectorAll<HTMLElement>('[data-lifted]')) delete row.dataset['lifted'];
    if (by === null) return;
    const bar = element.querySelector(`[data-card="epic:${CSS.escape(this.#row.epic.id)}"]`);
    const row = bar?.closest<HTMLElement>('[data-row]');
    if (!row) return;
    row.dataset['lifted'] = '';
    row.style.setProperty('--lift', by);
  }
}

/** Tints the lane that a drop would enter. */
export function tintLane(element: HTMLElement, drop: LaneDrop | null): void {
  for (const lane of element.querySelectorAll<HTMLElement>('[data-drop]')) delete lane.dataset['drop'];
  if (!drop) return;
  // On the second level the lane is inside one of the first; a lane that is folded has no rows, and is tinted alone.
  const key = [...drop.to].reverse().find(({ key: each }) => element.querySelector(laneOf(each)))?.key;
  const lane = key === undefined ? null : element.querySelector(laneOf(key))?.parentElement;
  if (lane) lane.dataset['drop'] = drop.refused === null ? 'allowed' : 'refused';
}

const laneOf = (key: string): string => `[data-lane="${CSS.escape(key)}"]`;
