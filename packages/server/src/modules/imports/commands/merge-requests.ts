import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Git } from '../../../platform/git/git.ts';
import { namedInRequest } from '../../merge-requests/commands/issues.ts';
import { addNamedIssues, issuesNamed } from '../../merge-requests/store/issues.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { linesOf } from '../../repositories/store/commits.ts';
import { isRefName } from '../../repositories/store/names.ts';
import {
  newRequestsAfter,
  resolveRequests,
  saveHeads,
  writeDiffs,
  writeRequestNotes,
  writeRequests,
  type StagedRequest,
} from '../store/merge-requests.ts';
import type { Counted } from '../store/merge-planning.ts';
import type { Problems } from '../store/problems.ts';

const REQUESTS_AT_ONCE = 500;

interface RequestsToMerge {
  project: Namespace;
  /** The folder of the repository; null without one. */
  folder: string | null;
  signal: AbortSignal | undefined;
}

export interface MergedRequests {
  requests: Counted;
  notes: Counted;
  /** Requests that are skipped. */
  skipped: Problems;
  nameless: Problems;
}

/**
 * Writes the merge requests of the archive. The changed files are those of the repository; the archive's own are stored for requests
 * whose commits it does not have.
 */
export async function mergeRequests(
  ctx: Context,
  trx: Db,
  { project, folder, signal }: RequestsToMerge,
): Promise<MergedRequests> {
  const skipped = await resolveRequests(trx, project.id);
  const withoutCommits: number[] = [];
  await forEachPage(trx, signal, async (page) => {
    const commits = await commitsIn(ctx.services.git, folder, page.flatMap(namesOf));
    await saveHeads(
      trx,
      page.map((each) => ({ request: each.request, headSha: headOf(each, commits) })),
    );
    withoutCommits.push(...page.filter((each) => !isComparable(each, commits)).map(({ request }) => request));
  });
  const { nameless, ...requests } = await writeRequests(trx, project.id);
  for (let start = 0; start < withoutCommits.length; start += REQUESTS_AT_ONCE) {
    signal?.throwIfAborted();
    await writeDiffs(trx, withoutCommits.slice(start, start + REQUESTS_AT_ONCE));
  }
  const within = ctx.within(trx);
  await forEachPage(trx, signal, async (page) => {
    for (const request of page) {
      const issues = await issuesNamed(within, project, namedInRequest(request, []));
      await addNamedIssues(trx, request.id, issues);
    }
  });
  return { requests, notes: await writeRequestNotes(trx), skipped, nameless };
}

async function forEachPage(
  trx: Db,
  signal: AbortSignal | undefined,
  work: (page: readonly StagedRequest[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const page = await newRequestsAfter(trx, after, REQUESTS_AT_ONCE);
    if (page.length === 0) return;
    after = page.at(-1)?.request ?? after;
    await work(page);
  }
}

const branchName = (branch: string): string => `refs/heads/${branch}`;

function namesOf({ sourceBranch, targetBranch, headSha, baseSha }: StagedRequest): string[] {
  const branches = [sourceBranch, targetBranch].filter(isRefName).map(branchName);
  return [...branches, ...[headSha, baseSha].filter((sha) => sha !== null)];
}

/** The newest commit of the source, as after a push. */
function headOf({ state, sourceBranch, headSha }: StagedRequest, commits: ReadonlyMap<string, string>): string | null {
  return (state === 'opened' ? commits.get(branchName(sourceBranch)) : undefined) ?? headSha;
}

/** Whether the repository has the commits that the request compares; see `comparisonOf`. */
function isComparable(request: StagedRequest, commits: ReadonlyMap<string, string>): boolean {
  const head = headOf(request, commits);
  const start = request.state === 'merged' ? request.baseSha : branchName(request.targetBranch);
  return head !== null && start !== null && commits.has(head) && commits.has(start);
}

/** The commits of these names, and by themselves, of those that exist. */
async function commitsIn(
  git: Git,
  folder: string | null,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names)];
  if (folder === null || wanted.length === 0) return new Map();
  const input = wanted.map((name) => `${name}^{commit}\n`).join('');
  const lines = linesOf(await git.run(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { folder, input }));
  return new Map(
    wanted.flatMap((name, index): [string, string][] => {
      const oid = /^([0-9a-f]{40}) commit$/.exec(lines[index] ?? '')?.[1];
      return oid === undefined
        ? []
        : [
            [name, oid],
            [oid, oid],
          ];
    }),
  );
}
