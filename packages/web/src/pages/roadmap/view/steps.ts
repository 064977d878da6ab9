import type { Timeframe, Layout, RangeType } from '@milepost/core/roadmap/ranges';
import type { Day } from '@milepost/core/days';

/** The days in view, and how many pixels of the first are out of it. */
export interface Seen {
  from: Day;
  to: Day;
  cut: number;
}

/** How far the roadmap looked, how near, and where it was scrolled to. */
export interface Viewport {
  range: RangeType;
  custom: Timeframe | null;
  layout: Layout;
  /** The days in view; null before there was anything to see. */
  seen: Seen | null;
}

/** An action, and how to undo it. */
export type Step = { kind: 'move'; undo: () => void } | { kind: 'viewport'; viewport: Viewport; undo: () => void };

/** Steps back that are kept. */
const most = 20;

/** What was done on this page, latest last: one key takes back the last of it, be it a bar that was moved or another view. */
export class Steps {
  #steps: readonly Step[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What was seen before the last change of the view; null where there is no way back. */
  readonly lastViewport = (): Viewport | null => {
    const step = this.#steps.findLast(({ kind }) => kind === 'viewport');
    return step?.kind === 'viewport' ? step.viewport : null;
  };

  /** Only the last move can be undone. */
  push(step: Step): void {
    const others = step.kind === 'move' ? this.#steps.filter(({ kind }) => kind !== 'move') : this.#steps;
    this.#set([...others, step].slice(-most));
  }

  /** Forgets all steps of a kind. */
  drop(kind: Step['kind']): void {
    if (this.#steps.some((step) => step.kind === kind)) this.#set(this.#steps.filter((step) => step.kind !== kind));
  }

  /** Takes the last step back, or the last of a kind; false where there is none. */
  undo(kind?: Step['kind']): boolean {
    const step = this.#steps.findLast((each) => kind === undefined || each.kind === kind);
    if (!step) return false;
    this.#set(this.#steps.filter((each) => each !== step));
    step.undo();
    return true;
  }

  #set(steps: readonly Step[]): void {
    this.#steps = steps;
    for (const listener of this.#listeners) listener();
  }
}
