import { adminToken, bigGroup } from './big.ts';
import { poolOn } from './database.ts';
import { keptData, milepost } from './milepost.ts';

/** The viewers by their role in the big group; null for an anonymous viewer. */
export type Tokens = Readonly<{
  administrator: string;
  anonymous: null;
  'guest of a subgroup': string;
  owner: string;
}>;

/** A token for each viewer, created anew for each run; the people and their memberships are created once. */
export async function tokensOfViewers(data = keptData): Promise<Tokens> {
  return {
    administrator: await adminToken(data),
    anonymous: null,
    'guest of a subgroup': await tokenOf(data, 'bench-guest', `${bigGroup}/team-7`, 10),
    owner: await tokenOf(data, 'bench-owner', bigGroup, 50),
  };
}

async function tokenOf(data: string, username: string, fullPath: string, accessLevel: number): Promise<string> {
  const { pool, close } = await poolOn(data, 1);
  await pool.query(
    `INSERT INTO users (username, name, email) VALUES ($1::text, $1, $1 || '@example.invalid') ON CONFLICT DO NOTHING`,
    [username],
  );
  await pool.query(
    `INSERT INTO members (namespace_id, user_id, access_level)
     SELECT n.id, u.id, $3 FROM namespaces n, users u WHERE n.full_path = $2 AND u.username = $1 ON CONFLICT DO NOTHING`,
    [username, fullPath, accessLevel],
  );
  await close();
  const printed = await milepost(data, 'token', 'create', '--user', username, '--scopes', 'api');
  return printed.trim().split('\n').at(-1) ?? '';
}
