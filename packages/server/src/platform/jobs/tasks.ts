import type { Services } from '../context.ts';

/** Work for later or on a clock: a name, and what to do with the payload. Throwing makes it run again later. */
export interface JobTask {
  /** Unique among all rooms: `hierarchy.foldRollups`. */
  readonly name: string;
  /** A crontab line (UTC) when it also runs on a clock. */
  readonly cron?: string;
  /** Also runs whenever a server begins to work, to pick up what a killed one left. */
  readonly atStart?: boolean;
  readonly run: (services: Services, payload: unknown, signal: AbortSignal) => Promise<void>;
}
