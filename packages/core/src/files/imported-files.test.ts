import { expect, test } from 'vitest';
import { referencedFilesIn, keyOfFile, withImportedFiles } from './imported-files.ts';

const plan = 'ed5ab56bc85699117ba230eb799fd3bf';
const other = '00112233445566778899aabbccddeeff';
const addresses = new Map([[keyOfFile({ secret: plan, name: 'ground plan.png' }), '/uploads/new/plan.png']]);

test.each([
  [`![plan](/uploads/${plan}/ground%20plan.png)`, '![plan](/uploads/new/plan.png)'],
  [`![plan](/uploads/${plan}/ground%20plan.png){width=60%}`, '![plan](/uploads/new/plan.png){width=60%}'],
  [`[p](https://example.com/castle/walls/uploads/${plan}/ground%20plan.png "P")`, '[p](/uploads/new/plan.png "P")'],
  [`<img src="/-/project/12/uploads/${plan}/ground%20plan.png">`, '<img src="/uploads/new/plan.png">'],
  [`[a]: /castle/walls/uploads/${plan.toUpperCase()}/ground%20plan.png`, '[a]: /uploads/new/plan.png'],
])('%s is led to the new file', (text, expected) => {
  expect(referencedFilesIn(text)).toEqual([
    { secret: plan, name: 'ground plan.png', hasHost: text.includes('https://') },
  ]);
  expect(withImportedFiles(text, addresses)).toBe(expected);
});

test.each([
  `![x](/uploads/${other}/ground%20plan.png)`,
  `![x](/uploads/${plan}/other.png)`,
  `\`/uploads/${plan}/ground%20plan.png\``,
  `x/uploads/${plan}/ground%20plan.png`,
  `/uploads/${plan}`,
  `![x](/uploads/${plan}/%E0%A4%A)`,
])('%s stays as it is', (text) => {
  expect(withImportedFiles(text, addresses)).toBe(text);
});

test('a hostile text is read without backtracking, which would take minutes', () => {
  for (const hostile of ['/a'.repeat(500_000), 'https://'.repeat(120_000), '/uploads/'.repeat(110_000)]) {
    expect(referencedFilesIn(hostile)).toEqual([]);
  }
});
