import { ValidationError } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { readDiscussionId, readGlobalId } from '../../../platform/graphql/ids.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import type { ThreadsOfRequest } from '../commands/threads.ts';

/** Of `createIssue`. */
interface IssueThreads {
  mergeRequestToResolveDiscussionsOf?: string | null;
  discussionToResolve?: string | null;
}

/** Of `workItemCreate`. */
interface ItemThreads {
  discussionsToResolve?: { noteableId: string; discussionId?: string | null } | null;
}

const ResolveDiscussionsInput = builder.inputType('WorkItemResolveDiscussionsInput', {
  fields: (t) => ({
    noteableId: t.field({ type: 'NoteableID', required: true, description: 'A merge request of the project' }),
    discussionId: t.string({ description: 'The only thread to resolve; all open ones by default' }),
  }),
});

/** The threads of a merge request that a new issue takes over. */
export function plugInThreadFields(): void {
  plugInGraphql<object, IssueThreads & ItemThreads>({
    name: 'merge-requests',
    write: {
      fields(t, name) {
        if (name === 'workItemCreate') return { discussionsToResolve: t.field({ type: ResolveDiscussionsInput }) };
        if (name !== 'createIssue') return {};
        return {
          mergeRequestToResolveDiscussionsOf: t.field({
            type: 'MergeRequestID',
            description: 'A merge request of the project whose open threads are resolved',
          }),
          discussionToResolve: t.string({
            description: 'The only thread to resolve; needs mergeRequestToResolveDiscussionsOf',
          }),
        };
      },
      read(input) {
        const { mergeRequestToResolveDiscussionsOf: requestId, discussionToResolve, discussionsToResolve } = input;
        if (discussionsToResolve) return { threads: threadsIn(discussionsToResolve) };
        if (requestId) return { threads: threadsIn({ noteableId: requestId, discussionId: discussionToResolve }) };
        if (!discussionToResolve) return {};
        throw new ValidationError({ discussionToResolve: ['needs mergeRequestToResolveDiscussionsOf'] });
      },
    },
  });
}

function threadsIn({ noteableId, discussionId }: NonNullable<ItemThreads['discussionsToResolve']>): ThreadsOfRequest {
  return {
    mergeRequestId: readGlobalId<'MergeRequest'>(noteableId, 'MergeRequest'),
    discussionId: discussionId ? readDiscussionId(discussionId) : null,
  };
}
