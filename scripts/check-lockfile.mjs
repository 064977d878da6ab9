// Whether package-lock.json names every optional package. npm leaves out those its registry does not have (yet), and then `npm
// ci` rejects the whole lockfile: take the newest version of the parent whose packages all exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';

/** @type {Record<string, { optionalDependencies?: Record<string, string> }>} */
const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`])
    .map((name) => `${name}, which ${path.replace(/^.*node_modules\//, '')} may need, is not in package-lock.json`),
);
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exitCode = 1;
}
