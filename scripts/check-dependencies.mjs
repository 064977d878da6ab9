// The bill of materials (CycloneDX) of server and web in `dist/sbom`, and known vulnerabilities of high severity or above in
// what they need in production. scripts/audit-exceptions.json has accepted ones, each with a reason and a last day.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditProblems } from './lib/audit.mjs';
import { root } from './lib/root.mjs';
import { capture } from './lib/run.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** A registry that does not answer must not hold up the tests. */
const patience = ['--fetch-timeout=20000', '--fetch-retries=1'];

const problems = [...(await Promise.all(['server', 'web'].map(writeSbom))).flat(), ...(await audit())];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

/** @param {string} name of the package */
async function writeSbom(name) {
  const { code, output } = await capture(npm, [
    'sbom',
    '--sbom-format=cyclonedx',
    // What the browser gets is bundled: the packages of web are needed to build it.
    ...(name === 'web' ? [] : ['--omit=dev']),
    '--package-lock-only',
    `--workspace=packages/${name}`,
  ]);
  const sbom = code === 0 ? parsed(output) : null;
  if (sbom?.bomFormat !== 'CycloneDX' || !sbom.components?.length) return [`No SBOM of ${name}: ${output.trim()}`];
  const folder = join(root, 'dist/sbom');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  return [];
}

async function audit() {
  const exceptions = JSON.parse(readFileSync(join(root, 'scripts/audit-exceptions.json'), 'utf8'));
  const { output } = await capture(npm, ['audit', '--json', '--omit=dev', '--package-lock-only', ...patience]);
  const report = parsed(output);
  if (!report?.vulnerabilities) {
    const reason = report?.message ?? report?.error?.summary ?? output.trim().split('\n')[0] ?? '';
    console.log(`Note: dependencies were not audited, because the registry did not answer: ${reason}`);
    return [];
  }
  return auditProblems(report, exceptions, new Date().toISOString().slice(0, 10));
}

/** The JSON in what npm printed, warnings before it left out; null if there is none. */
function parsed(/** @type {string} */ output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}
