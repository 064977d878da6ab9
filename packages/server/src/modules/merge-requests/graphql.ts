import { formatGlobalId } from '@milepost/core/ids';
import { mergeRequestPath, mergeRequestReference } from '@milepost/core/merge-requests/rules';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import {
  connectionType,
  pageArguments,
  pageOf,
  sliceOf,
  type PageArguments,
} from '../../platform/graphql/connections.ts';
import { presentHtml } from '../../platform/remote-images/present.ts';
import { ProjectRef } from '../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { ghost, usersById } from '../users/store.ts';
import { issueFaces } from '../work-items/graphql.ts';
import { projectMergeRequestPolicy } from './policy.ts';
import {
  countMergeRequests,
  mergeRequestCountOfIssue,
  mergeRequestsAfter,
  type MergeRequestListing,
} from './store/lists.ts';
import { isDraft, mergeRequestByIid, originOf, type MergeRequest, type Origin } from './store.ts';

const MergeRequestRef = builder.objectRef<MergeRequest>('MergeRequest');
const MergeRequestConnection = connectionType('MergeRequest', MergeRequestRef);
const OriginRef = builder.objectRef<Origin>('MergeRequestOrigin');
const ForgeEnum = builder.enumType('MergeRequestForge', { values: ['gitea', 'github', 'gitlab'] as const });
const MergeRequestStateEnum = builder.enumType('MergeRequestState', {
  values: ['all', 'closed', 'locked', 'merged', 'opened'] as const,
});

export function extendSchema(): void {
  describeRequest();
  extendProject();
  extendIssue();
}

/** Who may read a request may read its project. */
async function projectOf({ projectId }: MergeRequest, ctx: Context): Promise<Namespace> {
  const project = await ctx.load(namespacesById, projectId);
  if (!project) throw new TypeError('A merge request has a project');
  return project;
}

async function pathOf(request: MergeRequest, ctx: Context): Promise<string> {
  return mergeRequestPath((await projectOf(request, ctx)).fullPath, request.iid);
}

function describeRequest(): void {
  OriginRef.implement({
    description: 'Where a merge request of another forge is',
    fields: (t) => ({
      forge: t.field({ type: ForgeEnum, resolve: ({ forge }) => forge }),
      project: t.string({ nullable: true, description: 'The repository there', resolve: ({ project }) => project }),
      number: t.int({ nullable: true, resolve: ({ number }) => number }),
      author: t.string({
        nullable: true,
        description: 'The name of the author there',
        resolve: ({ author }) => author,
      }),
      url: t.string({ nullable: true, resolve: ({ url }) => url }),
    }),
  });
  MergeRequestRef.implement({
    description: 'A request to merge one branch of a project into another',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('MergeRequest', id) }),
      iid: t.string({ resolve: ({ iid }) => String(iid) }),
      title: t.string({ resolve: ({ title }) => title }),
      description: t.string({ nullable: true, resolve: ({ description }) => description || null }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: ({ descriptionHtml }, _args, ctx) => presentHtml(ctx.services, descriptionHtml),
      }),
      state: t.field({ type: MergeRequestStateEnum, resolve: ({ state }) => state }),
      draft: t.boolean({ resolve: isDraft }),
      reference: t.string({
        args: { full: t.arg.boolean({ defaultValue: false }) },
        resolve: async (request, { full }, ctx) =>
          mergeRequestReference(full ? (await projectOf(request, ctx)).fullPath : null, request.iid),
      }),
      sourceBranch: t.string({ resolve: ({ sourceBranch }) => sourceBranch }),
      targetBranch: t.string({ resolve: ({ targetBranch }) => targetBranch }),
      webPath: t.string({ resolve: (request, _args, ctx) => pathOf(request, ctx) }),
      webUrl: t.string({ resolve: async (request, _args, ctx) => ctx.baseUrl + (await pathOf(request, ctx)) }),
      author: t.field({
        type: UserCoreRef,
        resolve: async ({ authorId }, _args, ctx) =>
          (authorId === null ? null : await ctx.load(usersById, authorId)) ?? ghost,
      }),
      origin: t.field({
        type: OriginRef,
        nullable: true,
        description: 'The forge that a request came from. Such a request takes comments and cannot be merged here',
        resolve: originOf,
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      mergedAt: t.field({ type: 'Time', nullable: true, resolve: ({ mergedAt }) => mergedAt }),
    }),
  });
}

async function page(ctx: Context, listing: Pick<MergeRequestListing, 'scope' | 'filter'>, args: PageArguments) {
  const slice = sliceOf(args);
  return pageOf<MergeRequest>(
    await mergeRequestsAfter(ctx, listing, slice),
    slice,
    ({ id }) => [id],
    () => countMergeRequests(ctx, listing),
  );
}

function extendProject(): void {
  builder.objectFields(ProjectRef, (t) => ({
    mergeRequest: t.field({
      type: MergeRequestRef,
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: async (project, { iid }, ctx) => {
        if (!/^\d{1,9}$/.test(iid) || !ctx.can(projectMergeRequestPolicy.read, project)) return null;
        return mergeRequestByIid(ctx.db, project.id, Number(iid));
      },
    }),
    mergeRequests: t.field({
      type: MergeRequestConnection,
      nullable: true,
      description: 'Newest first',
      args: {
        ...pageArguments,
        iids: t.arg.stringList(),
        state: t.arg({ type: MergeRequestStateEnum }),
      },
      resolve: async (project, { iids, state, ...args }, ctx) => {
        if (!ctx.can(projectMergeRequestPolicy.read, project)) return null;
        const wanted = state === 'all' || !state ? undefined : state === 'locked' ? [] : [state];
        const numbers = iids?.filter((iid) => /^\d{1,9}$/.test(iid)).map(Number);
        return page(ctx, { scope: project, filter: { states: wanted, iids: numbers } }, args);
      },
    }),
  }));
}

function extendIssue(): void {
  for (const face of issueFaces) {
    builder.objectFields(face, (t) => ({
      mergeRequestsCount: t.int({
        description: 'Merge requests that mention the issue, of those that the viewer may see',
        resolve: async ({ id }, _args, ctx) => (await ctx.load(mergeRequestCountOfIssue, id)) ?? 0,
      }),
      relatedMergeRequests: t.field({
        type: MergeRequestConnection,
        nullable: true,
        description: 'Merge requests that mention the issue, newest first',
        args: pageArguments,
        resolve: ({ id }, args, ctx) => page(ctx, { scope: null, filter: { issueId: id } }, args),
      }),
    }));
  }
}
