import { readFileSync } from 'node:fs';
import { DomainError } from '@milepost/core/errors';
import { ConfigError } from '../platform/config/error.ts';
import { isUnavailable } from '../platform/database/lost.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { messageOf } from '../platform/util/errors.ts';
import { type Command, CommandError, helpOf, readInput, table, UsageError } from './command.ts';

/** Loaded on demand: `milepost --help` needs none of them. */
const commands: readonly { name: string; summary: string; load: () => Promise<Command> }[] = [
  { name: 'serve', summary: 'migrates and serves', load: async () => (await import('./serve.ts')).serve },
  {
    name: 'start',
    summary: 'serves, and restarts the server when it crashes',
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'migrate',
    summary: 'brings the database up to date',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'doctor',
    summary: 'checks configuration, database and storage',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'import',
    summary: 'imports GitLab-format group and project exports',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'report',
    summary: 'adds the findings of a security scanner to a project',
    load: async () => (await import('./report.ts')).report,
  },
  {
    name: 'user create',
    summary: 'creates an account',
    load: async () => (await import('./user-create.ts')).userCreate,
  },
  {
    name: 'user reset-2fa',
    summary: 'removes the second factor of an account',
    load: async () => (await import('./user-reset-2fa.ts')).userResetFactors,
  },
  {
    name: 'token create',
    summary: 'prints a new personal access token',
    load: async () => (await import('./token-create.ts')).tokenCreate,
  },
  {
    name: 'recount',
    summary: 'recomputes the sums of the hierarchy',
    load: async () => (await import('./recount.ts')).recount,
  },
  {
    name: 'secret rotate',
    summary: 'encrypts the stored secrets under a new key',
    load: async () => (await import('./secret-rotate.ts')).secretRotate,
  },
  {
    name: 'site promote',
    summary: 'makes this secondary site the primary',
    load: async () => (await import('./site-promote.ts')).sitePromote,
  },
  {
    name: 'storage migrate',
    summary: 'copies files to a bucket, or back',
    load: async () => (await import('./storage-migrate.ts')).storageMigrate,
  },
  {
    name: 'generate',
    summary: 'generates synthetic work of any size',
    load: async () => (await import('./generate.ts')).generate,
  },
  {
    name: 'backup',
    summary: 'writes a backup into one archive',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'restores a backup into an empty database',
    load: async () => (await import('./restore.ts')).restore,
  },
];

/** Runs the command given by `args` and resolves with the exit code: 0 on success, 1 on failure, 2 on wrong usage. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    return complain(error);
  }
}

async function runCommand(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    console.log(overview());
    return first === undefined ? 2 : 0;
  }
  if (first === '--version' || first === '-v') {
    console.log(readVersion());
    return 0;
  }
  const found = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (!found) throw new UsageError(unknown(args));
  const command = await found.load();
  const input = readInput(command, args.slice(found.name.split(' ').length));
  if (input) return (await command.run(input)) ?? 0;
  console.log(helpOf(command));
  return 0;
}

function unknown(args: readonly string[]): string {
  const family = commands.filter(({ name }) => name.startsWith(`${args[0]} `));
  const offer = (family.length > 0 ? family : commands).map(({ name }) => name).join(', ');
  const typed = family.length > 0 ? args.slice(0, 2).join(' ') : (args[0] ?? '');
  return `there is no command '${typed}'; there are: ${offer}`;
}

function overview(): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'Usage: milepost COMMAND',
    '',
    ...table(rows),
    '',
    'milepost COMMAND --help shows the options of one command.',
  ].join('\n');
}

/** One line for a problem that a person can fix; the stack trace only for bugs. */
function complain(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigError) {
    console.error(`milepost: ${error.message}`);
    return 2;
  }
  const isExpected =
    [DomainError, CommandError, MigrationError].some((kind) => error instanceof kind) || isUnavailable(error);
  console.error(isExpected ? `milepost: ${messageOf(error)}` : error);
  return 1;
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
