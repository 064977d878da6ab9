import type { MergeRequestState } from '@milepost/core/merge-requests/rules';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { pageArguments, pageOf, sliceOf, type PageArguments } from '../../platform/graphql/connections.ts';
import { GroupRef, ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { CurrentUserRef } from '../users/graphql.ts';
import { issueFaces } from '../work-items/graphql.ts';
import { describeNotes } from './graphql/notes.ts';
import { describePermissions } from './graphql/permissions.ts';
import { describeTypes, MergeRequestConnection, MergeRequestRef, MergeRequestStateEnum } from './graphql/types.ts';
import { projectMergeRequestPolicy } from './policy.ts';
import {
  countByState,
  countMergeRequests,
  mergeRequestCountOfIssue,
  mergeRequestsAfter,
  type MergeRequestCounts,
  type MergeRequestFilter,
  type MergeRequestListing,
} from './store/lists.ts';
import { mergeRequestByIid, type MergeRequest } from './store.ts';

const CountsRef = builder.objectRef<MergeRequestCounts>('MergeRequestCounts');

export function extendSchema(): void {
  describeTypes();
  describePermissions();
  describeNotes();
  extendNamespaces();
  extendIssue();
  extendViewer();
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

const filterArguments = builder.args((t) => ({
  iids: t.stringList(),
  state: t.field({ type: MergeRequestStateEnum }),
  search: t.string({ description: 'Part of title or description' }),
  labels: t.stringList({ description: 'All of these titles' }),
  authorUsername: t.string(),
  assigneeUsername: t.string(),
  reviewerUsername: t.string(),
  milestoneTitle: t.string(),
  draft: t.boolean(),
  sourceBranches: t.stringList(),
  targetBranches: t.stringList(),
}));

type Nullable<Value> = Value | null | undefined;
interface FilterArguments {
  iids?: Nullable<readonly string[]>;
  state?: Nullable<'all' | 'locked' | MergeRequestState>;
  search?: Nullable<string>;
  labels?: Nullable<readonly string[]>;
  authorUsername?: Nullable<string>;
  assigneeUsername?: Nullable<string>;
  reviewerUsername?: Nullable<string>;
  milestoneTitle?: Nullable<string>;
  draft?: Nullable<boolean>;
  sourceBranches?: Nullable<readonly string[]>;
  targetBranches?: Nullable<readonly string[]>;
}

function filterOf({
  iids,
  state,
  search,
  labels,
  draft,
  milestoneTitle,
  ...args
}: FilterArguments): MergeRequestFilter {
  const person = (username: string | null | undefined) => (username ? { username } : undefined);
  return {
    states: state === 'all' || !state ? undefined : state === 'locked' ? [] : [state],
    iids: iids?.filter((iid) => /^\d{1,9}$/.test(iid)).map(Number),
    search: search || undefined,
    labels: labels?.length ? labels : undefined,
    author: person(args.authorUsername),
    assignees: args.assigneeUsername ? [{ username: args.assigneeUsername }] : undefined,
    reviewer: person(args.reviewerUsername),
    milestone: milestoneTitle ? { title: milestoneTitle } : undefined,
    isDraft: draft ?? undefined,
    sourceBranches: args.sourceBranches?.length ? args.sourceBranches : undefined,
    targetBranches: args.targetBranches?.length ? args.targetBranches : undefined,
  };
}

function extendNamespaces(): void {
  CountsRef.implement({
    description: 'Milepost extension. Numbers of merge requests by state, of those that the viewer may see',
    fields: (t) => ({
      opened: t.exposeInt('opened'),
      closed: t.exposeInt('closed'),
      merged: t.exposeInt('merged'),
      all: t.int({ resolve: ({ opened, closed, merged }) => opened + closed + merged }),
    }),
  });
  builder.objectField(ProjectRef, 'mergeRequest', (t) =>
    t.field({
      type: MergeRequestRef,
      nullable: true,
      args: { iid: t.arg.string({ required: true }) },
      resolve: async (project, { iid }, ctx) => {
        if (!/^\d{1,9}$/.test(iid) || !ctx.can(projectMergeRequestPolicy.read, project)) return null;
        return mergeRequestByIid(ctx.db, project.id, Number(iid));
      },
    }),
  );
  for (const ref of [ProjectRef, GroupRef]) {
    // The conditions of a list leave out projects whose code the viewer may not read.
    const mayRead = (namespace: Namespace, ctx: Context): boolean =>
      namespace.kind === 'group' || ctx.can(projectMergeRequestPolicy.read, namespace);
    builder.objectFields(ref, (t) => ({
      mergeRequests: t.field({
        type: MergeRequestConnection,
        nullable: true,
        description: 'Newest first',
        args: { ...pageArguments, ...filterArguments },
        resolve: (scope, args, ctx) =>
          mayRead(scope, ctx) ? page(ctx, { scope, filter: filterOf(args) }, args) : null,
      }),
      mergeRequestCounts: t.field({
        type: CountsRef,
        nullable: true,
        description: 'Milepost extension. The state of the filter is ignored',
        args: filterArguments,
        resolve: (scope, { state: _state, ...args }, ctx) =>
          mayRead(scope, ctx) ? countByState(ctx, { scope, filter: filterOf(args) }) : null,
      }),
    }));
  }
  builder.objectFields(ProjectPermissionsRef, (t) => ({
    readMergeRequest: t.boolean({ resolve: (project, _args, ctx) => ctx.can(projectMergeRequestPolicy.read, project) }),
    createMergeRequestIn: t.boolean({
      resolve: (project, _args, ctx) => ctx.can(projectMergeRequestPolicy.create, project),
    }),
  }));
}

/** Open and other merge requests of the viewer. */
function extendViewer(): void {
  for (const [name, role] of [
    ['assignedMergeRequests', 'assignee'],
    ['reviewRequestedMergeRequests', 'reviewer'],
  ] as const) {
    builder.objectField(CurrentUserRef, name, (t) =>
      t.field({
        type: MergeRequestConnection,
        nullable: true,
        args: { ...pageArguments, state: t.arg({ type: MergeRequestStateEnum }) },
        resolve: ({ id }, { state, ...args }, ctx) =>
          page(ctx, { scope: null, filter: { ...filterOf({ state }), [role]: { id } } }, args),
      }),
    );
  }
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
