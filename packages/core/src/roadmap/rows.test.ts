import { expect, test } from 'vitest';
import { topLevelOf } from './rows.ts';

const epic = (id: string, ...ancestors: string[]) => ({ id, ancestors: { nodes: ancestors.map((id) => ({ id })) } });

test('an epic is at the top level of a list without its parent, regardless of other ancestors', () => {
  const grandchild = { ...epic('3', '1', '2'), parent: { id: '2' } };
  const hidden = { ...epic('4', '1'), parent: null };
  expect(topLevelOf([epic('1'), grandchild, hidden]).map(({ id }) => id)).toEqual(['1', '3', '4']);
  expect(topLevelOf([{ ...epic('2', '1'), parent: { id: '1' } }, grandchild]).map(({ id }) => id)).toEqual(['2']);
});

test('where parents are unknown, an epic is at the top level only when none of its ancestors is in the list', () => {
  const theme = epic('1');
  const feature = epic('2', '1');
  const part = epic('3', '1', '2');
  const adopted = epic('4', '90');
  expect(topLevelOf([part, adopted, theme, feature])).toEqual([adopted, theme]);
  expect(topLevelOf([part, adopted])).toEqual([part, adopted]);
  expect(topLevelOf([{ id: '5', ancestors: null }])).toHaveLength(1);
});
