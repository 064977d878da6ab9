import { edgeScroll } from '@milepost/core/drag';
import { type DragHandlers, listenForDrags, type Press } from '../../../ui/drag/drag.ts';
import type { Cell } from '../data/board.ts';

/** How long a finger rests on a card before it is lifted: a shorter touch scrolls. */
const LIFT_DELAY_MS = 400;
/** Elements that do not start a drag. */
const FILTER = 'button, input, select, textarea';

/** Where the dragged card would be dropped. */
export interface DropTarget extends Cell {
  /** The card above; null at the top. */
  after: string | null;
  isLast: boolean;
}

export interface DragEvents {
  mayDrag(id: string): boolean;
  onLift(id: string, from: Cell): void;
  /** Called when the target changes. */
  onTarget(target: DropTarget | null): void;
  onDrop(target: DropTarget | null): void;
  onCancel(): void;
}

/** Makes the cards in a board draggable by pointer and touch. Returns a function that stops it. */
export function dragCards(board: HTMLElement, events: () => DragEvents): () => void {
  return listenForDrags(board, (event) => takeCard(board, event, events));
}

function takeCard(board: HTMLElement, { target }: PointerEvent, events: () => DragEvents): DragHandlers | null {
  if (!(target instanceof Element) || target.closest(FILTER)) return null;
  const card = target.closest<HTMLElement>('[data-card]');
  const id = card?.dataset['card'];
  const from = card && cellOf(card);
  if (!card || !id || !from || !events().mayDrag(id)) return null;
  let ghost: Ghost | null = null;
  let last: DropTarget | null = null;
  const aim = (press: Press): void => {
    ghost?.moveTo(press);
    const next = targetAt(press, id);
    if (isSameTarget(next, last)) return;
    last = next;
    events().onTarget(next);
  };
  return {
    touchDelay: LIFT_DELAY_MS,
    onStart(press) {
      ghost = new Ghost(card, press);
      events().onLift(id, from);
      aim(press);
    },
    onMove: aim,
    onFrame: (press) => scrollAtEdges(board, press),
    onDrop() {
      ghost?.remove();
      events().onDrop(last);
    },
    onCancel(_press, wasDragging) {
      ghost?.remove();
      if (wasDragging) events().onCancel();
    },
  };
}

/** The copy of a card under the pointer. It is moved without rendering the page. */
class Ghost {
  readonly #element: HTMLElement;
  readonly #offset: { x: number; y: number };

  constructor(card: HTMLElement, { startX, startY }: Press) {
    const box = card.getBoundingClientRect();
    this.#offset = { x: startX - box.left, y: startY - box.top };
    const copy = card.cloneNode(true) as HTMLElement;
    for (const name of ['data-card', 'tabindex', 'id']) copy.removeAttribute(name);
    copy.dataset['lifted'] = '';
    copy.setAttribute('aria-hidden', 'true');
    copy.inert = true;
    copy.style.width = `${box.width}px`;
    this.#element = copy;
    document.body.append(copy);
  }

  moveTo({ x, y }: Press): void {
    this.#element.style.transform = `translate(${x - this.#offset.x}px, ${y - this.#offset.y}px)`;
  }

  remove(): void {
    this.#element.remove();
  }
}

/** The cell of a card or of anything in it. */
export function cellOf(element: Element): Cell | null {
  const cell = element.closest<HTMLElement>('[data-cell]');
  const column = cell?.dataset['column'];
  return column === undefined ? null : { column, lane: cell?.dataset['lane'] ?? null };
}

function targetAt({ x, y }: Press, id: string): DropTarget | null {
  const under = document.elementsFromPoint(x, y).find((element) => element.closest('[data-cell]'));
  const element = under?.closest<HTMLElement>('[data-cell]');
  const cell = element && cellOf(element);
  if (!element || !cell) return null;
  const cards = [...element.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card.dataset['card'] !== id);
  let after: string | null = null;
  let isLast = true;
  for (const card of cards) {
    const { top, height } = card.getBoundingClientRect();
    if (y < top + height / 2) {
      isLast = false;
      break;
    }
    after = card.dataset['card'] ?? null;
  }
  return { ...cell, after, isLast };
}

function isSameTarget(one: DropTarget | null, other: DropTarget | null): boolean {
  if (one === null || other === null) return one === other;
  return one.column === other.column && one.lane === other.lane && one.after === other.after;
}

function scrollAtEdges(board: HTMLElement, { x, y, kind }: Press): boolean {
  const { left, right, top, bottom } = board.getBoundingClientRect();
  const by = { left: edgeScroll(x, left, right, kind), top: edgeScroll(y, top, bottom, kind) };
  if (by.left === 0 && by.top === 0) return false;
  board.scrollBy({ ...by, behavior: 'instant' });
  return true;
}
