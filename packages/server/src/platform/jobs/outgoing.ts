import type { Selectable } from 'kysely';
import type { Db, Generated, GeneratedTime } from '../database/tables.ts';

interface OutgoingPauseTable {
  isOnly: Generated<boolean>;
  /** Shown to administrators. */
  reason: string;
  since: GeneratedTime;
}

declare module '../database/tables.ts' {
  interface Tables {
    outgoingPauses: OutgoingPauseTable;
  }
}

export type OutgoingPause = Pick<Selectable<OutgoingPauseTable>, 'reason' | 'since'>;

/** Why and since when mail, webhooks and audit streams wait; null when they are sent. */
export async function outgoingPause(db: Db): Promise<OutgoingPause | null> {
  return (await db.selectFrom('outgoingPauses').select(['reason', 'since']).executeTakeFirst()) ?? null;
}

/** False if nothing was paused. What waited is sent by the next scheduled jobs. */
export async function resumeOutgoing(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('outgoingPauses').executeTakeFirst();
  return numDeletedRows > 0n;
}
