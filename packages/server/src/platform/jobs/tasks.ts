import type { Services } from '../context.ts';

/** Work for later or on a clock: a name, and what to do with the payload. Throwing makes it run again later. */
export interface JobTask {
  /** Unique among all rooms: `hierarchy.foldRollups`. */
  readonly name: string;
  /** A crontab line (UTC) when it also runs on a clock. */
  readonly cron?: string;
  /** Also runs when a worker starts, to recover the work of a killed one. */
  readonly atStart?: boolean;
  readonly run: (services: Services, payload: unknown, signal: AbortSignal) => Promise<void>;
}
