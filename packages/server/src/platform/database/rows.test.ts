import { describe, expect, test } from 'vitest';
import type { FieldDef } from 'pg';
import { parseTime, RowReader } from './rows.ts';

const fields = (...names: string[]) => names.map((name) => ({ name }) as FieldDef);

describe('reading rows', () => {
  test('columns get the names of the code, and each row is its own object', () => {
    const reader = new RowReader();
    const rows = reader.read(fields('id', 'is_confidential', 'due_date'), [
      [1, true, null],
      [2, false, '2026-01-31'],
    ]);
    expect(rows).toEqual([
      { id: 1, isConfidential: true, dueDate: null },
      { id: 2, isConfidential: false, dueDate: '2026-01-31' },
    ]);
  });

  test('a reader follows when the columns change', () => {
    const reader = new RowReader();
    reader.read(fields('id', 'title'), [[1, 'One']]);
    expect(reader.read(fields('id', 'state'), [[1, 'opened']])).toEqual([{ id: 1, state: 'opened' }]);
    expect(reader.read(fields('id'), [[1]])).toEqual([{ id: 1 }]);
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

  test.each(['2026-11-21 16:24:30+01', '20261-01-01 00:00:00+00', 'infinity'])('%s is left to the library', (text) => {
    expect(parseTime(text, () => new Date(7)).getTime()).toBe(7);
  });

  test('a year before 100 is left as it is', () => {
    expect(parseTime('0099-01-01 00:00:00+00', never).getUTCFullYear()).toBe(99);
  });
});
