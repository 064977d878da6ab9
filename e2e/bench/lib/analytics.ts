import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bigGroup } from './big.ts';
import { poolOn } from './database.ts';
import { ensureLists, listsData } from './lists.ts';

/** Gives the copy of the kept data that lists use merge requests and deployments, unless an earlier run did. Returns the project with most requests. */
export async function ensureAnalytics(): Promise<{ projectId: number; projectPath: string }> {
  await ensureLists();
  const { pool, close } = await poolOn(listsData, 1);
  try {
    const { rowCount } = await pool.query('SELECT FROM merge_requests LIMIT 1');
    if (rowCount === 0) {
      console.log('Adding merge requests and deployments, once; this takes minutes …');
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM namespaces WHERE full_path = $1', [bigGroup]);
      const statements = readFileSync(join(import.meta.dirname, 'analytics.sql'), 'utf8');
      await pool.query(statements.replaceAll(':root', String(Number(rows[0]?.id))));
      await pool.query('VACUUM ANALYZE');
    }
    const { rows } = await pool.query<{ id: string; full_path: string }>(
      'SELECT id, full_path FROM namespaces WHERE id = (SELECT project_id FROM merge_requests WHERE iid > 1000 LIMIT 1)',
    );
    return { projectId: Number(rows[0]?.id), projectPath: String(rows[0]?.full_path) };
  } finally {
    await close();
  }
}
