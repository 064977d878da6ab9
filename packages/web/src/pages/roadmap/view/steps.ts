import type { Timeframe, Layout, RangeType } from '@milepost/core/roadmap/ranges';
import type { Day } from '@milepost/core/days';
import { createListeners } from '../../../ui/listeners.ts';

/** The visible days, and how many pixels of the first are scrolled out. */
export interface Seen {
  from: Day;
  to: Day;
  cut: number;
}

/** Range, layout and scroll position. */
export interface Viewport {
  range: RangeType;
  custom: Timeframe | null;
  layout: Layout;
  /** The visible days; null before the first layout. */
  seen: Seen | null;
}

/** An action, and how to undo it. */
export type Step =
  | { kind: 'move' | 'link' | 'edit'; undo: () => void }
  | { kind: 'viewport'; viewport: Viewport; undo: () => void };

/** The maximum number of undo steps. */
const most = 20;

/** The undo stack of this page: Ctrl+Z undoes the last entry, whether a moved bar or another view. */
export class Steps {
  #steps: readonly Step[] = [];
  readonly #listeners = createListeners();

  readonly subscribe = this.#listeners.subscribe;

  /** The view before the last change; null if there is none. */
  readonly lastViewport = (): Viewport | null => {
    const step = this.#steps.findLast(({ kind }) => kind === 'viewport');
    return step?.kind === 'viewport' ? step.viewport : null;
  };

  /** Of moves and links only the last can be undone. */
  push(step: Step): void {
    const isLast = step.kind === 'move' || step.kind === 'link';
    const others = isLast ? this.#steps.filter(({ kind }) => kind !== step.kind) : this.#steps;
    this.#set([...others, step].slice(-most));
  }

  /** Clears all steps of a kind. */
  drop(kind: Step['kind']): void {
    if (this.#steps.some((step) => step.kind === kind)) this.#set(this.#steps.filter((step) => step.kind !== kind));
  }

  /** Undoes the last step, or the last of a kind; false if there is none. */
  undo(kind?: Step['kind']): boolean {
    const step = this.#steps.findLast((each) => kind === undefined || each.kind === kind);
    if (!step) return false;
    this.#set(this.#steps.filter((each) => each !== step));
    step.undo();
    return true;
  }

  #set(steps: readonly Step[]): void {
    this.#steps = steps;
    this.#listeners.notify();
  }
}
