import type { Visibility } from '@milepost/core/roles';
import { resolveRequestDiscussion } from '../../../modules/merge-requests/commands/comments.ts';
import { findMergeRequestById } from '../../../modules/merge-requests/commands/find.ts';
import { changeSettings } from '../../../modules/merge-requests/commands/approvals.ts';
import { mergeRequest } from '../../../modules/merge-requests/commands/merge.ts';
import {
  createMergeRequest,
  deleteMergeRequest,
  updateMergeRequest,
} from '../../../modules/merge-requests/commands.ts';
import type { MergeRequest } from '../../../modules/merge-requests/store.ts';
import { findVisibleProject } from '../../../modules/namespaces/commands.ts';
import { createWorkItem } from '../../../modules/work-items/commands.ts';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const request = async (build: Builders, visibility: Visibility): Promise<MergeRequest> =>
  build.mergeRequest({ project: await build.project({ visibility }) });

export const mergeRequestPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'create a merge request',
    least: 'developer',
    given: async (build, visibility) => {
      const project = await build.project({ visibility });
      await build.code(project);
      return project;
    },
    perform: (ctx, { id }) =>
      createMergeRequest(ctx, id, { title: 'made', sourceBranch: 'feature', targetBranch: 'main' }),
  }),
  permission({
    operation: 'change and close a merge request of another author',
    least: 'developer',
    given: request,
    perform: (ctx, { projectId, iid }) =>
      updateMergeRequest(ctx, projectId, iid, { title: 'changed', stateEvent: 'close' }),
  }),
  permission({
    operation: 'create an issue that resolves the threads of a merge request of another author',
    least: 'developer',
    given: async (build, visibility) => {
      const found = await request(build, visibility);
      await build.requestThread(found);
      return found;
    },
    perform: async (ctx, { id, projectId }) => {
      const namespace = await findVisibleProject(ctx, projectId);
      return createWorkItem(ctx, {
        namespace,
        type: 'issue',
        title: 'made',
        threads: { mergeRequestId: id, discussionId: null },
      });
    },
  }),
  permission({
    operation: 'resolve a thread of a merge request of another author',
    least: 'developer',
    given: async (build, visibility) => build.requestThread(await request(build, visibility)),
    perform: async (ctx, { mergeRequestId, discussionId }) =>
      resolveRequestDiscussion(ctx, await findMergeRequestById(ctx, mergeRequestId), discussionId, true),
  }),
  permission({
    operation: 'merge into a branch that is not the default one',
    least: 'developer',
    given: async (build, visibility) =>
      build.mergeRequest({ project: await build.project({ visibility }), targetBranch: 'release' }),
    perform: (ctx, { projectId, iid }) => mergeRequest(ctx, projectId, iid, {}),
  }),
  permission({
    operation: 'merge into the default branch',
    least: 'maintainer',
    given: request,
    perform: (ctx, { projectId, iid }) => mergeRequest(ctx, projectId, iid, {}),
  }),
  permission({
    operation: 'change the settings of merge requests',
    least: 'maintainer',
    given: (build, visibility) => build.project({ visibility }),
    perform: (ctx, { id }) => changeSettings(ctx, id, { approvalsRequired: 1 }),
  }),
  permission({
    operation: 'delete a merge request',
    least: 'owner',
    given: request,
    perform: (ctx, { projectId, iid }) => deleteMergeRequest(ctx, projectId, iid),
  }),
];
