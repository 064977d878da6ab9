import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { isResolvable } from '../commands.ts';
import { requireResult, type Commented } from '../commands/comment.ts';
import type { Note } from '../store.ts';

/** A note in the shape of the REST API. */
export async function presentNote(ctx: Context, note: Note, item: WorkItem) {
  const isEpic = item.type === 'epic';
  return {
    id: note.id,
    type: note.isThread ? 'DiscussionNote' : null,
    body: note.body,
    attachment: null,
    author: await presentPerson(ctx, note.authorId),
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: note.isSystem,
    noteable_id: item.id,
    noteable_type: isEpic ? 'Epic' : 'Issue',
    ...(!isEpic && { project_id: item.namespaceId }),
    resolvable: isResolvable(note),
    ...(isResolvable(note) && {
      resolved: note.resolvedAt !== null,
      resolved_by: note.resolvedAt === null ? null : await presentPerson(ctx, note.resolvedById),
      resolved_at: note.resolvedAt,
    }),
    confidential: note.isInternal,
    internal: note.isInternal,
    imported: note.isImported,
    imported_from: note.isImported ? 'gitlab_migration' : 'none',
    noteable_iid: item.iid,
    commands_changes: {},
  };
}

/** The answer to a new comment: the note with the results of its quick actions; only the results if there was nothing else. */
export async function presentComment(ctx: Context, written: Commented, item: WorkItem, reply: FastifyReply) {
  requireResult(written);
  const { note, quickActions } = written;
  const changes = quickActions ? { commands_changes: quickActions.done } : {};
  const summary = quickActions ? { summary: [...quickActions.messages, ...quickActions.errors] } : {};
  if (note) return { ...(await presentNote(ctx, note, item)), ...changes, ...summary };
  void reply.code(202);
  return { ...changes, ...summary };
}

/** A discussion in the shape of the REST API; its notes oldest first. */
export async function presentDiscussion(ctx: Context, id: string, notes: readonly Note[], item: WorkItem) {
  return {
    id,
    individual_note: !(notes[0]?.isThread ?? false),
    notes: await Promise.all(notes.map((note) => presentNote(ctx, note, item))),
  };
}
