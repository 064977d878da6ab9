import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { benchmarksIn } from './benchmarks.mjs';
import { root } from './root.mjs';
import { fail, say, tool } from './run.mjs';

const folder = join(root, '.cache/compare');
const other = join(folder, 'other');
const ROUNDS = 2;

/**
 * Measures a commit (A) and this checkout (B) in the order A, B, A, B and over copies of the same data, and prints side by side, with
 * their spread, the figures that both name alike. Each side runs its own benchmarks, which fit its modules; a commit without one of
 * them runs all of this checkout's.
 * @param {string} commit
 * @param {readonly string[]} names benchmarks
 */
export function compare(commit, names) {
  checkOut(commit, names);
  const data = { A: join(folder, 'data-a'), B: join(folder, 'data-b') };
  prepareData(data);
  /** @type {Record<'A' | 'B', Figures>} */
  const figures = { A: new Map(), B: new Map() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of /** @type {const} */ (['A', 'B'])) {
      for (const name of names) {
        say(`${name}, ${side === 'A' ? commit : 'this checkout'}, round ${round + 1} of ${ROUNDS} …`);
        const output = bench(side === 'A' ? other : root, name, data[side]);
        for (const [what, value] of figuresIn(output)) {
          figures[side].set(what, [...(figures[side].get(what) ?? []), value]);
        }
      }
    }
  }
  console.log(`\n| figure | A: ${commit} | B: this checkout | B to A |\n| --- | --- | --- | --- |`);
  for (const [what, a] of figures.A) {
    const b = figures.B.get(what);
    if (b) console.log(`| ${what} | ${spread(a)} | ${spread(b)} | ${(mean(b) / mean(a)).toFixed(2)} |`);
  }
}

/** @typedef {Map<string, number[]>} Figures the values of each round by table, row and column */

/** The commit in a worktree of its own, installed and built, with the benchmarks. */
function checkOut(/** @type {string} */ commit, /** @type {readonly string[]} */ names) {
  mkdirSync(folder, { recursive: true });
  if (existsSync(other)) must('git', ['worktree', 'remove', '--force', other]);
  must('git', ['worktree', 'prune']);
  must('git', ['worktree', 'add', '--detach', other, commit]);
  must('npm', ['ci', '--no-audit', '--no-fund'], other);
  must('npm', ['run', 'build'], other);
  const known = benchmarksIn(other);
  if (names.every((name) => known.has(name))) return;
  rmSync(join(other, 'e2e/bench'), { recursive: true });
  cpSync(join(root, 'e2e/bench'), join(other, 'e2e/bench'), { recursive: true });
}

/** The older side creates its data, or takes the kept data if its migrations fit; the other gets a copy, which it migrates. */
function prepareData(/** @type {{ A: string, B: string }} */ data) {
  const kept = process.env['MILEPOST_BENCH_DATA'] ?? join(root, 'bench-data');
  for (const each of Object.values(data)) rmSync(each, { recursive: true, force: true });
  if (existsSync(kept)) copy(kept, data.A);
  const isKnown = milepost(other, data.A, 'migrate') === 0;
  if (!isKnown) {
    say('The kept data is newer than the commit, which therefore generates its own; this takes minutes …');
    rmSync(data.A, { recursive: true, force: true });
    if (milepost(other, data.A, 'migrate') !== 0) fail('The commit cannot create a database: see above.');
  }
  const size = ['--epics', '100000', '--issues', '1000000', '--into', 'big'];
  // It fails where the group exists already.
  milepost(other, data.A, 'generate', ...size);
  copy(data.A, data.B);
  // Older benchmarks know only this place.
  symlinkSync(data.A, join(other, 'bench-data'));
}

/** Preserves ownership: PostgreSQL may run as another user. */
function copy(/** @type {string} */ from, /** @type {string} */ to) {
  must('cp', ['-a', '-T', from, to]);
}

function milepost(/** @type {string} */ checkout, /** @type {string} */ data, /** @type {string[]} */ ...args) {
  const env = { ...process.env, MILEPOST_DATA_DIR: data };
  const command = [join(checkout, 'packages/server/bin/milepost.mjs'), ...args];
  return spawnSync(process.execPath, command, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}

/** What the benchmark prints. One that misses its targets fails, but its figures count. */
function bench(/** @type {string} */ checkout, /** @type {string} */ name, /** @type {string} */ data) {
  const { stdout } = spawnSync(tool('tsx'), ['--conditions=source', benchmarksIn(checkout).get(name) ?? ''], {
    cwd: checkout,
    env: { ...process.env, MILEPOST_BENCH_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.toString();
}

/** The numbers in printed tables: `table: row, column`. @returns {[string, number][]} */
function figuresIn(/** @type {string} */ output) {
  /** @type {[string, number][]} */
  const found = [];
  let title = '';
  /** @type {string[] | null} */
  let head = null;
  for (const line of output.split('\n')) {
    if (line.startsWith('### ')) [title, head] = [line.slice(4).trim(), null];
    if (!line.startsWith('|') || /^\|[\s|:-]+$/.test(line)) continue;
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (head === null) head = cells;
    else {
      const [row, ...values] = cells;
      values.forEach((text, index) => {
        const value = Number(text.replaceAll(',', ''));
        if (text !== '' && Number.isFinite(value)) found.push([`${title}: ${row}, ${head?.[index + 1]}`, value]);
      });
    }
  }
  return found;
}

const mean = (/** @type {number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** The mean, and half the distance between the lowest and the highest. */
function spread(/** @type {number[]} */ values) {
  const half = (Math.max(...values) - Math.min(...values)) / 2;
  return `${mean(values).toPrecision(3)} ± ${half.toPrecision(2)}`;
}

/** Runs a command; its failure ends this process. */
function must(/** @type {string} */ command, /** @type {string[]} */ args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`"${command} ${args.slice(0, 2).join(' ')}" failed: see above.`);
}
