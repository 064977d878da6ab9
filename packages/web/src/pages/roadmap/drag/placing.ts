import type { QueryClient } from '@tanstack/react-query';
import type { Day, Span } from '@milepost/core/days';
import { localDayOf } from '@milepost/core/days';
import { edgeScroll } from '@milepost/core/drag';
import { daysOfColumn, draggedSpan, placedSpan } from '@milepost/core/roadmap/drag';
import { isWithin } from '@milepost/core/roadmap/ranges';
import { extentOf } from '../../../timeline/scale.ts';
import { distanceOf, type Drag, DRAG_THRESHOLD, type Press, startDrag } from '../../../ui/drag/drag.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { stepOf, take } from './keys.ts';
import type { Ghost, GhostHandlers, MoveStore } from './moves.ts';
import { saverOf } from './saver.ts';
import type { DragArea } from './drag-area.ts';
import { dayUnder, isInView, reveal, topLevelRowBelow, trackBoxOf } from './drag-area.ts';

/** The width of a bar while it is not above the timeline. */
const besideWidth = 160;
export const ghostHeight = 28;

/**
 * Moves one epic from the tray to the timeline: dragged by pointer or touch, or placed at once and then moved by keys, touch or
 * pointer until it is confirmed. Nothing is saved before it is dropped.
 */
export class Placing implements GhostHandlers {
  readonly #epic: RoadmapEpic;
  readonly #store: MoveStore;
  readonly #client: QueryClient;
  readonly #area: DragArea;
  /** Called when it ends. */
  readonly #onEnd: () => void;
  #press: Drag | null = null;
  /** Stops listening to the chart. */
  readonly #stop = new AbortController();
  /** The ghost's y coordinate on the screen while it waits. */
  #top = 0;
  isWaiting = false;

  constructor(epic: RoadmapEpic, store: MoveStore, client: QueryClient, area: DragArea, onEnd: () => void) {
    this.#epic = epic;
    this.#store = store;
    this.#client = client;
    this.#area = area;
    this.#onEnd = onEnd;
  }

  /** A row of the tray, or the ghost itself, is pressed. Returns false if the press cannot start a drag. */
  press(event: PointerEvent): boolean {
    const { drag } = this.#store.get();
    const held = this.isWaiting && drag ? { span: drag.span, day: dayUnder(this.#area, event.clientX) } : null;
    // From the tray the pointer enters over an edge of the timeline: auto-scroll starts only after it has left the edges.
    let canScroll = false;
    const onMove = (press: Press): void => {
      const view = trackBoxOf(this.#area);
      canScroll ||= isWithinBox(view, press) && edgeScroll(press.x, view.left, view.right, press.kind) === 0;
      this.#follow(press, held);
    };
    this.#press = startDrag(event, {
      startsAtOnce: this.isWaiting,
      onStart: (press) => {
        this.#store.ghostHandlers = this;
        if (!this.isWaiting) onMove(press);
      },
      onMove: (press) => {
        // A tap on a waiting ghost moves nothing.
        if (!this.isWaiting || distanceOf(press) >= DRAG_THRESHOLD) onMove(press);
      },
      onFrame: (press) => canScroll && this.#scrollAtEdge(press),
      onDrop: (press) => {
        if (!this.isWaiting || distanceOf(press) >= DRAG_THRESHOLD) this.keep();
      },
      onCancel: (_, wasDragging) => (wasDragging ? this.cancel() : this.#end()),
    });
    return this.#press !== null;
  }

  /** Places it on the timeline without a pointer: at today, or in the middle of the view. */
  wait(): void {
    const today = localDayOf(new Date());
    const { element, scene } = this.#area;
    const { scale, window: days, detailsWidth } = scene();
    const view = element.getBoundingClientRect();
    const middle = dayUnder(this.#area, (view.left + detailsWidth + view.right) / 2);
    const isTodaySeen = isWithin(today, days) && isInView(this.#area, scale.xOf(today));
    this.isWaiting = true;
    this.#store.ghostHandlers = this;
    this.#top = Math.round(view.top + view.height / 2);
    const { signal } = this.#stop;
    element.addEventListener('scroll', this.redraw, { signal, passive: true });
    window.addEventListener('resize', this.redraw, { signal });
    this.#show(placedSpan(scale.columns, isTodaySeen ? today : middle));
    this.#say('placing');
  }

  readonly onDown = (event: PointerEvent): void => {
    if (this.press(event)) event.preventDefault();
  };

  readonly onKey = (event: KeyboardEvent): void => {
    const { drag } = this.#store.get();
    if (!drag) return;
    if (event.key === 'Enter') {
      take(event);
      return this.keep();
    }
    if (event.key === 'Escape') {
      take(event);
      return this.cancel();
    }
    const step = stepOf(event);
    if (!step) return;
    take(event);
    const { start, due } = drag.span;
    if (start === null || due === null) return;
    const { scale } = this.#area.scene();
    const at = step.grip === 'due' ? due : start;
    const days = step.direction * (step.isByColumn ? daysOfColumn(scale.columns, at) : 1);
    const next = draggedSpan(drag.span, { start, due }, step.grip, days);
    reveal(this.#area, next, step.grip === 'due' ? 'due' : 'start');
    this.#show(next);
    this.#say('placing');
  };

  /** Drops it at its current position. */
  readonly keep = (): void => {
    const { drag } = this.#store.get();
    const { ghost } = drag ?? {};
    if (!drag || !ghost || ghost.isBeside) return this.cancel();
    const beforeId = topLevelRowBelow(this.#area, ghost.top + ghostHeight / 2);
    this.#end();
    const saver = saverOf(this.#store, this.#client, this.#area);
    void saver.save({ epic: this.#epic, before: this.#epic.span, wanted: drag.span }, false, beforeId);
    this.#store.change({ drag: null });
  };

  readonly cancel = (): void => {
    const wasShown = this.#store.get().drag !== null;
    this.#end();
    this.#store.change({ drag: null });
    if (wasShown) this.#store.announce({ is: 'kept', epic: this.#epic, span: this.#epic.span });
  };

  #follow(press: Press, held: Held | null): void {
    const { x, y } = press;
    const top = Math.round(y - ghostHeight / 2);
    if (!isWithinBox(trackBoxOf(this.#area), press)) {
      const ghost = { left: x - besideWidth / 2, top, width: besideWidth, isBeside: true };
      return this.#store.change({ drag: { epic: this.#epic, grip: 'move', span: this.#epic.span, x, ghost } });
    }
    this.#top = top;
    const day = dayUnder(this.#area, x);
    const { columns } = this.#area.scene().scale;
    this.#show(held ? moved(held.span, day - held.day) : placedSpan(columns, day), x);
  }

  #scrollAtEdge(press: Press): boolean {
    const view = trackBoxOf(this.#area);
    const by = isWithinBox(view, press) ? edgeScroll(press.x, view.left, view.right, press.kind) : 0;
    this.#area.element.scrollLeft += by;
    return by !== 0;
  }

  #show(span: Span, x: number | null = null): void {
    const ghost = this.#ghostOf(span);
    this.#store.change({ drag: { epic: this.#epic, grip: 'move', span, x, ghost }, failure: null });
  }

  readonly redraw = (): void => {
    const { drag } = this.#store.get();
    if (drag && !this.#press?.isPressed) this.#show(drag.span);
  };

  #ghostOf({ start, due }: Span): Ghost {
    const { element, scene } = this.#area;
    const { scale } = scene();
    const view = trackBoxOf(this.#area);
    const { left: x, width } = extentOf(scale, start as Day, due as Day);
    const from = view.left + x - element.scrollLeft;
    const left = Math.max(from, view.left);
    return { left, top: this.#top, width: Math.max(10, Math.min(from + width, view.right) - left), isBeside: false };
  }

  #end(): void {
    this.#press?.end();
    this.#stop.abort();
    this.#store.ghostHandlers = null;
    this.#onEnd();
  }

  #say(is: 'placing'): void {
    const { drag } = this.#store.get();
    if (drag) this.#store.announce({ is, epic: this.#epic, span: drag.span });
  }
}

/** A bar that is on the timeline already, and the day that was pressed. */
interface Held {
  span: Span;
  day: Day;
}

function moved({ start, due }: Span, days: number): Span {
  return draggedSpan({ start, due }, { start: start as Day, due: due as Day }, 'move', days);
}

function isWithinBox(box: ReturnType<typeof trackBoxOf>, { x, y }: Press): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
