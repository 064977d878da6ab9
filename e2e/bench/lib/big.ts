import { connect } from '../../../packages/server/src/platform/database/connect.ts';
import { openDatabase } from '../../../packages/server/src/platform/database/embedded/open.ts';
import { indexQueued, jobBatch } from '../../../packages/server/src/modules/search/store/queue.ts';
import { milepost, keptData } from './milepost.ts';
import { poolOn } from './database.ts';

/** The group that the size benchmarks query. */
export const bigGroup = 'big';
export const bigSize = { epics: 100_000, issues: 1_000_000 } as const;

/** Creates a hundred thousand epics and a million issues, unless an earlier run did. */
export async function ensureBigGroup(): Promise<void> {
  if (!(await isThere())) {
    console.log('Making 100,000 epics and 1,000,000 issues, once; this takes minutes …');
    const { epics, issues } = bigSize;
    await milepost(keptData, 'generate', '--epics', String(epics), '--issues', String(issues), '--into', bigGroup);
  }
  await settle(keptData);
}

/** Finishes the work that an instance would otherwise do in the background of every benchmark: indexing, and clearing up after it. */
export async function settle(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const { db, pool } = connect(database.target, { size: 1 });
  let indexed = 0;
  for (let count = 1; count > 0; indexed += count) count = await indexQueued(db, jobBatch);
  if (indexed > 0) await pool.query('VACUUM ANALYZE');
  await db.destroy();
  await database.stop();
}

async function isThere(): Promise<boolean> {
  await milepost(keptData, 'migrate');
  const { pool, close } = await poolOn(keptData, 1);
  try {
    // Without an administrator every page is the set-up page.
    const { rowCount: administrators } = await pool.query('SELECT FROM users WHERE is_admin LIMIT 1');
    if (administrators === 0) await createAdministrator(keptData);
    const { rowCount } = await pool.query('SELECT FROM namespaces WHERE full_path = $1', [bigGroup]);
    return rowCount === 1;
  } finally {
    await close();
  }
}

/** An administrator's token for the kept data, or for a copy of it; created anew for each run. */
export async function adminToken(data = keptData): Promise<string> {
  const { pool, close } = await poolOn(data, 1);
  const { rowCount } = await pool.query(`SELECT FROM users WHERE username = 'bench'`);
  await close();
  if (rowCount === 0) await createAdministrator(data);
  const printed = await milepost(data, 'token', 'create', '--user', 'bench', '--scopes', 'api');
  return printed.trim().split('\n').at(-1) ?? '';
}

async function createAdministrator(data: string): Promise<void> {
  const password = 'a password for measuring';
  const account = ['--username', 'bench', '--email', 'bench@example.invalid', '--admin', '--password', password];
  await milepost(data, 'user', 'create', ...account);
}
