import { expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { decrypt, encrypt, UnsealError } from './cipher.ts';
import { openVault } from './rotate.ts';
import { seal, unseal } from './sealing.ts';

const secret = 's'.repeat(40);

test('a sealed value is readable with the same secret and purpose, and differs each time', async ({ db }) => {
  const sealed = (text: string) => db.transaction().execute((trx) => seal({ db: trx, secret }, 'test', text));
  // Before and after the first key.
  for (const each of ['derived', 'own']) {
    const [one, other] = [await sealed('täglich'), await sealed('täglich')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('glich')).toBe(false);
    for (const value of [one, other])
      expect([each, await unseal({ db, secret }, 'test', value)]).toEqual([each, 'täglich']);
    expect(await unseal({ db, secret }, 'test', await sealed(''))).toBe('');
    await expect(unseal({ db, secret: 't'.repeat(40) }, 'test', one)).rejects.toThrow(UnsealError);
    await expect(unseal({ db, secret }, 'other', one)).rejects.toThrow(UnsealError);
    await expect(unseal({ db, secret }, 'test', Buffer.alloc(0))).rejects.toThrow(UnsealError);
    await openVault({ db, secret }, []);
  }
  // Outside of the transaction that stores it, a rotation would miss it.
  await expect(seal({ db, secret }, 'test', 'x')).rejects.toThrow('transaction');
});

test('a changed byte reads nothing', () => {
  const sealed = encrypt(Buffer.of(1), secret, 'test', 'open-sesame');
  for (let at = 1; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed.readUInt8(at) + 1) % 256, at);
    expect(() => decrypt(1, secret, 'test', changed)).toThrow(UnsealError);
  }
  expect(() => decrypt(1, secret, 'test', sealed.subarray(0, 20))).toThrow(UnsealError);
});
