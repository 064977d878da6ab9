import type { QueryClient } from '@tanstack/react-query';
import type { Day, Span } from '@milepost/core/days';
import { localDayOf } from '@milepost/core/days';
import type { PointerKind } from '@milepost/core/roadmap/drag';
import { daysOfColumn, dragDelay, draggedSpan, edgeScroll, placedSpan } from '@milepost/core/roadmap/drag';
import { isWithin } from '@milepost/core/roadmap/ranges';
import { extentOf } from '../../../timeline/scale.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { stepOf, take } from './keys.ts';
import type { Ghost, GhostHands, MoveStore } from './moves.ts';
import { saverOf } from './saver.ts';
import type { Stage } from './scene.ts';
import { dayUnder, isInView, reveal, topLevelRowBelow, trackBoxOf } from './scene.ts';
import { swallowClick } from '../../../ui/button/swallow-click.ts';

/** A mouse moves this far before a press is a drag and no click. */
const slack = 4;
/** A finger moves this far before the press was the start of scrolling. */
const wobble = 8;
/** How a bar looks while it is not above the timeline. */
const besideWidth = 160;
export const ghostHeight = 28;

interface Press {
  pointerId: number;
  kind: PointerKind;
  startX: number;
  startY: number;
  x: number;
  y: number;
  isDragging: boolean;
  /** It has been away from the edges: from then on the view follows. */
  canScroll: boolean;
  /** Of a bar that lies on the timeline already: what it is, and the day of it that was taken hold of. */
  held: { span: Span; day: Day } | null;
}

/**
 * Brings one epic from the tray to the timeline: dragged there by pointer or finger, or put there at once and then moved by
 * keys, a finger or the pointer until it is kept. Nothing is saved before it is put down.
 */
export class Placing implements GhostHands {
  readonly #epic: RoadmapEpic;
  readonly #store: MoveStore;
  readonly #client: QueryClient;
  readonly #stage: Stage;
  /** Called once it is over. */
  readonly #onEnd: () => void;
  #press: Press | null = null;
  /** Ends all listening; that of one press ends before. */
  readonly #stop = new AbortController();
  #pressStop = new AbortController();
  #rest: number | undefined;
  #frame = 0;
  /** How far down the screen the ghost is, while it waits. */
  #top = 0;
  isWaiting = false;

  constructor(epic: RoadmapEpic, store: MoveStore, client: QueryClient, stage: Stage, onEnd: () => void) {
    this.#epic = epic;
    this.#store = store;
    this.#client = client;
    this.#stage = stage;
    this.#onEnd = onEnd;
  }

  /** A row of the tray, or the ghost itself, is pressed. */
  press(event: PointerEvent): void {
    const kind: PointerKind = event.pointerType === 'touch' ? 'touch' : 'other';
    const { clientX: x, clientY: y, pointerId } = event;
    const { drag } = this.#store.get();
    const held = this.isWaiting && drag ? { span: drag.span, day: dayUnder(this.#stage, x) } : null;
    this.#press = { pointerId, kind, startX: x, startY: y, x, y, isDragging: false, canScroll: false, held };
    this.#pressStop = new AbortController();
    const { signal } = this.#pressStop;
    window.addEventListener('pointermove', this.#onMove, { signal });
    window.addEventListener('pointerup', this.#onUp, { signal });
    window.addEventListener('pointercancel', this.#onCancel, { signal });
    window.addEventListener('dragstart', take, { signal });
    window.addEventListener('contextmenu', this.#onContextMenu, { signal });
    window.addEventListener('keydown', this.#onKeyWhileDragging, { signal, capture: true });
    // Not passive: what is in hand does not scroll what lies below.
    window.addEventListener('touchmove', this.#onTouchMove, { signal, passive: false });
    if (dragDelay[kind] > 0 && !this.isWaiting) this.#rest = window.setTimeout(() => this.#begin(), dragDelay[kind]);
    else if (this.isWaiting) this.#begin();
  }

  /** Puts it on the timeline without a pointer: at today, or in the middle of what is in view. */
  wait(): void {
    const today = localDayOf(new Date());
    const { element, scene } = this.#stage;
    const { scale, window: days, detailsWidth } = scene();
    const view = element.getBoundingClientRect();
    const middle = dayUnder(this.#stage, (view.left + detailsWidth + view.right) / 2);
    const isTodaySeen = isWithin(today, days) && isInView(this.#stage, scale.xOf(today));
    this.isWaiting = true;
    this.#store.hands = this;
    this.#top = Math.round(view.top + view.height / 2);
    const { signal } = this.#stop;
    element.addEventListener('scroll', this.redraw, { signal, passive: true });
    window.addEventListener('resize', this.redraw, { signal });
    this.#show(placedSpan(scale.columns, isTodaySeen ? today : middle));
    this.#say('placing');
  }

  readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    this.press(event);
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
    const { scale } = this.#stage.scene();
    const at = step.grip === 'due' ? due : start;
    const days = step.direction * (step.isByColumn ? daysOfColumn(scale.columns, at) : 1);
    const next = draggedSpan(drag.span, { start, due }, step.grip, days);
    reveal(this.#stage, next, step.grip === 'due' ? 'due' : 'start');
    this.#show(next);
    this.#say('placing');
  };

  /** Puts it down where it is. */
  readonly keep = (): void => {
    const { drag } = this.#store.get();
    const { ghost } = drag ?? {};
    if (!drag || !ghost || ghost.isBeside) return this.cancel();
    const beforeId = topLevelRowBelow(this.#stage, ghost.top + ghostHeight / 2);
    this.#end();
    const saver = saverOf(this.#store, this.#client, this.#stage);
    void saver.save({ epic: this.#epic, before: this.#epic.span, wanted: drag.span }, false, beforeId);
    this.#store.change({ drag: null });
  };

  readonly cancel = (): void => {
    const wasShown = this.#store.get().drag !== null;
    this.#end();
    this.#store.change({ drag: null });
    if (wasShown) this.#store.say({ is: 'kept', epic: this.#epic, span: this.#epic.span });
  };

  readonly #onMove = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    press.x = event.clientX;
    press.y = event.clientY;
    if (press.isDragging) return this.#follow(press);
    const distance = Math.hypot(press.x - press.startX, press.y - press.startY);
    if (press.kind === 'touch') {
      if (distance > wobble) this.#end();
    } else if (distance >= slack) this.#begin();
  };

  readonly #onUp = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    if (!press.isDragging) return this.isWaiting ? this.#letGo() : this.#end();
    swallowClick();
    const distance = Math.hypot(press.x - press.startX, press.y - press.startY);
    // A tap on a ghost that waits is no drop.
    if (this.isWaiting && distance < slack) return this.#letGo();
    this.keep();
  };

  readonly #onCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.pointerId) this.cancel();
  };

  readonly #onTouchMove = (event: TouchEvent): void => {
    if (this.#press?.isDragging && event.cancelable) event.preventDefault();
  };

  readonly #onContextMenu = (event: MouseEvent): void => {
    if (this.#press?.kind === 'touch' && this.#press.isDragging) event.preventDefault();
  };

  readonly #onKeyWhileDragging = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#press?.isDragging) return;
    take(event);
    swallowClick();
    this.cancel();
  };

  #begin(): void {
    const press = this.#press;
    if (!press) return;
    press.isDragging = true;
    this.#store.hands = this;
    this.#frame = requestAnimationFrame(this.#onFrame);
    if (!this.isWaiting) this.#follow(press);
  }

  #follow({ x, y, startX, startY, kind, held }: Press): void {
    if (this.isWaiting && Math.hypot(x - startX, y - startY) < slack) return;
    const view = trackBoxOf(this.#stage);
    const top = Math.round(y - ghostHeight / 2);
    if (x < view.left || x > view.right || y < view.top || y > view.bottom) {
      const ghost = { left: x - besideWidth / 2, top, width: besideWidth, isBeside: true };
      return this.#store.change({ drag: { epic: this.#epic, grip: 'move', span: this.#epic.span, x, ghost } });
    }
    if (this.#press && edgeScroll(x, view.left, view.right, kind) === 0) this.#press.canScroll = true;
    this.#top = top;
    const day = dayUnder(this.#stage, x);
    const { columns } = this.#stage.scene().scale;
    this.#show(held ? moved(held.span, day - held.day) : placedSpan(columns, day), x);
  }

  readonly #onFrame = (): void => {
    const press = this.#press;
    if (!press?.isDragging) return;
    const view = trackBoxOf(this.#stage);
    const isAbove = press.x >= view.left && press.x <= view.right && press.y >= view.top && press.y <= view.bottom;
    const by = press.canScroll && isAbove ? edgeScroll(press.x, view.left, view.right, press.kind) : 0;
    if (by !== 0) {
      this.#stage.element.scrollLeft += by;
      this.#follow(press);
    }
    this.#frame = requestAnimationFrame(this.#onFrame);
  };

  #show(span: Span, x: number | null = null): void {
    const ghost = this.#ghostOf(span);
    this.#store.change({ drag: { epic: this.#epic, grip: 'move', span, x, ghost }, trouble: null });
  }

  readonly redraw = (): void => {
    const { drag } = this.#store.get();
    if (drag && !this.#press) this.#show(drag.span);
  };

  #ghostOf({ start, due }: Span): Ghost {
    const { element, scene } = this.#stage;
    const { scale } = scene();
    const view = trackBoxOf(this.#stage);
    const { left: x, width } = extentOf(scale, start as Day, due as Day);
    const from = view.left + x - element.scrollLeft;
    const left = Math.max(from, view.left);
    return { left, top: this.#top, width: Math.max(10, Math.min(from + width, view.right) - left), isBeside: false };
  }

  #letGo(): void {
    this.#press = null;
    this.#pressStop.abort();
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#frame);
  }

  #end(): void {
    this.#letGo();
    this.#stop.abort();
    this.#store.hands = null;
    this.#onEnd();
  }

  #say(is: 'placing'): void {
    const { drag } = this.#store.get();
    if (drag) this.#store.say({ is, epic: this.#epic, span: drag.span });
  }
}

function moved({ start, due }: Span, days: number): Span {
  return draggedSpan({ start, due }, { start: start as Day, due: due as Day }, 'move', days);
}
