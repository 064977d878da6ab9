import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import {
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { fromLoader } from '../../../platform/graphql/preload.ts';
import { addWidget } from '../../work-items/graphql/widgets.ts';
import { EpicRef, WorkItemRef, issueFaces } from '../../work-items/graphql.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { DiscussionConnection, NoteConnection } from '../graphql.ts';
import { countDiscussions, discussionsAfter, type Discussion } from '../store/discussions.ts';
import {
  countNotes,
  noteCountsOfWorkItem,
  notesAfter,
  type Note,
  type NoteListing,
  type NotesFilter,
} from '../store.ts';

const NotesFilterEnum = builder.enumType('NotesFilterType', {
  description: 'Which notes: all, comments, or system notes',
  values: {
    ALL_NOTES: { value: 'all' },
    ONLY_COMMENTS: { value: 'comments' },
    ONLY_ACTIVITY: { value: 'activity' },
  } as const,
});
const DiscussionsSortEnum = builder.enumType('WorkItemDiscussionsSort', {
  values: ['CREATED_ASC', 'CREATED_DESC'] as const,
});

/** The arguments of a list of discussions, for each type that has one. */
export const discussionArguments = builder.args((t) => ({
  ...pageArguments,
  filter: t.field({ type: NotesFilterEnum }),
  sort: t.field({ type: DiscussionsSortEnum }),
}));

export interface DiscussionArguments extends PageArguments {
  filter?: NotesFilter | null;
  sort?: 'CREATED_ASC' | 'CREATED_DESC' | null;
}

type Commented = Pick<WorkItem, 'id'>;

/** The discussions of a work item, for each type that has them: `resolve: discussionsPage`. */
export async function discussionsPage(
  item: Commented,
  args: DiscussionArguments,
  ctx: Context,
): Promise<Page<Pick<Discussion, 'id' | 'workItemId'>>> {
  const slice = sliceOf(args);
  const listing = listingOf(item, args);
  const rows = await discussionsAfter(ctx, listing, slice);
  const keys = new Map(rows.map(({ id, sortKey }) => [id, sortKey]));
  return pageOf<Pick<Discussion, 'id' | 'workItemId'>>(
    rows,
    slice,
    ({ id }) => keys.get(id) ?? [],
    () => countDiscussions(ctx, listing),
  );
}

async function notesPage(item: Commented, args: DiscussionArguments, ctx: Context): Promise<Page<Note>> {
  const slice = sliceOf(args);
  const listing = listingOf(item, args);
  const rows = await notesAfter(ctx, listing, slice);
  const keys = new Map(rows.map(({ id, sortKey }) => [id, sortKey]));
  return pageOf<Note>(
    rows,
    slice,
    ({ id }) => keys.get(id) ?? [],
    () => countNotes(ctx, listing),
  );
}

function listingOf(item: Commented, args: DiscussionArguments): NoteListing {
  return { workItemId: item.id, filter: args.filter ?? 'all', isDescending: args.sort === 'CREATED_DESC' };
}

const notesCount = fromLoader(
  noteCountsOfWorkItem,
  (item: Commented) => item.id,
  (counts) => counts?.notes ?? 0,
);

export function listNotes(): void {
  addWidget('NOTES', {
    name: 'Notes',
    fields: (t) => ({
      discussionLocked: t.boolean({ nullable: true, resolve: ({ item }) => item.isDiscussionLocked }),
      discussions: t.field({
        type: DiscussionConnection,
        nullable: true,
        args: discussionArguments,
        resolve: ({ item }, args, ctx) => discussionsPage(item, args, ctx),
      }),
    }),
  });
  for (const face of [EpicRef, ...issueFaces]) {
    builder.objectFields(face, (t) => ({
      discussions: t.field({ type: DiscussionConnection, args: discussionArguments, resolve: discussionsPage }),
      notes: t.field({ type: NoteConnection, args: discussionArguments, resolve: notesPage }),
      userNotesCount: t.int({ ...notesCount }),
    }));
  }
  for (const face of [EpicRef, ...issueFaces, WorkItemRef]) {
    builder.objectField(face, 'userDiscussionsCount', (t) =>
      t.int({
        resolve: async (item, _args, ctx) => (await ctx.load(noteCountsOfWorkItem, item.id))?.discussions ?? 0,
      }),
    );
  }
}
