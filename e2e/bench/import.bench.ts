// How fast exports come in, by the command and on an empty database: the Kubernetes group and project, whose figures hold the
// start of two commands, and a group large enough that the start hardly counts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBigArchive } from '../../packages/server/src/testing/big-archive.ts';
import { figure, percentile, printTable } from './lib/figures.ts';
import { freshData, milepost } from './lib/milepost.ts';

const RUNS = 3;
const folder = new URL('../../packages/server/testdata/kubernetes/', import.meta.url).pathname;
const kubernetes = {
  group: `${folder}2026-07-24_23-57-000_kubernetes_export.tar.gz`,
  project: `${folder}2026-07-24_23-57-000_kubernetes_enhancements_export.tar.gz`,
};
const { counts } = JSON.parse(readFileSync(`${folder}facts.json`, 'utf8')) as { counts: Record<string, number> };
const real = (counts['epics'] ?? 0) + (counts['issues'] ?? 0);

const big = { groups: 20, epicsPerGroup: 1_000, descriptionLength: 1_500 };
const files = freshData();
const bigArchive = join(files.folder, 'big.tar.gz');
await writeBigArchive(bigArchive, big);

const pair = await median(async (data) => {
  await milepost(data, 'import', kubernetes.group);
  await milepost(data, 'import', kubernetes.project, '--into', 'kubernetes/enhancements');
});
const large = await median(async (data) => {
  await milepost(data, 'import', bigArchive);
});
files.remove();
printTable(
  'Import, start of the commands included',
  ['what', 'items', 'seconds', 'items/s'],
  [
    row('Kubernetes: a group and a project, two commands', real, pair),
    row('20,000 epics with descriptions of 1.5 kB, one command', big.groups * big.epicsPerGroup, large),
  ],
);

/** The median of some runs, in seconds, each on an empty database that is made beforehand. */
async function median(run: (dataDir: string) => Promise<void>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    const data = freshData();
    await milepost(data.folder, 'migrate');
    const began = performance.now();
    await run(data.folder);
    seconds.push((performance.now() - began) / 1000);
    data.remove();
  }
  return percentile(seconds, 0.5);
}

function row(what: string, items: number, seconds: number): string[] {
  return [what, items.toLocaleString('en'), figure(seconds), figure(items / seconds)];
}
