import { baseOfNamespace } from '@milepost/core/text/references';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderText } from '../../../platform/markdown/sockets.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { newDiscussionId } from '../../notes/store/discussion-ids.ts';
import { insertRequestNote } from '../store/notes.ts';
import type { MergeRequest } from '../store.ts';

/** Writes a system note about the viewer's change of a merge request. */
export async function writeRequestNote(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  { id }: Pick<MergeRequest, 'id'>,
  body: string,
): Promise<void> {
  const bodyHtml = await renderText(ctx, body, baseOfNamespace(project));
  await insertRequestNote(trx, {
    mergeRequestId: id,
    discussionId: newDiscussionId(),
    authorId: ctx.viewer.id,
    body,
    bodyHtml,
    isSystem: true,
  });
}
