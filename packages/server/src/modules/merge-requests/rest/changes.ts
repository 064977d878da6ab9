import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { diffInput, presentCommit, presentDiffs } from '../../repositories/rest/presenters.ts';
import { listCommits, readCommits } from '../../repositories/store/commits.ts';
import { presentIssue } from '../../work-items/rest/presenters.ts';
import { workItemsById } from '../../work-items/store.ts';
import { comparisonOf, diffsOf, type FoundRequest } from '../commands/find.ts';
import { closingIssueIds } from '../store/issues.ts';
import { countCommits } from '../store/merging.ts';
import { requestAt, requestPath, tags } from './paths.ts';
import { presentMergeRequest } from './presenters.ts';

/** Changed files, commits, and the issues that merging closes. */
export function addChangeRoutes(routes: Routes): void {
  const paged = Type.Object(pagingInput);
  routes.get(
    `${requestPath}/diffs`,
    {
      summary: 'The changed files of a merge request',
      tags,
      input: Type.Object({ ...pagingInput, ...diffInput }),
    },
    async ({ params, input }, ctx) => {
      const { files } = await diffsOf(ctx, await requestAt(ctx, params));
      const page = pageRequest(input);
      return new RestPage(
        presentDiffs(files.slice(page.offset, page.offset + page.perPage), input),
        files.length,
        page,
      );
    },
  );
  routes.get(
    `${requestPath}/changes`,
    { summary: 'A merge request with its changed files', tags, input: Type.Object(diffInput) },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      const [shown, diffs] = await Promise.all([
        presentMergeRequest(ctx, found, { isAlone: true, from: found.code.project }),
        diffsOf(ctx, found),
      ]);
      return { ...shown, changes: presentDiffs(diffs.files, input), overflow: diffs.isCut };
    },
  );
  routes.get(
    `${requestPath}/commits`,
    { summary: 'The commits that the target of a merge request does not have, newest first', tags, input: paged },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      const range = await comparisonOf(found);
      const page = pageRequest(input);
      if (!range) return new RestPage([], 0, page);
      const between = `${range.base}..${range.head}`;
      const [ids, total] = await Promise.all([
        listCommits(found.repo, between, { offset: page.offset, limit: page.perPage }),
        countCommits(found.repo, between),
      ]);
      const commits = await readCommits(found.repo, ids);
      return new RestPage(
        commits.map((commit) => presentCommit(commit, found.code, ctx)),
        total,
        page,
      );
    },
  );
  routes.get(
    `${requestPath}/closes_issues`,
    { summary: 'The issues that merging closes', tags, input: paged },
    async ({ params, input }, ctx) => {
      const ids = await closedByMerge(ctx, await requestAt(ctx, params));
      const page = pageRequest(input);
      const issues = await ctx.loadMany(workItemsById, ids.slice(page.offset, page.offset + page.perPage));
      return new RestPage(await Promise.all(issues.map((issue) => presentIssue(ctx, issue))), ids.length, page);
    },
  );
}

/** Only merging into the default branch closes issues. */
async function closedByMerge(ctx: Context, { request, code }: FoundRequest) {
  return code.repository?.defaultBranch === request.targetBranch ? closingIssueIds(ctx, request.id) : [];
}
