import { expect, test } from 'vitest';
import { obfuscateEmail } from './email.ts';

test('what is left of an address can be recognised and not written to', () => {
  expect(obfuscateEmail('alice@example.com')).toBe('al*****@ex*****.c****');
  expect(obfuscateEmail('a@b')).toBe('a*****@b*****');
  expect(obfuscateEmail('nonsense')).toBe('*****');
});
