import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { capture, run, say, tool } from './run.mjs';

/** @typedef {import('./checks.mjs').Tally} Tally */
/** @typedef {{ status: string, assertionResults: readonly object[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: readonly VitestFile[] }} VitestReport */

const colors = process.stderr.isTTY ? {} : { NO_COLOR: '1' };
const reports = join(root, 'test-results');
/** Well above the time of all tests on two cores. A run that takes longer hangs; it is stopped, so that the rest is reported. */
const timeoutMs = 30 * 60_000;

/**
 * Unit and database tests.
 * @param {readonly string[]} projects of vitest.config.ts; none for all
 * @returns {Promise<Tally>}
 */
export async function runVitest(projects = []) {
  const report = newReport('vitest');
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/lib/flaky.mjs',
    '--reporter=./scripts/lib/unfinished.mjs',
    `--outputFile.json=${report}`,
  ];
  const code = await run(tool('vitest'), ['run', ...chosen, ...reporters], { env: colors, timeoutMs });
  return tallyOf(code, report, (/** @type {VitestReport} */ { numPassedTests, numFailedTests, testResults }) => {
    // A file that does not load has no tests that could fail.
    const unread = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests + unread.length };
  });
}

/**
 * Journeys in browsers.
 * @param {{ browser?: string, projects?: readonly string[], isBeside?: boolean }} options the path of Chromium; which projects of
 *   playwright.config.ts, by default all whose browser is there; whether other tests print at the same time: then its report comes whole,
 *   at the end
 * @returns {Promise<Tally>}
 */
export async function runPlaywright({ browser, projects = [], isBeside = false }) {
  const report = newReport('playwright');
  const env = {
    ...colors,
    ...(browser !== undefined && { MILEPOST_BROWSER: browser }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const chosen = projects.flatMap((project) => ['--project', project]);
  const args = ['test', ...chosen, '--reporter=list,json'];
  const code = isBeside ? await runBeside(args, env) : await run(tool('playwright'), args, { env, timeoutMs });
  return tallyOf(code, report, ({ stats, errors }) => ({
    // Tests that passed only on retry are listed above as flaky.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runBeside(args, env) {
  const { code, output } = await capture(tool('playwright'), args, { env, timeoutMs });
  say(output);
  return code;
}

/** @param {string} name */
function newReport(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * What a report counts; a run that failed counts at least one failure, whatever its report says.
 * @param {number} code
 * @param {string} report
 * @param {(report: any) => Tally} count
 * @returns {Tally}
 */
function tallyOf(code, report, count) {
  const tally = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
