import { formatDay, addDays, type Day } from '@milepost/core/days';
import { mergeRequestReference } from '@milepost/core/merge-requests/rules';
import { mergeMessage } from '../../modules/merge-requests/commands/merge.ts';
import { linesOf, type Repo } from '../../modules/repositories/store/commits.ts';
import { INITIAL_BRANCH } from '../../modules/repositories/store/folders.ts';
import { mainHistory, requests, type SampleCommit, type SampleRequest } from './story/code.ts';
import { people } from './story/company.ts';

/** Commits of a merge request. */
export interface RequestCommits {
  head: string;
  /** The commit of the default branch that the source branch begins at. */
  base: string;
  /** Null unless it is merged. */
  merge: string | null;
}

export interface History {
  /** The default branch, oldest first. Days are relative to today. */
  main: readonly { day: number; sha: string }[];
  requests: readonly RequestCommits[];
}

/** The morning of a day relative to today. */
export function timeOf(today: Day, day: number): Date {
  return new Date(`${formatDay(addDays(today, day))}T09:20:00Z`);
}

/**
 * Writes the branches of the sample project with one process: the default branch with its merges, and the source branches of open requests.
 * `firstIid`: of the first request.
 */
export async function writeHistory(
  { git, folder }: Repo,
  { today, fullPath, firstIid }: { today: Day; fullPath: string; firstIid: number },
): Promise<History> {
  const stream = new Stream(today);
  const main: { day: number; mark: number }[] = [];
  for (const commit of mainHistory) main.push({ day: commit.day, mark: stream.commit(INITIAL_BRANCH, commit) });
  const base = main.at(-1)?.mark ?? 0;
  const marks = requests.map((request, index) => {
    // The branch of a merged request was removed: its commits belong to the history of the default branch.
    const branch = request.merged === undefined ? request.branch : INITIAL_BRANCH;
    const head = request.commits.reduce((from, commit) => stream.commit(branch, commit, { from }), base);
    if (request.merged === undefined) return { head, base, merge: null };
    const reference = mergeRequestReference(fullPath, firstIid + index);
    const merged = mergeOf(request, request.merged, reference);
    const merge = stream.commit(INITIAL_BRANCH, merged, { from: main.at(-1)?.mark ?? base, merge: head });
    main.push({ day: request.merged, mark: merge });
    return { head, base, merge };
  });
  const shas = linesOf(await git.run(['fast-import', '--quiet'], { folder, input: stream.end() }));
  const shaOf = (mark: number): string => shas[mark - 1] as string;
  return {
    main: main.map(({ day, mark }) => ({ day, sha: shaOf(mark) })),
    requests: marks.map(({ head, base: from, merge }) => ({
      head: shaOf(head),
      base: shaOf(from),
      merge: merge === null ? null : shaOf(merge),
    })),
  };
}

/** The merge commit. No file was changed on both sides, so the files of the source branch are those of the result. */
function mergeOf({ branch, title, reviewer, commits }: SampleRequest, day: number, reference: string): SampleCommit {
  const request = { title, sourceBranch: branch, targetBranch: INITIAL_BRANCH };
  const files = Object.assign({}, ...commits.map((commit) => commit.files)) as SampleCommit['files'];
  return { day, by: reviewer, message: `${mergeMessage(request, reference)}\n`, files };
}

/** What `git fast-import` reads. A commit is named by its mark, from 1. */
class Stream {
  readonly #today: Day;
  readonly #parts: string[] = [];
  #marks = 0;

  constructor(today: Day) {
    this.#today = today;
  }

  /** Without `from`, the commit follows the newest one of its branch. */
  commit(
    branch: string,
    { by, day, message, files }: SampleCommit,
    parents: { from?: number; merge?: number } = {},
  ): number {
    this.#marks += 1;
    const name = people.find(({ username }) => username === by)?.name ?? by;
    const who = `${name} <${by}@tidewater.example> ${Math.floor(timeOf(this.#today, day).getTime() / 1000)} +0000`;
    this.#parts.push(
      `commit refs/heads/${branch}\nmark :${this.#marks}\nauthor ${who}\ncommitter ${who}\n${data(message)}`,
      ...(parents.from === undefined ? [] : [`from :${parents.from}\n`]),
      ...(parents.merge === undefined ? [] : [`merge :${parents.merge}\n`]),
      ...Object.entries(files).map(([path, content]) => `M 100644 inline ${path}\n${data(content)}`),
      '\n',
    );
    return this.#marks;
  }

  /** The whole stream. At its end git prints the ids of the commits, in the order of their marks. */
  end(): string {
    const asked = Array.from({ length: this.#marks }, (_, index) => `get-mark :${index + 1}\n`);
    return [...this.#parts, ...asked].join('');
  }
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
