import { NotFoundError } from '@milepost/core/errors';
import { webPathOf } from '@milepost/core/namespaces';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { pageRequest, pagingInput, RestPage, type PageRequest } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { listCommits, readCommit, readCommits } from '../store/commits.ts';
import { mergeBase, readDiffs, readStats } from '../store/diffs.ts';
import { pathInCommit } from '../store/names.ts';
import { refsWith } from '../store/refs.ts';
import { codeOf, commitOf, tags } from './code.ts';
import { diffInput, presentCommit, presentDiffs } from './presenters.ts';

const path = '/projects/:id/repository/commits';
/** Commits of one comparison; more are left out. */
const MAX_COMPARED = 1_000;

/** Commits, their changes, and comparisons. */
export function addCommitRoutes(routes: Routes): void {
  addListRoute(routes);
  const oneInput = Type.Object({ stats: Type.Optional(Type.Boolean({ default: true })) });
  routes.get(`${path}/:sha`, { summary: 'One commit', tags, input: oneInput }, async ({ params, input }, ctx) => {
    const found = await codeOf(ctx, params);
    const id = await commitOf(found, params['sha']);
    const [commit, stats] = await Promise.all([
      readCommit(found.repo, id),
      input.stats === false ? null : readStats(found.repo, [id]),
    ]);
    if (!commit) throw new NotFoundError('Commit');
    const { project } = found.code;
    return {
      ...presentCommit(commit, found.code, ctx, stats?.get(id)),
      status: null,
      project_id: project.id,
      last_pipeline: null,
    };
  });
  routes.get(
    `${path}/:sha/diff`,
    { summary: 'The files that a commit changed', tags, input: Type.Object({ ...pagingInput, ...diffInput }) },
    async ({ params, input }, ctx) => {
      const found = await codeOf(ctx, params);
      const { files } = await readDiffs(found.repo, null, await commitOf(found, params['sha']));
      const page = pageRequest(input);
      return new RestPage(
        presentDiffs(files.slice(page.offset, page.offset + page.perPage), input),
        files.length,
        page,
      );
    },
  );
  routes.get(
    `${path}/:sha/refs`,
    {
      summary: 'The branches and tags that hold a commit',
      tags,
      input: Type.Object({ ...pagingInput, type: Type.Optional(Type.Enum(['branch', 'tag', 'all'])) }),
    },
    async ({ params, input }, ctx) => {
      const found = await codeOf(ctx, params);
      const refs = await refsWith(found.repo, await commitOf(found, params['sha']));
      const wanted = refs.filter(({ type }) => (input.type ?? 'all') === 'all' || type === input.type);
      const page = pageRequest(input);
      return new RestPage(wanted.slice(page.offset, page.offset + page.perPage), wanted.length, page);
    },
  );
  addCompareRoute(routes);
}

function addListRoute(routes: Routes): void {
  routes.get(
    path,
    {
      summary: 'Commits, newest first',
      tags,
      input: Type.Object({
        ...pagingInput,
        ref_name: Type.Optional(Type.String({ description: 'A branch, tag, commit or range `a..b`' })),
        since: timeInput('Committed at or after this time'),
        until: timeInput('Committed at or before this time'),
        path: Type.Optional(Type.String({ description: 'Only those that changed this file or folder' })),
        follow: Type.Optional(
          Type.Boolean({ description: 'With the `path` of a file: also what changed it under earlier names' }),
        ),
        author: Type.Optional(Type.String({ description: 'Part of the name or address of the author' })),
        all: Type.Optional(Type.Boolean({ description: 'Of all branches and tags' })),
        first_parent: Type.Optional(Type.Boolean({ description: 'Without the commits of merged branches' })),
        order: Type.Optional(
          Type.Enum(['default', 'topo'], { description: 'topo: no parent before all its children' }),
        ),
        with_stats: Type.Optional(Type.Boolean({ description: 'With the numbers of changed lines' })),
      }),
    },
    async ({ params, input, reply, http }, ctx) => {
      const found = await codeOf(ctx, params);
      const { code, repo } = found;
      const since = timeOf('since', input.since);
      const until = timeOf('until', input.until);
      const page = pageRequest(input);
      if (!code.repository?.defaultBranch && input.ref_name === undefined) throw new NotFoundError('Repository');
      const from = input.all ? null : await rangeOf(found, input.ref_name);
      const wanted = input.path === undefined || input.path === '' ? undefined : pathInCommit(input.path);
      if (wanted === null) return [];
      const ids = await listCommits(repo, from, {
        since,
        until,
        path: wanted,
        isFollowing: input.follow,
        author: input.author || undefined,
        isAll: input.all,
        isFirstParent: input.first_parent,
        isTopological: input.order === 'topo',
        offset: page.offset,
        limit: page.perPage + 1,
      });
      setOpenPagingHeaders(reply, new URL(http.raw.url ?? http.url, ctx.baseUrl), page, ids.length > page.perPage);
      const shown = ids.slice(0, page.perPage);
      const commits = await readCommits(repo, shown);
      const stats = input.with_stats ? await readStats(repo, shown) : null;
      return commits.map((commit) => presentCommit(commit, code, ctx, stats?.get(commit.id)));
    },
  );
}

/** A commit, or two of them as a range. Each side is resolved by itself: nothing of the input reaches git. */
async function rangeOf(found: Parameters<typeof commitOf>[0], ref: string | undefined): Promise<string> {
  const [, from, to] = /^(.+?)\.\.\.?(.+)$/.exec(ref ?? '') ?? [];
  if (from === undefined) return commitOf(found, ref);
  return `${await commitOf(found, from)}..${await commitOf(found, to)}`;
}

/** Headers of a list whose total is not counted: a history may be long. */
function setOpenPagingHeaders(reply: FastifyReply, url: URL, { page, perPage }: PageRequest, hasMore: boolean): void {
  const linkTo = (number: number, rel: string): string => {
    url.searchParams.set('page', String(number));
    url.searchParams.set('per_page', String(perPage));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
    ...(hasMore ? [linkTo(page + 1, 'next')] : []),
    linkTo(1, 'first'),
  ];
  void reply.headers({
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': hasMore ? String(page + 1) : '',
    'x-prev-page': page > 1 ? String(page - 1) : '',
    link: links.join(', '),
  });
}

function addCompareRoute(routes: Routes): void {
  routes.get(
    '/projects/:id/repository/compare',
    {
      summary: 'The commits and changes between two refs',
      tags,
      input: Type.Object({
        from: Type.String(),
        to: Type.String(),
        straight: Type.Optional(
          Type.Boolean({ description: 'True: compare the two directly; false: from where their histories part' }),
        ),
        ...diffInput,
      }),
    },
    async ({ params, input }, ctx) => {
      const found = await codeOf(ctx, params);
      const { code, repo } = found;
      const from = await commitOf(found, input.from, 'Ref');
      const to = await commitOf(found, input.to, 'Ref');
      const base = input.straight ? from : await mergeBase(repo, from, to);
      const range = { offset: 0, limit: MAX_COMPARED };
      const ids = from === to ? [] : await listCommits(repo, `${from}..${to}`, range);
      const commits = (await readCommits(repo, ids)).toReversed().map((commit) => presentCommit(commit, code, ctx));
      const { files, isCut } =
        from === to || base === null ? { files: [], isCut: false } : await readDiffs(repo, base, to);
      const ends = `${encodeURIComponent(input.from)}...${encodeURIComponent(input.to)}`;
      return {
        commit: commits.at(-1) ?? null,
        commits,
        diffs: presentDiffs(files, input),
        compare_timeout: false,
        compare_same_ref: from === to,
        overflow: isCut || ids.length === MAX_COMPARED,
        web_url: `${ctx.baseUrl}${webPathOf(code.project)}/-/compare/${ends}`,
      };
    },
  );
}
