import { utcDayOf } from '@milepost/core/days';
import { Viewer } from '@milepost/core/roles';
import { Context } from '../../platform/context.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { scheduleIterations } from './commands/cadences.ts';
import { scheduledCadences } from './store/cadences.ts';

/** At the start of each day, and hourly, so that a server that was down at midnight catches up. */
export const scheduleJob: JobTask = {
  name: 'iterations.schedule',
  cron: '0 * * * *',
  async run(services, _payload, signal) {
    const ctx = new Context(services, new Viewer(null, true));
    for (const cadenceId of await scheduledCadences(ctx.db)) {
      if (signal.aborted) return;
      await ctx.transaction((trx) => scheduleIterations(ctx, trx, cadenceId, utcDayOf(new Date())));
    }
  },
};
