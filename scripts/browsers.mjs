// `npm run test:browsers`: the main journeys in Firefox and WebKit, from system packages. The last line is the tally.
import { build } from './lib/build.mjs';
import { engineNames, ensureEngines } from './lib/engines.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runPlaywright } from './lib/suites.mjs';
import { conclude, failedSteps } from './lib/tally.mjs';

await ensureInstalled();
const unbuilt = await build();
const found = await ensureEngines();
conclude([
  failedSteps(unbuilt),
  // A missing engine is a failure.
  failedSteps(engineNames.filter((name) => !found.includes(name))),
  ...(found.length > 0 ? [await runPlaywright({ projects: found })] : []),
]);
