import type { Span } from '@milepost/core/days';
import type { Grip } from '@milepost/core/roadmap/drag';
import type { RoadmapEpic } from '../data/epic.ts';
import { Steps } from '../view/steps.ts';
import type { Saver } from './saver.ts';
import type { Stage } from './scene.ts';

/** A bar in the hand. */
export interface Drag {
  epic: RoadmapEpic;
  grip: Grip;
  span: Span;
  /** Where the pointer is, across the screen; null while keys move it. */
  x: number | null;
  /** Of an epic that has no row yet: what stands in for its bar. */
  ghost?: Ghost;
}

/** A bar that is on its way from the tray, in pixels of the screen. */
export interface Ghost {
  left: number;
  top: number;
  width: number;
  /** It is beside the timeline: put down here it goes back to the tray. */
  isBeside: boolean;
}

/** What somebody meant to do, and could not. */
export type Trouble =
  /** Somebody else changed the dates meanwhile, to `now`. `message` says who. */
  | { kind: 'conflict'; epic: RoadmapEpic; now: Span; wanted: Span; message: string }
  /** The server does not want it, and says why; or nobody knows why it failed. */
  | { kind: 'refused' | 'failed'; epic: RoadmapEpic; before: Span; wanted: Span; message: string };

/** Something to be read out, or shown for a while with a way back. */
export interface Saying {
  is: 'moving' | 'placing' | 'cancelled' | 'kept' | 'notAllowed' | 'moved' | 'undone' | 'placed' | 'unplaced';
  epic: RoadmapEpic;
  span: Span;
  undo?: (() => void) | undefined;
}

/** What the list and the layer above it show of bars that are moved. */
export interface Moves {
  drag: Drag | null;
  /** Where bars stand that the server has not heard of, or not agreed to, yet. */
  spans: ReadonlyMap<string, Span>;
  saving: ReadonlySet<string>;
  trouble: Trouble | null;
  /** The last thing that was said; the layer finds the words. */
  said: Saying | null;
}

const stillness: Moves = { drag: null, spans: new Map(), saving: new Set(), trouble: null, said: null };

/** What the ghost of an epic on its way to the timeline does. */
export interface GhostHands {
  onKey: (event: KeyboardEvent) => void;
  onDown: (event: PointerEvent) => void;
  keep: () => void;
  cancel: () => void;
  /** The days stand elsewhere now. */
  redraw: () => void;
  /** Keys move it, or a finger: it waits to be kept. */
  isWaiting: boolean;
}

/** Kept outside of React's tree: a bar that follows the pointer draws its row and nothing else. */
export class MoveStore {
  #now: Moves = stillness;
  readonly #listeners = new Set<() => void>();
  /** There once anything could be dragged. */
  saver: Saver | null = null;
  /** What can be taken back on this page. */
  readonly steps = new Steps();
  /** The chart; null while there is none. */
  stage: Stage | null = null;
  /** While an epic is on its way from the tray. */
  hands: GhostHands | null = null;

  readonly get = (): Moves => this.#now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Says where bars are; gives how to say that they are there no more. */
  enter(stage: Stage): () => void {
    this.stage = stage;
    return () => {
      this.hands?.cancel();
      if (this.stage === stage) this.stage = null;
    };
  }

  change(change: Partial<Moves>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }

  say(said: Saying): void {
    this.change({ said });
  }

  /** Shows a bar where it is meant to be. */
  place(id: string, span: Span, isSaving: boolean): void {
    const saving = new Set(this.#now.saving);
    if (isSaving) saving.add(id);
    this.change({ spans: new Map(this.#now.spans).set(id, span), saving });
  }

  /** Shows a bar where the server says it is. */
  release(id: string): void {
    const spans = new Map(this.#now.spans);
    const saving = new Set(this.#now.saving);
    spans.delete(id);
    saving.delete(id);
    this.change({ spans, saving });
  }
}
