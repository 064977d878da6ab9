import { unreachable } from '@milepost/core/errors';
import { makeServices } from '../app/services.ts';
import { promoteSite, type Promotion } from '../modules/sites/commands/promote.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { connect } from '../platform/database/connect.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { readSecret } from '../platform/secret.ts';
import { messageOf } from '../platform/util/errors.ts';
import { CommandError, type Command } from './command.ts';
import { countText } from './messages.ts';
import { withPostgresStoppedOnSignal } from './signals.ts';

export const sitePromote: Command = {
  name: 'site promote',
  details:
    'Makes this secondary site the primary: its database accepts changes from then on. The former primary must not run, or must be reachable, so that it can be told.',
  options: { force: { meaning: 'promote even if files or repositories are missing here' } },
  async run(input) {
    const config = readProcessConfig();
    const database = await openDatabase(config);
    return withPostgresStoppedOnSignal(database, async () => {
      const { db } = connect(database.target, { applicationName: 'milepost command', size: 2 });
      try {
        const services = makeServices(db, config, { secret: await readSecret(config), mailer: null });
        const result = await promoteSite(services, { isForced: input.isOn('force') });
        return reported(result);
      } finally {
        await db.destroy();
      }
    });
  },
};

/** Reports a promotion; returns the exit code. Throws CommandError. */
function reported(result: Promotion): number {
  switch (result.outcome) {
    case 'is primary':
      console.error('milepost: this site is the primary already');
      return 2;
    case 'unknown site':
      throw new CommandError('no site has this name or URL: set MILEPOST_SITE_NAME');
    case 'incomplete': {
      const repositories = `${result.repositories} ${result.repositories === 1 ? 'repository' : 'repositories'}`;
      throw new CommandError(
        `${countText(result.uploads, 'file')} and ${repositories} are missing here: copy them, or promote with --force`,
      );
    }
    case 'promoted':
      if (result.unreachable !== null) {
        console.error(
          `The former primary could not be notified (${messageOf(result.unreachable)}): make sure that it does not run until it is set up as a secondary`,
        );
      }
      console.log(`${result.name} is the primary now`);
      return 0;
    default:
      return unreachable(result);
  }
}
