import { existsSync, readFileSync } from 'node:fs';

/** @typedef {import('./tally.mjs').Tally} Tally what failed: its name, then the beginning of its message */

/**
 * @typedef {{ fullName: string, status: string, failureMessages: readonly string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly VitestTest[] }} VitestFile
 * @typedef {{ testResults: readonly VitestFile[] }} VitestReport
 *
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, projectName: string, results: readonly { errors: readonly PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, line: number, tests: readonly PlaywrightTest[] }} Spec
 * @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ expected: number, flaky: number, unexpected: number }} PlaywrightStats
 * @typedef {Suite & { stats: PlaywrightStats, errors: readonly PlaywrightError[] }} PlaywrightReport
 */

/** As many lines of a message are repeated at the end of a run; all of it stands where the test failed. */
const LINES = 8;

/**
 * @param {string} file written by Vitest's reporter `json`
 * @param {readonly string[]} except paths of test files that are not counted
 * @returns {Tally} nothing if there is no such file
 */
export function readVitest(file, except = []) {
  const report = /** @type {VitestReport | undefined} */ (read(file));
  if (!report) return { passed: 0, failed: 0, failures: [] };
  const files = report.testResults.filter(({ name }) => !except.includes(name));
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  // A file that does not load has no tests that could fail.
  const unread = files.filter((each) => each.status === 'failed' && each.assertionResults.length === 0);
  const failed = files.flatMap((each) =>
    each.assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => failure(`${each.name}: ${one.fullName}`, one.failureMessages[0])),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length + unread.length,
    failures: [...unread.map((each) => failure(each.name, each.message)), ...failed],
  };
}

/**
 * @param {string} file written by Playwright's reporter `json`
 * @returns {Tally} nothing if there is no such file. Tests that passed only on retry have passed; they are listed as flaky by Playwright.
 */
export function readPlaywright(file) {
  const report = /** @type {PlaywrightReport | undefined} */ (read(file));
  if (!report) return { passed: 0, failed: 0, failures: [] };
  const failed = specsOf(report).flatMap((spec) =>
    spec.tests
      .filter((each) => each.status === 'unexpected')
      .map(({ projectName, results }) =>
        failure(`${projectName} ${spec.file}:${spec.line}: ${spec.title}`, results.at(-1)?.errors[0]?.message),
      ),
  );
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected + report.errors.length,
    failures: [...report.errors.map((each) => failure('Playwright', each.message)), ...failed],
  };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/**
 * @param {string} name
 * @param {string | undefined} message
 */
function failure(name, message = '') {
  const lines = message.split('\n').slice(0, LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
