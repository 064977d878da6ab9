import { utcDayOf } from '@milepost/core/days';
import { Viewer } from '@milepost/core/roles';
import { Context } from '../../platform/context.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { scheduleIterations } from './commands/cadences.ts';
import { automaticCadences } from './store/cadences.ts';

/** Hourly, so that a new day gets its iterations soon, in any time zone. */
export const scheduleJob: JobTask = {
  name: 'iterations.schedule',
  cron: '7 * * * *',
  async run(services, _payload, signal) {
    const ctx = new Context(services, new Viewer(null, true));
    for (const cadenceId of await automaticCadences(ctx.db)) {
      if (signal.aborted) return;
      await ctx.transaction((trx) => scheduleIterations(trx, cadenceId, utcDayOf(new Date())));
    }
  },
};
