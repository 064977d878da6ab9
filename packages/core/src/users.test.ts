import { describe, expect, test } from 'vitest';
import { accountProblems, passwordProblems, usernameProblems, obfuscateEmail } from './users.ts';

describe('usernames', () => {
  test.each(['ada', 'Ada_L', 'a.b-c', '_x', '007'])('%s is fine', (username) => {
    expect(usernameProblems(username)).toEqual([]);
  });
  test.each(['', '-ada', '.ada', 'ada.', 'ada-', 'a b', 'ada.git', 'ada.atom', 'ädä', 'a/b', 'x'.repeat(256)])(
    '%j is refused',
    (username) => {
      expect(usernameProblems(username)).toHaveLength(1);
    },
  );
  test('names that addresses need are reserved, in any letter case', () => {
    expect(usernameProblems('Groups')).toEqual(['is a reserved name']);
  });
});

describe('passwords', () => {
  test.each(['correct horse battery', 'x7#kLm2p', 'wachtwoord-van-mij'])('%s is fine', (password) => {
    expect(passwordProblems(password, { username: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })).toEqual([]);
  });
  test('too short, too long and blank are said so', () => {
    expect(passwordProblems('x7#kLm2')).toEqual(['is too short (minimum is 8 characters)']);
    expect(passwordProblems('abc'.repeat(50))).toEqual(['is too long (maximum is 128 characters)']);
    expect(passwordProblems('')).toEqual(["can't be blank"]);
  });
  test('TM-PW-10: no kinds of characters are demanded, and the own names must not be in it', () => {
    const person = { username: 'lovelace', name: 'Ada Lovelace', email: 'countess@example.com' };
    expect(passwordProblems('plain letters', person)).toEqual([]);
    expect(passwordProblems('x'.repeat(128), person)).toEqual([]);
    const contained = ['must not contain your username or the name of your email address'];
    expect(passwordProblems('my Lovelace 1842', person)).toEqual(contained);
    expect(passwordProblems('countess!', person)).toEqual(contained);
  });
});

test('only the fields given are looked at', () => {
  expect(accountProblems({ name: ' ', email: 'nobody' })).toEqual({ name: ["can't be blank"], email: ['is invalid'] });
});

test('a masked address can be recognized but not written to', () => {
  expect(obfuscateEmail('alice@example.com')).toBe('al*****@ex*****.c****');
  expect(obfuscateEmail('a@b')).toBe('a*****@b*****');
  expect(obfuscateEmail('nonsense')).toBe('*****');
});
