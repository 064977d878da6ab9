import { DRAG_DELAY_MS, type PointerKind } from '@milepost/core/drag';
import { swallowClick } from './swallow-click.ts';

/** Pixels that a mouse moves before a press is a drag and no longer a click. */
export const DRAG_THRESHOLD = 4;
/** Pixels that a resting finger may move. One that moves further scrolls. */
const TOUCH_SLOP = 8;

/** A pressed pointer, in pixels of the viewport. */
export interface Press {
  readonly pointerId: number;
  readonly kind: PointerKind;
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
}

/** The handlers of a drag. */
export interface DragHandlers {
  /** The press itself starts the drag: it needs no movement and no long press. */
  startsAtOnce?: boolean;
  /** How long a finger must rest, in milliseconds; the time of `DRAG_DELAY_MS` by default. */
  touchDelay?: number;
  /** Only movement along this axis starts a drag. */
  axis?: 'x';
  /** Captures the pointer while dragging, so that nothing else reacts to it. */
  capture?: Element;
  onStart?(press: Press): void;
  onMove(press: Press): void;
  /** Called once a frame while dragging. True: the content scrolled, and `onMove` is called. */
  onFrame?(press: Press): boolean;
  onDrop(press: Press): void;
  /** The press ended without a drop: by Escape, by `cancel`, or, not yet `wasDragging`, as a click or a scroll. */
  onCancel?(press: Press, wasDragging: boolean): void;
}

/** The kind of pointer: each has its own delay and its own distances. */
export function pointerKindOf({ pointerType }: PointerEvent): PointerKind {
  return pointerType === 'touch' ? 'touch' : 'other';
}

/**
 * Starts drags in `element`: `take` returns the handlers for the pressed element, or null. Returns a function that stops it.
 */
export function listenForDrags(element: HTMLElement, take: (event: PointerEvent) => DragHandlers | null): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let drag: Drag | null = null;
  element.addEventListener(
    'pointerdown',
    (event) => {
      const handlers = isDragPress(event) ? take(event) : null;
      if (!handlers) return;
      drag?.cancel();
      drag = new Drag(event, handlers);
    },
    { signal },
  );
  // Browsers ignore `preventDefault` in listeners that are added during a touch, so this one is added before.
  element.addEventListener('touchmove', (event) => drag?.keepFromScrolling(event), { signal, passive: false });
  return () => {
    stop.abort();
    drag?.cancel();
  };
}

/** Starts a drag from a press that another listener received; null if the press cannot start a drag. */
export function startDrag(event: PointerEvent, handlers: DragHandlers): Drag | null {
  return isDragPress(event) ? new Drag(event, handlers) : null;
}

/** Other buttons, other fingers, and presses with a modifier key belong to the browser. */
function isDragPress({ button, isPrimary, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent): boolean {
  return button === 0 && isPrimary && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** One press: it becomes a click, a scroll, or a drag that is dropped or canceled. */
export class Drag {
  readonly #press: Press;
  readonly #handlers: DragHandlers;
  readonly #listening = new AbortController();
  #isDragging = false;
  #longPress: number | undefined;
  #frame = 0;

  constructor(event: PointerEvent, handlers: DragHandlers) {
    const { pointerId, clientX, clientY } = event;
    const kind = pointerKindOf(event);
    this.#press = { pointerId, kind, startX: clientX, startY: clientY, x: clientX, y: clientY };
    this.#handlers = handlers;
    const { signal } = this.#listening;
    window.addEventListener('pointermove', this.#onMove, { signal });
    window.addEventListener('pointerup', this.#onUp, { signal });
    window.addEventListener('pointercancel', this.#onPointerCancel, { signal });
    window.addEventListener('keydown', this.#onKey, { signal, capture: true });
    window.addEventListener('touchmove', this.keepFromScrolling, { signal, passive: false });
    window.addEventListener('contextmenu', this.#onContextMenu, { signal });
    // By default the browser would select text, or drag links and images.
    window.addEventListener('selectstart', preventDefault, { signal });
    window.addEventListener('dragstart', preventDefault, { signal });
    if (handlers.startsAtOnce) this.#start();
    else if (kind === 'touch')
      this.#longPress = window.setTimeout(() => this.#start(), handlers.touchDelay ?? DRAG_DELAY_MS.touch);
  }

  /** False once the press has ended. */
  get isPressed(): boolean {
    return !this.#listening.signal.aborted;
  }

  /** Ends the press as Escape does. */
  cancel(): void {
    if (!this.isPressed) return;
    if (this.#isDragging) swallowClick(true);
    this.#endWithoutDrop();
  }

  /** Stops without calling a handler. */
  end(): void {
    this.#listening.abort();
    window.clearTimeout(this.#longPress);
    cancelAnimationFrame(this.#frame);
    const { capture } = this.#handlers;
    const { pointerId } = this.#press;
    if (capture?.hasPointerCapture(pointerId)) capture.releasePointerCapture(pointerId);
  }

  #endWithoutDrop(): void {
    this.end();
    this.#handlers.onCancel?.(this.#press, this.#isDragging);
  }

  /** While a finger drags, the page does not scroll. */
  readonly keepFromScrolling = (event: TouchEvent): void => {
    if (this.isPressed && this.#isDragging && event.cancelable) event.preventDefault();
  };

  #start(): void {
    this.#isDragging = true;
    const { capture, onStart, onFrame } = this.#handlers;
    capture?.setPointerCapture(this.#press.pointerId);
    onStart?.(this.#press);
    if (onFrame && this.isPressed) this.#frame = requestAnimationFrame(this.#onFrame);
  }

  readonly #onMove = (event: PointerEvent): void => {
    const press = this.#press;
    if (event.pointerId !== press.pointerId) return;
    press.x = event.clientX;
    press.y = event.clientY;
    if (!this.#isDragging) {
      if (press.kind === 'touch') {
        if (distanceOf(press) > TOUCH_SLOP) this.cancel();
        return;
      }
      if (distanceOf(press, this.#handlers.axis) < DRAG_THRESHOLD) return;
      this.#start();
    }
    if (this.isPressed) this.#handlers.onMove(press);
  };

  readonly #onFrame = (): void => {
    if (this.#handlers.onFrame?.(this.#press)) this.#handlers.onMove(this.#press);
    if (this.isPressed) this.#frame = requestAnimationFrame(this.#onFrame);
  };

  readonly #onUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.#press.pointerId) return;
    if (!this.#isDragging) return this.#endWithoutDrop();
    swallowClick(false);
    this.end();
    this.#handlers.onDrop(this.#press);
  };

  readonly #onPointerCancel = (event: PointerEvent): void => {
    // No click follows.
    if (event.pointerId === this.#press.pointerId) this.#endWithoutDrop();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  };

  /** The long press of a finger drags; it does not open the browser's menu of links. */
  readonly #onContextMenu = (event: MouseEvent): void => {
    if (this.#press.kind === 'touch') event.preventDefault();
  };
}

/** How far the pointer is from where it was pressed. */
export function distanceOf({ x, y, startX, startY }: Press, axis?: 'x'): number {
  return axis === 'x' ? Math.abs(x - startX) : Math.hypot(x - startX, y - startY);
}

function preventDefault(event: Event): void {
  event.preventDefault();
}
