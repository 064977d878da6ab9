import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adminToken, bigGroup, ensureBigGroup } from './big.ts';
import { poolOn } from './database.ts';
import { keptData, milepost } from './milepost.ts';

/** A copy of the kept data: the additional data that issue lists need would change the figures of all other benchmarks. */
export const listsData = fileURLToPath(new URL('../../../.cache/bench-lists', import.meta.url));

/** Makes the copy, and gives its issues assignees, iterations, due dates, other types and so on, unless an earlier run did. */
export async function ensureLists(): Promise<void> {
  if (existsSync(listsData)) {
    await milepost(listsData, 'migrate');
    return;
  }
  await ensureBigGroup();
  console.log('Copying the data and giving its issues what can be filtered by, once; this takes minutes …');
  const unfinished = `${listsData}.unfinished`;
  mkdirSync(dirname(listsData), { recursive: true });
  // Preserves ownership: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', '-T', keptData, unfinished]);
  // The requesting user has reactions of their own.
  await adminToken(unfinished);
  const { pool, close } = await poolOn(unfinished, 1);
  try {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM namespaces WHERE full_path = $1', [bigGroup]);
    const statements = readFileSync(join(import.meta.dirname, 'lists.sql'), 'utf8');
    await pool.query(statements.replaceAll(':root', String(Number(rows[0]?.id))));
    await pool.query('VACUUM (FULL, ANALYZE) work_items');
    await pool.query('VACUUM ANALYZE');
  } finally {
    await close();
  }
  renameSync(unfinished, listsData);
}
