import { UnsafePathError } from './errors.ts';

const MAX_PATH_LENGTH = 1024;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * An entry's name without a leading `./`, empty for the root folder itself. Throws an UnsafePathError for a name that is
 * absolute, climbs with `..`, or could be spelt in a second way: nothing is written by name here, and nothing ever should be.
 */
export function safePath(name: string): string {
  const shown = JSON.stringify(name.slice(0, 200));
  if (CONTROL_CHARACTER.test(name)) throw new UnsafePathError(shown, 'has control characters in its name');
  if (name.length > MAX_PATH_LENGTH)
    throw new UnsafePathError(shown, `has a name longer than ${MAX_PATH_LENGTH} characters`);
  if (name.includes('\\')) throw new UnsafePathError(shown, 'has a backslash in its name');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw new UnsafePathError(shown, 'has an absolute name');
  const path = name.replace(/^(\.\/)+/, '').replace(/\/$/, '');
  if (path === '' || path === '.') return '';
  const segments = path.split('/');
  if (segments.includes('..')) throw new UnsafePathError(shown, 'leads out of the archive');
  if (segments.includes('.') || segments.includes('')) throw new UnsafePathError(shown, 'has an ambiguous name');
  return path;
}
