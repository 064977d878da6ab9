import { isScope, scopes as knownScopes } from '@milepost/core/accounts/access-tokens';
import { Viewer } from '@milepost/core/roles';
import { contextFor, makeServices } from '../app/services.ts';
import { createAccessToken } from '../modules/users/commands/tokens.ts';
import { userByUsername } from '../modules/users/store.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './database.ts';

export const tokenCreate: Command = {
  name: 'token create',
  details: 'Prints a new personal access token, alone on its line. It is shown this once.',
  options: {
    user: { value: 'U', meaning: 'the username of its owner', isRequired: true },
    name: { value: 'N', meaning: 'description of the token (command line)' },
    scopes: { value: 'LIST', meaning: `scopes of the token, any of ${knownScopes.join(',')} (api)` },
  },
  async run(input) {
    const scopes = (input.value('scopes') ?? 'api').split(',').map((scope) => scope.trim());
    const unknown = scopes.find((scope) => !isScope(scope));
    if (unknown !== undefined)
      throw new UsageError(`there is no scope '${unknown}'; there are: ${knownScopes.join(', ')}`);
    const username = input.required('user');
    const config = readProcessConfig();
    const secret = await withDatabase(config, async ({ db }) => {
      const user = await userByUsername(db, username);
      if (!user) throw new CommandError(`there is no user ${username}`);
      const ctx = contextFor(makeServices(db, config), new Viewer(user.id, user.isAdmin));
      const made = await createAccessToken(ctx, {
        userId: user.id,
        name: input.value('name') ?? 'command line',
        scopes,
      });
      return made.secret;
    });
    console.log(secret);
  },
};
