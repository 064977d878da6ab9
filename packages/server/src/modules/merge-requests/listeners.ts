import type { MergeRequestId } from '@milepost/core/ids';
import { mergeRequestPath } from '@milepost/core/merge-requests/rules';
import { defineLoader, type Listener } from '../../platform/context.ts';
import { viewersOfAccounts } from '../members/commands/identify.ts';
import { namespacesById } from '../namespaces/store.ts';
import type { TodoSubject } from '../todos/sockets.ts';
import { finishRequestTodos, insertRequestTodos, keepRequestTodos } from '../todos/store/merge-requests.ts';
import { callChecks } from './commands/check-calls.ts';
import { queueRequestNote } from './commands/note-webhooks.ts';
import { queueRequest } from './commands/webhooks.ts';
import { handlePush } from './commands/pushes.ts';
import { mergeRequestPolicy } from './policy.ts';
import { mergeRequestsById, peopleOfMergeRequest } from './store.ts';
import type { PersonRole } from './table.ts';

/** Calls external status checks in the transaction of the change. */
export const callStatusChecks: Listener = callChecks;

/** Sends changes and comments to webhooks. */
export const sendToWebhooks: Listener = async (ctx, trx, announcement) => {
  await queueRequest(ctx, trx, announcement);
  await queueRequestNote(ctx, trx, announcement);
};

/** Follows the branches of merge requests, and the issues that commits name. */
export const followPushes: Listener = async (ctx, trx, announcement) => {
  if (announcement.name === 'repository.pushed') await handlePush(ctx, trx, announcement);
};

const actions = { assignee: 'assigned', reviewer: 'review_requested' } as const satisfies Record<PersonRole, string>;

/** Creates to-dos for assignees and reviewers, and completes them when there is nothing left to do. */
export const callPeople: Listener = async (ctx, trx, announcement) => {
  switch (announcement.name) {
    case 'mergeRequest.approved':
      return finishRequestTodos(trx, announcement.data.mergeRequestId, ctx.viewer.id);
    case 'mergeRequest.merged':
    case 'mergeRequest.closed':
      return finishRequestTodos(trx, announcement.data.mergeRequestId);
    case 'mergeRequest.updated': {
      const { mergeRequestId } = announcement.data;
      const people = await ctx.within(trx).load(peopleOfMergeRequest, mergeRequestId);
      await keepRequestTodos(trx, mergeRequestId, actions.assignee, people?.assignees ?? []);
      return keepRequestTodos(trx, mergeRequestId, actions.reviewer, people?.reviewers ?? []);
    }
    case 'mergeRequest.peopleAdded': {
      const { mergeRequestId, role, userIds } = announcement.data;
      const within = ctx.within(trx);
      const request = await within.load(mergeRequestsById, mergeRequestId);
      const project = request && (await within.load(namespacesById, request.projectId));
      if (!project || request.state !== 'opened') return;
      // Guests of a private project may be assigned, and may not read the request.
      const viewers = await viewersOfAccounts(trx, userIds);
      const called = viewers.filter((viewer) =>
        mergeRequestPolicy.read(viewer, { project, authorId: request.authorId }),
      );
      await insertRequestTodos(trx, {
        mergeRequestId,
        projectId: project.id,
        authorId: ctx.viewer.id,
        userIds: called.flatMap(({ id }) => (id === null || ctx.viewer.is(id) ? [] : [id])),
        action: actions[role],
      });
      return;
    }
    default:
  }
};

/** What the to-do about a merge request shows. */
export const requestSubjects = defineLoader<MergeRequestId, TodoSubject>('requestSubjects', async (ctx, ids) => {
  const subjects = new Map<MergeRequestId, TodoSubject>();
  for (const request of await ctx.loadMany(mergeRequestsById, ids)) {
    const project = await ctx.load(namespacesById, request.projectId);
    if (!project) continue;
    subjects.set(request.id, { title: request.title, path: mergeRequestPath(project.fullPath, request.iid) });
  }
  return subjects;
});
