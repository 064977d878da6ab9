import { restPages, restQuery } from '../../platform/api/rest.ts';

/** A changed file in the REST API. */
export interface FileDiff {
  old_path: string;
  new_path: string;
  a_mode: string;
  b_mode: string;
  diff: string;
  new_file: boolean;
  renamed_file: boolean;
  deleted_file: boolean;
  too_large: boolean;
  collapsed: boolean;
}

/** A commit in the REST API. */
export interface CommitView {
  id: string;
  short_id: string;
  title: string;
  message: string;
  author_name: string;
  authored_date: string;
  committer_name: string;
  committed_date: string;
  parent_ids: string[];
  stats?: { additions: number; deletions: number; total: number };
}

/** The path of a project in the REST API. */
export const projectRest = (fullPath: string, rest = ''): string => `/projects/${encodeURIComponent(fullPath)}${rest}`;

export const branchesQuery = (fullPath: string, search: string) =>
  restQuery<{ name: string; default: boolean; can_push: boolean }[]>(
    ['repository', fullPath, 'branches', search],
    projectRest(fullPath, '/repository/branches'),
    { search, per_page: 50 },
  );

export const commitQuery = (fullPath: string, sha: string) =>
  restQuery<CommitView>(
    ['repository', fullPath, 'commit', sha],
    projectRest(fullPath, `/repository/commits/${encodeURIComponent(sha)}`),
  );

export const commitDiffPages = (fullPath: string, sha: string) =>
  restPages<FileDiff>(
    ['repository', fullPath, 'diff', sha],
    projectRest(fullPath, `/repository/commits/${encodeURIComponent(sha)}/diff`),
    { per_page: 20 },
  );
