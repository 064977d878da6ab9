import { devNull } from 'node:os';

/**
 * The whole environment of a git process. Nothing of the server's own is passed on: no secrets, no configuration of the account that
 * the server runs as, no editor, pager, proxy or credential helper.
 */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    // Where the programs of this machine are: not a setting of Milepost.
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...extra,
  };
}

/**
 * Options before every command; they win over the configuration of a repository. No hooks and no helpers run, pushed objects are
 * checked, and there is no automatic maintenance (a job does it).
 */
export const safeOptions: readonly string[] = [
  'safe.directory=*',
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.logAllRefUpdates=false',
  'uploadpack.allowFilter=true',
  'receive.fsckObjects=true',
  'receive.autogc=false',
  'receive.advertisePushOptions=false',
  'receive.denyCurrentBranch=ignore',
  'transfer.fsckObjects=true',
  // The state of a remote is for fetches only.
  'transfer.hideRefs=refs/mirror',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
].flatMap((option) => ['-c', option]);
