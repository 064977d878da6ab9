import { edgeScroll, type PointerKind } from '@milepost/core/drag';
import { type DragHandlers, listenForDrags, type Press } from '../../../ui/drag/drag.ts';
import { topsOf } from '../../../ui/list/row-layout.ts';
import type { ItemRow, Row } from '../data/rows.ts';
import type { TreeState } from '../data/use-tree.ts';
import { type Drop, dropAt } from './drop.ts';
import { createListeners } from '../../../ui/listeners.ts';

/** The hover time before a collapsed row expands, in milliseconds. */
export const EXPAND_DELAY = 1000;
/** Elements that do not start a drag. */
const FILTER = '.no-drag, input, textarea, select';

export interface Scene {
  tree: TreeState;
  rows: readonly Row[];
}

/** The visual state of a drag. */
export interface Dragging {
  row: ItemRow;
  /** On the screen. */
  x: number;
  y: number;
  drop: Drop | null;
  /** The list's box on the screen. */
  list: { left: number; top: number; width: number };
}

/** Makes the rows of a tree draggable by pointer or touch, until it is destroyed. */
export class TreeDrag {
  readonly #list: HTMLElement;
  readonly #scene: () => Scene;
  readonly #listeners = createListeners();
  readonly #stop: () => void;
  #hover: { key: string; timer: number } | null = null;
  #dragging: Dragging | null = null;

  constructor(list: HTMLElement, scene: () => Scene) {
    this.#list = list;
    this.#scene = scene;
    this.#stop = listenForDrags(list, (event) => this.#take(event));
  }

  readonly subscribe = this.#listeners.subscribe;
  readonly get = (): Dragging | null => this.#dragging;

  end(): void {
    this.#stop();
  }

  #take({ target }: PointerEvent): DragHandlers | null {
    if (!(target instanceof Element) || target.closest(FILTER)) return null;
    const index = target.closest<HTMLElement>('[role=treeitem]')?.dataset['index'];
    const row = index === undefined ? undefined : this.#scene().rows[Number(index)];
    if (row?.kind !== 'item') return null;
    return {
      onStart: (press) => {
        // The focused row stays in the document however far the page scrolls; a finger's moves are sent to where it was pressed.
        this.#elementOf(row)?.focus({ preventScroll: true });
        this.#show(row, press);
      },
      onMove: (press) => this.#show(row, press),
      onFrame: ({ y, kind }) => this.#scrollAtEdge(y, kind),
      onDrop: () => this.#drop(),
      onCancel: () => this.#put(),
    };
  }

  #elementOf({ key }: ItemRow): HTMLElement | null {
    const index = this.#scene().rows.findIndex((row) => row.key === key);
    return this.#list.querySelector<HTMLElement>(`[data-index="${index}"]`);
  }

  #show(row: ItemRow, { x, y }: Press): void {
    const { rows, tree } = this.#scene();
    const box = this.#list.getBoundingClientRect();
    const at = { x: x - box.left, y: y - box.top };
    const drop = dropAt({ rows, tops: topsOf(rows), ...at, dragged: row, parent: (key) => tree.parent(key) });
    this.#watch(row, drop === null ? undefined : rows[drop.row]);
    this.#dragging = { row, x, y, drop, list: { left: box.left, top: box.top, width: box.width } };
    this.#notify();
  }

  /** A collapsed row expands after the drag hovered over it. */
  #watch(dragged: ItemRow, row: Row | undefined): void {
    const key = row?.kind === 'item' && row.isExpanded === false && row.key !== dragged.key ? row.key : null;
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

  /** Auto-scrolls near the edges of the screen. */
  #scrollAtEdge(y: number, kind: PointerKind): boolean {
    const by = edgeScroll(y, 0, window.innerHeight, kind);
    if (by === 0) return false;
    scrollerOf(this.#list).scrollTop += by;
    return true;
  }

  #drop(): void {
    const dragging = this.#dragging;
    this.#put();
    if (!dragging) return;
    const { row, drop } = dragging;
    if (!drop || drop.obstacle || drop.isHere) return;
    void this.#scene().tree.move(row.item, row.parentKey, drop.position);
  }

  /** The drag has ended. */
  #put(): void {
    window.clearTimeout(this.#hover?.timer);
    this.#hover = null;
    if (!this.#dragging) return;
    this.#dragging = null;
    this.#notify();
  }

  #notify(): void {
    this.#listeners.notify();
  }
}

/** The nearest scrollable ancestor of an element, or the page. */
function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
