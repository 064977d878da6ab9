import { readFileSync } from 'node:fs';
import type { ErrorKind } from '@milepost/core/errors';
import { statusOfKind } from '../platform/rest/errors.ts';
import { sourceFiles } from './grid.ts';

interface NamedError {
  name: string;
  code: string;
  kind: string;
  meaning: string;
}

/** Every named error in the sources below these folders, with its class, code, kind and comment. */
function namedErrors(folders: readonly string[]): NamedError[] {
  const pattern =
    /(?:\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*)?(?:export )?class (\w+) extends \w*Error\b([\s\S]*?)\n}/g;
  return folders
    .flatMap(sourceFiles)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)])
    .map(([, comment = '', name = '', body = '']) => ({
      name,
      code: /\bcode = '([A-Z_]+)'/.exec(body)?.[1] ?? '',
      kind: /\bkind(?:: \w+)? = '(\w+)'/.exec(body)?.[1] ?? '',
      meaning: comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim(),
    }))
    .filter((error) => error.code !== '')
    .sort((a, b) => a.code.localeCompare(b.code));
}

/** `docs/api/errors.md`: the errors of the API, generated from the code. */
export function printedErrors(folders: readonly string[]): string {
  const rows = namedErrors(folders).map(
    ({ name, code, kind, meaning }) =>
      `| \`${code}\` | ${statusOfKind[kind as ErrorKind] ?? '–'} | ${name} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return [
    '# Errors',
    '',
    'Generated from the code by `npm run generate`. GraphQL has the code in `extensions.code`; errors that the user can fix are',
    'in the `errors` list of a mutation. REST answers with the status and a body such as `{"message": …}` or `{"error": …}`.',
    '',
    '| Code | Status | Name | When |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
