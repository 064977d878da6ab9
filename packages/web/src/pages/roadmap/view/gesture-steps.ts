/** The distance of a wheel that is one step, in its units; a mouse sends it with one notch. */
const WHEEL_STEP = 120;
/** Two fingers this many times further apart are one step. */
const PINCH_STEP = 1.5;
/** The least time between two steps, so that one long turn does not run through all of them. */
const MIN_STEP_MS = 150;

type ZoomDirection = 'in' | 'out' | null;

/** Lets one step in {@link MIN_STEP_MS} pass. */
class Pace {
  #last = Number.NEGATIVE_INFINITY;

  allows(now: number): boolean {
    if (now - this.#last < MIN_STEP_MS) return false;
    this.#last = now;
    return true;
  }
}

/** Turns of a wheel as zoom steps. */
export class WheelSteps {
  readonly #pace = new Pace();
  #turned = 0;

  turn(units: number, now: number): ZoomDirection {
    // A turn back begins anew.
    this.#turned = Math.sign(units) === Math.sign(this.#turned) ? this.#turned + units : units;
    if (Math.abs(this.#turned) < WHEEL_STEP || !this.#pace.allows(now)) return null;
    const direction = this.#turned < 0 ? 'in' : 'out';
    this.#turned = 0;
    return direction;
  }
}

/** The distance of two fingers as zoom steps. */
export class GestureSteps {
  readonly #pace = new Pace();
  #start: number | null = null;

  spread(apart: number, now: number): ZoomDirection {
    this.#start ??= apart;
    const ratio = apart / Math.max(1, this.#start);
    if ((ratio < PINCH_STEP && ratio > 1 / PINCH_STEP) || !this.#pace.allows(now)) return null;
    this.#start = apart;
    return ratio > 1 ? 'in' : 'out';
  }

  end(): void {
    this.#start = null;
  }
}
