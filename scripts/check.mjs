// `npm run check`: the fast part of the tests, for development.
import { ensureDocuments } from './lib/build.mjs';
import { checks, runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runVitest } from './lib/suites.mjs';
import { conclude, step } from './lib/tally.mjs';

await ensureInstalled();
const hasDocuments = await ensureDocuments();
const { format, lint, types, webTypes } = checks;
conclude([
  step('generated documents', hasDocuments),
  await runChecks([format, types, webTypes, lint]),
  await runVitest(['core', 'web']),
]);
