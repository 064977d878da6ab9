import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { WorkItemRef, issueFaces } from '../../work-items/graphql.ts';
import type { Context } from '../../../platform/context.ts';
import { EpicPermissionsRef } from '../../work-items/graphql/epics.ts';
import { IssuePermissionsRef } from '../../work-items/graphql/issues.ts';
import { WorkItemPermissionsRef } from '../../work-items/graphql/items.ts';
import { incomingAddressOf } from '../../users/store/incoming-addresses.ts';
import { ProjectRef } from '../../namespaces/graphql.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { nameOfType, workItemsById, type WorkItem } from '../../work-items/store.ts';
import { NoteRef } from '../graphql.ts';
import { discussionPolicy } from '../policy.ts';

const NotesInput = builder.inputType('WorkItemWidgetNotesInput', {
  fields: (t) => ({ discussionLocked: t.boolean({ required: true }) }),
});

/** The note inputs of work item mutations in GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, { notesWidget?: { discussionLocked: boolean } | null }>({
    name: 'notes',
    write: {
      fields: (t, mutation) =>
        mutation === 'workItemUpdate' || mutation === 'workItemBulkUpdate'
          ? { notesWidget: t.field({ type: NotesInput }) }
          : {},
      read: ({ notesWidget }) => ({ isDiscussionLocked: notesWidget?.discussionLocked }),
    },
  });
}

export function showNoteEmail(): void {
  for (const face of [...issueFaces, WorkItemRef]) {
    builder.objectField(face, 'createNoteEmail', (t) =>
      t.string({
        nullable: true,
        description:
          'The personal address for comments by mail; null if the server receives no mail, or the viewer may not comment',
        resolve: (item, _args, ctx) =>
          ctx.viewer.id !== null && ctx.can(discussionPolicy.comment, item)
            ? incomingAddressOf(ctx, ctx.viewer.id, 'item', item.id)
            : null,
      }),
    );
  }
}

/** Whether the viewer may comment on an item, on each type of the item. */
export function showVerdicts(): void {
  const mayComment = (item: WorkItem, _args: object, ctx: Context) => ctx.can(discussionPolicy.comment, item);
  builder.objectField(EpicPermissionsRef, 'createNote', (t) => t.boolean({ resolve: mayComment }));
  builder.objectField(IssuePermissionsRef, 'createNote', (t) => t.boolean({ resolve: mayComment }));
  builder.objectFields(WorkItemPermissionsRef, (t) => ({
    createNote: t.boolean({ resolve: mayComment }),
    markNoteAsInternal: t.boolean({
      resolve: (item, _args, ctx) => ctx.can(discussionPolicy.commentInternally, item),
    }),
  }));
}

/** What a note is about. */
export function showNoteables(): void {
  builder.objectFields(NoteRef, (t) => ({
    noteableType: t.string({
      resolve: async (note, _args, ctx) => {
        if (note.workItemId === null) return note.noteable.type;
        const item = await ctx.load(workItemsById, note.workItemId);
        return nameOfType(item?.type ?? 'issue');
      },
    }),
    noteableId: t.int({
      nullable: true,
      resolve: (note) => note.workItemId ?? note.noteable.id,
    }),
    project: t.field({
      type: ProjectRef,
      nullable: true,
      description: 'Null for notes of epics',
      resolve: async (note, _args, ctx) => {
        const id =
          note.workItemId === null ? note.projectId : (await ctx.load(workItemsById, note.workItemId))?.namespaceId;
        const namespace = id === undefined ? null : await ctx.load(namespacesById, id);
        return namespace?.kind === 'project' ? namespace : null;
      },
    }),
  }));
}
