import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { countOf, findProblems, createTempTable, rowsWritten, type Problems } from './problems.ts';

/**
 * Finds or creates an account for everyone in the archive: by username, otherwise by e-mail address. A new one has no password,
 * so nobody can sign in to it. An address that is taken is replaced by an invalid one.
 */
export async function mergeUsers(trx: Db): Promise<{ added: number; present: number }> {
  await createTempTable(
    trx,
    'people',
    sql`
    SELECT p.key, p.username, p.name, p.email, coalesce(by_name.id, by_email.id) AS user_id, by_name.id IS NULL AND by_email.id IS NULL AS is_new
    FROM (
      SELECT lower(username) AS key, min(username) AS username, min(name) AS name, min(email) AS email
      FROM staged_users GROUP BY lower(username)
    ) AS p
    LEFT JOIN users by_name ON lower(by_name.username) = p.key
    LEFT JOIN users by_email ON by_name.id IS NULL AND lower(by_email.email) = lower(p.email)`,
  );
  await sql`
    UPDATE people p SET user_id = numbered.id
    FROM (
      SELECT key, nextval(pg_get_serial_sequence('users', 'id')) AS id
      FROM (SELECT key FROM people WHERE is_new ORDER BY key) AS ordered
    ) AS numbered
    WHERE numbered.key = p.key`.execute(trx);
  const result = await sql`
    INSERT INTO users (id, username, name, email, public_email)
    SELECT user_id,
      -- A group may have this name: it stays, and the account gets a number.
      CASE WHEN EXISTS (SELECT FROM taken_names t WHERE t.name = people.key) THEN username || '_' || user_id ELSE username END,
      coalesce(name, username),
      CASE WHEN email IS NOT NULL AND row_number() OVER (PARTITION BY lower(email) ORDER BY key) = 1
        THEN email ELSE 'user-' || user_id || '@users.invalid' END,
      email
    FROM people WHERE is_new ORDER BY user_id`.execute(trx);
  await createTempTable(
    trx,
    'known_users',
    sql`
    SELECT DISTINCT ON (s.source_id) s.source_id, p.user_id
    FROM staged_users s JOIN people p ON p.key = lower(s.username)
    WHERE s.source_id IS NOT NULL ORDER BY s.source_id, p.key`,
  );
  // Notes also contain their author's name; a name that two people share is ignored.
  await createTempTable(
    trx,
    'known_names',
    sql`SELECT name, min(user_id) AS user_id FROM people WHERE name IS NOT NULL GROUP BY name HAVING count(DISTINCT user_id) = 1`,
  );
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM people`);
  const added = rowsWritten(result);
  return { added, present: total - added };
}

/** Creates memberships; existing members keep their role. */
export async function mergeMembers(trx: Db): Promise<{ added: number; present: number }> {
  await createTempTable(
    trx,
    'wanted_members',
    sql`
    SELECT DISTINCT ON (o.namespace_id, k.user_id) o.namespace_id, k.user_id, m.access_level, m.expires_at, m.created_at
    FROM staged_members m JOIN owners o ON o.owner = m.owner JOIN known_users k ON k.source_id = m.user_source_id
    ORDER BY o.namespace_id, k.user_id, m.access_level DESC`,
  );
  const result = await sql`
    INSERT INTO members (namespace_id, user_id, access_level, expires_at, created_at)
    SELECT namespace_id, user_id, access_level, expires_at, coalesce(created_at, now()) FROM wanted_members
    ORDER BY namespace_id, user_id ON CONFLICT DO NOTHING`.execute(trx);
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM wanted_members`);
  const added = rowsWritten(result);
  return { added, present: total - added };
}

/** Relations of a group without the group itself: members and other parts of a group that is not in the archive. */
export async function findOrphans(trx: Db): Promise<Problems> {
  return findProblems(
    trx,
    sql`
    SELECT location, 'belongs to group ' || owner || ', which is not in the archive' AS problem
    FROM (
      SELECT location, owner FROM staged_members UNION ALL SELECT location, owner FROM staged_labels WHERE is_listed
      UNION ALL SELECT location, owner FROM staged_milestones WHERE is_listed UNION ALL SELECT location, owner FROM staged_items
    ) AS s
    WHERE NOT EXISTS (SELECT FROM staged_namespaces n WHERE n.source_id = s.owner)`,
  );
}

/** Deletes the rows that `findOrphans` reported, except nested labels and milestones: these may belong to an existing group. */
export async function dropOrphans(trx: Db): Promise<void> {
  for (const table of ['staged_members', 'staged_labels', 'staged_milestones', 'staged_items'] as const) {
    const isListed = table === 'staged_labels' || table === 'staged_milestones' ? sql`s.is_listed` : sql`true`;
    await sql`
      DELETE FROM ${sql.table(table)} s
      WHERE ${isListed} AND NOT EXISTS (SELECT FROM staged_namespaces n WHERE n.source_id = s.owner)`.execute(trx);
  }
}
