import { expect, test } from 'vitest';
import { isWebUrl } from './web-urls.ts';

test.each([
  ['https://meet.example/abc?x=1#y', true],
  ['http://meet.example:8080', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://bank.example@evil.example/', false],
  ['https://a b.example', false],
  ['meet.example/abc', false],
  [`https://meet.example/${'a'.repeat(2048)}`, false],
])('%s', (text, isOne) => {
  expect(isWebUrl(text)).toBe(isOne);
});
