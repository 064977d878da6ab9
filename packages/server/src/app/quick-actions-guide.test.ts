import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { modules } from './modules.ts';
import { pluggedActions } from '../modules/work-items/commands/sockets.ts';

const guide = new URL('../../../../docs/guide/markdown.md', import.meta.url);
const BEGIN = '<!-- the quick actions, printed from the code by quick-actions-guide.test.ts -->\n';
const END = '<!-- the end of the quick actions -->';

/** Every quick action as a row, by name. */
function printedTable(): string {
  const rows = pluggedActions
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, aliases = [], params, description, types }) => {
      const also = aliases.map((alias) => `\`/${alias}\``).join(', ');
      const written = `/${name}${params === undefined ? '' : ` ${params}`}`.replaceAll('|', String.raw`\|`);
      return `| \`${written}\` | ${also} | ${description.replaceAll('\\', '\\\\')} | ${types.join(', ')} |`;
    });
  return ['| Line | Also | What it does | For |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

test('the guide lists the quick actions that there are', async () => {
  for (const module of modules) module.plugIn?.();
  const text = await readFile(guide, 'utf8');
  const from = text.indexOf(BEGIN) + BEGIN.length;
  const wanted = text.slice(0, from) + printedTable() + text.slice(text.indexOf(END));
  if (process.env['UPDATE_GUIDE'] === 'true') await writeFile(guide, wanted);
  expect(await readFile(guide, 'utf8')).toBe(wanted);
});
