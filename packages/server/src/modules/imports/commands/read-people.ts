import { roleOfAccessLevel } from '@milepost/core/roles';
import type { Fields } from './fields.ts';
import type { Reading } from './reading.ts';

const USERNAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;

/** `members.ndjson`, `project_members.ndjson`: the members, and the only source for the user of an id. */
export function readMember(reading: Reading, fields: Fields, owner: number): void {
  const user = fields.object('user');
  if (!user) {
    // A pending invitation, without an account.
    reading.tally.countUnsupported('invitations', 1);
    return;
  }
  const sourceId = user.has('id') ? user.id('id') : fields.id('user_id');
  addUser(reading, user, sourceId);
  if (fields.has('requested_at')) {
    reading.tally.countUnsupported('access requests', 1);
    return;
  }
  const level = fields.integer('access_level', 0, 100);
  if (roleOfAccessLevel(level) === null) {
    reading.tally.problem(fields.location, `access level ${level} is not a role`, 'members');
    return;
  }
  reading.staging.add('staged_members', {
    owner,
    user_source_id: sourceId,
    access_level: level,
    expires_at: fields.day('expires_at'),
    created_at: fields.optionalTime('created_at'),
    location: fields.location,
  });
}

/** `user_contributions.ndjson`: display names by username. */
export function readContributor(reading: Reading, fields: Fields): void {
  addUser(reading, fields, null);
}

function addUser(reading: Reading, user: Fields, sourceId: number | null): void {
  const username = user.text('username', 255);
  if (!USERNAME.test(username)) throw user.wrong('username', 'is not a username');
  const name = user.optionalText('name', 255)?.trim() || null;
  const email = emailOf(user);
  // A person is listed in every group they are a member of.
  if (!reading.isFirst('user', sourceId, username, name, email)) return;
  reading.staging.add('staged_users', { source_id: sourceId, username, name, email });
}

function emailOf(user: Fields): string | null {
  const email = (user.optionalText('public_email', 320) ?? user.optionalText('email', 320))?.trim();
  if (!email) return null;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return user.unusable('public_email', 'is not an e-mail address');
  return email;
}
