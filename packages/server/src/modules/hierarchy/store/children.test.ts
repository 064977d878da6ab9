import { expect } from 'vitest';
import { test } from '../../../testing/test.ts';
import { hasChildrenWithin, withinKey } from './children.ts';

const year = { start: '2026-01-01', end: '2026-12-31' };

test('an epic has children within a timeframe only when the viewer may see one that touches it', async ({
  as,
  build,
}) => {
  const group = await build.group({ visibility: 'public' });
  const parent = await build.epic({ group });
  const key = withinKey(parent.id, year);
  await build.epic({ parent, startDate: '2024-01-01', dueDate: '2025-12-31' });
  expect(await as('ada').load(hasChildrenWithin, key)).toBe(false);

  await build.epic({ parent, startDate: '2026-03-01', confidential: true });
  expect(await as('ada').load(hasChildrenWithin, key)).toBe(true);
  expect(await as('otto').load(hasChildrenWithin, key), 'the chevron must not reveal a confidential child').toBe(false);
});
