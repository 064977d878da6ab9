import { randomBytes } from 'node:crypto';
import { sentencesOf } from '@milepost/core/errors';
import { accountProblems } from '@milepost/core/users';
import { addUser } from '../modules/users/commands/accounts.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { type Command, UsageError, CommandError } from './command.ts';
import { withDatabase } from './database.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export const userCreate: Command = {
  name: 'user create',
  details: 'Creates an account. Without --password it asks for one, or generates and prints one without a terminal.',
  options: {
    username: { value: 'U', meaning: 'how the person signs in and is mentioned', isRequired: true },
    email: { value: 'E', meaning: 'where mail reaches the person', isRequired: true },
    name: { value: 'N', meaning: 'how the person is called (the username)' },
    password: { value: 'P', meaning: 'visible in the process list: better let it ask' },
    admin: { meaning: 'makes the account a site administrator' },
  },
  async run(input) {
    const username = input.required('username');
    const account = { username, email: input.required('email'), name: input.value('name') ?? username };
    refuse(account);
    const chosen = input.value('password') ?? (await promptSecret(`Password for ${username}: `));
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

/** Reads a line from the terminal without echo. Null without a terminal. */
export async function promptSecret(question: string): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stopped = new AbortController();
  // In raw mode Ctrl-C is an ordinary key: raise the signal.
  terminal.once('SIGINT', () => stopped.abort());
  try {
    return await terminal.question('', { signal: stopped.signal });
  } catch (error) {
    throw stopped.signal.aborted ? new CommandError('nothing was changed') : error;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
