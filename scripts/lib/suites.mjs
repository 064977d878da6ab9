import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaywright, readVitest } from './reports.mjs';
import { root } from './root.mjs';
import { capture, run, say, tool } from './run.mjs';
import { UNFINISHED_FILE } from './unfinished.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

const colors = process.stderr.isTTY ? {} : { NO_COLOR: '1' };
const reports = join(root, 'test-results');
/**
 * A run that takes longer hangs; it is stopped, so that the rest is reported. Three times what all tests take on two cores: a
 * shared machine was once half as fast.
 */
const timeoutMs = 60 * 60_000;

/**
 * Unit and database tests. In CI, files whose process was killed run once more, as failed tests do.
 * @param {readonly string[]} projects of vitest.config.ts; none for all
 * @returns {Promise<Tally>}
 */
export async function runVitest(projects = []) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const first = await vitest('vitest', chosen);
  const isRepeated = process.env['CI'] !== undefined && first.unfinished.length > 0 && first.result.failed === 0;
  if (!isRepeated) return tallyOf(first.code, first.result);
  say('These files run once more.');
  const again = await vitest('vitest-again', [...chosen, ...first.unfinished]);
  return tallyOf(again.code, { ...again.result, passed: first.result.passed + again.result.passed });
}

/**
 * @param {string} name of the report
 * @param {readonly string[]} chosen
 * @returns {Promise<{ code: number, result: Tally, unfinished: readonly string[] }>} the paths of files that did not end
 */
async function vitest(name, chosen) {
  const report = newReport(name);
  const unfinished = newReport(`${name}-unfinished`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/lib/flaky.mjs',
    '--reporter=./scripts/lib/unfinished.mjs',
    `--outputFile.json=${report}`,
  ];
  const env = { ...colors, [UNFINISHED_FILE]: unfinished };
  const code = await run(tool('vitest'), ['run', ...chosen, ...reporters], { env, timeoutMs });
  const paths = existsSync(unfinished) ? /** @type {string[]} */ (JSON.parse(readFileSync(unfinished, 'utf8'))) : [];
  return { code, result: readVitest(report, paths), unfinished: paths };
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
  return tallyOf(code, readPlaywright(report));
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
 * @param {Tally} result
 * @returns {Tally}
 */
function tallyOf(code, { passed, failed, failures }) {
  if (code === 0 || failed > 0) return { passed, failed, failures };
  return { passed, failed: 1, failures: [`A run ended with code ${code} although no test failed: see above.`] };
}
