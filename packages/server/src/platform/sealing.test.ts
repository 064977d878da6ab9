import { expect, test } from 'vitest';
import { seal, unseal, UnsealError } from './sealing.ts';

const secret = 's'.repeat(40);

test('a sealed value is readable with the same secret and purpose, and differs each time', () => {
  const [one, other] = [seal(secret, 'test', 'täglich'), seal(secret, 'test', 'täglich')];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('glich')).toBe(false);
  expect([unseal(secret, 'test', one), unseal(secret, 'test', other)]).toEqual(['täglich', 'täglich']);
  expect(unseal(secret, 'test', seal(secret, 'test', ''))).toBe('');
});

test('another secret, another purpose and a changed byte read nothing', () => {
  const sealed = seal(secret, 'test', 'open-sesame');
  expect(() => unseal('t'.repeat(40), 'test', sealed)).toThrow(UnsealError);
  expect(() => unseal(secret, 'other', sealed)).toThrow(UnsealError);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed.readUInt8(at) + 1) % 256, at);
    expect(() => unseal(secret, 'test', changed)).toThrow(UnsealError);
  }
  expect(() => unseal(secret, 'test', Buffer.alloc(0))).toThrow(UnsealError);
});
