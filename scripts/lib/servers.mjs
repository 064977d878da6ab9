import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './browser.mjs';
import { say } from './run.mjs';

/** The servers of other makers that tests run against, with their Debian packages: a directory, a mailbox, and an object store with an S3 API. */
const servers = [
  { path: '/usr/sbin/slapd', package: 'slapd' },
  { path: '/usr/sbin/dovecot', package: 'dovecot-imapd' },
  // OpenStack Swift: the programs of its servers are in other packages, which would start them.
  { path: '/usr/lib/python3/dist-packages/swift/proxy/server.py', package: 'python3-swift' },
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
