/** When a run takes this long, something hangs: the limit of the whole run (suites.mjs) comes a little later. */
const REPORT_AFTER_MS = 25 * 60_000;

/** A reporter for Vitest: names the test files that a run that hangs is waiting for. */
export default class UnfinishedReporter {
  /** @type {Set<string>} */
  #running = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  onTestRunStart() {
    this.#timer = setTimeout(() => {
      process.stderr.write(`Still running:\n${[...this.#running].map((name) => `  ${name}\n`).join('')}`);
    }, REPORT_AFTER_MS);
    this.#timer.unref();
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleQueued(module) {
    this.#running.add(nameOf(module));
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    this.#running.delete(nameOf(module));
  }

  onTestRunEnd() {
    clearTimeout(this.#timer);
  }
}

/** @param {import('vitest/node').TestModule} module */
function nameOf(module) {
  return `${module.project.name} ${module.relativeModuleId}`;
}
