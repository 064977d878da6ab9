// `npm run test:browsers`: the main journeys in Firefox and WebKit, from system packages. The last line is the tally.
import { build } from './lib/build.mjs';
import { engineNames, ensureEngines } from './lib/engines.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runPlaywright } from './lib/suites.mjs';

await ensureInstalled();
const unbuilt = await build();
const found = await ensureEngines();
const journeys = found.length > 0 ? await runPlaywright({ projects: found }) : { passed: 0, failed: 0 };
const passed = journeys.passed;
// A missing engine is a failure.
const failed = journeys.failed + unbuilt.length + (engineNames.length - found.length);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
