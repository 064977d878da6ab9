import { NotFoundError } from '@milepost/core/errors';
import type { Visibility } from '@milepost/core/roles';
import { createNote, deleteNote, resolveDiscussion, updateNote, visibleNote } from '../../modules/notes/commands.ts';
import type { Note } from '../../modules/notes/store.ts';
import { findAwardable, toggleReaction } from '../../modules/reactions/commands.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const issue = async (build: Builders, visibility: Visibility): Promise<WorkItem> =>
  build.issue({ project: await build.project({ visibility }), author: null });
const confidentialIssue = async (build: Builders, visibility: Visibility): Promise<WorkItem> =>
  build.issue({ project: await build.project({ visibility }), author: null, confidential: true });
/** Written by someone outside the cast, so that nobody has permissions as its author. */
const note = async (build: Builders, visibility: Visibility): Promise<Note> =>
  build.note({ on: await issue(build, visibility), author: null });
const internalNote = async (build: Builders, visibility: Visibility): Promise<Note> =>
  build.note({ on: await issue(build, visibility), author: null, internal: true });
const thread = async (build: Builders, visibility: Visibility): Promise<Note> => {
  const first = await note(build, visibility);
  return build.note({ on: { id: first.workItemId }, author: null, answers: first });
};

export const reactionPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'react to an item',
    least: 'person',
    given: issue,
    perform: async (ctx, { id }) => toggleReaction(ctx, await findAwardable(ctx, 'Issue', id), 'rocket'),
  }),
  permission({
    operation: 'react to a comment',
    least: 'person',
    given: note,
    perform: async (ctx, { id }) => toggleReaction(ctx, await findAwardable(ctx, 'Note', id), 'rocket'),
  }),
];

export const notePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'read a comment',
    least: 'visitor',
    isReading: true,
    given: note,
    perform: async (ctx, { id }) => {
      if (!(await visibleNote(ctx, id))) throw new NotFoundError('Note');
    },
  }),
  permission({
    operation: 'read an internal comment of another',
    least: 'planner',
    isReading: true,
    isHidden: true,
    given: internalNote,
    perform: async (ctx, { id }) => {
      if (!(await visibleNote(ctx, id))) throw new NotFoundError('Note');
    },
  }),
  permission({
    operation: 'comment',
    least: 'person',
    given: issue,
    perform: (ctx, { id }) => createNote(ctx, { workItemId: id, body: 'x' }),
  }),
  permission({
    operation: 'comment on a confidential item of others',
    least: 'planner',
    isHidden: true,
    given: confidentialIssue,
    perform: (ctx, { id }) => createNote(ctx, { workItemId: id, body: 'x' }),
  }),
  permission({
    operation: 'comment internally',
    least: 'planner',
    given: issue,
    perform: (ctx, { id }) => createNote(ctx, { workItemId: id, body: 'x', isInternal: true }),
  }),
  permission({
    operation: 'change the comment of another',
    least: 'maintainer',
    given: note,
    perform: (ctx, { id }) => updateNote(ctx, id, 'changed'),
  }),
  permission({
    operation: 'delete the comment of another',
    least: 'maintainer',
    given: note,
    perform: (ctx, { id }) => deleteNote(ctx, id),
  }),
  permission({
    operation: 'resolve a thread of others',
    least: 'planner',
    given: thread,
    perform: (ctx, { discussionId }) => resolveDiscussion(ctx, discussionId, true),
  }),
];
