import { expect, test } from 'vitest';
import { isWebUrl, pathOnSite } from './web-urls.ts';

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

test.each([
  ['/groups/a/-/roadmap?state=opened#x', '/groups/a/-/roadmap?state=opened#x'],
  ['https://plan.example:8443/a?b=1', '/a?b=1'],
  ['a/b', '/a/b'],
  ['https://plan.example/a', null],
  ['//evil.example/a', null],
  ['https://plan.example:8443//evil.example/a', null],
  ['/x/..//evil.example', null],
  ['/.//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://plan.example:8443@evil.example/', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('%s leads on this site to %s', (address, path) => {
  expect(pathOnSite(address, 'https://plan.example:8443')).toBe(path);
});
