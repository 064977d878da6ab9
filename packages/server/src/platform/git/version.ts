import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gitEnvironment } from './environment.ts';
import { GitMissingError } from './errors.ts';

const MIN_VERSION: readonly [number, number] = [2, 30];
const VERSION_TIMEOUT_MS = 30_000;
/** How long a version is valid: git may be updated or removed while the server runs. A missing git is looked up each time. */
const VALID_MS = 30_000;

let known: { version: string; at: number } | null = null;

/** The version of the installed git as it prints it; null if there is none. */
export async function gitVersion(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], {
      env: gitEnvironment(),
      timeout: VERSION_TIMEOUT_MS,
    });
    return /\d+\.\d+\S*/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Whether Milepost works with this version. */
export function isGitUsable(version: string | null): boolean {
  return isAtLeast(version, MIN_VERSION);
}

export function isAtLeast(version: string | null, [major, minor]: readonly [number, number]): boolean {
  const [, foundMajor, foundMinor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  if (foundMajor === undefined) return false;
  return Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor);
}

/** The version of the installed git. Throws GitMissingError if there is none, or it is too old. */
export async function requireGit(now: number = Date.now()): Promise<string> {
  if (known && now - known.at <= VALID_MS) return known.version;
  known = null;
  const version = await gitVersion();
  if (version === null || !isGitUsable(version)) throw new GitMissingError();
  known = { version, at: now };
  return version;
}

/** For tests that hide git. */
export function forgetGitVersion(): void {
  known = null;
}
