import { describe, expect, test } from 'vitest';
import { isRemoteCredential, minutesToNextFetch, parseRemoteAddress } from './remotes.ts';

describe('remotes', () => {
  test('an address is https with a path; credentials are split off', () => {
    expect(parseRemoteAddress(' https://Forge.example/acme/app.git ')).toEqual({
      url: 'https://forge.example/acme/app.git',
      credentials: null,
    });
    expect(parseRemoteAddress('https://ada:a%3Ab@forge.example:8443/app')).toEqual({
      url: 'https://forge.example:8443/app',
      credentials: { username: 'ada', password: 'a:b' },
    });
    const refused = [
      'http://forge.example/app',
      'file:///etc/passwd',
      'ssh://git@forge.example/app',
      'git@forge.example:acme/app',
      'ext::sh -c id',
      'https://forge.example',
      'https://forge.example./app',
      'https://forge.example/app?token=1',
      'https://a%ff@forge.example/app',
      '/var/repositories',
      '--upload-pack=id',
      '',
      `https://forge.example/${'a'.repeat(2_048)}`,
    ];
    expect(refused.filter((text) => parseRemoteAddress(text) !== null)).toEqual([]);
  });

  test('the interval doubles with each failure up to a day, and ends after 14', () => {
    expect([0, 1, 2, 5, 6, 13, 14].map((failures) => minutesToNextFetch(failures, 30))).toEqual([
      30,
      60,
      120,
      960,
      1_440,
      1_440,
      null,
    ]);
  });

  test('a credential is one line', () => {
    expect(isRemoteCredential('a b%ü')).toBe(true);
    expect(isRemoteCredential('a\nhost=other')).toBe(false);
    expect(isRemoteCredential('a'.repeat(1_025))).toBe(false);
  });
});
