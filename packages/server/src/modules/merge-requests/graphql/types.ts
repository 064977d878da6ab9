import { formatGlobalId } from '@milepost/core/ids';
import {
  checkStatuses,
  mergeRequestPath,
  mergeRequestReference,
  type MergeStatus,
} from '@milepost/core/merge-requests/rules';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../../platform/graphql/connections.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { LabelConnection } from '../../labels/graphql.ts';
import { MilestoneRef } from '../../milestones/graphql.ts';
import { milestonesById } from '../../milestones/store.ts';
import { ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { TodoableRef } from '../../todos/graphql/types.ts';
import { UserCoreConnection, UserCoreRef } from '../../users/graphql.ts';
import { ghost, usersById, type User } from '../../users/store.ts';
import { comparisonOf, countChangedFiles, foundRequest } from '../commands/find.ts';
import { approvalsLeft, mergeabilityOf, validApprovals, type Mergeability } from '../commands/status.ts';
import { mergeRequestPolicy, type GuardedMergeRequest } from '../policy.ts';
import { checksOfRequest, type CheckOfRequest } from '../store/checks.ts';
import { countCommits } from '../store/merging.ts';
import { noteCountsOfRequest } from '../store/notes.ts';
import {
  isDraft,
  labelsOfMergeRequest,
  originOf,
  peopleOfMergeRequest,
  settingsOfProject,
  type MergeRequest,
  type Origin,
} from '../store.ts';

export const MergeRequestRef = builder.objectRef<MergeRequest>('MergeRequest');
export const MergeRequestConnection = connectionType('MergeRequest', MergeRequestRef);
export const MergeRequestStateEnum = builder.enumType('MergeRequestState', {
  values: ['all', 'closed', 'locked', 'merged', 'opened'] as const,
});
const OriginRef = builder.objectRef<Origin>('MergeRequestOrigin');
const ForgeEnum = builder.enumType('MergeRequestForge', { values: ['gitea', 'github', 'gitlab'] as const });
const CheckRef = builder.objectRef<CheckOfRequest>('MergeRequestStatusCheck');
const CheckStatusEnum = builder.enumType('MergeRequestStatusCheckStatus', { values: checkStatuses });

/** The published names. */
const statusNames = {
  mergeable: 'MERGEABLE',
  conflict: 'CONFLICT',
  draft_status: 'DRAFT_STATUS',
  not_open: 'NOT_OPEN',
  not_approved: 'NOT_APPROVED',
  status_checks_must_pass: 'EXTERNAL_STATUS_CHECKS',
  checking: 'CHECKING',
  commits_status: 'COMMITS_STATUS',
} as const satisfies Record<MergeStatus, string>;
const StatusEnum = builder.enumType('DetailedMergeStatus', { values: Object.values(statusNames) });

/** Who may read a request may read its project. */
async function projectOf({ projectId }: MergeRequest, ctx: Context): Promise<Namespace> {
  const project = await ctx.load(namespacesById, projectId);
  if (!project) throw new TypeError('A merge request has a project');
  return project;
}

export async function guardedRequest(ctx: Context, request: MergeRequest): Promise<GuardedMergeRequest> {
  const { authorId, isDiscussionLocked } = request;
  return { project: await projectOf(request, ctx), authorId, isDiscussionLocked };
}

async function pathOf(request: MergeRequest, ctx: Context): Promise<string> {
  return mergeRequestPath((await projectOf(request, ctx)).fullPath, request.iid);
}

const checked = new WeakMap<MergeRequest, Promise<Mergeability>>();

/** Several fields of one answer need it. */
function mergeability(request: MergeRequest, ctx: Context): Promise<Mergeability> {
  const known = checked.get(request);
  if (known) return known;
  const found = foundRequest(ctx, request).then((each) => mergeabilityOf(ctx, each));
  checked.set(request, found);
  return found;
}

async function people(ctx: Context, ids: readonly User['id'][]): Promise<User[]> {
  return ctx.loadMany(usersById, ids);
}

export async function personOf(ctx: Context, id: User['id'] | null): Promise<User> {
  return (id === null ? null : await ctx.load(usersById, id)) ?? ghost;
}

export function describeTypes(): void {
  describeRequest();
  describePeople();
  describeMerging();
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
    interfaces: [TodoableRef],
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => formatGlobalId('MergeRequest', id) }),
      iid: t.string({ resolve: ({ iid }) => String(iid) }),
      title: t.exposeString('title'),
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
      sourceBranch: t.exposeString('sourceBranch'),
      targetBranch: t.exposeString('targetBranch'),
      squash: t.exposeBoolean('squash'),
      forceRemoveSourceBranch: t.exposeBoolean('removesSourceBranch', { nullable: true }),
      project: t.field({ type: ProjectRef, resolve: (request, _args, ctx) => projectOf(request, ctx) }),
      webPath: t.string({ resolve: (request, _args, ctx) => pathOf(request, ctx) }),
      webUrl: t.string({ resolve: async (request, _args, ctx) => ctx.baseUrl + (await pathOf(request, ctx)) }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      mergedAt: t.field({ type: 'Time', nullable: true, resolve: ({ mergedAt }) => mergedAt }),
      closedAt: t.field({ type: 'Time', nullable: true, resolve: ({ closedAt }) => closedAt }),
      mergeCommitSha: t.exposeString('mergeCommitSha', { nullable: true }),
      squashCommitSha: t.exposeString('squashCommitSha', {
        nullable: true,
        description: 'Milepost extension. The commit that merging wrote instead of those of the source',
      }),
      lockVersion: t.exposeInt('lockVersion', {
        description: 'Milepost extension. Changes with every edit; see `lock_version` in REST',
      }),
      userNotesCount: t.int({
        nullable: true,
        resolve: async ({ id }, _args, ctx) => (await ctx.load(noteCountsOfRequest, id))?.notes ?? 0,
      }),
      labels: t.field({
        type: LabelConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async ({ id }, args, ctx) => pageOfWhole((await ctx.load(labelsOfMergeRequest, id)) ?? [], args),
      }),
      milestone: t.field({
        type: MilestoneRef,
        nullable: true,
        resolve: ({ milestoneId }, _args, ctx) => (milestoneId === null ? null : ctx.load(milestonesById, milestoneId)),
      }),
      origin: t.field({
        type: OriginRef,
        nullable: true,
        description: 'The forge that a request came from. Such a request takes comments and cannot be merged here',
        resolve: originOf,
      }),
    }),
  });
}

function describePeople(): void {
  builder.objectFields(MergeRequestRef, (t) => ({
    author: t.field({ type: UserCoreRef, resolve: ({ authorId }, _args, ctx) => personOf(ctx, authorId) }),
    mergeUser: t.field({
      type: UserCoreRef,
      nullable: true,
      resolve: ({ state, mergedById }, _args, ctx) => (state === 'merged' ? personOf(ctx, mergedById) : null),
    }),
    closedBy: t.field({
      type: UserCoreRef,
      nullable: true,
      description: 'Milepost extension',
      resolve: ({ state, closedById }, _args, ctx) => (state === 'closed' ? personOf(ctx, closedById) : null),
    }),
    assignees: t.field({
      type: UserCoreConnection,
      nullable: true,
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async ({ id }, args, ctx) =>
        pageOfWhole(await people(ctx, (await ctx.load(peopleOfMergeRequest, id))?.assignees ?? []), args),
    }),
    reviewers: t.field({
      type: UserCoreConnection,
      nullable: true,
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async ({ id }, args, ctx) =>
        pageOfWhole(await people(ctx, (await ctx.load(peopleOfMergeRequest, id))?.reviewers ?? []), args),
    }),
    approvedBy: t.field({
      type: UserCoreConnection,
      nullable: true,
      args: pageArguments,
      complexity: costOfShortList,
      resolve: async ({ id }, args, ctx) => {
        const approvals = (await ctx.load(validApprovals, id)) ?? [];
        return pageOfWhole(
          await people(
            ctx,
            approvals.map(({ userId }) => userId),
          ),
          args,
        );
      },
    }),
  }));
}

function describeMerging(): void {
  CheckRef.implement({
    description: 'Milepost extension. What an external status check says about the newest commit',
    fields: (t) => ({
      id: t.int({ resolve: ({ id }) => id }),
      name: t.exposeString('name'),
      externalUrl: t.exposeString('url'),
      status: t.field({ type: CheckStatusEnum, resolve: ({ status }) => status }),
    }),
  });
  builder.objectFields(MergeRequestRef, (t) => ({
    detailedMergeStatus: t.field({
      type: StatusEnum,
      nullable: true,
      resolve: async (request, _args, ctx) => statusNames[(await mergeability(request, ctx)).status],
    }),
    conflicts: t.boolean({
      resolve: async (request, _args, ctx) => (await mergeability(request, ctx)).hasConflicts ?? false,
    }),
    conflictingPaths: t.stringList({
      description: 'Milepost extension. The files that both branches changed in different ways',
      resolve: async (request, _args, ctx) => [...(await mergeability(request, ctx)).conflicts],
    }),
    diffHeadSha: t.string({
      nullable: true,
      resolve: async (request, _args, ctx) => (await mergeability(request, ctx)).head,
    }),
    approvalsRequired: t.int({
      nullable: true,
      resolve: async ({ projectId }, _args, ctx) =>
        (await ctx.load(settingsOfProject, projectId))?.approvalsRequired ?? 0,
    }),
    approvalsLeft: t.int({
      nullable: true,
      resolve: (request, _args, ctx) => approvalsLeft(ctx, { request }),
    }),
    approved: t.boolean({
      resolve: async (request, _args, ctx) => (await approvalsLeft(ctx, { request })) === 0,
    }),
    commitCount: t.int({
      nullable: true,
      resolve: async (request, _args, ctx) => {
        const found = await foundRequest(ctx, request);
        const range = await comparisonOf(found);
        return range && countCommits(found.repo, `${range.base}..${range.head}`);
      },
    }),
    changedFileCount: t.int({
      nullable: true,
      description: 'Milepost extension',
      resolve: async (request, _args, ctx) => {
        return countChangedFiles(ctx, await foundRequest(ctx, request));
      },
    }),
    statusChecks: t.field({
      type: [CheckRef],
      nullable: true,
      description: 'Milepost extension. Null for those who may not read them',
      resolve: async (request, _args, ctx) => {
        if (!ctx.can(mergeRequestPolicy.readChecks, await guardedRequest(ctx, request))) return null;
        const { head } = await mergeability(request, ctx);
        return checksOfRequest(ctx.db, { ...request, headSha: head });
      },
    }),
  }));
}
