import type { QueryClient } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import type { Grip, PointerKind } from '@milepost/core/roadmap/drag';
import { dragDelay, draggedSpan, edgeScroll, gripAt, isSameSpan } from '@milepost/core/roadmap/drag';
import type { EpicRowData } from '../data/rows.ts';
import { KeyMoves } from './keys.ts';
import type { MoveStore } from './moves.ts';
import { type Saver, saverOf } from './saver.ts';
import type { DragScene } from './scene.ts';
import { dayUnder } from './scene.ts';
import { swallowClick } from '../../../ui/button/swallow-click.ts';

/** A mouse moves this far before a press is a drag and no click. */
const slack = 4;
/** A finger moves this far before the press was the start of scrolling. */
const wobble = 8;

/** A bar that is pressed, and perhaps dragged already. */
interface Press {
  row: EpicRowData;
  grip: Grip;
  kind: PointerKind;
  pointerId: number;
  startX: number;
  startY: number;
  x: number;
  /** The day that the pointer took hold of. */
  day: Day;
  isDragging: boolean;
}

/** Pointer, touch and keys on the bars of the list, taken in one place. */
export class BarDrag {
  readonly #element: HTMLElement;
  readonly #store: MoveStore;
  readonly #scene: () => DragScene;
  readonly #saver: Saver;
  readonly #keys: KeyMoves;
  readonly #stop = new AbortController();
  #press: Press | null = null;
  #rest: number | undefined;
  #frame = 0;

  constructor(element: HTMLElement, store: MoveStore, client: QueryClient, scene: () => DragScene) {
    this.#element = element;
    this.#store = store;
    this.#scene = scene;
    this.#saver = saverOf(store, client, { element, scene });
    this.#keys = new KeyMoves(element, store, scene, this.#saver);
    const { signal } = this.#stop;
    element.addEventListener('pointerdown', this.#onDown, { signal });
    element.addEventListener('pointermove', this.#onMove, { signal });
    element.addEventListener('pointerup', this.#onUp, { signal });
    element.addEventListener('pointercancel', this.#onCancel, { signal });
    // A link would be dragged away by the browser.
    element.addEventListener('dragstart', this.#onDragStart, { signal });
    element.addEventListener('contextmenu', this.#onContextMenu, { signal });
    // Not passive: a bar in hand does not scroll the list.
    element.addEventListener('touchmove', this.#onTouchMove, { signal, passive: false });
  }

  /** Lets go of everything. */
  end(): void {
    this.#cancel();
    this.#keys.end();
    this.#stop.abort();
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    const found = this.#barAt(event);
    if (!found || this.#scene().isPhone) return;
    const { row, grip } = found;
    const kind = kindOf(event);
    const { clientX: x, clientY: startY, pointerId } = event;
    this.#press = { row, grip, kind, pointerId, startX: x, startY, x, day: this.#dayAt(x), isDragging: false };
    if (dragDelay[kind] > 0) this.#rest = window.setTimeout(() => this.#begin(), dragDelay[kind]);
  };

  readonly #onMove = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press) return this.#showGrip(event);
    if (event.pointerId !== press.pointerId) return;
    press.x = event.clientX;
    if (press.isDragging) return this.#drag(press);
    const moved = Math.hypot(event.clientX - press.startX, event.clientY - press.startY);
    if (press.kind === 'touch') {
      if (moved > wobble) this.#cancel();
    } else if (Math.abs(event.clientX - press.startX) >= slack) {
      this.#begin();
      this.#drag(press);
    }
  };

  readonly #onUp = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    const { drag } = this.#store.get();
    const isDropped = press.isDragging && drag !== null;
    if (isDropped) swallowClick();
    this.#letGo();
    if (isDropped && !isSameSpan(drag.span, drag.epic.span)) {
      void this.#saver.save({ epic: drag.epic, before: drag.epic.span, wanted: drag.span });
    }
    if (isDropped) this.#store.change({ drag: null });
  };

  readonly #onCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.pointerId) this.#cancel();
  };

  readonly #onTouchMove = (event: TouchEvent): void => {
    if (this.#press?.isDragging && event.cancelable) event.preventDefault();
  };

  readonly #onDragStart = (event: DragEvent): void => {
    if (this.#press) event.preventDefault();
  };

  /** A long press is ours, not the browser's menu of links. */
  readonly #onContextMenu = (event: MouseEvent): void => {
    if (this.#press?.kind === 'touch' && this.#press.isDragging) event.preventDefault();
  };

  readonly #onKeyWhileDragging = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick();
    this.#cancel();
  };

  #begin(): void {
    const press = this.#press;
    if (!press) return;
    this.#keys.commit();
    press.isDragging = true;
    this.#element.setPointerCapture(press.pointerId);
    this.#element.dataset['dragging'] = press.grip;
    window.addEventListener('keydown', this.#onKeyWhileDragging, { capture: true });
    const { epic } = press.row;
    // What is shown is in hand: of a bar that is still being saved, where it was put.
    const span = this.#store.get().spans.get(epic.id) ?? epic.span;
    this.#store.change({ drag: { epic: { ...epic, span }, grip: press.grip, span, x: press.x }, trouble: null });
    this.#frame = requestAnimationFrame(this.#onFrame);
  }

  #drag(press: Press): void {
    const { drag } = this.#store.get();
    if (!drag) return;
    const days = this.#dayAt(press.x) - press.day;
    const span = draggedSpan(drag.epic.span, press.row.span, press.grip, days);
    if (drag.x === press.x && isSameSpan(span, drag.span)) return;
    this.#store.change({ drag: { ...drag, span, x: press.x } });
  }

  /** The view follows a bar that is dragged to its edge, in the direction in which it is dragged. */
  readonly #onFrame = (): void => {
    const press = this.#press;
    if (!press?.isDragging) return;
    const view = this.#element.getBoundingClientRect();
    const by = edgeScroll(press.x, view.left + this.#scene().detailsWidth, view.right, press.kind);
    if (by !== 0 && Math.sign(by) === Math.sign(press.x - press.startX)) {
      this.#element.scrollLeft += by;
      this.#drag(press);
    }
    this.#frame = requestAnimationFrame(this.#onFrame);
  };

  #cancel(): void {
    const press = this.#press;
    this.#letGo();
    if (press?.isDragging) this.#store.change({ drag: null });
  }

  #letGo(): void {
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#frame);
    window.removeEventListener('keydown', this.#onKeyWhileDragging, { capture: true });
    const press = this.#press;
    this.#press = null;
    delete this.#element.dataset['dragging'];
    if (press && this.#element.hasPointerCapture(press.pointerId)) this.#element.releasePointerCapture(press.pointerId);
  }

  /** The pointer says what it would take hold of. */
  #showGrip(event: PointerEvent): void {
    const grip = event.pointerType === 'touch' ? undefined : this.#barAt(event)?.grip;
    if (this.#element.dataset['grip'] === grip) return;
    if (grip) this.#element.dataset['grip'] = grip;
    else delete this.#element.dataset['grip'];
  }

  #barAt(event: PointerEvent): { row: EpicRowData; grip: Grip } | null {
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card^="epic:"]') : null;
    const index = bar?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const row = index === undefined ? undefined : this.#scene().rows[Number(index)];
    if (!bar || !row?.epic.mayMove) return null;
    const box = bar.getBoundingClientRect();
    // An end that is cut off by the range is somewhere else.
    const ends = { start: !row.span.isStartOutOfRange, due: !row.span.isDueOutOfRange };
    return { row, grip: gripAt(event.clientX - box.left, box.width, kindOf(event), ends) };
  }

  #dayAt(clientX: number): Day {
    return dayUnder({ element: this.#element, scene: this.#scene }, clientX);
  }
}

export function kindOf(event: PointerEvent): PointerKind {
  return event.pointerType === 'touch' ? 'touch' : 'other';
}
