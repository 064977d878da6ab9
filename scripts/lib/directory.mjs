import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './browser.mjs';
import { say } from './run.mjs';

/** The LDAP server with which tests of sign-in through a directory run; its Debian package. */
const server = { path: '/usr/sbin/slapd', package: 'slapd' };

/** Installs the LDAP server if it is missing and system packages may be installed; otherwise says that its tests are skipped. */
export async function ensureDirectory() {
  if (existsSync(server.path)) return;
  if (canInstallPackages()) {
    say('Installing the system package of the LDAP server …');
    // At this run level installing a package starts no service: the tests start their own.
    await installPackages([server.package], { RUNLEVEL: '1' });
  }
  if (!existsSync(server.path))
    say(`slapd is missing: install the package ${server.package}, or its tests are skipped.`);
}
