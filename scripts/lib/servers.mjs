import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './browser.mjs';
import { say } from './run.mjs';

/** The servers of other makers that tests run against, with their Debian packages: a directory and a mailbox. */
const servers = [
  { path: '/usr/sbin/slapd', package: 'slapd' },
  { path: '/usr/sbin/dovecot', package: 'dovecot-imapd' },
];

/** Installs the missing ones if system packages may be installed; otherwise says that their tests are skipped. */
export async function ensureServers() {
  const missing = servers.filter(({ path }) => !existsSync(path)).map((server) => server.package);
  if (missing.length > 0 && canInstallPackages()) {
    say(`Installing system packages for tests: ${missing.join(', ')} …`);
    // At this run level installing a package starts no service: the tests start their own.
    await installPackages(missing, { RUNLEVEL: '1' });
  }
  for (const server of servers) {
    if (!existsSync(server.path))
      say(`${server.path} is missing: install the package ${server.package}, or its tests are skipped.`);
  }
}
