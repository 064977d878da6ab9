import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('RX-PX-07: README and guide show the Kubernetes roadmap wide, on a phone and in dark, as one command makes it', () => {
  const guide = read('docs/guide/roadmap.md');
  const script = read('scripts/screenshots.mjs');
  expect(read('package.json')).toContain('scripts/screenshots.mjs');
  expect(script).toContain('group_by=LABEL:stage&color_by=HEALTH');
  expect(read('README.md')).toContain('](docs/guide/kubernetes.png)');
  for (const name of ['kubernetes', 'kubernetes-dark', 'kubernetes-phone']) {
    expect(guide).toContain(`](${name}.png)`);
    expect(script).toContain(`name: '${name}'`);
    expect(statSync(join(root, `docs/guide/${name}.png`)).size).toBeLessThan(250_000);
  }
});
