import { expect, test } from 'vitest';
import { filesNamedIn, withMovedFiles } from './moved-files.ts';

const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
const home = { id: 7, path: 'big/old.place', kind: 'project', origin: 'https://here.test' } as const;
const moved = new Map([[one, two]]);

test('files of the home are found however they are addressed there', () => {
  for (const address of [
    `/uploads/${one}/x.png`,
    `/big/old.place/uploads/${one}/x.png`,
    `/big/old.place/-/uploads/${one}/x.png`,
    `/-/project/7/uploads/${one}/x.png`,
    `https://here.test/big/old.place/uploads/${one}/x.png`,
  ]) {
    const text = `See ![x](${address}) and <img src="${address}">`;
    expect(filesNamedIn(text, home)).toEqual([one]);
    expect(withMovedFiles(text, home, moved)).toBe(
      `See ![x](/uploads/${two}/x.png) and <img src="/uploads/${two}/x.png">`,
    );
  }
  const group = { ...home, kind: 'group' } as const;
  expect(withMovedFiles(`[x](/groups/big/old.place/-/uploads/${one}/x)`, group, moved)).toBe(`[x](/uploads/${two}/x)`);
});

test('files of other namespaces, code and files without a copy stay unchanged', () => {
  for (const text of [
    `![x](/big/other/uploads/${one}/x.png)`,
    `![x](/big/old-place/uploads/${one}/x.png)`,
    `![x](/-/project/70/uploads/${one}/x.png)`,
    `![x](https://elsewhere.test/uploads/${one}/x.png)`,
    `![x](https://elsewhere.test/big/old.place/uploads/${one}/x.png)`,
    `\`/uploads/${one}/x.png\``,
    `\`\`\`\n/uploads/${one}/x.png\n\`\`\``,
    '/uploads/short/x.png',
  ]) {
    expect(filesNamedIn(text, home)).toEqual([]);
    expect(withMovedFiles(text, home, moved)).toBe(text);
  }
  const unknown = `![x](/uploads/${two}/x.png)`;
  expect(withMovedFiles(unknown, home, moved)).toBe(unknown);
});
