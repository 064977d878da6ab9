import { DAYS_TO_RESTORE } from '@milepost/core/namespaces';
import { Viewer } from '@milepost/core/roles';
import { Context } from '../../platform/context.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { removeExpiredNamespace } from './commands/lifecycle.ts';
import { expiredNamespaces } from './store/lifecycle.ts';
import { namespaceById } from './store.ts';

/** Permanently removes deleted groups and projects whose restore period is over. Hourly. */
export const removeExpired: JobTask = {
  name: 'namespaces.removeExpired',
  cron: '41 * * * *',
  async run(services, _payload, signal) {
    const ctx = new Context(services, new Viewer(null, true));
    for (const id of await expiredNamespaces(ctx.db, DAYS_TO_RESTORE)) {
      if (signal.aborted) return;
      const namespace = await namespaceById(ctx.db, id);
      if (namespace) await removeExpiredNamespace(ctx, namespace);
    }
  },
};
