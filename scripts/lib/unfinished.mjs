import { writeFileSync } from 'node:fs';

/** When a run takes this long, something hangs: the limit of the whole run (suites.mjs) comes a little later. */
const REPORT_AFTER_MS = 25 * 60_000;
/** Where a run names the files that it did not end, if this variable is set: a JSON array of paths. */
export const UNFINISHED_FILE = 'MILEPOST_UNFINISHED_FILE';

/**
 * A reporter for Vitest: names the test files that a run that hangs is waiting for, and those that a run did not end. The process
 * that runs a file may be killed: the tests of the file have then neither passed nor failed.
 */
export default class UnfinishedReporter {
  /** @type {Map<string, string>} the path of each running file, and its name */
  #running = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  onTestRunStart() {
    this.#timer = setTimeout(() => this.#name('Still running'), REPORT_AFTER_MS);
    this.#timer.unref();
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleQueued(module) {
    this.#running.set(module.moduleId, `${module.project.name} ${module.relativeModuleId}`);
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    this.#running.delete(module.moduleId);
  }

  onTestRunEnd() {
    clearTimeout(this.#timer);
    if (this.#running.size > 0) this.#name('Not ended, because the process that ran them did');
    const file = process.env[UNFINISHED_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify([...this.#running.keys()]));
  }

  /** @param {string} what */
  #name(what) {
    process.stderr.write(`${what}:\n${[...this.#running.values()].map((name) => `  ${name}\n`).join('')}`);
  }
}
