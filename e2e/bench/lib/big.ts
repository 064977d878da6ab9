import { milepost, keptData } from './milepost.ts';
import { poolOn } from './database.ts';

/** The group that the size benchmarks query. */
export const bigGroup = 'big';
export const bigSize = { epics: 100_000, issues: 1_000_000 } as const;

/** Creates a hundred thousand epics and a million issues, unless an earlier run did. */
export async function ensureBigGroup(): Promise<void> {
  if (await isThere()) return;
  console.log('Making 100,000 epics and 1,000,000 issues, once; this takes minutes …');
  const { epics, issues } = bigSize;
  await milepost(keptData, 'generate', '--epics', String(epics), '--issues', String(issues), '--into', bigGroup);
}

async function isThere(): Promise<boolean> {
  await milepost(keptData, 'migrate');
  const { pool, close } = await poolOn(keptData, 1);
  try {
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
  if (rowCount === 0) {
    await milepost(
      data,
      'user',
      'create',
      '--username',
      'bench',
      '--email',
      'bench@example.invalid',
      '--admin',
      '--password',
      'a password for measuring',
    );
  }
  const printed = await milepost(data, 'token', 'create', '--user', 'bench', '--scopes', 'api');
  return printed.trim().split('\n').at(-1) ?? '';
}
