import { describe, expect, test } from 'vitest';
import { parseTexts } from './parsers.ts';
import { parseTime, rowsOfJson, RowReader } from './rows.ts';

const BOOL = 16;
const TEXT = 25;
const columns = (...named: [name: string, dataTypeID: number][]) =>
  named.map(([name, dataTypeID]) => ({ name, dataTypeID }));
const parserOf = (oid: number) => (text: string) => (oid === BOOL ? text === 't' : text);

describe('reading rows', () => {
  test('columns get the names of the code, and each row is its own object', () => {
    const reader = new RowReader(columns(['id', TEXT], ['is_confidential', BOOL], ['due_date', TEXT]), parserOf);
    const rows = [reader.row(['1', 't', null]), reader.row(['2', 'f', '2026-01-31'])];
    expect(rows).toEqual([
      { id: '1', isConfidential: true, dueDate: null },
      { id: '2', isConfidential: false, dueDate: '2026-01-31' },
    ]);
  });

  test('a reader fits columns of the same names and types only', () => {
    const reader = new RowReader(columns(['id', TEXT], ['title', TEXT]), parserOf);
    expect(reader.fits(columns(['id', TEXT], ['title', TEXT]))).toBe(true);
    expect(reader.fits(columns(['id', TEXT], ['title', BOOL]))).toBe(false);
    expect(reader.fits(columns(['id', TEXT], ['state', TEXT]))).toBe(false);
    expect(reader.fits(columns(['id', TEXT]))).toBe(false);
  });
});

describe('reading rows of JSON', () => {
  test('columns get the names of the code, and those of times become dates unless they are days', () => {
    const rows = [
      { id: 1, created_at: '2026-11-21T15:24:30+00:00', opened_at: '2026-11-21' },
      { id: 2, created_at: null, opened_at: null },
    ];
    expect(rowsOfJson(rows)).toEqual([
      { id: 1, createdAt: new Date('2026-11-21T15:24:30Z'), openedAt: '2026-11-21' },
      { id: 2, createdAt: null, openedAt: null },
    ]);
    expect(rowsOfJson([{ id: 3 }])).toEqual([{ id: 3 }]);
  });
});

describe('reading arrays of texts', () => {
  test.each([
    ['{}', []],
    ['{a}', ['a']],
    ['{a,b}', ['a', 'b']],
    ['{"a b",c}', ['a b', 'c']],
    ['{2026-01-31,"a, {b}"}', ['2026-01-31', 'a, {b}']],
    ['{"",é,""}', ['', 'é', '']],
  ])('%s', (text, expected) => {
    const never = (): string[] => {
      throw new Error(`asked for ${text}`);
    };
    expect(parseTexts(text, never)).toEqual(expected);
  });

  test.each(['{NULL,a}', String.raw`{"a\"b"}`, '{{a},{b}}', '[2:3]={a,b}'])('%s is left to the library', (text) => {
    expect(parseTexts(text, () => ['library'])).toEqual(['library']);
  });
});

describe('reading times', () => {
  const never = (text: string): Date => {
    throw new Error(`asked for ${text}`);
  };

  test.each([
    ['2026-11-21 15:24:30+00', '2026-11-21T15:24:30.000Z'],
    ['2026-11-21 15:24:30.5+00', '2026-11-21T15:24:30.500Z'],
    ['2026-11-21 15:24:30.558999+00', '2026-11-21T15:24:30.558Z'],
    ['1969-12-31 23:59:59.001+00', '1969-12-31T23:59:59.001Z'],
  ])('%s', (text, expected) => {
    expect(parseTime(text, never).toISOString()).toBe(expected);
  });

  test.each([
    ['2026-11-21T15:24:30+00:00', '2026-11-21T15:24:30.000Z'],
    ['2024-02-29T00:00:00.07+00:00', '2024-02-29T00:00:00.070Z'],
  ])('%s, as in JSON', (text, expected) => {
    expect(parseTime(text, never).toISOString()).toBe(expected);
  });

  test.each(['2026-11-21 16:24:30+01', '20261-01-01 00:00:00+00', 'infinity'])('%s is left to the library', (text) => {
    expect(parseTime(text, () => new Date(7)).getTime()).toBe(7);
  });

  test('a year before 100 is left as it is', () => {
    expect(parseTime('0099-01-01 00:00:00+00', never).getUTCFullYear()).toBe(99);
  });
});
