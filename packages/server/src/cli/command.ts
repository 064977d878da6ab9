import { parseArgs } from 'node:util';

/** One option of a command, `--name`; without a `value` it is a switch. */
export interface Option {
  /** Placeholder of the value in the help: `U` in `--username U`. */
  value?: string;
  meaning: string;
  isRequired?: boolean;
}

/** The arguments after the command's name, parsed by its options. */
export interface Input {
  /** The value of an option; undefined when it was not given. */
  value(name: string): string | undefined;
  /** A required option. */
  required(name: string): string;
  isOn(name: string): boolean;
  /** An integer of at least `least`. */
  number(name: string, least: number): number | undefined;
  positionals: readonly string[];
}

export interface Command {
  /** As it is typed: `user create`. */
  name: string;
  /** Help text, in a sentence or two. */
  details: string;
  /** What follows the options: `ARCHIVE...`, `FILE`. */
  operands?: string;
  options: Readonly<Record<string, Option>>;
  /** Resolves with the exit code unless it is 0. Throws what `main` reports in one line. */
  run(input: Input): Promise<number | void>;
}

/** Something typed that makes no sense; the message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A failure to report in one line: not a bug in Milepost. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Parses the arguments after a command's name. Null when help was requested; throws a UsageError for anything unknown. */
export function readInput(command: Command, args: readonly string[]): Input | null {
  const { values, positionals } = parse(command, args);
  if (values['help']) return null;
  checkOperands(command, positionals);
  for (const [name, option] of Object.entries(command.options)) {
    if (option.isRequired && values[name] === undefined)
      throw new UsageError(`--${name} ${option.value ?? ''} is missing`);
    if (values[name] === '') throw new UsageError(`--${name} is empty`);
  }
  const value = (name: string): string | undefined => {
    const found = values[name];
    return typeof found === 'string' ? found : undefined;
  };
  return {
    value,
    required: (name) => value(name) ?? '',
    isOn: (name) => values[name] === true,
    number: (name, least) => readNumber(name, value(name), least),
    positionals,
  };
}

function parse(command: Command, args: readonly string[]): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.entries(command.options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // The first sentence names the problem; the rest explains command lines in general.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  }
}

function checkOperands({ operands }: Command, given: readonly string[]): void {
  if (operands === undefined && given.length > 0) throw new UsageError(`unexpected argument '${given[0]}'`);
  if (operands === undefined) return;
  if (given.length === 0) throw new UsageError(`${operands} is missing`);
  if (!operands.endsWith('...') && given.length > 1) throw new UsageError(`unexpected argument '${given[1]}'`);
}

function readNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least)) throw new UsageError(`--${name} must be a whole number from ${least}, not '${text}'`);
  return number;
}

/** `milepost user create --username U [--admin]`. */
export function usageOf({ name, options, operands }: Command): string {
  const args = Object.entries(options).map(([option, { value, isRequired }]) => {
    const whole = value === undefined ? `--${option}` : `--${option} ${value}`;
    return isRequired ? whole : `[${whole}]`;
  });
  return ['milepost', name, ...(operands === undefined ? [] : [operands]), ...args].join(' ');
}

/** The full help of one command. */
export function helpOf(command: Command): string {
  const rows = Object.entries(command.options).map(
    ([name, { value, meaning }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, meaning] as const,
  );
  return [`Usage: ${usageOf(command)}`, '', command.details, '', ...table([...rows, ['--help', 'shows this']])].join(
    '\n',
  );
}

/** Rows of two columns, the second aligned. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
