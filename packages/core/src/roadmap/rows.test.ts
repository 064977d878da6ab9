import { expect, test } from 'vitest';
import { topLevelOf } from './rows.ts';

const epic = (id: string, ...ancestors: string[]) => ({ id, ancestors: { nodes: ancestors.map((id) => ({ id })) } });

test('RM-LS-10: an epic stands at the top level only when none of its ancestors is in the loaded list', () => {
  const theme = epic('1');
  const feature = epic('2', '1');
  const part = epic('3', '1', '2');
  const adopted = epic('4', '90');
  expect(topLevelOf([part, adopted, theme, feature])).toEqual([adopted, theme]);
  expect(topLevelOf([part, adopted])).toEqual([part, adopted]);
  expect(topLevelOf([{ id: '5', ancestors: null }])).toHaveLength(1);
});
