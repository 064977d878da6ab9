import type { RunningJobs } from '../platform/jobs/runner.ts';
import type { SiteRole } from '../platform/sites/site.ts';

/** The jobs of this process: they run while it is a single site or the primary. */
export class JobsOfPrimary {
  readonly #start: () => Promise<RunningJobs>;
  readonly #onError: (error: unknown) => void;
  #running: RunningJobs | null = null;
  #isStopped = false;
  #last: Promise<void> = Promise.resolve();

  constructor(start: () => Promise<RunningJobs>, onError: (error: unknown) => void) {
    this.#start = start;
    this.#onError = onError;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Starts or stops them for a role, after earlier changes. Never throws. */
  follow(role: SiteRole): Promise<void> {
    return this.#queue(role === 'single' || role === 'primary');
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#queue(false);
  }

  #queue(shouldRun: boolean): Promise<void> {
    this.#last = this.#change(this.#last, shouldRun);
    return this.#last;
  }

  async #change(earlier: Promise<void>, shouldRun: boolean): Promise<void> {
    await earlier;
    try {
      if (shouldRun && !this.#isStopped) this.#running ??= await this.#start();
      if (shouldRun) return;
      const running = this.#running;
      this.#running = null;
      await running?.stop();
    } catch (error) {
      this.#onError(error);
    }
  }
}
