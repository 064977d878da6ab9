import { existsSync } from 'node:fs';
import { run, say, tool } from './run.mjs';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Chromium without its windows: the same engine. A journey takes less than half of the CPU time in it, as there are no frames,
 * tab strip and spare renderers to keep.
 */
const headlessShell = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/** As root Chromium has no sandbox; and it should connect to the tested server only. */
export const flagsForTests = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
];

/**
 * A page of a journey lives for seconds: V8 optimizes code of which little runs again, and that takes a tenth of the processor time of
 * a page. Not for benchmarks, and not for component tests, whose pages live long.
 */
export const flagsForJourneys = [...flagsForTests, '--js-flags=--no-opt,--no-maglev'];

/**
 * A Chromium for the tests: a headless shell, else one that is installed, else Playwright's own, else the system's package.
 * Null if none can be installed.
 */
export async function ensureBrowser() {
  const installed = await findTestBrowser();
  if (isHeadlessShell(installed) || process.env['MILEPOST_BROWSER']) return installed;
  if (canInstallPackages()) {
    say('Installing the system package of Chromium for tests …');
    await installPackages([headlessShell.package]);
    if (existsSync(headlessShell.path)) return headlessShell.path;
  }
  if (installed) return installed;
  say('Downloading a browser for the tests …');
  if ((await run(tool('playwright'), ['install', 'chromium'])) === 0) return findTestBrowser();
  if (!canInstallPackages()) return null;
  say('Installing the system package of Chromium …');
  await installPackages(['chromium']);
  return findTestBrowser();
}

/** The path of the Chromium that tests run in, or null. */
export async function findTestBrowser() {
  if (process.env['MILEPOST_BROWSER']) return process.env['MILEPOST_BROWSER'];
  return existsSync(headlessShell.path) ? headlessShell.path : findBrowser();
}

/** @param {string | null} path */
const isHeadlessShell = (path) => path === headlessShell.path;

/** Whether this process may install system packages: as root, on Debian and its derivatives. */
export function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether this process has the current lists of packages. */
let isUpdated = false;

/**
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} more variables for the installation
 */
export async function installPackages(packages, more = {}) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', ...more };
  // Without a network this fails soon.
  const limits = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20', '-o', 'Acquire::Retries=1'];
  if (!isUpdated) isUpdated = (await run('apt-get', [...limits, 'update', '-qq'], { env })) === 0;
  await run('apt-get', [...limits, 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

/** The path of an installed Chromium or Chrome as people use it, or null. */
export async function findBrowser() {
  const chosen = process.env['MILEPOST_BROWSER'];
  if (chosen) return chosen;
  const { chromium } = await import('@playwright/test');
  return [...usualPaths, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}
