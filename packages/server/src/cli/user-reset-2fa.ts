import { Viewer } from '@milepost/core/roles';
import { contextFor, makeServices } from '../app/services.ts';
import { resetFactors } from '../modules/users/commands/factor-settings.ts';
import { userByUsername } from '../modules/users/store.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { applyStored } from '../platform/instance/follow.ts';
import { readSecret } from '../platform/secret.ts';
import { type Command, CommandError } from './command.ts';
import { withDatabase } from './database.ts';

export const userResetFactors: Command = {
  name: 'user reset-2fa',
  details: `Removes the second factor of a person who lost it: authenticator app, passkeys and recovery codes. Ends their sessions, and tells
them by mail. A server may be running.`,
  operands: 'USERNAME',
  options: {},
  async run({ positionals: [username = ''] }) {
    const config = readProcessConfig();
    await withDatabase(config, async ({ db }) => {
      const user = await userByUsername(db, username);
      if (!user) throw new CommandError(`there is no user ${username}`);
      if (!user.hasSecondFactor) throw new CommandError(`${user.username} has no second factor`);
      // The mail server is set in the environment or stored; a server that runs sends the mail.
      const mailer = openMailer(config.stored.read({}).mail);
      const services = makeServices(db, config, { secret: await readSecret(config), mailer });
      await applyStored(services, config.stored);
      await resetFactors(contextFor(services, new Viewer(null, true)), user.id);
      services.mailer?.close();
      console.log(`Removed the second factor of ${user.username}`);
    });
  },
};
