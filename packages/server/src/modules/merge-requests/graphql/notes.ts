import { formatGlobalId } from '@milepost/core/ids';
import { builder } from '../../../platform/graphql/builder.ts';
import {
  connectionType,
  costOfShortList,
  pageArguments,
  pageOf,
  pageOfWhole,
  sliceOf,
} from '../../../platform/graphql/connections.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { requestNotePolicy, type GuardedRequestNote } from '../policy.ts';
import {
  countRequestDiscussions,
  discussionsAfter,
  notesOfRequestDiscussion,
  type RequestDiscussion,
  type RequestNote,
} from '../store/notes.ts';
import { mergeRequestsById, type MergeRequest } from '../store.ts';
import type { Context } from '../../../platform/context.ts';
import { guardedRequest, MergeRequestRef, personOf } from './types.ts';

const NoteRef = builder.objectRef<RequestNote>('MergeRequestNote');
const NoteConnection = connectionType('MergeRequestNote', NoteRef);
const DiscussionRef = builder.objectRef<RequestDiscussion>('MergeRequestDiscussion');
const DiscussionConnection = connectionType('MergeRequestDiscussion', DiscussionRef);
const NotePermissionsRef = builder.objectRef<GuardedRequestNote>('MergeRequestNotePermissions');

async function guarded(ctx: Context, note: RequestNote): Promise<GuardedRequestNote> {
  const request = (await ctx.load(mergeRequestsById, note.mergeRequestId)) as MergeRequest;
  const { authorId, isSystem, isInternal, isHidden } = note;
  return { request: await guardedRequest(ctx, request), authorId, isSystem, isInternal, isHidden };
}

async function firstNote(ctx: Context, { id }: RequestDiscussion): Promise<RequestNote | undefined> {
  return (await ctx.load(notesOfRequestDiscussion, id))?.[0];
}

const isResolvable = (note: RequestNote | undefined): boolean => (note?.isThread && !note.isSystem) ?? false;

/** Comments and system notes, in discussions of the published shape. */
export function describeNotes(): void {
  NotePermissionsRef.implement({
    fields: (t) => ({
      adminNote: t.boolean({ resolve: (note, _args, ctx) => ctx.can(requestNotePolicy.change, note) }),
      resolveNote: t.boolean({ resolve: (note, _args, ctx) => ctx.can(requestNotePolicy.resolve, note) }),
    }),
  });
  NoteRef.implement({
    description: 'A comment on a merge request, or a system note',
    fields: (t) => ({
      // A type of its own: a note of an item may have the same number.
      id: t.id({ resolve: ({ id }) => formatGlobalId('MergeRequestNote', id) }),
      body: t.exposeString('body'),
      bodyHtml: t.string({
        nullable: true,
        resolve: ({ bodyHtml }, _args, ctx) => presentHtml(ctx.services, bodyHtml),
      }),
      author: t.field({ type: UserCoreRef, resolve: ({ authorId }, _args, ctx) => personOf(ctx, authorId) }),
      system: t.exposeBoolean('isSystem'),
      internal: t.exposeBoolean('isInternal'),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      userPermissions: t.field({ type: NotePermissionsRef, resolve: (note, _args, ctx) => guarded(ctx, note) }),
    }),
  });
  DiscussionRef.implement({
    description: 'A thread of a merge request, or a single note',
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => `gid://gitlab/Discussion/${id}` }),
      resolvable: t.boolean({ resolve: async (each, _args, ctx) => isResolvable(await firstNote(ctx, each)) }),
      resolved: t.boolean({
        resolve: async (each, _args, ctx) => {
          const first = await firstNote(ctx, each);
          return isResolvable(first) && first?.resolvedAt !== null;
        },
      }),
      resolvedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: async (each, _args, ctx) => {
          const first = await firstNote(ctx, each);
          return first?.resolvedAt ? personOf(ctx, first.resolvedById) : null;
        },
      }),
      notes: t.field({
        type: NoteConnection,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async ({ id }, args, ctx) => pageOfWhole((await ctx.load(notesOfRequestDiscussion, id)) ?? [], args),
      }),
      userPermissions: t.field({
        type: NotePermissionsRef,
        nullable: true,
        resolve: async (each, _args, ctx) => {
          const first = await firstNote(ctx, each);
          return first ? guarded(ctx, first) : null;
        },
      }),
    }),
  });
  builder.objectField(MergeRequestRef, 'discussions', (t) =>
    t.field({
      type: DiscussionConnection,
      description: 'Oldest first',
      args: pageArguments,
      resolve: async ({ id }, args, ctx) => {
        const slice = sliceOf(args);
        return pageOf(
          await discussionsAfter(ctx, id, slice),
          slice,
          ({ firstId }) => [firstId],
          () => countRequestDiscussions(ctx, id),
        );
      },
    }),
  );
}
