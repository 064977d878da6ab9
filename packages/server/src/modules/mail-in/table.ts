import type { UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

export const outcomes = ['accepted', 'refused', 'ignored'] as const;
/** Ignored: a mail that no person wrote, or one that nobody may answer. */
export type Outcome = (typeof outcomes)[number];

/** A mail that arrived. Its text is not kept. */
export interface ReceivedMailTable {
  /** Of Message-ID and recipient. */
  digest: Buffer;
  receivedAt: GeneratedTime;
  sender: string;
  userId: Optional<UserId>;
  outcome: Outcome;
  /** Why it was refused or ignored; null if it was accepted. */
  reason: Optional<string>;
}

/** Since when the mailbox cannot be read; a single row. */
export interface IncomingMailboxTable {
  isOnly: Generated<boolean>;
  failingSince: NullableTime;
  reason: Optional<string>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    receivedMails: ReceivedMailTable;
    incomingMailbox: IncomingMailboxTable;
  }
}
