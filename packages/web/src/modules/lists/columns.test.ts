import { expect, test } from 'vitest';
import { listColumns, MIN_TITLE_WIDTH, ROOMY_TITLE_WIDTH } from './columns.ts';

const looks = {
  epic: { width: 130, priority: 1 },
  weight: { width: 36, priority: 2 },
  dueDate: { width: 92, priority: 3 },
} as const;
type Name = keyof typeof looks;
const all: readonly Name[] = ['epic', 'weight', 'dueDate'];
const hasValue = (item: readonly Name[], name: Name): boolean => item.includes(name);

test('columns keep the order of the list and go by priority, so that the title keeps its width', () => {
  const columns = listColumns([all], all, looks, hasValue);
  expect(columns.map(({ name }) => name)).toEqual(['epic', 'weight', 'dueDate']);
  // Icon and gaps, the title, and a column with the gap before it.
  const least = 40 + MIN_TITLE_WIDTH;
  const roomy = 40 + ROOMY_TITLE_WIDTH;
  expect(columns.map(({ from }) => from)).toEqual([roomy + 112 + 56 + 150, least + 112 + 56, least + 112]);
});

test('a column that is empty in every row takes no space', () => {
  const columns = listColumns<readonly Name[], Name>([['epic'], ['epic', 'weight']], all, looks, hasValue);
  expect(columns.map(({ name }) => name)).toEqual(['epic', 'weight']);
  expect(listColumns<readonly Name[], Name>([[]], all, looks, hasValue)).toEqual([]);
});

test('a column that is empty in every row, but can be filled in, is narrow', () => {
  const mayEdit = (_item: readonly Name[], name: Name) => name !== 'epic';
  const columns = listColumns<readonly Name[], Name>([[], ['weight']], all, looks, hasValue, mayEdit);
  expect(columns.map(({ name, width }) => [name, width])).toEqual([
    ['weight', 36],
    ['dueDate', 36],
  ]);
  expect(columns[0]?.from).toBe(40 + MIN_TITLE_WIDTH + 56 + 56);
});
