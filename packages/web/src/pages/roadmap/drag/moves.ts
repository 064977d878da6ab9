import type { Day, Span } from '@milepost/core/days';
import type { Grip } from '@milepost/core/roadmap/drag';
import type { RoadmapEpic } from '../data/epic.ts';
import { Steps } from '../view/steps.ts';
import type { DatesWanted } from './save.ts';
import type { DragArea } from './drag-area.ts';
import type { LaneDrop } from './lane-drop.ts';
import { createListeners } from '../../../ui/listeners.ts';

/** A bar that is being dragged. */
export interface Drag {
  epic: RoadmapEpic;
  grip: Grip;
  span: Span;
  /** The pointer's x coordinate on the screen; null while keys move it. */
  x: number | null;
  /** The lane that it would enter; null while it stays in its own. */
  lane?: LaneDrop | null;
  /** For an epic without a row: the placeholder of its bar. */
  ghost?: Ghost;
}

/** A line that is dragged from the end of a bar; the pointer is in pixels of the screen. */
export interface Connection {
  epic: RoadmapEpic;
  x: number;
  y: number;
}

/** A bar being dragged from the tray, in screen pixels. */
export interface Ghost {
  left: number;
  top: number;
  width: number;
  /** It is outside the timeline: dropping it here returns it to the tray. */
  isBeside: boolean;
}

/** The drawn bar of an epic that does not exist yet. */
export interface Draft {
  span: { start: Day; due: Day };
  /** The middle of the bar, in pixels of the screen. */
  top: number;
  /** It is drawn, and its title is asked for. */
  isOpen: boolean;
  groupPath: string;
  parentId: string | null;
  /** Gets the focus afterwards. */
  origin: HTMLElement | null;
  /** Throws if the server refuses. */
  create(draft: Draft, title: string): Promise<void>;
}

/** The change that failed. */
export type SaveFailure =
  /** Another user changed the dates in the meantime, to `now`. `message` names the user. */
  | {
      kind: 'conflict';
      epic: RoadmapEpic;
      now: Span;
      wanted: Span;
      message: string;
      /** Another user moved it to the lane `now`. */
      lane?: { drop: LaneDrop; now: string | null } | undefined;
    }
  /** The server refused with a reason, the cause is unknown, or the change is saved and the rest could not be read again. */
  | {
      kind: 'refused' | 'failed' | 'stale';
      epic: RoadmapEpic;
      before: Span;
      wanted: Span;
      message: string;
      lane?: { drop: LaneDrop; now: null } | undefined;
    };

/** A text to announce, or a toast with Undo. */
export interface MoveAnnouncement {
  is:
    | 'moving'
    | 'placing'
    | 'canceled'
    | 'kept'
    | 'notAllowed'
    | 'moved'
    | 'undone'
    | 'placed'
    | 'unplaced'
    /** Keys chose another lane, or none. */
    | 'choosing'
    | 'entered'
    | 'returned';
  epic: RoadmapEpic;
  span: Span;
  lane?: LaneDrop | null | undefined;
  undo?: (() => void) | undefined;
}

/** The state of moved bars for the list and the layer above it. */
export interface Moves {
  drag: Drag | null;
  connection: Connection | null;
  /** Positions of bars that the server does not know or has not confirmed yet. */
  spans: ReadonlyMap<string, Span>;
  saving: ReadonlySet<string>;
  failure: SaveFailure | null;
  draft: Draft | null;
  /** The last announcement; the layer looks up the text. */
  announcement: MoveAnnouncement | null;
}

const idle: Moves = {
  drag: null,
  connection: null,
  spans: new Map(),
  saving: new Set(),
  failure: null,
  draft: null,
  announcement: null,
};

/** The handlers of the dragged bar of an undated epic. */
export interface GhostHandlers {
  onKey: (event: KeyboardEvent) => void;
  onDown: (event: PointerEvent) => void;
  keep: () => void;
  cancel: () => void;
  /** The scale has changed. */
  redraw: () => void;
  /** Moved by keys or a finger: it waits for confirmation. */
  isWaiting: boolean;
}

/** Draws new bars: the class `Drawing`. */
export interface BarDrawing {
  /** A press on an empty part of the tray. */
  press(event: PointerEvent, tray: HTMLElement): void;
}

/** Saves moved bars: the class `Saver`. */
export interface MoveSaver {
  save(change: DatesWanted, isUndo?: boolean, beforeId?: string | null): Promise<void>;
  undo(): boolean;
  refresh(change: DatesWanted): Promise<void>;
}

type Connect = (blocker: ConnectEnd, blocked: ConnectEnd) => void;

/** An epic at an end of a new link; its links are known if it has a row. */
export type ConnectEnd = Pick<RoadmapEpic, 'id' | 'title'> & Partial<Pick<RoadmapEpic, 'links'>>;

/** Kept outside React's state: a bar that follows the pointer re-renders only its row. */
export class MoveStore {
  #now: Moves = idle;
  readonly #listeners = createListeners();
  /** Set once anything could be dragged. */
  saver: MoveSaver | null = null;
  /** The changes of this page that can be undone. */
  readonly steps = new Steps();
  /** The chart; null while there is none. */
  area: DragArea | null = null;
  /** Once something could be drawn. */
  drawing: BarDrawing | null = null;
  #connect: Connect | null = null;
  /** While an epic is dragged from the tray. */
  ghostHandlers: GhostHandlers | null = null;
  #openMenu: ((epicId: string) => void) | null = null;

  readonly get = (): Moves => this.#now;

  readonly subscribe = this.#listeners.subscribe;

  /** Registers the positions of bars; returns a function that unregisters them. */
  enter(area: DragArea): () => void {
    this.area = area;
    return () => {
      this.ghostHandlers?.cancel();
      if (this.area === area) this.area = null;
    };
  }

  /** Registers what connects bars; returns a function that unregisters it. */
  offerConnect(connect: Connect): () => void {
    this.#connect = connect;
    return () => {
      if (this.#connect === connect) this.#connect = null;
    };
  }

  /** Makes an epic block another, where bars can be connected. */
  connect(...ends: Parameters<Connect>): void {
    this.#connect?.(...ends);
  }

  /** Registers what opens the menu of an epic: what dragging does, without dragging. Returns a function that unregisters it. */
  offerMenu(open: (epicId: string) => void): () => void {
    this.#openMenu = open;
    return () => {
      if (this.#openMenu === open) this.#openMenu = null;
    };
  }

  /** Opens the menu of an epic, where bars can be moved. */
  openMenu(epicId: string): void {
    this.#openMenu?.(epicId);
  }

  change(change: Partial<Moves>): void {
    this.#now = { ...this.#now, ...change };
    this.#listeners.notify();
  }

  announce(announcement: MoveAnnouncement): void {
    this.change({ announcement });
  }

  /** Shows a bar at its new position. */
  place(id: string, span: Span, isSaving: boolean): void {
    const saving = new Set(this.#now.saving);
    if (isSaving) saving.add(id);
    this.change({ spans: new Map(this.#now.spans).set(id, span), saving });
  }

  /** Shows a bar at the server's dates. */
  release(id: string): void {
    const spans = new Map(this.#now.spans);
    const saving = new Set(this.#now.saving);
    spans.delete(id);
    saving.delete(id);
    this.change({ spans, saving });
  }
}
