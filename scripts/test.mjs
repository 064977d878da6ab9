// `npm test`: all checks and tests. The last line is the tally: `N passed, N failed`.
import { build } from './lib/build.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { checks, runChecks } from './lib/checks.mjs';
import { ensureClients } from './lib/clients.mjs';
import { ensureServers } from './lib/servers.mjs';
import { ensureEngines } from './lib/engines.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { say } from './lib/run.mjs';
import { runPlaywright, runVitest } from './lib/suites.mjs';
import { conclude, failedSteps, step } from './lib/tally.mjs';
import { timeline } from './lib/timeline.mjs';

await ensureInstalled();
// Installing waits for the network; building and checking meanwhile use the processor.
const [tallies, browser] = await Promise.all([buildAndCheck(), installForTests()]);
// Each waits for servers, browsers and time-outs of its own: side by side they leave no core idle (docs/decisions/0079).
say('The journeys run beside the other tests; their report follows at the end.');
tallies.push(
  ...(await Promise.all([
    runVitest(),
    browser ? runPlaywright({ browser, isBeside: true }) : step('No browser for the journeys', false),
  ])),
);

say(timeline());
conclude(tallies);

/** Builds, then checks: types are read from what the build generates, and the first load from what it makes. */
async function buildAndCheck() {
  const unbuilt = await build();
  return [unbuilt.length === 0 ? step('build', true) : failedSteps(unbuilt), await runChecks(Object.values(checks))];
}

/** Installs what the tests need in addition to npm packages. Returns the path of Chromium, or null. */
async function installForTests() {
  const found = await ensureBrowser();
  if (!found) say('No browser: install Chromium or Chrome, then run the tests again.');
  // Journeys run in the other engines if they can be installed; `npm run test:browsers` requires them.
  if (found) await ensureEngines();
  // The same applies to the clients of the API and `npm run test:clients`.
  await ensureClients();
  await ensureServers();
  return found;
}
