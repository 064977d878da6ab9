import type { OpenDatabase } from '../platform/database/open.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/**
 * Does `work`, then leaves the database. Interrupted meanwhile, it leaves at once: what was not committed is rolled back by
 * PostgreSQL, so nothing half-done stays.
 */
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
export function askedToEnd(): { asked: Promise<void>; isAsked: () => boolean } {
  let wasAsked = false;
  const asked = new Promise<void>((resolve) => {
    const note = (): void => {
      wasAsked = true;
      resolve();
    };
    for (const signal of signals) process.on(signal, note);
    if (process.connected) {
      // The supervisor is gone: nobody would stop this process any more.
      process.once('disconnect', note);
      // Waiting for that alone keeps no process running.
      process.channel?.unref();
    }
  });
  return { asked, isAsked: () => wasAsked };
}
