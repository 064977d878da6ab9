import { readFileSync } from 'node:fs';
import { sourceFiles } from './grid.ts';

interface NamedError {
  name: string;
  code: string;
  kind: string;
  meaning: string;
}

const statuses: Readonly<Record<string, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  unprocessable: 422,
  limited: 429,
  full: 507,
  unavailable: 503,
};

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
      `| \`${code}\` | ${statuses[kind] ?? '–'} | ${name} | ${meaning.replaceAll('|', '\\|')} |`,
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
