/** @typedef {{ passed: number, failed: number, failures: readonly string[] }} Tally what failed is named in `failures` */

/**
 * One step, counted as one test.
 * @param {string} title
 * @param {boolean} isPassed
 * @returns {Tally}
 */
export function step(title, isPassed) {
  return isPassed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [title] };
}

/**
 * Each of several steps that failed, named.
 * @param {readonly string[]} titles
 * @returns {Tally}
 */
export function failedSteps(titles) {
  return { passed: 0, failed: titles.length, failures: titles };
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/**
 * Ends a run: names what failed, because the reports above are long, prints the tally as the last line and sets the exit code.
 * @param {readonly Tally[]} tallies
 */
export function conclude(tallies) {
  const { passed, failed, failures } = sum(tallies);
  if (failures.length > 0) process.stderr.write(`\nFailed:\n${failures.map((each) => `  ${each}\n`).join('')}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}
