import { spawnSync } from 'node:child_process';

/** The user that PostgreSQL runs as; empty for the current one. */
export type ServerIdentity = { readonly uid?: number; readonly gid?: number };

/** Folder for files of root that PostgreSQL's user must read; root's home folder may be private. */
export const ROOTS_FOLDER = '/var/lib/milepost';

const NOBODY = 65534;

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
export function serverIdentity(): ServerIdentity {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Whether `identity` may enter this folder and all above it. */
export function canEnter(folder: string, identity: ServerIdentity): boolean {
  if (identity.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0;
}
