import { isMailServerUnavailable, isRefusal, type Mailer, type OutgoingMail } from '../mail/mailer.ts';

/** What is sent of one outbox, and what is recorded. */
export interface Outbox<Row> {
  /** Reserves some rows that are due. Rows that are not settled become due again when their lease ends. */
  lease(): Promise<readonly Row[]>;
  /** Null for a row that no longer needs a mail: it is settled without one. */
  compose(row: Row): Promise<OutgoingMail | null>;
  /** `error`: why the mail was given up; null when it was sent. */
  settle(row: Row, error: unknown): Promise<void>;
  /** Whether a row is too old to be tried again. */
  isOld(row: Row): boolean;
}

/**
 * Sends what is due, until nothing is left, the mail server is away or `signal` is aborted. A mail is sent twice only if this process
 * dies after the mail server accepted it.
 */
export async function sendDue<Row>(mailer: Mailer, signal: AbortSignal, outbox: Outbox<Row>): Promise<void> {
  for (;;) {
    const due = signal.aborted ? [] : await outbox.lease();
    if (due.length === 0) return;
    for (const row of due) {
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
