// `npm start` and `npm run demo`: installs and builds what is missing, then serves. This process stays as the supervisor.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

await ensureInstalled();
await ensureBuilt();
const milepost = join(root, 'packages/server/bin/milepost.mjs');
process.argv.splice(1, 1, milepost, 'start');
await import(pathToFileURL(milepost).href);
