import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { PaymentFormTable, PaymentSubscriptionTable } from '../table.ts';

export type PaymentForm = Selectable<PaymentFormTable>;
export type PaymentSubscription = Selectable<PaymentSubscriptionTable>;

/** The form of a person for a group; null if none was opened. */
export async function paymentFormOf(db: Db, namespaceId: NamespaceId, userId: UserId): Promise<PaymentForm | null> {
  const row = await db
    .selectFrom('paymentForms')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the intent of the open form. */
export async function saveIntent(
  db: Db,
  form: Pick<PaymentForm, 'namespaceId' | 'userId' | 'number'> & { intentId: string },
): Promise<void> {
  const { intentId, number } = form;
  await db
    .insertInto('paymentForms')
    .values(form)
    .onConflict((conflict) =>
      conflict
        .columns(['namespaceId', 'userId'])
        .doUpdateSet({ intentId, openedAt: sql<Date>`now()` })
        .where('paymentForms.number', '=', number),
    )
    .execute();
}

/** The form with this intent is done: the next one gets a new intent. */
export async function closeForm(
  db: Db,
  { namespaceId, userId, intentId }: Pick<PaymentForm, 'namespaceId' | 'userId' | 'intentId'>,
): Promise<void> {
  await db
    .updateTable('paymentForms')
    .set({ number: sql<number>`number + 1`, intentId: null })
    .where('namespaceId', '=', namespaceId)
    .where('userId', '=', userId)
    .where('intentId', '=', intentId)
    .execute();
}

/** Records an event; false if it was processed before. */
export async function recordPaymentEvent(trx: Db, id: string, type: string): Promise<boolean> {
  const row = await trx
    .insertInto('paymentEvents')
    .values({ id, type })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function subscriptionById(trx: Db, id: string): Promise<PaymentSubscription | null> {
  const row = await trx.selectFrom('paymentSubscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function saveSubscription(trx: Db, subscription: PaymentSubscription): Promise<void> {
  const { namespaceId, status, changedAt } = subscription;
  await trx
    .insertInto('paymentSubscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ namespaceId, status, changedAt }))
    .execute();
}

/** Whether a subscription of the group other than this one has one of these states. */
export async function hasOtherSubscription(
  trx: Db,
  { id, namespaceId }: Pick<PaymentSubscription, 'id' | 'namespaceId'>,
  states: readonly string[],
): Promise<boolean> {
  const row = await trx
    .selectFrom('paymentSubscriptions')
    .select('id')
    .where('namespaceId', '=', namespaceId)
    .where('id', '<>', id)
    .where('status', 'in', [...states])
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets events that are no longer delivered again (the provider tries for three days), and old ended subscriptions. */
export async function forgetPayments(db: Db): Promise<void> {
  await sql`DELETE FROM payment_events WHERE received_at < now() - interval '30 days'`.execute(db);
  await sql`DELETE FROM payment_subscriptions
    WHERE status IN ('canceled', 'incomplete_expired') AND changed_at < now() - interval '1 year'`.execute(db);
}
