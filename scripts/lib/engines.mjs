import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages } from './browser.mjs';
import { say } from './run.mjs';

/**
 * Browsers in addition to Chromium in which the main journeys run, with their system requirements: programs, each by the names it
 * may have, and the Debian packages which bring them.
 * @type {Readonly<Record<EngineName, { title: string, programs: readonly (readonly string[])[], packages: readonly string[] }>>}
 */
const engines = {
  firefox: { title: 'Firefox', programs: [['firefox-esr', 'firefox']], packages: ['firefox-esr'] },
  webkit: {
    title: 'WebKit',
    programs: [['WebKitWebDriver'], ['Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
};

/** @typedef {'firefox' | 'webkit'} EngineName */

export const engineNames = /** @type {readonly EngineName[]} */ (Object.keys(engines));

/**
 * The programs of an engine, in the order above, or null when one of them is not installed.
 * @param {EngineName} name
 * @returns {readonly string[] | null}
 */
export function findEngine(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = engines[name].programs.map((names) =>
    folders.flatMap((folder) => names.map((each) => join(folder, each))).find((path) => existsSync(path)),
  );
  return found.every((path) => path !== undefined) ? found : null;
}

/**
 * Installs the engines that are missing where system packages may be installed, and says which ones are missing then.
 * @returns {Promise<readonly EngineName[]>} the engines that are there
 */
export async function ensureEngines() {
  const missing = engineNames.filter((name) => !findEngine(name));
  if (missing.length > 0 && canInstallPackages()) {
    say(`Installing the system packages of ${missing.map((name) => engines[name].title).join(' and ')} …`);
    await installPackages(missing.flatMap((name) => engines[name].packages));
  }
  for (const name of engineNames)
    if (!findEngine(name))
      say(`${engines[name].title} is missing: install the packages ${engines[name].packages.join(' and ')}.`);
  return engineNames.filter((name) => findEngine(name));
}
