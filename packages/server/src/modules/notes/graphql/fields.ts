import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { WorkItemRef, issueFaces } from '../../work-items/graphql.ts';

const NotesInput = builder.inputType('WorkItemWidgetNotesInput', {
  fields: (t) => ({ discussionLocked: t.boolean({ required: true }) }),
});

/** What notes add to mutations of work items over GraphQL. */
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
        description: 'Where mail becomes a comment; null where the server takes no mail',
        resolve: () => null,
      }),
    );
  }
}
