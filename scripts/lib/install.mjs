import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { fail, run, say } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/** Installs the packages of package-lock.json, unless exactly those are installed. */
export async function ensureInstalled() {
  refuseOldNode();
  const reason = whyInstall();
  if (!reason) return;
  say(`Installing packages (${reason}) …`);
  const code = await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) fail('npm ci failed: see above.');
}

/** Null when nothing has to be done. npm stores a list of the installed packages, which is compared with the lockfile. */
function whyInstall() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!wanted) fail('package-lock.json is missing: this is no checkout of Milepost.');
  if (!installed) return 'for the first time';
  const changed = Object.entries(wanted ?? {}).find(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/') || link) return false;
    const found = installed[path];
    return found ? found.version !== version : !optional;
  });
  return changed ? `${changed[0].replace(/^.*node_modules\//, '')} changed` : null;
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Milepost needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}
