// `npm run test:clients`: published clients of the API against a running server. The last line is the tally.
import { build } from './lib/build.mjs';
import { clients, ensureClients } from './lib/clients.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runPlaywright } from './lib/suites.mjs';
import { conclude, failedSteps } from './lib/tally.mjs';

await ensureInstalled();
const unbuilt = await build();
const found = await ensureClients();
conclude([
  failedSteps(unbuilt),
  // A missing client is a failure.
  failedSteps(clients.filter((each) => !found.includes(each)).map(({ title }) => title)),
  ...(found.length > 0 ? [await runPlaywright({ projects: ['clients'] })] : []),
]);
