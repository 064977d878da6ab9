import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../../util/errors.ts';
import { DatabaseUnavailableError } from '../unavailable.ts';
import type { Binaries } from './binaries.ts';
import { canEnter, ROOTS_FOLDER, type ServerIdentity } from './identity.ts';

/** The folder of one embedded PostgreSQL; named by major version, because data files are. */
export interface Home {
  folder: string;
  /** PostgreSQL's data directory. */
  data: string;
  socketFolder: string;
  log: string;
}

export const SUPERUSER = 'milepost';

/** A socket's path may have 107 bytes on Linux and 103 on macOS, of which "/.s.PGSQL.5432" takes 14. */
const MAX_SOCKET_FOLDER_LENGTH = 85;

/** Creates the folders of the embedded PostgreSQL of a data folder, without the cluster. */
export async function prepareHome(dataDir: string, major: number, identity: ServerIdentity): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  // The canonical path, by which processes recognize the same server.
  const real = await realpath(dataDir);
  const parent = await parentFor(real, `postgres-${major}`, identity);
  const folder = join(parent, `postgres-${major}`);
  await refuseOtherMajor(parent, basename(folder));
  await makePrivate(folder, identity);
  const nearby = join(folder, 'socket');
  const socketFolder =
    Buffer.byteLength(nearby) <= MAX_SOCKET_FOLDER_LENGTH ? nearby : join(tmpdir(), `milepost-${hashOf(folder)}`);
  await makePrivate(socketFolder, identity);
  return { folder, data: join(folder, 'data'), socketFolder, log: join(folder, 'server.log') };
}

/** The data folder, or a separate folder if PostgreSQL's user cannot reach it. The choice is permanent. */
async function parentFor(dataDir: string, name: string, identity: ServerIdentity): Promise<string> {
  if (identity.uid === undefined) return dataDir;
  const fallback = join(ROOTS_FOLDER, hashOf(dataDir));
  if (existsSync(join(fallback, name))) return fallback;
  if (await openTheWay(dataDir, identity)) return dataDir;
  if (!existsSync(join(dataDir, name))) return fallback;
  throw new DatabaseUnavailableError(
    `${dataDir} can no longer be entered by the user that PostgreSQL runs as (${identity.uid}): let others enter it and the folders above (chmod o+x)`,
  );
}

/** Whether `identity` may enter the data folder. Adds the execute permission for others if only that is missing. */
async function openTheWay(dataDir: string, identity: ServerIdentity): Promise<boolean> {
  if (canEnter(dataDir, identity)) return true;
  if (!canEnter(dirname(dataDir), identity)) return false;
  await chmod(dataDir, ((await lstat(dataDir)).mode & 0o777) | 0o011);
  return canEnter(dataDir, identity);
}

/**
 * Creates the cluster unless it exists, with an atomic rename, so that an interrupted or concurrent start leaves nothing incomplete.
 */
export async function ensureCluster(
  home: Home,
  binaries: Binaries,
  identity: ServerIdentity,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(home.data, 'PG_VERSION'))) return;
  const draft = await mkdtemp(join(home.folder, 'new-'));
  try {
    if (identity.uid !== undefined && identity.gid !== undefined) await chown(draft, identity.uid, identity.gid);
    await initialize(draft, binaries, identity, durable);
    await rename(draft, home.data);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function initialize(folder: string, binaries: Binaries, identity: ServerIdentity, durable: boolean): Promise<void> {
  // The builtin provider sorts by code point on every machine. Queries whose order people see specify a collation.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', folder, '-U', SUPERUSER, '--auth=trust', ...locale, ...(durable ? [] : ['--no-sync'])];
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, args, { ...identity, ...processOptions, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new DatabaseUnavailableError(`The database could not be created: ${complaint.trim().split('\n')[0] ?? ''}`),
        );
    });
  });
}

/** The environment of PostgreSQL's programs: no variables of this process, and a folder that every user can enter. */
export const processOptions = { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' } } as const;

async function makePrivate(folder: string, identity: ServerIdentity): Promise<void> {
  const owner = identity.uid ?? process.getuid?.();
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(folder, { mode: 0o700 });
    if (identity.uid !== undefined && identity.gid !== undefined) await chown(folder, identity.uid, identity.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // In a shared temporary folder another user may have created it first.
    const found = await lstat(folder);
    const isHalfMade = found.isDirectory() && found.uid === 0 && process.getuid?.() === 0;
    if (isHalfMade && identity.uid !== undefined && identity.gid !== undefined) {
      await chown(folder, identity.uid, identity.gid);
      return;
    }
    if (!found.isDirectory() || found.uid !== owner) {
      throw new DatabaseUnavailableError(
        `${folder} belongs to another user (${found.uid}, not ${owner}): start Milepost as that user, or choose another MILEPOST_DATA_DIR`,
      );
    }
    if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  }
}

async function refuseOtherMajor(parent: string, wanted: string): Promise<void> {
  if (existsSync(join(parent, wanted)) || !existsSync(parent)) return;
  const other = (await readdir(parent)).find((name) => name !== wanted && /^postgres-\d+$/.test(name));
  if (!other) return;
  throw new DatabaseUnavailableError(
    `${join(parent, other)} was written by another version of PostgreSQL: make a backup with the Milepost that wrote it, and restore that here`,
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
