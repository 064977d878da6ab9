import type { Span } from '@milepost/core/days';
import type { Grip } from '@milepost/core/roadmap/drag';
import { daysOfColumn, draggedSpan } from '@milepost/core/roadmap/drag';
import type { RoadmapEpic } from '../data/epic.ts';
import { headerOf, type EpicRowData } from '../data/rows.ts';
import { laneDrop, lanesAt, leafLanes } from './lane-drop.ts';
import { tintLane } from './lane-drag.ts';
import type { MoveSaver, MoveStore } from './moves.ts';
import { saveDrag } from './saver.ts';
import { type DragArea, type DragScene, epicRowAt } from './drag-area.ts';

/** The delay after the last key before a move is saved. */
const restsFor = 1_500;

/** Alt and an arrow move a bar by a day, with Shift they move one of its ends; Ctrl or Cmd moves by a column. */
export class KeyMoves {
  readonly #store: MoveStore;
  readonly #area: DragArea;
  readonly #scene: () => DragScene;
  readonly #saver: MoveSaver;
  readonly #stop = new AbortController();
  /** The bar that keys are moving, with its original dates. */
  #epic: RoadmapEpic | null = null;
  #timer: number | undefined;

  constructor(element: HTMLElement, store: MoveStore, scene: () => DragScene, saver: MoveSaver) {
    this.#store = store;
    this.#area = { element, scene };
    this.#scene = scene;
    this.#saver = saver;
    const { signal } = this.#stop;
    // Runs before the list's own key handler, which does not handle these.
    element.addEventListener('keydown', this.#onKey, { signal, capture: true });
    element.addEventListener('focusout', this.#onFocusOut, { signal });
    document.addEventListener('keydown', this.#onUndoKey, { signal, capture: true });
  }

  end(): void {
    this.commit();
    this.#stop.abort();
  }

  /** Saves the changes made by keys so far. */
  commit(): void {
    const epic = this.#epic;
    const { drag } = this.#store.get();
    this.#epic = null;
    clearTimeout(this.#timer);
    if (!epic || !drag) return;
    saveDrag(this.#saver, { ...drag, epic });
    this.#put();
  }

  #put(): void {
    tintLane(this.#area.element, null);
    this.#store.change({ drag: null });
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    const epic = this.#epic;
    this.#epic = null;
    this.#put();
    if (epic) this.#store.announce({ is: 'canceled', epic, span: epic.span });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const row = this.#rowOf(event);
    if (!row) return;
    if (this.#epic && (event.key === 'Enter' || event.key === 'Escape')) {
      take(event);
      if (event.key === 'Enter') this.commit();
      else this.#cancel();
      return;
    }
    const lane = row.lane && laneStepOf(event);
    if (lane) {
      take(event);
      this.#chooseLane(row, lane);
      return;
    }
    const step = stepOf(event);
    if (!step) return;
    take(event);
    this.#move(row, step);
  };

  /** Losing the focus keeps the moved bar; a re-rendered row is not a loss of focus. */
  readonly #onFocusOut = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    const from = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (this.#epic && to instanceof Node && !from?.contains(to)) this.commit();
  };

  /** Undo first cancels a move in progress, then reverts finished changes. */
  readonly #onUndoKey = (event: KeyboardEvent): void => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || !this.#epic) return;
    event.preventDefault();
    this.#cancel();
  };

  #move(row: EpicRowData, { grip, direction, isByColumn }: Step): void {
    const { epic } = row;
    if (!epic.mayMove) {
      this.#store.announce({ is: 'notAllowed', epic, span: epic.span });
      return;
    }
    if (this.#epic && this.#epic.id !== epic.id) this.commit();
    const shown = this.#store.get();
    const span = shown.drag?.epic.id === epic.id ? shown.drag.span : (shown.spans.get(epic.id) ?? epic.span);
    this.#epic ??= { ...epic, span };
    const days = direction * (isByColumn ? this.#columnAt(row, grip, span) : 1);
    const next = draggedSpan(span, row.span, grip, days);
    const lane = shown.drag?.epic.id === epic.id ? (shown.drag.lane ?? null) : null;
    this.#store.change({ drag: { epic: this.#epic, grip, span: next, x: null, lane } });
    this.#store.announce({ is: 'moving', epic, span: next, lane });
    clearTimeout(this.#timer);
    if (!lane) this.#timer = window.setTimeout(() => this.commit(), restsFor);
  }

  /** Previews the lane above or below the one chosen last. Enter keeps it: nothing is saved by waiting. */
  #chooseLane(row: EpicRowData, direction: 1 | -1): void {
    const { epic, lane } = row;
    if (!epic.mayMove) {
      this.#store.announce({ is: 'notAllowed', epic, span: epic.span });
      return;
    }
    if (this.#epic && this.#epic.id !== epic.id) this.commit();
    clearTimeout(this.#timer);
    const { rows } = this.#scene();
    const { drag, spans } = this.#store.get();
    const own = lane ? lanesAt(rows, lane.headerIndex) : [];
    const span = drag?.epic.id === epic.id ? drag.span : (spans.get(epic.id) ?? epic.span);
    const chosenKey = (drag?.epic.id === epic.id && drag.lane?.toKey) || own.at(-1)?.key;
    const leaves = leafLanes(rows);
    const at = leaves.findIndex((path) => path.at(-1)?.key === chosenKey);
    const next = leaves[Math.max(0, Math.min(leaves.length - 1, at + direction))] ?? own;
    this.#epic ??= { ...epic, span };
    const drop = laneDrop(own, next);
    this.#store.change({ drag: { epic: this.#epic, grip: 'move', span, x: null, lane: drop } });
    this.#store.announce({ is: 'choosing', epic, span, lane: drop });
    this.#revealLane(next.at(-1)?.key ?? '');
    tintLane(this.#area.element, drop);
  }

  #revealLane(key: string): void {
    const { rows, layout, above } = this.#scene();
    const { element } = this.#area;
    const index = rows.findIndex((row) => headerOf(row)?.key === key);
    if (index === -1) return;
    const room = element.clientHeight - above;
    const top = layout.top(index);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (layout.top(index + 1) > element.scrollTop + room) element.scrollTop = layout.top(index + 1) - room;
  }

  #columnAt(row: EpicRowData, grip: Grip, span: Span): number {
    const at = grip === 'due' ? (span.due ?? row.span.due) : (span.start ?? row.span.start);
    return daysOfColumn(this.#scene().scale.columns, at);
  }

  #rowOf(event: KeyboardEvent): EpicRowData | undefined {
    const target = event.target instanceof Element ? event.target : null;
    const index = target?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    return index === undefined ? undefined : epicRowAt(this.#scene(), Number(index));
  }
}

export interface Step {
  grip: Grip;
  direction: 1 | -1;
  isByColumn: boolean;
}

/** Left and right move the bar; with Shift its end, and up and down its start. */
export function stepOf(event: KeyboardEvent): Step | null {
  if (!event.altKey) return null;
  const isByColumn = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowLeft':
      return { grip: event.shiftKey ? 'due' : 'move', direction: -1, isByColumn };
    case 'ArrowRight':
      return { grip: event.shiftKey ? 'due' : 'move', direction: 1, isByColumn };
    case 'ArrowUp':
      return event.shiftKey ? { grip: 'start', direction: -1, isByColumn } : null;
    case 'ArrowDown':
      return event.shiftKey ? { grip: 'start', direction: 1, isByColumn } : null;
    default:
      return null;
  }
}

/** Up and down without Shift: another lane. */
function laneStepOf({ altKey, shiftKey, ctrlKey, metaKey, key }: KeyboardEvent): 1 | -1 | null {
  if (!altKey || shiftKey || ctrlKey || metaKey) return null;
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null;
}

export function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
