import type { Services } from '../context.ts';

/** A background job: a name, and a function of the payload. If it throws, the job is retried with back-off, after a deadlock at once. */
export interface JobTask {
  /** Unique among all rooms: `hierarchy.foldRollups`. */
  readonly name: string;
  /** Five cron fields (UTC) for jobs that also run on a schedule; a function for one that a setting gives, null for none. */
  readonly cron?: string | ((services: Services) => string | null);
  /** Also runs when a worker starts, to recover the work of a killed one. */
  readonly atStart?: boolean;
  /** Sends mail, webhooks or audit events from an outbox; does not run while these are paused, see `outgoingPause`. */
  readonly isOutgoing?: boolean;
  readonly run: (services: Services, payload: unknown, signal: AbortSignal) => Promise<void>;
}
