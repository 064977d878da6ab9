import { NotFoundError } from '@milepost/core/errors';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import type { ProjectCode } from '../commands.ts';
import { createBranch, createTag, deleteBranch, deleteTag, repoOf } from '../commands/refs.ts';
import { MAX_OBJECT_BYTES, readCommit, resolveCommit } from '../store/commits.ts';
import { isRefName } from '../store/names.ts';
import { mergedBranches, namesMatching, pageOfRefs, refTarget, type Ref, type RefOrder } from '../store/refs.ts';
import { isMirror } from '../store/remotes.ts';
import { codeOf, tags } from './code.ts';
import { presentBranch, presentCommit } from './presenters.ts';

const listInput = {
  ...pagingInput,
  search: Type.Optional(Type.String({ description: '`^term` for the start of the name, `term$` for its end' })),
};
const branchListInput = Type.Object({
  ...listInput,
  regex: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'A regular expression of PostgreSQL that the name matches; cannot be combined with `search`',
    }),
  ),
  sort: Type.Optional(Type.Enum(['name_asc', 'updated_asc', 'updated_desc'])),
});
const tagListInput = Type.Object({
  ...listInput,
  order_by: Type.Optional(Type.Enum(['name', 'updated', 'version'])),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
});

/** Branches and tags. */
export function addRefRoutes(routes: Routes): void {
  const branches = '/projects/:id/repository/branches';
  routes.get(branches, { summary: 'Branches', tags, input: branchListInput }, async ({ params, input }, ctx) => {
    const { code, repo } = await codeOf(ctx, params);
    const page = pageRequest(input);
    const { search, regex, sort = 'name_asc' } = input;
    if (search && regex) throw new InputError(['search, regex are mutually exclusive']);
    const order: RefOrder = sort.startsWith('updated') ? 'updated' : 'name';
    const { refs, total } = await pageOfRefs(repo, 'heads', {
      search,
      matching: regex ? (names) => namesMatching(ctx.db, names, regex) : undefined,
      order,
      isDescending: sort === 'updated_desc',
      ...page,
    });
    return new RestPage(await presentBranches(ctx, code, refs), total, page);
  });
  routes.get(`${branches}/:branch`, { summary: 'One branch', tags }, async ({ params }, ctx) => {
    const { code, repo } = await codeOf(ctx, params);
    const name = params['branch'] ?? '';
    const target = isRefName(name) ? await refTarget(repo, 'heads', name) : null;
    if (target === null) throw new NotFoundError('Branch');
    return (await presentBranches(ctx, code, [{ name, target }]))[0];
  });
  routes.post(
    branches,
    {
      summary: 'Create a branch',
      tags,
      signedIn: true,
      input: Type.Object({
        branch: Type.String(),
        ref: Type.String({ description: 'The branch, tag or commit it begins at' }),
      }),
    },
    async ({ params, input }, ctx) => {
      const code = await createBranch(ctx, params['id'] ?? '', input.branch, input.ref);
      const target = (await refTarget(repoOf(ctx, code), 'heads', input.branch)) ?? '';
      return (await presentBranches(ctx, code, [{ name: input.branch, target }]))[0];
    },
  );
  routes.delete(
    `${branches}/:branch`,
    { summary: 'Delete a branch that is not the default one', tags, signedIn: true },
    async ({ params }, ctx) => deleteBranch(ctx, params['id'] ?? '', params['branch'] ?? ''),
  );
  addTagRoutes(routes);
}

function addTagRoutes(routes: Routes): void {
  const path = '/projects/:id/repository/tags';
  routes.get(path, { summary: 'Tags', tags, input: tagListInput }, async ({ params, input }, ctx) => {
    const { code, repo } = await codeOf(ctx, params);
    const page = pageRequest(input);
    const { search, order_by: order = 'updated', sort } = input;
    const { refs, total } = await pageOfRefs(repo, 'tags', { search, order, isDescending: sort !== 'asc', ...page });
    return new RestPage(await Promise.all(refs.map((ref) => presentTag(ctx, code, ref))), total, page);
  });
  routes.get(`${path}/:tag_name`, { summary: 'One tag', tags }, async ({ params }, ctx) => {
    const { code, repo } = await codeOf(ctx, params);
    const name = params['tag_name'] ?? '';
    const target = isRefName(name) ? await refTarget(repo, 'tags', name) : null;
    if (target === null) throw new NotFoundError('Tag');
    return presentTag(ctx, code, { name, target });
  });
  routes.post(
    path,
    {
      summary: 'Create a tag',
      tags,
      signedIn: true,
      input: Type.Object({
        tag_name: Type.String(),
        ref: Type.String({ description: 'The branch, tag or commit' }),
        message: Type.Optional(Type.String({ description: 'Makes an annotated tag' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const { tag_name: name, ref, message } = input;
      const code = await createTag(ctx, params['id'] ?? '', { name, ref, message });
      return presentTag(ctx, code, { name, target: (await refTarget(repoOf(ctx, code), 'tags', name)) ?? '' });
    },
  );
  routes.delete(`${path}/:tag_name`, { summary: 'Delete a tag', tags, signedIn: true }, async ({ params }, ctx) =>
    deleteTag(ctx, params['id'] ?? '', params['tag_name'] ?? ''),
  );
}

async function presentBranches(ctx: Context, code: ProjectCode, refs: readonly Ref[]): Promise<object[]> {
  const repo = repoOf(ctx, code);
  const { defaultBranch = null } = code.repository ?? {};
  const head = defaultBranch === null ? null : await refTarget(repo, 'heads', defaultBranch);
  const mayPush = !(await ctx.load(isMirror, code.project.id));
  const others = refs.filter(({ name }) => name !== defaultBranch).map(({ name }) => name);
  const merged = head === null ? new Set<string>() : await mergedBranches(repo, head, others);
  return Promise.all(
    refs.map(async (ref) => {
      const commit = await readCommit(repo, ref.target);
      const isMerged = merged.has(ref.name);
      return presentBranch(ref, commit && presentCommit(commit, code, ctx), { code, ctx, isMerged, mayPush });
    }),
  );
}

async function presentTag(ctx: Context, code: ProjectCode, { name, target }: Ref) {
  const repo = repoOf(ctx, code);
  const { git, folder } = repo;
  const object = await git.objects.read(folder, target, MAX_OBJECT_BYTES);
  const commitId = await resolveCommit(repo, `refs/tags/${name}`);
  const commit = commitId === null ? null : await readCommit(repo, commitId);
  const text = object?.type === 'tag' ? object.content.toString('utf8') : null;
  return {
    name,
    message: text === null ? '' : text.slice(text.indexOf('\n\n') + 2).trimEnd(),
    target,
    commit: commit && presentCommit(commit, code, ctx),
    release: null,
    protected: false,
    created_at: null,
  };
}
