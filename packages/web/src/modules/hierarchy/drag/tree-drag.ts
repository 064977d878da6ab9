import { dragDelay, edgeScroll, type PointerKind } from '@milepost/core/roadmap/drag';
import { swallowClick } from '../../../ui/button/swallow-click.ts';
import { topsOf } from '../../../ui/list/use-row-window.ts';
import type { ItemRow, Row } from '../data/rows.ts';
import type { TreeState } from '../data/use-tree.ts';
import { type Drop, dropAt } from './drop.ts';

/** Milliseconds over a row that is not open, until it opens. */
export const EXPAND_DELAY = 1000;
/** Pixels that a press moves before it is a drag, and a finger before it is no rest. */
const slack: Readonly<Record<PointerKind, number>> = { touch: 8, other: 4 };
/** What cannot be taken hold of. */
const FILTER = '.no-drag, input, textarea, select';

export interface Scene {
  tree: TreeState;
  rows: readonly Row[];
}

/** What is drawn of a drag. */
export interface Dragging {
  row: ItemRow;
  /** On the screen. */
  x: number;
  y: number;
  drop: Drop | null;
  /** The list's box on the screen. */
  list: { left: number; top: number; width: number };
}

interface Press {
  row: ItemRow;
  pointerId: number;
  kind: PointerKind;
  x: number;
  y: number;
}

/** Drags rows of a tree by pointer or finger, until it is ended. */
export class TreeDrag {
  readonly #list: HTMLElement;
  readonly #scene: () => Scene;
  readonly #listeners = new Set<() => void>();
  readonly #end = new AbortController();
  #press: Press | null = null;
  #rest: number | undefined;
  #hover: { key: string; timer: number } | null = null;
  #frame: number | undefined;
  #dragging: Dragging | null = null;

  constructor(list: HTMLElement, scene: () => Scene) {
    this.#list = list;
    this.#scene = scene;
    const { signal } = this.#end;
    list.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    // A press that moves drags, and selects no text.
    list.addEventListener('selectstart', (event) => this.#press && event.preventDefault(), { signal });
    list.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    list.addEventListener('contextmenu', (event) => this.#press?.kind === 'touch' && event.preventDefault(), {
      signal,
    });
    // A finger that drags does not scroll.
    list.addEventListener('touchmove', (event) => this.#dragging && event.cancelable && event.preventDefault(), {
      signal,
      passive: false,
    });
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', (event) => this.#up(event), { signal });
    window.addEventListener('pointercancel', (event) => this.#isOurs(event) && this.#stop(), { signal });
    window.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly get = (): Dragging | null => this.#dragging;

  end(): void {
    this.#stop();
    this.#end.abort();
  }

  #isOurs({ pointerId }: PointerEvent): boolean {
    return this.#press?.pointerId === pointerId;
  }

  #down(event: PointerEvent): void {
    const { target } = event;
    if (this.#press || event.button !== 0 || !(target instanceof Element) || target.closest(FILTER)) return;
    const index = target.closest<HTMLElement>('[role=treeitem]')?.dataset['index'];
    const row = index === undefined ? undefined : this.#scene().rows[Number(index)];
    if (row?.kind !== 'item') return;
    const kind: PointerKind = event.pointerType === 'touch' ? 'touch' : 'other';
    this.#press = { row, pointerId: event.pointerId, kind, x: event.clientX, y: event.clientY };
    if (kind === 'touch') this.#rest = window.setTimeout(() => this.#begin(), dragDelay.touch);
  }

  #begin(): void {
    const press = this.#press;
    if (!press) return;
    // The focused row stays in the document however far one scrolls, and a finger's moves come to where it began.
    this.#list
      .querySelector<HTMLElement>(`[data-index="${this.#indexOf(press.row.key)}"]`)
      ?.focus({ preventScroll: true });
    this.#show(press.x, press.y);
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #indexOf(key: string): number {
    return this.#scene().rows.findIndex((row) => row.key === key);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || !this.#isOurs(event)) return;
    const { clientX, clientY } = event;
    if (this.#dragging) return this.#show(clientX, clientY);
    const isFar = Math.hypot(clientX - press.x, clientY - press.y) > slack[press.kind];
    if (!isFar) return;
    // A finger that moves before it rested scrolls.
    if (press.kind === 'touch') this.#stop();
    else {
      this.#begin();
      this.#show(clientX, clientY);
    }
  }

  #show(x: number, y: number): void {
    const press = this.#press;
    if (!press) return;
    const { rows, tree } = this.#scene();
    const box = this.#list.getBoundingClientRect();
    const at = { x: x - box.left, y: y - box.top };
    const drop = dropAt({ rows, tops: topsOf(rows), ...at, dragged: press.row, parent: (key) => tree.parent(key) });
    this.#watch(drop === null ? undefined : rows[drop.row]);
    this.#dragging = { row: press.row, x, y, drop, list: { left: box.left, top: box.top, width: box.width } };
    this.#tell();
  }

  /** A row that is not open opens once the drag rested over it. */
  #watch(row: Row | undefined): void {
    const key = row?.kind === 'item' && row.isExpanded === false && row.key !== this.#press?.row.key ? row.key : null;
    if (this.#hover?.key === key) return;
    window.clearTimeout(this.#hover?.timer);
    this.#hover = null;
    if (key === null || row?.kind !== 'item') return;
    const { item } = row;
    const timer = window.setTimeout(() => {
      this.#hover = null;
      this.#scene().tree.open(item);
    }, EXPAND_DELAY);
    this.#hover = { key, timer };
  }

  /** Near an edge of the screen the page scrolls along. */
  #scroll(): void {
    const { x, y } = this.#dragging ?? {};
    if (x === undefined || y === undefined) return;
    const by = edgeScroll(y, 0, window.innerHeight, this.#press?.kind ?? 'other');
    if (by !== 0) {
      scrollerOf(this.#list).scrollTop += by;
      this.#show(x, y);
    }
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #up(event: PointerEvent): void {
    if (!this.#isOurs(event)) return;
    const dragging = this.#dragging;
    this.#stop();
    if (!dragging) return;
    swallowClick();
    const { row, drop } = dragging;
    if (!drop || drop.obstacle || drop.isHere) return;
    void this.#scene().tree.move(row.item, row.parentKey, drop.place);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#dragging) return;
    event.preventDefault();
    event.stopPropagation();
    this.#stop();
  }

  #stop(): void {
    window.clearTimeout(this.#rest);
    window.clearTimeout(this.#hover?.timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#press = null;
    this.#hover = null;
    if (!this.#dragging) return;
    this.#dragging = null;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What scrolls when an element is to move: the nearest that can, or the page. */
function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
