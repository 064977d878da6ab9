import { isMailServerUnavailable, isRefusal, type Mailer, type OutgoingMail } from '../mail/mailer.ts';

/** The operations of one outbox table. */
export interface Outbox<Row extends { id: number }> {
  /** Leases some due rows. Rows that are not settled become due again when their lease expires. */
  lease(): Promise<readonly Row[]>;
  /** The mail of a row; null if none is needed any more, then the row is settled. */
  compose(row: Row): Promise<OutgoingMail | null>;
  /** `error`: why the mail was given up; null when it was sent. */
  settle(row: Row, error: unknown): Promise<void>;
  /** Whether a row is too old to be tried again. */
  isOld(row: Row): boolean;
}

/**
 * Sends due rows in their order until none is left, the mail server is unavailable or `signal` is aborted. A mail is sent twice only if
 * this process dies after the mail server accepted it.
 */
export async function sendDue<Row extends { id: number }>(
  mailer: Mailer,
  signal: AbortSignal,
  outbox: Outbox<Row>,
): Promise<void> {
  for (;;) {
    const due = signal.aborted ? [] : await outbox.lease();
    if (due.length === 0) return;
    for (const row of due.toSorted((one, other) => one.id - other.id)) {
      const mail = await outbox.compose(row);
      try {
        if (mail) await mailer.send(mail);
      } catch (error) {
        if (isRefusal(error) || outbox.isOld(row)) await outbox.settle(row, error);
        else if (isMailServerUnavailable(error)) return;
        continue;
      }
      await outbox.settle(row, null);
    }
  }
}
