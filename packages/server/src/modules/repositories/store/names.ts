import { InputError } from '../../../platform/rest/input.ts';

const MAX_NAME = 1_024;
/** The rules of `git check-ref-format`, and no name that begins like an option. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^[-./]|[./]$|\.lock(\/|$)/;

/** Whether this can name a branch or tag. */
export function isRefName(name: string): boolean {
  return name !== '' && name !== '@' && name.length <= MAX_NAME && !FORBIDDEN.test(name);
}

/**
 * The path of a file or folder as git stores it; null for one that no commit can contain. Throws InputError for a NUL byte.
 */
export function pathInCommit(path: string): string | null {
  if (path.includes('\0')) throw new InputError(['file_path should be a valid file path']);
  const segments = path.split('/');
  const isPossible = path.length <= 4_096 && !path.includes('\n') && segments.every(isPossibleName);
  return isPossible ? path : null;
}

function isPossibleName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git';
}
