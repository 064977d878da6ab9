import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiDocs } from './api-docs.ts';

const folder = join(import.meta.dirname, '../../../../docs/api');

test('docs/api is what the code gives: run "npm run generate" after changing the API', async () => {
  for (const [name, text] of Object.entries(await apiDocs())) {
    expect(readFileSync(join(folder, name), 'utf8') === text, `docs/api/${name} is stale`).toBe(true);
  }
});
