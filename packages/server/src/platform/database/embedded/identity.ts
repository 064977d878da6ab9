import { spawnSync } from 'node:child_process';

/** Whom PostgreSQL runs as: empty for "as we are". */
export type ServerIdentity = { readonly uid?: number; readonly gid?: number };

/** The folder for files of root that the other user must read: a home folder may be private. */
export const ROOTS_FOLDER = '/var/lib/milepost';

const NOBODY = 65534;

/** PostgreSQL refuses to run as root, so root starts it as nobody. */
export function serverIdentity(): ServerIdentity {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Whether `identity` may walk down to this folder. */
export function canEnter(folder: string, identity: ServerIdentity): boolean {
  if (identity.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0;
}
