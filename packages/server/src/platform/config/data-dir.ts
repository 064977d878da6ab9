import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The data folder. In a checkout the default is its `data` folder, regardless of the working directory. */
export function dataDirOf(folder: string | undefined, workingDir: string): string {
  if (folder !== undefined) return resolve(workingDir, folder);
  const checkout = fileURLToPath(new URL('../../../../..', import.meta.url));
  const isCheckout = existsSync(join(checkout, 'packages/server/package.json'));
  return join(isCheckout ? checkout : workingDir, 'data');
}
