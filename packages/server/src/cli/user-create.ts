import { randomBytes } from 'node:crypto';
import { sentencesOf } from '@milepost/core/errors';
import { accountProblems } from '@milepost/core/users';
import { addUser } from '../modules/users/commands/accounts.ts';
import { readProcessConfig } from '../platform/config.ts';
import { askSecretly } from './ask.ts';
import { type Command, UsageError } from './command.ts';
import { withDatabase } from './database.ts';

export const userCreate: Command = {
  name: 'user create',
  details:
    'Makes an account. Without --password it asks for one, or, where nobody can be asked, makes one and prints it.',
  options: {
    username: { value: 'U', meaning: 'how the person signs in and is mentioned', isRequired: true },
    email: { value: 'E', meaning: 'where mail reaches the person', isRequired: true },
    name: { value: 'N', meaning: 'how the person is called (the username)' },
    password: { value: 'P', meaning: 'seen by whoever sees your command line: better let it ask' },
    admin: { meaning: 'may administer the whole site' },
  },
  async run(input) {
    const username = input.required('username');
    const account = { username, email: input.required('email'), name: input.value('name') ?? username };
    refuse(account);
    const chosen = input.value('password') ?? (await askSecretly(`Password for ${username}: `));
    const password = chosen ?? randomBytes(15).toString('base64url');
    refuse({ ...account, password });
    await withDatabase(readProcessConfig(), ({ db }) =>
      addUser(db, { ...account, password, isAdmin: input.isOn('admin') }),
    );
    console.log(`Made ${input.isOn('admin') ? 'the administrator' : 'the account'} ${username}`);
    if (chosen === null) console.log(`Password: ${password}`);
  },
};

function refuse(account: Parameters<typeof accountProblems>[0]): void {
  const [problem] = sentencesOf(accountProblems(account));
  if (problem !== undefined) throw new UsageError(problem);
}
