import type { Seen } from './steps.ts';

/** The visible part of the timeline, as the chart knows it. */
export interface ViewportElements {
  days: () => Seen;
  /** Scrolls these days back to where they were. */
  show: (seen: Seen) => void;
}

/** Connects the page, which restores views, to the chart, which knows positions. */
export class ViewportHandle {
  #view: ViewportElements | null = null;
  #wanted: Seen | null = null;

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

  show(seen: Seen): void {
    this.#view?.show(seen);
  }

  /** These days should be visible with the next columns. */
  want(seen: Seen | null): void {
    this.#wanted = seen;
  }

  /** The requested days; can be read once. */
  take(): Seen | null {
    const seen = this.#wanted;
    this.#wanted = null;
    return seen;
  }
}
