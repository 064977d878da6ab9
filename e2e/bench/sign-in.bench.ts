// The time of a refused password for each kind of account (OG-SE-08). Samples of all kinds alternate, so that the load of the machine is the
// same for each.
import { Agent } from 'node:http';
import { poolOn } from './lib/database.ts';
import { figure, holdTarget, percentile, printTable } from './lib/figures.ts';
import { freshData, milepost, serve, unlimited } from './lib/milepost.ts';
import { send } from './lib/others.ts';

const ACCOUNTS = 100;
/** Fewer than failures have no delay. */
const TRIES = 3;
const settings = { ...unlimited, MILEPOST_RATE_LIMIT_SIGN_IN: '0' };
const PASSWORD = 'correct horse battery';

const { folder, remove } = freshData();
await milepost(
  folder,
  'user',
  'create',
  '--username',
  'model',
  '--email',
  'model@example.org',
  '--name',
  'Model',
  '--password',
  PASSWORD,
);

const { pool, close } = await poolOn(folder, 1);
for (const kind of ['existing', 'blocked', 'directory', 'provider']) {
  await pool.query(
    `INSERT INTO users (username, name, email, state, password_hash, confirmed_at)
     SELECT $1 || n, $1, $1 || n || '@example.org', $2, CASE WHEN $3 THEN (SELECT password_hash FROM users WHERE username = 'model') END, now()
     FROM generate_series(1, $4::int) n`,
    [kind, kind === 'blocked' ? 'blocked' : 'active', kind === 'existing' || kind === 'blocked', ACCOUNTS],
  );
  if (kind === 'directory' || kind === 'provider')
    await pool.query(
      `INSERT INTO identities (user_id, provider, subject, shown_as) SELECT id, $2, username, username FROM users WHERE name = $1`,
      [kind, kind === 'directory' ? 'ldapmain' : 'corp'],
    );
}
await close();

const server = await serve(folder, settings);
const agent = new Agent({ keepAlive: true });
const kinds = ['unknown', 'directory', 'provider', 'blocked', 'existing'];
const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
for (let attempt = 0; attempt < TRIES; attempt += 1) {
  for (let account = 1; account <= ACCOUNTS; account += 1) {
    for (const kind of kinds) {
      const body = JSON.stringify({ username: `${kind}${account}`, password: 'wrong password' });
      const began = performance.now();
      const { status } = await send(agent, `${server.url}/-/sign-in`, {}, body);
      times.get(kind)?.push(performance.now() - began);
      if (status !== 401) throw new Error(`${kind}${account} was answered ${status}`);
    }
  }
}
await server.stop();
const medians = kinds.map((kind) => percentile(times.get(kind) ?? [], 0.5));
printTable(
  `A refused password, ${ACCOUNTS * TRIES} times for each kind of account`,
  ['account', 'p50 ms', 'p95 ms'],
  kinds.map((kind, index) => [kind, figure(medians[index] ?? 0), figure(percentile(times.get(kind) ?? [], 0.95))]),
);
holdTarget('refused passwords', 'difference of the medians in ms', Math.max(...medians) - Math.min(...medians), 20);
agent.destroy();
remove();
