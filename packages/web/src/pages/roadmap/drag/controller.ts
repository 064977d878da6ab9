import type { QueryClient } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import { edgeScroll } from '@milepost/core/drag';
import type { Grip } from '@milepost/core/roadmap/drag';
import { draggedSpan, gripAt, isSameSpan } from '@milepost/core/roadmap/drag';
import { type DragHandlers, listenForDrags, pointerKindOf, type Press } from '../../../ui/drag/drag.ts';
import type { EpicRowData } from '../data/rows.ts';
import { Drawing } from './drawing.ts';
import { KeyMoves } from './keys.ts';
import type { MoveSaver, MoveStore } from './moves.ts';
import { saverOf } from './saver.ts';
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
    const found = this.#barAt(event);
    if (!found) return this.#drawing.take(event);
    if (this.#scene().isPhone) return null;
    const { row, grip } = found;
    const pressedDay = this.#dayAt(event.clientX);
    return {
      axis: 'x',
      capture: this.#element,
      onStart: ({ x }) => this.#start(row, grip, x),
      onMove: ({ x }) => this.#move(row, grip, this.#dayAt(x) - pressedDay, x),
      onFrame: (press) => this.#scrollAtEdge(press),
      onDrop: () => this.#drop(),
      onCancel: (_, wasDragging) => {
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

  #move(row: EpicRowData, grip: Grip, days: number, x: number): void {
    const { drag } = this.#store.get();
    if (!drag) return;
    const span = draggedSpan(drag.epic.span, row.span, grip, days);
    if (drag.x === x && isSameSpan(span, drag.span)) return;
    this.#store.change({ drag: { ...drag, span, x } });
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
    if (drag && !isSameSpan(drag.span, drag.epic.span)) {
      void this.#saver.save({ epic: drag.epic, before: drag.epic.span, wanted: drag.span });
    }
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
