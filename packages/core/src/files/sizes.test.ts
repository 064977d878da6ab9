import { expect, test } from 'vitest';
import { printSize } from './sizes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [5, '5 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_540_000, '12.5 MB'],
  [33_554_432, '33.6 MB'],
  [2_500_000_000_000, '2,500 GB'],
])('%s bytes read %j', (bytes, text) => expect(printSize(bytes)).toBe(text));
