import { describe, expect, test } from 'vitest';
import { type Command, helpOf, readInput, UsageError, usageOf } from './command.ts';

const grow: Command = {
  name: 'garden grow',
  details: 'Grows plants.',
  operands: 'PLANT...',
  options: {
    count: { value: 'N', meaning: 'how many' },
    bed: { value: 'NAME', meaning: 'where', isRequired: true },
    fast: { meaning: 'at once' },
  },
  run: async () => {},
};

const mistakeIn = (...args: string[]): string => {
  try {
    readInput(grow, args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'none';
};

describe('what is typed at the shell', () => {
  test('options and operands, in any order', () => {
    const input = readInput(grow, ['rose', '--bed', 'south', '--fast', 'lily', '--count=3']);
    expect(input?.positionals).toEqual(['rose', 'lily']);
    expect(input?.required('bed')).toBe('south');
    expect(input?.isOn('fast')).toBe(true);
    expect(input?.number('count', 1)).toBe(3);
  });

  test('--help only prints help', () => {
    expect(readInput(grow, ['--help'])).toBeNull();
    expect(helpOf(grow)).toBe(
      [
        'Usage: milepost garden grow PLANT... [--count N] --bed NAME [--fast]',
        '',
        'Grows plants.',
        '',
        '  --count N   how many',
        '  --bed NAME  where',
        '  --fast      at once',
        '  --help      shows this',
      ].join('\n'),
    );
    expect(usageOf({ ...grow, operands: undefined, options: {} })).toBe('milepost garden grow');
  });

  test('a mistake is one line', () => {
    expect(mistakeIn('rose', '--bed', 'south', '--deep')).toBe("unknown option '--deep'");
    expect(mistakeIn('rose', '--bed')).toBe("option '--bed <value>' argument missing");
    expect(mistakeIn('rose')).toBe('--bed NAME is missing');
    expect(mistakeIn('rose', '--bed=')).toBe('--bed is empty');
    expect(mistakeIn('--bed', 'south')).toBe('PLANT... is missing');
    expect(() => readInput(grow, ['rose', '--bed', 'a', '--count', '0'])?.number('count', 1)).toThrow(
      "--count must be a whole number from 1, not '0'",
    );
  });

  test('a command of one operand takes one, and one of none takes none', () => {
    expect(() => readInput({ ...grow, operands: 'FILE' }, ['a', 'b', '--bed', 'x'])).toThrow("unexpected argument 'b'");
    expect(() => readInput({ ...grow, operands: undefined }, ['a', '--bed', 'x'])).toThrow("unexpected argument 'a'");
  });
});
