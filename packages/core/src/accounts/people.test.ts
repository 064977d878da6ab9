import { expect, test } from 'vitest';
import { readPerson, type RawPerson } from './people.ts';

const ada = { id: 7, name: 'Ada', username: 'ada' };
const read = { id: '7', name: 'Ada', username: 'ada', webPath: '/ada', avatarUrl: '/ada.png', isServiceAccount: false };

test.each<[RawPerson, object]>([
  [{ ...ada, webPath: '/ada', avatarUrl: '/ada.png' }, read],
  [{ ...ada, web_path: '/ada', avatar_url: '/ada.png' }, read],
  [{ ...ada, web_path: '/ada', avatarUrl: '/ada.png' }, read],
  [{ ...ada, webPath: '/ada', avatar_url: '/ada.png' }, read],
  [
    { ...ada, avatar_url: null },
    { ...read, webPath: null, avatarUrl: null },
  ],
])('EN-RM-25: an assignee has id, name, username, web path and avatar, in either spelling: %j', (sent, facts) => {
  expect(readPerson(sent)).toEqual(facts);
});

test('OG-TK-11: either spelling marks a service account', () => {
  for (const sent of [{ type: 'SERVICE_ACCOUNT' }, { service_account: true }])
    expect(readPerson({ ...ada, ...sent }).isServiceAccount).toBe(true);
  for (const sent of [{ type: 'PROJECT_BOT' }, { service_account: false }, {}])
    expect(readPerson({ ...ada, ...sent }).isServiceAccount).toBe(false);
});
