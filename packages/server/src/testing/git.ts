import { execFile, type ExecFileException } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Scope } from '@milepost/core/accounts/access-tokens';
import type { CastName } from './cast.ts';
import { test as base, tokenFor } from './http.ts';

export interface GitResult {
  code: number;
  /** Standard output and error together. */
  output: string;
}

/** The git of the system as a client, with a folder of its own. */
export interface GitClient {
  folder: string;
  git(...args: string[]): Promise<GitResult>;
  /** Throws with the output if git fails. */
  must(...args: string[]): Promise<string>;
  /** Writes files and commits them; returns the commit. */
  commit(files: Readonly<Record<string, string | Buffer>>, message?: string): Promise<string>;
}

/** Runs git in a folder as a client of a test does. */
export function runGit(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<GitResult> {
  return new Promise((resolve) => {
    execFile(
      'git',
      [...args],
      {
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_CONFIG_GLOBAL: devNull,
          // Otherwise each commit starts another process, which finds nothing to do.
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'maintenance.auto',
          GIT_CONFIG_VALUE_0: 'false',
          GIT_TERMINAL_PROMPT: '0',
          GIT_AUTHOR_NAME: 'Dana Developer',
          GIT_AUTHOR_EMAIL: 'dana@milepost.test',
          GIT_COMMITTER_NAME: 'Dana Developer',
          GIT_COMMITTER_EMAIL: 'dana@milepost.test',
          ...env,
        },
      },
      (error: ExecFileException | null, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

/** The current commit of a working folder, without a process. */
async function headOf(folder: string): Promise<string> {
  const read = async (name: string) => (await readFile(join(folder, '.git', name), 'utf8')).trim();
  const head = await read('HEAD');
  return head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head;
}

/** A bundle as an export has it: every ref, those that only the source needs included. */
export async function bundleOf(work: GitClient, ...revisions: string[]): Promise<Buffer> {
  await work.must('bundle', 'create', '--quiet', 'project.bundle', ...(revisions.length > 0 ? revisions : ['--all']));
  return readFile(join(work.folder, 'project.bundle'));
}

/**
 * A test with a listening server and git clients: `address(project, 'dana')` is what to clone with a token of hers, `client()` a working
 * folder with an initialized repository.
 */
export const test = base
  .extend('origin', { scope: 'file' }, async ({ server }) => server.listen({ host: '127.0.0.1', port: 0 }))
  .extend('address', { scope: 'file' }, ({ origin, world }) => {
    return async (
      { fullPath }: { fullPath: string },
      who: CastName = 'nobody',
      scopes: readonly Scope[] = ['api'],
    ): Promise<string> => {
      const url = new URL(`${origin}/${fullPath}.git`);
      if (who !== 'nobody') {
        url.username = 'token';
        url.password = await tokenFor(world, who, scopes);
      }
      return url.href;
    };
  })
  // Vitest derives the fixtures from the pattern; this one needs none.
  // oxlint-disable-next-line no-empty-pattern
  .extend('client', { scope: 'file' }, async ({}, { onCleanup }) => {
    const top = await mkdtemp(join(tmpdir(), 'milepost-git-'));
    onCleanup(() => rm(top, { recursive: true, force: true }));
    let count = 0;
    return async (): Promise<GitClient> => {
      count += 1;
      const folder = join(top, String(count));
      await mkdir(folder);
      const git = (...args: string[]) => runGit(folder, args);
      const must = async (...args: string[]): Promise<string> => {
        const { code, output } = await git(...args);
        if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
        return output;
      };
      // What `git init` writes, without a process.
      await mkdir(join(folder, '.git/objects'), { recursive: true });
      await mkdir(join(folder, '.git/refs'));
      await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
      return {
        folder,
        git,
        must,
        async commit(files, message = 'Change') {
          for (const [path, content] of Object.entries(files)) {
            await mkdir(dirname(join(folder, path)), { recursive: true });
            await writeFile(join(folder, path), content);
          }
          await must('add', '--all');
          await must('commit', '--quiet', '--allow-empty', '--message', message);
          return headOf(folder);
        },
      };
    };
  });
