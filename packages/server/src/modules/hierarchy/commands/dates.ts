import type { WorkItemId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import { notify } from '../../../platform/live/channel.ts';
import { noticesOf } from '../../live/commands/notice.ts';
import { inheritDates } from '../store/dates.ts';

/**
 * Derives the dates of these epics, and of all above them that follow, anew; open pages are told of those that have others now.
 * Whoever may not know of what they inherit from sees the dates all the same.
 */
export async function inheritAndTell(trx: Trx, epicIds: readonly WorkItemId[]): Promise<void> {
  const dated = await inheritDates(trx, epicIds);
  for (const notice of noticesOf(dated)) await notify(trx, notice);
}
