import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../../docs/decisions');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('every decision has a unique number, a title and the four parts of the template', () => {
  const numbers = pages.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]));
  expect(numbers.filter((number, index) => Number.isNaN(number) || numbers.indexOf(number) !== index)).toEqual([]);
  const incomplete = pages.filter((name) => {
    const text = read(name);
    const parts = ['Status', 'Context', 'Decision', 'Consequences'].map((part) => text.indexOf(`\n**${part}.**`));
    return !text.startsWith(`# ${Number(name.slice(0, 4))}. `) || parts.includes(-1) || !isAscending(parts);
  });
  expect(incomplete).toEqual([]);
});

test('the index lists every decision once', () => {
  const listed = [...read('README.md').matchAll(/^- \[\d+\]\(([^)]+)\)/gm)].map((match) => match[1] ?? '');
  expect(listed.sort()).toEqual([...pages].sort());
});

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}
