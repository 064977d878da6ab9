// Import speed, measured through the command on an empty database: the Kubernetes group and project, whose figures include the
// start of two commands, and a group so large that the start hardly matters.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBigArchive } from '../../packages/server/src/testing/big-archive.ts';
import { figure, percentile, printTable } from './lib/figures.ts';
import { freshData, milepost } from './lib/milepost.ts';
import { commandsMs } from './lib/processor.ts';

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
  ['what', 'items', 'seconds', 'items/s', 'processor s'],
  [
    row('Kubernetes: a group and a project, two commands', real, pair),
    row('20,000 epics with descriptions of 1.5 kB, one command', big.groups * big.epicsPerGroup, large),
  ],
);

interface Cost {
  seconds: number;
  /** Of the commands and of PostgreSQL. */
  processorSeconds: number;
}

/** Medians of several runs, each on an empty database that is created beforehand. */
async function median(run: (dataDir: string) => Promise<void>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round < RUNS; round++) {
    const data = freshData();
    await milepost(data.folder, 'migrate');
    const began = { at: performance.now(), processor: commandsMs() };
    await run(data.folder);
    costs.push({
      seconds: (performance.now() - began.at) / 1000,
      processorSeconds: (commandsMs() - began.processor) / 1000,
    });
    data.remove();
  }
  const medianOf = (of: (cost: Cost) => number) => percentile(costs.map(of), 0.5);
  return { seconds: medianOf((cost) => cost.seconds), processorSeconds: medianOf((cost) => cost.processorSeconds) };
}

function row(what: string, items: number, { seconds, processorSeconds }: Cost): string[] {
  return [what, items.toLocaleString('en'), figure(seconds), figure(items / seconds), figure(processorSeconds)];
}
