import type { Db } from '../../../platform/database/tables.ts';
import { folderOf, isUsable } from '../store/folders.ts';
import { repositoryPaths } from '../store.ts';

/** The full paths of projects whose repository has no folder, for `milepost doctor`. */
export async function missingRepositories(db: Db, dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  for (const { projectId, fullPath } of await repositoryPaths(db)) {
    if (!(await isUsable(folderOf(dataDir, projectId)))) missing.push(fullPath);
  }
  return missing;
}
