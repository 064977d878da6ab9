// `npm run check`: the fast part of the tests, for development.
import { ensureDocuments } from './lib/build.mjs';
import { checks, runChecks, sum } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runVitest } from './lib/suites.mjs';

await ensureInstalled();
const hasDocuments = await ensureDocuments();
const { format, lint, types, webTypes } = checks;
const { passed, failed } = sum([
  { passed: hasDocuments ? 1 : 0, failed: hasDocuments ? 0 : 1 },
  await runChecks([format, types, webTypes, lint]),
  await runVitest(['core', 'web']),
]);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
