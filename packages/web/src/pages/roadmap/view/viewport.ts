import type { Seen } from './steps.ts';

/** A moment in days, and its distance in pixels from the left edge of the visible timeline. */
export interface Anchor {
  day: number;
  x: number;
}

/** The visible part of the timeline, as the chart knows it. */
export interface ViewportElements {
  days: () => Seen;
  /** Scrolls these days back to where they were. */
  show: (seen: Seen) => void;
  /** The point of the timeline that a zoom keeps in place: today if it is visible, otherwise the middle. */
  anchor: () => Anchor;
}

/** Connects the page, which restores views, to the chart, which knows positions. */
export class ViewportHandle {
  #view: ViewportElements | null = null;
  #wanted: Seen | Anchor | null = null;

  /** The chart is mounted; returns a function that unregisters it. */
  enter(view: ViewportElements): () => void {
    this.#view = view;
    return () => {
      if (this.#view === view) this.#view = null;
    };
  }

  days(): Seen | null {
    return this.#view?.days() ?? null;
  }

  anchor(): Anchor | null {
    return this.#view?.anchor() ?? null;
  }

  show(seen: Seen): void {
    this.#view?.show(seen);
  }

  /** What should be visible with the next columns: these days, or a point that stays in place. */
  want(wanted: Seen | Anchor | null): void {
    this.#wanted = wanted;
  }

  /** What was requested; can be read once. */
  take(): Seen | Anchor | null {
    const seen = this.#wanted;
    this.#wanted = null;
    return seen;
  }
}
