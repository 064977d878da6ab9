import type { OpenDatabase } from '../platform/database/embedded/open.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/** Does `work`, then disconnects. When interrupted it disconnects at once: PostgreSQL rolls back what was not committed. */
export async function withPostgresStoppedOnSignal<Result>(
  database: OpenDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = (): void => {
    void database.stop().finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of signals) process.once(signal, leave);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, leave);
    await database.stop();
  }
}

/** Resolves at the first signal to end. Later ones change nothing: npm and the terminal often both send one. */
export function shutdownSignal(): { requested: Promise<void>; isRequested: () => boolean } {
  let wasRequested = false;
  const requested = new Promise<void>((resolve) => {
    const note = (): void => {
      wasRequested = true;
      resolve();
    };
    for (const signal of signals) process.on(signal, note);
    if (process.connected) {
      // The supervisor has died: nothing would stop this process any more.
      process.once('disconnect', note);
      // Does not keep the process running by itself.
      process.channel?.unref();
    }
  });
  return { requested, isRequested: () => wasRequested };
}
