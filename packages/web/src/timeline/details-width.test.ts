import { expect, test } from 'vitest';
import { detailsWidthAt } from './details-width.ts';

test('a chosen width of the details column is kept within the window, and phones have none', () => {
  expect(detailsWidthAt(1440, 500)).toBe(500);
  expect(detailsWidthAt(800, 500)).toBe(400);
  expect(detailsWidthAt(1440, 20)).toBe(240);
  expect(detailsWidthAt(640, 500)).toBe(0);
});
