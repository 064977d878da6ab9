// `npm run test:clients`: published clients of the API against a running server. The last line is the tally.
import { build } from './lib/build.mjs';
import { clients, ensureClients } from './lib/clients.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runPlaywright } from './lib/suites.mjs';

await ensureInstalled();
const unbuilt = await build();
const found = await ensureClients();
const runs = found.length > 0 ? await runPlaywright({ projects: ['clients'] }) : { passed: 0, failed: 0 };
// A missing client is a failure.
const failed = runs.failed + unbuilt.length + (clients.length - found.length);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${runs.passed} passed, ${failed} failed`);
