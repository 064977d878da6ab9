import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { makeGroup, makeProject, type Someone } from './people.ts';

const run = promisify(execFile);

/** A project with a repository, and a folder of a client that pushes to it as Maren. */
export interface Code {
  groupPath: string;
  fullPath: string;
  /** The path of the project in the REST API. */
  project: string;
  /** Commits files on a branch that starts at `main`, and pushes it; returns the commit. */
  branch(name: string, files: Readonly<Record<string, string>>, message?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
}

const cleanUps = new Map<string, string[]>();
test.afterAll(async () => {
  await Promise.all([...cleanUps.values()].flat().map((folder) => rm(folder, { recursive: true, force: true })));
});

let token: Promise<string> | null = null;

/** A token with which Maren pushes in all journeys of this process: the server compares a password with its hash for each request. */
function tokenOf(maren: Someone): Promise<string> {
  const make = async (): Promise<string> => {
    const { id } = await maren.call<{ id: number }>('GET', '/user');
    const wanted = { name: 'git', scopes: ['write_repository'] };
    return (await maren.call<{ token: string }>('POST', `/users/${id}/personal_access_tokens`, wanted)).token;
  };
  return (token ??= make());
}

/** A project in a new group of Maren's. `files`: of the first commit on `main`; without, nothing is pushed. */
export async function makeCode(
  maren: Someone,
  files: Readonly<Record<string, string>> | null = { 'README.md': 'one\n' },
): Promise<Code> {
  const groupPath = await makeGroup(maren);
  const fullPath = await makeProject(maren, groupPath);
  const folder = await mkdtemp(join(tmpdir(), 'milepost-code-'));
  const { testId } = test.info();
  cleanUps.set(testId, [...(cleanUps.get(testId) ?? []), folder]);
  const url = new URL(`/${fullPath}.git`, process.env['MILEPOST_E2E_URL']);
  url.username = 'maren';
  url.password = await tokenOf(maren);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Maren Olsson',
    GIT_AUTHOR_EMAIL: 'maren@example.org',
    GIT_COMMITTER_NAME: 'Maren Olsson',
    GIT_COMMITTER_EMAIL: 'maren@example.org',
  };
  const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: folder, env })).stdout;
  const commit = async (changed: Readonly<Record<string, string>>, message: string): Promise<string> => {
    for (const [path, content] of Object.entries(changed)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', message);
    return (await git('rev-parse', 'HEAD')).trim();
  };
  await git('init', '--quiet', '--initial-branch=main');
  await git('remote', 'add', 'origin', url.href);
  if (files) {
    await commit(files, 'Begin');
    await git('push', '--quiet', 'origin', 'main');
  }
  return {
    groupPath,
    fullPath,
    project: `/projects/${encodeURIComponent(fullPath)}`,
    git,
    async branch(name, changed, message = `Change ${name}`) {
      await git('checkout', '--quiet', '-B', name, 'main');
      const sha = await commit(changed, message);
      await git('push', '--quiet', '--force', 'origin', name);
      await git('checkout', '--quiet', 'main');
      return sha;
    },
  };
}
