// How fast the Kubernetes exports come in: a group and a project, by the command, on an empty database.
import { readFileSync } from 'node:fs';
import { figure, percentile, printTable } from './lib/figures.ts';
import { freshData, milepost } from './lib/milepost.ts';

const folder = new URL('../../packages/server/testdata/kubernetes/', import.meta.url).pathname;
const archives = {
  group: `${folder}2026-07-24_23-57-000_kubernetes_export.tar.gz`,
  project: `${folder}2026-07-24_23-57-000_kubernetes_enhancements_export.tar.gz`,
};
const { counts } = JSON.parse(readFileSync(`${folder}facts.json`, 'utf8')) as { counts: Record<string, number> };
const items = (counts['epics'] ?? 0) + (counts['issues'] ?? 0);

const seconds: number[] = [];
for (let run = 0; run < 3; run++) {
  const data = freshData();
  await milepost(data.folder, 'migrate');
  const began = performance.now();
  await milepost(data.folder, 'import', archives.group);
  await milepost(data.folder, 'import', archives.project, '--into', 'kubernetes/enhancements');
  seconds.push((performance.now() - began) / 1000);
  data.remove();
}
const median = percentile(seconds, 0.5);
printTable(
  'Import',
  ['what', 'items', 'seconds', 'items/s'],
  [
    [
      'Kubernetes group and project, start of the commands included',
      items.toLocaleString('en'),
      figure(median),
      figure(items / median),
    ],
  ],
);
