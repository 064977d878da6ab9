// `npm run bench [-- NAME]`: the benchmarks in e2e/bench, each a file NAME.bench.ts that prints its own table.
// `npm run bench -- compare COMMIT NAME`: the same of another commit and of this checkout, side by side.
import { benchmarksIn } from './lib/benchmarks.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { compare } from './lib/compare.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { fail, run, tool } from './lib/run.mjs';

const files = benchmarksIn(root);
const known = [...files.keys()].toSorted();
const [first, commit, ...compared] = process.argv.slice(2);
const isComparison = first === 'compare';
const wanted = isComparison ? compared : process.argv.slice(2);
if (isComparison && (!commit || wanted.length === 0)) fail('Name a commit and a benchmark: compare COMMIT NAME');
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) fail(`There is no benchmark "${unknown}"; there are: ${known.join(', ') || 'none yet'}.`);

await ensureInstalled();
await ensureBuilt();
if (isComparison && commit) compare(commit, wanted);
else
  for (const name of wanted.length > 0 ? wanted : known) {
    const code = await run(tool('tsx'), ['--conditions=source', files.get(name) ?? ''], {
      isResult: true,
    });
    if (code !== 0) fail(`The benchmark ${name} failed: see above.`);
  }
