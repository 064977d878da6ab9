import { expect, test } from 'vitest';
import { canGrant, roleTitle } from './members.ts';

test('a member cannot grant, change or remove a role above their own', () => {
  expect(canGrant(40, 40)).toBe(true);
  expect(canGrant(40, 10)).toBe(true);
  expect(canGrant(40, 50)).toBe(false);
});

test('a level is called by its role', () => {
  expect(roleTitle(15)).toBe('Planner');
  expect(roleTitle(0)).toBe('No access');
});
