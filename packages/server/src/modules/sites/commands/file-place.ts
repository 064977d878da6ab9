import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../../../platform/database/tables.ts';
import type { FileStorage } from '../../../platform/files/file-storage.ts';
import { removeBytes, storeBytes, storedSecrets } from '../../uploads/store/files.ts';
import { copyTargets, secretsInScope } from '../store/copies.ts';
import type { FilePlace, Site } from '../table.ts';

/**
 * Where a secondary has its files. Copies are made, and files removed, in its data folder and in a bucket that is its own. A bucket is its
 * own if the site is set so and the primary does not see what the site stores there: a wrong setting must not remove files of the primary.
 * `call` asks the primary. Throws FileStorageError, and the errors of `call`.
 */
export async function filePlaceOf(
  files: FileStorage,
  site: Pick<Site, 'syncObjectStorage'>,
  call: (path: string) => Promise<Response>,
): Promise<FilePlace> {
  if (files.main.kind === 'local') return 'folder';
  if (!site.syncObjectStorage) return 'shared_bucket';
  const { secret } = await storeBytes(files, Readable.from([randomBytes(32)]));
  try {
    const answer = await call(`/-/sites/files?secrets=${secret}`);
    const seen = (await answer.json()) as Record<string, string | null>;
    return seen[secret] === null ? 'own_bucket' : 'shared_bucket';
  } finally {
    await removeBytes(files, secret);
  }
}

/** How many files of the site's scope the bucket lacks: a list of its objects costs less than one request for each row. */
export async function missingInBucket(
  db: Db,
  files: FileStorage,
  site: Site,
): Promise<{ count: number; missing: number }> {
  let found = 0;
  for await (const secrets of storedSecrets(files)) found += (await secretsInScope(db, site, secrets)).size;
  const { uploads: count } = await copyTargets(db, site);
  return { count, missing: Math.max(count - found, 0) };
}
