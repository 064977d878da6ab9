import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './util/errors.ts';
import type { Config } from './config/config.ts';

/** The secret of the installation: MILEPOST_SECRET, otherwise that in the data folder, which the first start creates. */
export async function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret !== null) return config.secret;
  const file = secretFileOf(config.dataDir);
  const stored = await readSecretFile(file);
  if (stored !== null) return stored;
  await mkdir(config.dataDir, { recursive: true });
  // Written to a temporary file and linked to the final name, so that concurrent processes use the same secret.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readSecretFile(file);
  if (made === null) throw new Error(`${file} is empty: remove it, and a new secret is made`);
  return made;
}

export function secretFileOf(dataDir: string): string {
  return join(dataDir, 'secret');
}

async function readSecretFile(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
