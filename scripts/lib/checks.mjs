import { freemem } from 'node:os';
import { capture, say, tool } from './run.mjs';
import { step, sum } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

/**
 * A check of the sources; it counts as one test.
 * @typedef {{ title: string, command: string, args: readonly string[], env?: NodeJS.ProcessEnv }} Check
 */

const GIB = 1024 ** 3;
/**
 * The types of all files take 7 GB if Go never collects garbage, which is a quarter of the processor time. Where that much is not free, it
 * collects as usual.
 */
const withoutCollector = freemem() >= 12 * GIB ? { GOGC: 'off', GOMEMLIMIT: '8GiB' } : {};

/** @type {Record<'format' | 'lint' | 'firstLoad' | 'lockfile' | 'dependencies' | 'unused', Check>} */
export const checks = {
  format: { title: 'format', command: tool('oxfmt'), args: ['--check', '.'] },
  // The rules that need types have the compiler check them as well; running the compiler again takes as long.
  lint: {
    title: 'lint and types',
    command: tool('oxlint'),
    args: ['--type-aware', '--type-check', '--deny-warnings'],
    env: withoutCollector,
  },
  lockfile: { title: 'package-lock.json', command: process.execPath, args: ['scripts/check-lockfile.mjs'] },
  dependencies: {
    title: 'bill of materials and known vulnerabilities',
    command: process.execPath,
    args: ['scripts/check-dependencies.mjs'],
  },
  firstLoad: {
    title: 'how much code a first visit waits for',
    command: process.execPath,
    args: ['scripts/check-first-load.mjs'],
  },
  unused: { title: 'unused code and dependencies', command: tool('knip'), args: [] },
};

/**
 * Runs checks two at a time, and shows what a failing one said, and notes (lines that begin with `Note: `).
 * @param {readonly Check[]} all
 * @returns {Promise<Tally>}
 */
export async function runChecks(all) {
  const waiting = [...all];
  /** @type {Tally[]} */
  const tallies = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = Date.now();
      const { code, output } = await capture(check.command, check.args, check.env ? { env: check.env } : {});
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      tallies.push(step(check.title, code === 0));
      for (const note of output.split('\n')) if (code === 0 && note.startsWith('Note: ')) say(note);
      say(code === 0 ? ` ✓ ${check.title} (${seconds} s)` : `${output.trim()}\n ✗ ${check.title} (${seconds} s)`);
    }
  };
  await Promise.all([work(), work()]);
  return sum(tallies);
}
