import type { Namespace } from '../modules/namespaces/store.ts';
import { test as base, type GitClient } from './git.ts';
import { buildersIn } from './test.ts';

/** A project with a short history on `main`. */
export interface Code {
  project: Namespace;
  path: string;
  work: GitClient;
  url: string;
  /** Commits files on a branch that starts at `main`, and pushes it. */
  branch: (name: string, files: Readonly<Record<string, string>>, message?: string) => Promise<string>;
}

/** A test that makes projects with code: `newCode()`. */
export const test = base.extend(
  'newCode',
  ({ client, address, world }) =>
    async (visibility: 'private' | 'public' = 'private'): Promise<Code> => {
      const project = await buildersIn(world).project({ visibility });
      const work = await client();
      await work.commit({ 'README.md': 'one\n', 'docs/guide.md': 'guide\n' }, 'Begin');
      const url = await address(project, 'mina');
      await work.must('push', '--quiet', url, 'main');
      return {
        project,
        path: `/projects/${project.id}/merge_requests`,
        work,
        url,
        async branch(name, files, message) {
          await work.must('checkout', '--quiet', '-B', name, 'main');
          const sha = await work.commit(files, message);
          await work.must('push', '--quiet', '--force', url, name);
          await work.must('checkout', '--quiet', 'main');
          return sha;
        },
      };
    },
);

/** A merge request in REST. */
export interface Row {
  id: number;
  iid: number;
  state: string;
  title: string;
  sha: string;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  [field: string]: unknown;
}
