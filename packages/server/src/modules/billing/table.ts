import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

/** The highest number of seats in a term of a plan. */
export interface SeatPeakTable {
  namespaceId: NamespaceId;
  /** The start of that term. */
  startsOn: string;
  seats: number;
}

/** A mail domain of a top-level group. */
export interface MailDomainTable {
  namespaceId: NamespaceId;
  /** In lower case. */
  domain: string;
  /** What the TXT record must contain. */
  token: string;
  verifiedAt: NullableTime;
  createdAt: GeneratedTime;
}

/** The open payment form of a person for a group. */
export interface PaymentFormTable {
  namespaceId: NamespaceId;
  userId: UserId;
  number: Generated<number>;
  intentId: Optional<string>;
  openedAt: GeneratedTime;
}

/** An event of the payment provider that was processed. */
export interface PaymentEventTable {
  id: string;
  type: string;
  receivedAt: GeneratedTime;
}

/** The latest known state of a subscription at the payment provider. */
export interface PaymentSubscriptionTable {
  id: string;
  namespaceId: NamespaceId;
  status: string;
  changedAt: Date;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    seatPeaks: SeatPeakTable;
    mailDomains: MailDomainTable;
    paymentForms: PaymentFormTable;
    paymentEvents: PaymentEventTable;
    paymentSubscriptions: PaymentSubscriptionTable;
  }
}
