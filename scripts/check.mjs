// `npm run check`: the fast part of the tests, for development.
import { ensureDocuments } from './lib/build.mjs';
import { checks, runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runVitest } from './lib/suites.mjs';
import { conclude, step } from './lib/tally.mjs';

await ensureInstalled();
const hasDocuments = await ensureDocuments();
const { format, lint } = checks;
conclude([
  step('generated documents', hasDocuments),
  await runChecks([format, lint]),
  await runVitest(['core', 'web']),
]);
