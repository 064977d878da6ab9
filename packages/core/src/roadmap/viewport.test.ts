import { expect, test } from 'vitest';
import { bufferSizeOf, rightSpaceAt, sectionWidth } from './viewport.ts';

test('the section is as wide as details, cells and the space after them', () => {
  expect(sectionWidth(344, 84, 12, 24)).toBe(344 + 1008 + 24);
});

test('the space is 24 from 1200 on and 16 below', () => {
  expect(rightSpaceAt(1200)).toBe(24);
  expect(rightSpaceAt(1199)).toBe(16);
});

test('the buffer size is the number of rows that fit', () => {
  expect(bufferSizeOf(1000, 48, 40)).toBe(20);
  expect(bufferSizeOf(1000, 72, 280)).toBe(10);
  expect(bufferSizeOf(100, 48, 280)).toBe(0);
});
