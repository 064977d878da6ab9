import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(fileURLToPath(new URL(file, import.meta.url).href), 'utf8');

test('no other drawer has so low a z-index: the others are at 300', () => {
  expect(read('../../../styles/tokens.css')).toContain('--layer-drawer: 300;');
  for (const file of ['../../../ui/overlay/Dialog.module.css', '../../../modules/work-items/ItemLayout.module.css']) {
    expect(read(file)).toContain('z-index: var(--layer-drawer)');
    expect(read(file)).not.toContain('--layer-roadmap-drawer');
  }
});
