import { formatGlobalId, type NoteId } from '@milepost/core/ids';
import { roleOfAccessLevel } from '@milepost/core/roles';
import { systemNoteIcon } from '@milepost/core/text/system-notes';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../platform/context.ts';
import { builder } from '../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import { presentHtml } from '../../platform/remote-images/present.ts';
import { AwardEmojiConnection } from '../reactions/graphql.ts';
import { reactionPolicy } from '../reactions/policy.ts';
import { reactionsOfNote } from '../reactions/store.ts';
import { TimelogRef, WorkItemTimelogRef } from '../time-tracking/graphql.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { ghost, usersById, type User } from '../users/store.ts';
import { workItemsById, type WorkItem } from '../work-items/store.ts';
import { guarded, isResolvable, visibleNote } from './commands.ts';
import { discussionPolicy, notePolicy } from './policy.ts';
import type { ForeignNote, NotePermissions } from './sockets.ts';
import type { Discussion } from './store/discussions.ts';
import { authorLevelOfNote, notesOfDiscussion, type Note } from './store.ts';

/** A note of a work item, or of an object of a higher room: `workItemId` is null. */
export type ShownNote = Note | ForeignNote;

export const NoteRef = builder.objectRef<ShownNote>('Note');
export const NoteConnection = connectionType('Note', NoteRef);
/** A thread, or a single note. `of`: a note of a discussion on an object of a higher room. */
type AnyDiscussion = Pick<Discussion, 'id' | 'workItemId'> | { id: string; workItemId: null; of: ForeignNote };
export const DiscussionRef = builder.objectRef<AnyDiscussion>('Discussion');
export const DiscussionConnection = connectionType('Discussion', DiscussionRef);

export const discussionOf = (note: ShownNote): AnyDiscussion => ({
  id: note.discussionId,
  ...(note.workItemId === null ? { workItemId: null, of: note } : { workItemId: note.workItemId }),
});

const NotePermissionsRef = builder.objectRef<NotePermissions>('NotePermissions');
const DiscussionPermissionsRef = builder.objectRef<NotePermissions>('DiscussionPermissions');
/** Milepost stores no versions of descriptions, so there is never one. */
const DescriptionVersionRef = builder.objectRef<never>('DescriptionVersion');
const SystemNoteMetadataRef = builder.objectRef<ShownNote>('SystemNoteMetadata');

const noteUrl = (ctx: Context, note: Note, item: WorkItem) => `${ctx.baseUrl}${webPathOf(item)}#note_${note.id}`;

export function describeNotes(): void {
  describePermissions();
  describeNote();
  describeDiscussion();
  for (const ref of [TimelogRef, WorkItemTimelogRef]) {
    builder.objectField(ref, 'note', (t) =>
      t.field({
        type: NoteRef,
        nullable: true,
        description: 'Always null: the comment that logged the time is not stored',
        resolve: () => null,
      }),
    );
  }
  builder.queryField('note', (t) =>
    t.field({
      type: NoteRef,
      nullable: true,
      args: { id: t.arg({ type: 'NoteID', required: true }) },
      resolve: async (_root, { id }, ctx) => (await visibleNote(ctx, readNoteId(id)))?.note ?? null,
    }),
  );
}

export const readNoteId = (id: string): NoteId => readGlobalId<'Note'>(id, 'Note', 'DiscussionNote');

function describePermissions(): void {
  NotePermissionsRef.implement({
    description: 'What the viewer may do with a note',
    fields: (t) => ({
      readNote: t.boolean({ resolve: () => true }),
      createNote: t.exposeBoolean('comment'),
      adminNote: t.exposeBoolean('change'),
      awardEmoji: t.exposeBoolean('react'),
      resolveNote: t.exposeBoolean('resolve'),
    }),
  });
  DiscussionPermissionsRef.implement({
    description: 'What the viewer may do with a discussion',
    fields: (t) => ({
      resolveNote: t.exposeBoolean('resolve'),
    }),
  });
}

async function permissionsOf(ctx: Context, note: ShownNote): Promise<NotePermissions> {
  if (note.workItemId === null) return note.permissions;
  const item = (await ctx.load(workItemsById, note.workItemId)) as WorkItem;
  const subject = guarded(note, item);
  return {
    comment: ctx.can(discussionPolicy.comment, item),
    change: ctx.can(notePolicy.update, subject),
    react: ctx.can(reactionPolicy.create, { target: { workItemId: item.id }, item, isSystem: note.isSystem }),
    resolve: ctx.can(notePolicy.resolve, subject),
  };
}

function describeNote(): void {
  DescriptionVersionRef.implement({
    description: 'A description as it was before a change',
    fields: (t) => ({
      id: t.field({ type: 'DescriptionVersionID', resolve: () => '' }),
      canDelete: t.boolean({ nullable: true, resolve: () => false }),
      deletePath: t.string({ nullable: true, resolve: () => null }),
      deleted: t.boolean({ nullable: true, resolve: () => false }),
      diffPath: t.string({ nullable: true, resolve: () => null }),
    }),
  });
  SystemNoteMetadataRef.implement({
    description: 'The kind of change of a system note',
    fields: (t) => ({
      id: t.field({
        type: 'SystemNoteMetadataID',
        resolve: (note) => formatGlobalId('SystemNoteMetadata', note.id),
      }),
      action: t.exposeString('systemAction', { nullable: true }),
      descriptionVersion: t.field({ type: DescriptionVersionRef, nullable: true, resolve: () => null }),
    }),
  });
  NoteRef.implement({
    description: 'A comment, or a system note',
    fields: (t) => ({
      id: t.field({
        type: 'NoteID',
        resolve: (note) => formatGlobalId(note.workItemId === null ? note.type : 'Note', note.id),
      }),
      body: t.exposeString('body'),
      bodyHtml: t.string({
        nullable: true,
        resolve: ({ bodyHtml }, _args, ctx) => presentHtml(ctx.services, bodyHtml),
      }),
      bodyFirstLineHtml: t.string({
        resolve: async (note, _args, ctx) => {
          const html = await renderText(ctx, note.body.split('\n', 1)[0] ?? '', null);
          return presentHtml(ctx.services, html);
        },
      }),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: (note, _args, ctx) => personOf(ctx, note.authorId),
      }),
      authorIsContributor: t.boolean({ nullable: true, resolve: () => false }),
      externalAuthor: t.string({ nullable: true, resolve: () => null }),
      maxAccessLevelOfAuthor: t.string({ nullable: true, resolve: roleOfAuthor }),
      system: t.exposeBoolean('isSystem'),
      systemNoteIconName: t.string({
        nullable: true,
        resolve: (note) => (note.isSystem ? systemNoteIcon(note.systemAction) : null),
      }),
      systemNoteMetadata: t.field({
        type: SystemNoteMetadataRef,
        nullable: true,
        resolve: (note) => (note.isSystem ? note : null),
      }),
      internal: t.exposeBoolean('isInternal', { nullable: true }),
      confidential: t.exposeBoolean('isInternal', {
        nullable: true,
        deprecationReason: 'This was renamed. Please use internal.',
      }),
      imported: t.exposeBoolean('isImported', { nullable: true }),
      via: t.exposeString('via', {
        nullable: true,
        description: 'Milepost extension. The kind of program that wrote it for its author, such as MCP.',
      }),
      hidden: t.exposeBoolean('isHidden', {
        nullable: true,
        description: 'Its author was banned: visible to administrators only.',
      }),
      createdAt: t.field({ type: 'Time', resolve: (note) => note.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: (note) => note.updatedAt }),
      lastEditedAt: t.field({ type: 'Time', nullable: true, resolve: (note) => note.lastEditedAt }),
      lastEditedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: (note, _args, ctx) => (note.lastEditedAt === null ? null : personOf(ctx, note.updatedById)),
      }),
      resolvable: t.boolean({ resolve: isResolvable }),
      resolved: t.boolean({ resolve: (note) => note.resolvedAt !== null }),
      resolvedAt: t.field({ type: 'Time', nullable: true, resolve: (note) => note.resolvedAt }),
      resolvedBy: t.field({ type: UserCoreRef, nullable: true, resolve: resolverOf }),
      url: t.string({
        nullable: true,
        resolve: async (note, _args, ctx) => {
          if (note.workItemId === null) return note.url;
          const item = await ctx.load(workItemsById, note.workItemId);
          return item && noteUrl(ctx, note, item);
        },
      }),
      discussion: t.field({
        type: DiscussionRef,
        nullable: true,
        resolve: discussionOf,
      }),
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async (note, args, ctx) =>
          pageOfWhole(note.workItemId === null ? [] : ((await ctx.load(reactionsOfNote, note.id)) ?? []), args),
      }),
      userPermissions: t.field({
        type: NotePermissionsRef,
        resolve: (note, _args, ctx) => permissionsOf(ctx, note),
      }),
    }),
  });
}

function describeDiscussion(): void {
  DiscussionRef.implement({
    description: 'A thread, or a single note',
    fields: (t) => ({
      id: t.field({ type: 'DiscussionID', resolve: ({ id }) => `gid://gitlab/Discussion/${id}` }),
      replyId: t.field({ type: 'DiscussionID', resolve: ({ id }) => `gid://gitlab/Discussion/${id}` }),
      notes: t.field({
        type: NoteConnection,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async (discussion, args, ctx) => pageOfWhole(await notesIn(ctx, discussion), args),
      }),
      createdAt: t.field({
        type: 'Time',
        // Its only note may have been deleted since the discussion was loaded.
        resolve: async (discussion, _args, ctx) => (await firstNote(ctx, discussion))?.createdAt ?? new Date(),
      }),
      resolvable: t.boolean({
        resolve: async (discussion, _args, ctx) => {
          const note = await firstNote(ctx, discussion);
          return note !== null && isResolvable(note);
        },
      }),
      resolved: t.boolean({
        resolve: async (discussion, _args, ctx) => Boolean((await firstNote(ctx, discussion))?.resolvedAt),
      }),
      resolvedAt: t.field({
        type: 'Time',
        nullable: true,
        resolve: async (discussion, _args, ctx) => (await firstNote(ctx, discussion))?.resolvedAt ?? null,
      }),
      resolvedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: async (discussion, args, ctx) => {
          const note = await firstNote(ctx, discussion);
          return note && resolverOf(note, args, ctx);
        },
      }),
      userPermissions: t.field({
        type: DiscussionPermissionsRef,
        resolve: async (discussion, _args, ctx) => {
          const note = discussion.workItemId === null ? discussion.of : await firstNote(ctx, discussion);
          return permissionsOf(ctx, note as ShownNote);
        },
      }),
    }),
  });
}

async function notesIn(ctx: Context, discussion: AnyDiscussion): Promise<readonly ShownNote[]> {
  if (discussion.workItemId === null) return discussion.of.discussionNotes(ctx);
  return (await ctx.load(notesOfDiscussion, discussion.id)) ?? [];
}

async function firstNote(ctx: Context, discussion: AnyDiscussion): Promise<ShownNote | null> {
  return (await notesIn(ctx, discussion))[0] ?? null;
}

async function personOf(ctx: Context, id: Note['authorId']): Promise<User> {
  return (id === null ? null : await ctx.load(usersById, id)) ?? ghost;
}

function resolverOf(note: ShownNote, _args: object, ctx: Context): Promise<User> | null {
  return note.resolvedAt === null ? null : personOf(ctx, note.resolvedById);
}

async function roleOfAuthor(note: ShownNote, _args: object, ctx: Context): Promise<string | null> {
  if (note.workItemId === null) return null;
  const role = roleOfAccessLevel((await ctx.load(authorLevelOfNote, note.id)) ?? 0);
  return role && role.charAt(0).toUpperCase() + role.slice(1);
}
