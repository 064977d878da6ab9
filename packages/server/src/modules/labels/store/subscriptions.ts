import type { LabelId, UserId } from '@milepost/core/ids';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';

/** Whether the viewer is subscribed to each label: one statement for a page of labels. */
export const subscribedLabels = defineLoader<LabelId, boolean>('subscribedLabels', async (ctx, ids) => {
  const { id: userId } = ctx.viewer;
  if (userId === null) return new Map();
  const rows = await ctx.db
    .selectFrom('labelSubscriptions')
    .select('labelId')
    .where('userId', '=', userId)
    .where(isOneOf('label_id', ids))
    .execute();
  return new Map(rows.map(({ labelId }) => [labelId, true]));
});

/** Sets a person's subscription to a label; true when it changes. */
export async function saveLabelSubscription(
  trx: Db,
  labelId: LabelId,
  userId: UserId,
  wanted: boolean,
): Promise<boolean> {
  if (!wanted) {
    const { numDeletedRows } = await trx
      .deleteFrom('labelSubscriptions')
      .where('labelId', '=', labelId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('labelSubscriptions')
    .values({ labelId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
