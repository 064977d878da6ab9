import type { WorkItemId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import { notify } from '../../../platform/live/channel.ts';
import { noticesOf } from '../../live/commands/notice.ts';
import { inheritDates } from '../store/dates.ts';

/**
 * Recomputes the inherited dates of these epics and their ancestors; open pages are notified of those that changed. Inherited
 * dates are visible even to viewers who may not see their source.
 */
export async function recomputeInheritedDates(trx: Trx, epicIds: readonly WorkItemId[]): Promise<void> {
  const dated = await inheritDates(trx, epicIds);
  for (const notice of noticesOf(dated)) await notify(trx, notice);
}
