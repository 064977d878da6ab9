/** A reporter for Vitest: names the tests that passed only on retry, as Playwright does for the journeys. */
export default class FlakyReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const flaky = modules.flatMap((each) => [...each.children.allTests()].filter((one) => one.diagnostic()?.flaky));
    if (flaky.length === 0) return;
    const names = flaky.map((each) => `  ${each.project.name} ${each.module.relativeModuleId} > ${each.fullName}`);
    process.stderr.write(`${flaky.length} flaky (held only when tried again):\n${names.join('\n')}\n`);
  }
}
