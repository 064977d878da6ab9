import { Viewer } from '@milepost/core/roles';
import { makeServices } from '../app/services.ts';
import { recomputeRollups } from '../modules/hierarchy/commands/recompute.ts';
import { Context } from '../platform/context.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import type { Command } from './command.ts';
import { withDatabase } from './database.ts';
import { countText } from './messages.ts';

export const recount: Command = {
  name: 'recount',
  details: `Recomputes the stored data of the hierarchy: paths, inherited dates, and the sums below every epic. A server may be running.
Normally there is nothing to repair; use it after changing the database by other means.`,
  options: {},
  async run() {
    const config = readProcessConfig();
    await withDatabase(config, async ({ db }) => {
      const ctx = new Context(makeServices(db, config), new Viewer(null, true));
      const { groups, repairedPaths } = await recomputeRollups(ctx);
      console.log(`Recounted ${countText(groups, 'top-level group')}; repaired ${countText(repairedPaths, 'path')}`);
    });
  },
};
