import type { Services } from '../context.ts';

/** A background job: a name, and a function of the payload. If it throws, the job is retried with back-off. */
export interface JobTask {
  /** Unique among all rooms: `hierarchy.foldRollups`. */
  readonly name: string;
  /** A crontab line (UTC) for jobs that also run on a schedule. */
  readonly cron?: string;
  /** Also runs when a worker starts, to recover the work of a killed one. */
  readonly atStart?: boolean;
  readonly run: (services: Services, payload: unknown, signal: AbortSignal) => Promise<void>;
}
