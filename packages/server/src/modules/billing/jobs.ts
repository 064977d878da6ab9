import type { NamespaceId } from '@milepost/core/ids';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { countSeats } from '../members/store/seats.ts';
import { forgetPayments } from './store/payments.ts';
import { plansAfter, raisePeak } from './store.ts';

const BATCH = 200;

/** Counts the seats of every plan once a day: seats also change by shares elsewhere, and when accounts are unblocked. */
export const countSeatsDaily: JobTask = {
  name: 'billing.countSeats',
  cron: '23 1 * * *',
  async run({ db }, _payload, signal) {
    let after = 0 as NamespaceId;
    for (;;) {
      const plans = await plansAfter(db, after, BATCH);
      for (const plan of plans) {
        if (signal.aborted) return;
        await raisePeak(db, plan, await countSeats(db, plan.namespaceId));
      }
      const last = plans.at(-1);
      if (!last || plans.length < BATCH) break;
      after = last.namespaceId;
    }
    await forgetPayments(db);
  },
};
