import { builder } from '../../../platform/graphql/builder.ts';
import { isMirror } from '../../repositories/store/remotes.ts';
import { foundRequest } from '../commands/find.ts';
import { validApprovals } from '../commands/status.ts';
import { mergePolicy, mergeRequestPolicy } from '../policy.ts';
import type { MergeRequest } from '../store.ts';
import { guardedRequest, MergeRequestRef } from './types.ts';

const PermissionsRef = builder.objectRef<MergeRequest>('MergeRequestPermissions');

export function describePermissions(): void {
  PermissionsRef.implement({
    description: 'What the viewer may do with a merge request',
    fields: (t) => ({
      readMergeRequest: t.boolean({ resolve: () => true }),
      updateMergeRequest: t.boolean({
        resolve: async (request, _args, ctx) => ctx.can(mergeRequestPolicy.update, await guardedRequest(ctx, request)),
      }),
      createNote: t.boolean({
        resolve: async (request, _args, ctx) => ctx.can(mergeRequestPolicy.comment, await guardedRequest(ctx, request)),
      }),
      createInternalNote: t.boolean({
        description: 'Milepost extension',
        resolve: async (request, _args, ctx) =>
          ctx.can(mergeRequestPolicy.commentInternally, await guardedRequest(ctx, request)),
      }),
      canApprove: t.boolean({
        resolve: async (request, _args, ctx) => {
          if (request.state !== 'opened' || request.forge !== null || ctx.viewer.is(request.authorId)) return false;
          if (!ctx.can(mergeRequestPolicy.approve, await guardedRequest(ctx, request))) return false;
          const approvals = (await ctx.load(validApprovals, request.id)) ?? [];
          return !approvals.some(({ userId }) => ctx.viewer.is(userId));
        },
      }),
      canMerge: t.boolean({
        description: 'Whether the viewer may push to the target branch',
        resolve: async (request, _args, ctx) => {
          const { code } = await foundRequest(ctx, request);
          const isIntoDefault = request.targetBranch === code.repository?.defaultBranch;
          return (
            request.forge === null &&
            !(await ctx.load(isMirror, request.projectId)) &&
            ctx.can(mergePolicy.merge, { ...(await guardedRequest(ctx, request)), isIntoDefault })
          );
        },
      }),
    }),
  });
  builder.objectField(MergeRequestRef, 'userPermissions', (t) =>
    t.field({ type: PermissionsRef, resolve: (request) => request }),
  );
}
