import { mergeRequestPath } from '@milepost/core/merge-requests/rules';
import type { AnyAnnouncement, Context, Trx } from '../../../platform/context.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { commentPayload } from '../../webhooks/commands/payload.ts';
import { queueEvent } from '../../webhooks/commands/queue.ts';
import { hooksAbove } from '../../webhooks/store.ts';
import { requestNoteById } from '../store/notes.ts';
import { mergeRequestsById } from '../store.ts';
import { attributesOfRequest } from './webhooks.ts';

const actions = { 'mergeRequest.commented': 'create', 'mergeRequest.commentChanged': 'update' } as const;

/** Writes a new or changed comment on a merge request into the outbox of webhooks. */
export async function queueRequestNote(ctx: Context, trx: Trx, announcement: AnyAnnouncement): Promise<void> {
  if (announcement.name !== 'mergeRequest.commented' && announcement.name !== 'mergeRequest.commentChanged') return;
  const { mergeRequestId, noteId } = announcement.data;
  const hooks = await hooksAbove(trx, announcement.namespaceId);
  if (!hooks.some(({ noteEvents, confidentialNoteEvents }) => noteEvents || confidentialNoteEvents)) return;
  const within = ctx.within(trx);
  const note = await requestNoteById(trx, noteId);
  const request = await within.load(mergeRequestsById, mergeRequestId);
  const project = request && (await within.load(namespacesById, request.projectId));
  // A comment of a banned person is visible to administrators only, so it is not sent outside.
  if (!note || note.isHidden || !request || !project) return;
  const hookIds = hooks
    .filter((hook) => (note.isInternal ? hook.confidentialNoteEvents : hook.noteEvents))
    .map(({ id }) => id);
  if (hookIds.length === 0) return;
  const payload = await commentPayload(within, project, note, {
    type: 'MergeRequest',
    key: 'merge_request',
    id: request.id,
    path: mergeRequestPath(project.fullPath, request.iid),
    isConfidential: false,
    attributes: await attributesOfRequest(within, project, request),
    action: actions[announcement.name],
  });
  await queueEvent(trx, hookIds, note.isInternal ? 'confidential_note_events' : 'note_events', payload);
}
