import type { QueryClient } from '@tanstack/react-query';
import type { Span } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { isSameSpan, isUndated } from '@milepost/core/roadmap/drag';
import type { RoadmapEpic } from '../data/epic.ts';
import type { Drag, MoveSaver, MoveStore, MoveAnnouncement } from './moves.ts';
import { addToTray, removeFromTray, addToList, refreshOne, removeFromList, showInLane } from './placed.ts';
import { reversed, type LaneDrop } from './lane-drop.ts';
import { updateDates, saveDates, type DatesWanted, type LaneValues } from './save.ts';
import type { DragArea } from './drag-area.ts';

/** The last change made here, with the data to undo it. */
interface Done {
  epic: RoadmapEpic;
  before: Span;
  after: Span;
  lane?: { drop: LaneDrop; previous: readonly LaneValues[] } | undefined;
}

/** The page's saver, created on first use. `area`: the chart that is dragged on. */
export function saverOf(store: MoveStore, client: QueryClient, area: DragArea): MoveSaver {
  store.saver ??= new Saver(store, client, area);
  return store.saver;
}

/** Saves what a drag changed. A bar that was dropped on a lane that takes no drop returns, with its dates. */
export function saveDrag(saver: MoveSaver, { epic, span, lane }: Drag): void {
  if (lane?.refused || (!lane && isSameSpan(span, epic.span))) return;
  void saver.save({ epic, before: epic.span, wanted: span, lane: lane ? { drop: lane } : undefined });
}

/** Saves a drag: an optimistic update, reverted if the server refuses, with one level of undo. */
class Saver implements MoveSaver {
  readonly #store: MoveStore;
  readonly #client: QueryClient;
  /** The chart, or the last one: an empty roadmap has none. */
  #area: DragArea;
  /** Changes of one epic are saved in sequence. */
  readonly #underway = new Map<string, Promise<void>>();
  #done: Done | null = null;

  constructor(store: MoveStore, client: QueryClient, area: DragArea) {
    this.#store = store;
    this.#client = client;
    this.#area = area;
  }

  /**
   * Sets other dates. `before`: the dates that were shown. `beforeId`: the row before which an epic from the tray is inserted.
   */
  save(change: DatesWanted, isUndo = false, beforeId: string | null = null): Promise<void> {
    const { id } = change.epic;
    this.#store.change({ failure: null });
    this.#store.place(id, change.wanted, true);
    if (change.lane) showInLane(this.#client, this.#args(), change.epic, change.lane.drop);
    if (isUndated(change.before)) addToList(this.#client, this.#args(), change.epic, change.wanted, beforeId);
    const after = (this.#underway.get(id) ?? Promise.resolve()).then(() => this.#save(change, isUndo));
    this.#underway.set(id, after);
    return after;
  }

  /** Reads an epic again whose change was saved, and what depends on it. */
  refresh(change: DatesWanted): Promise<void> {
    this.#store.change({ failure: null });
    return this.#reported(change, refreshOne(this.#client, this.#args(), change.epic));
  }

  /** The change is saved: where reading the rest again fails, the page says that it may be outdated. */
  async #reported({ epic, before, wanted }: DatesWanted, reading: Promise<unknown>): Promise<void> {
    await reading.catch(() => this.#store.change({ failure: { kind: 'stale', epic, before, wanted, message: '' } }));
  }

  /** Undoes the last change, once; false if there is none. */
  undo(): boolean {
    const done = this.#done;
    if (!done) return false;
    this.#done = null;
    this.#store.steps.drop('move');
    const { epic, before, after, lane } = done;
    // A date that was inherited before is inherited again.
    const inherits = {
      start: before.start !== after.start && !epic.isStartFixed,
      due: before.due !== after.due && !epic.isDueFixed,
    };
    const back = lane && { drop: reversed(lane.drop), values: lane.previous };
    void this.save({ epic, before: after, wanted: before, inherits, lane: back }, true);
    return true;
  }

  async #save(change: DatesWanted, isUndo: boolean): Promise<void> {
    const { epic, before, wanted, inherits, lane } = change;
    const drop = lane?.drop;
    try {
      const saved = await saveDates(change);
      const isNew = isUndated(before);
      if (saved.is !== 'saved' && isNew) removeFromList(this.#client, this.#args(), epic);
      if (saved.is !== 'saved' && drop) showInLane(this.#client, this.#args(), epic, reversed(drop));
      if (saved.is === 'conflict') {
        // The new dates are being written to the list; a drag in progress continues.
        await (isNew || drop ? refreshOne(this.#client, this.#args(), epic) : this.#updateDates(epic, saved.now, null));
        const conflict = drop && { drop, now: saved.laneNow };
        const { now, message } = saved;
        this.#store.change({ failure: { kind: 'conflict', epic, now, wanted, message, lane: conflict } });
        return;
      }
      if (saved.is === 'refused') {
        const { message } = saved;
        this.#store.change({
          failure: { kind: 'refused', epic, before, wanted, message, lane: drop && { drop, now: null } },
        });
        return;
      }
      const above = this.#updateDates(epic, saved.span, {
        start: inherits?.start ?? (saved.span.start === before.start && !epic.isStartFixed),
        due: inherits?.due ?? (saved.span.due === before.due && !epic.isDueFixed),
      });
      const entered = drop && { drop, previous: saved.previous };
      this.#done = isUndo ? null : { epic, before, after: saved.span, lane: entered };
      if (!isUndo) this.#store.steps.push({ kind: 'move', undo: () => void this.undo() });
      const wasKnown = drop ? refreshOne(this.#client, this.#args(), epic) : this.#settle(epic, before, saved.span);
      this.#store.announce({
        is: drop ? (isUndo ? 'returned' : 'entered') : announcementOf(before, saved.span, isUndo),
        epic,
        span: saved.span,
        lane: drop,
        undo: isUndo ? undefined : () => void this.undo(),
      });
      await this.#reported(change, Promise.all([above, wasKnown]));
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      if (isUndated(before)) removeFromList(this.#client, this.#args(), epic);
      if (drop) showInLane(this.#client, this.#args(), epic, reversed(drop));
      this.#store.change({
        failure: { kind: 'failed', epic, before, wanted, message, lane: drop && { drop, now: null } },
      });
    } finally {
      // If it was moved again meanwhile, the bar keeps its local position.
      const shown = this.#store.get().spans.get(epic.id);
      if (shown && isSameSpan(shown, wanted)) this.#store.release(epic.id);
    }
  }

  /** The arguments of the list on screen. */
  #args(): EpicArguments {
    this.#area = this.#store.area ?? this.#area;
    return this.#area.scene().args;
  }

  /** A placed epic leaves the tray; one that lost its dates returns to it. */
  async #settle(epic: RoadmapEpic, before: Span, after: Span): Promise<void> {
    if (isUndated(before) === isUndated(after)) return;
    if (isUndated(after)) addToTray(this.#client);
    else removeFromTray(this.#client, epic);
    await refreshOne(this.#client, this.#args(), epic);
  }

  async #updateDates(epic: RoadmapEpic, span: Span, inherits: { start: boolean; due: boolean } | null): Promise<void> {
    const known = inherits ?? { start: !epic.isStartFixed, due: !epic.isDueFixed };
    await updateDates(this.#client, this.#args(), epic, span, known);
  }
}

function announcementOf(before: Span, after: Span, isUndo: boolean): MoveAnnouncement['is'] {
  if (isUndated(after)) return 'unplaced';
  if (isUndated(before)) return 'placed';
  return isUndo ? 'undone' : 'moved';
}
