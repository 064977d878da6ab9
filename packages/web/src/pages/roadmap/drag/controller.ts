import type { QueryClient } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import { edgeScroll } from '@milepost/core/drag';
import type { Grip } from '@milepost/core/roadmap/drag';
import { LANE_DATES_THRESHOLD_PX } from '@milepost/core/roadmap/lanes/lane-drops';
import { draggedSpan, gripAt, isSameSpan } from '@milepost/core/roadmap/drag';
import { type DragHandlers, listenForDrags, pointerKindOf, type Press } from '../../../ui/drag/drag.ts';
import type { EpicRowData } from '../data/rows.ts';
import { Drawing } from './drawing.ts';
import { KeyMoves } from './keys.ts';
import { connectionOf, handleRow } from './connecting.ts';
import { LaneDrag } from './lane-drag.ts';
import type { LaneDrop } from './lane-drop.ts';
import type { MoveSaver, MoveStore } from './moves.ts';
import { saveDrag, saverOf } from './saver.ts';
import type { DragScene } from './drag-area.ts';
import { dayUnder, epicRowAt } from './drag-area.ts';

/** Drags the bars of the list by pointer and touch, and moves them by keys. */
export class BarDrag {
  readonly #element: HTMLElement;
  readonly #store: MoveStore;
  readonly #scene: () => DragScene;
  readonly #saver: MoveSaver;
  readonly #keys: KeyMoves;
  readonly #drawing: Drawing;
  readonly #stopHover = new AbortController();
  readonly #stopDrags: () => void;

  constructor(element: HTMLElement, store: MoveStore, client: QueryClient, scene: () => DragScene) {
    this.#element = element;
    this.#store = store;
    this.#scene = scene;
    this.#saver = saverOf(store, client, { element, scene });
    this.#keys = new KeyMoves(element, store, scene, this.#saver);
    this.#drawing = new Drawing(store, client, { element, scene });
    store.drawing = this.#drawing;
    element.addEventListener('pointermove', this.#showGrip, { signal: this.#stopHover.signal });
    this.#stopDrags = listenForDrags(element, (event) => this.#take(event));
  }

  end(): void {
    this.#stopDrags();
    this.#drawing.end();
    this.#store.drawing = null;
    this.#keys.end();
    this.#stopHover.abort();
  }

  #take(event: PointerEvent): DragHandlers | null {
    const area = { element: this.#element, scene: this.#scene };
    const connecting = handleRow(event.target, area);
    if (connecting) return connectionOf(connecting, area, this.#store);
    const found = this.#barAt(event);
    if (!found) return this.#drawing.take(event);
    if (this.#scene().isPhone) return null;
    const { row, grip } = found;
    const pressedDay = this.#dayAt(event.clientX);
    const scrolledAt = this.#element.scrollLeft;
    const lanes =
      row.lane && grip === 'move' ? new LaneDrag({ element: this.#element, scene: this.#scene }, row) : null;
    const daysAt = ({ x, startX }: Press): number => {
      const distance = Math.abs(x - startX + this.#element.scrollLeft - scrolledAt);
      return lanes && distance < LANE_DATES_THRESHOLD_PX ? 0 : this.#dayAt(x) - pressedDay;
    };
    return {
      // In lanes a bar is dragged in both directions.
      ...(!lanes && { axis: 'x' as const }),
      capture: this.#element,
      onStart: ({ x }) => this.#start(row, grip, x),
      onMove: (press) => this.#move(row, grip, daysAt(press), press, lanes?.move(press) ?? null),
      onFrame: (press) => {
        const isScrolledDown = lanes?.scroll(press) ?? false;
        return this.#scrollAtEdge(press) || isScrolledDown;
      },
      onDrop: () => {
        lanes?.end();
        this.#drop();
      },
      onCancel: (_, wasDragging) => {
        lanes?.end();
        if (wasDragging) this.#put();
      },
    };
  }

  #start({ epic }: EpicRowData, grip: Grip, x: number): void {
    this.#keys.commit();
    this.#element.dataset['dragging'] = grip;
    // A bar that is being saved starts from its shown position.
    const span = this.#store.get().spans.get(epic.id) ?? epic.span;
    this.#store.change({ drag: { epic: { ...epic, span }, grip, span, x }, failure: null });
  }

  #move(row: EpicRowData, grip: Grip, days: number, { x }: Press, lane: LaneDrop | null): void {
    const { drag } = this.#store.get();
    if (!drag) return;
    const span = draggedSpan(drag.epic.span, row.span, grip, days);
    if (drag.x === x && isSameSpan(span, drag.span) && drag.lane?.toKey === lane?.toKey) return;
    this.#store.change({ drag: { ...drag, span, x, lane } });
  }

  /** The view auto-scrolls with a bar that is dragged to its edge, in the direction of the drag. */
  #scrollAtEdge({ x, startX, kind }: Press): boolean {
    const view = this.#element.getBoundingClientRect();
    const by = edgeScroll(x, view.left + this.#scene().detailsWidth, view.right, kind);
    if (by === 0 || Math.sign(by) !== Math.sign(x - startX)) return false;
    this.#element.scrollLeft += by;
    return true;
  }

  #drop(): void {
    const { drag } = this.#store.get();
    if (drag) saveDrag(this.#saver, drag);
    this.#put();
  }

  /** No drag is active. */
  #put(): void {
    delete this.#element.dataset['dragging'];
    this.#store.change({ drag: null });
  }

  /** The cursor shows what a press would grab. */
  readonly #showGrip = (event: PointerEvent): void => {
    if (event.buttons !== 0) return;
    const grip = event.pointerType === 'touch' ? undefined : this.#barAt(event)?.grip;
    if (this.#element.dataset['grip'] === grip) return;
    if (grip) this.#element.dataset['grip'] = grip;
    else delete this.#element.dataset['grip'];
  };

  #barAt(event: PointerEvent): { row: EpicRowData; grip: Grip } | null {
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card^="epic:"]') : null;
    const index = bar?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const row = index === undefined ? undefined : epicRowAt(this.#scene(), Number(index));
    if (!bar || !row?.epic.mayMove) return null;
    const box = bar.getBoundingClientRect();
    // An end that is clipped by the range is outside the view.
    const ends = { start: !row.span.isStartOutOfRange, due: !row.span.isDueOutOfRange };
    return { row, grip: gripAt(event.clientX - box.left, box.width, pointerKindOf(event), ends) };
  }

  #dayAt(clientX: number): Day {
    return dayUnder({ element: this.#element, scene: this.#scene }, clientX);
  }
}
