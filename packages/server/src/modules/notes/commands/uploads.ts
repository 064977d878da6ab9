import type { Context } from '../../../platform/context.ts';
import type { UploadUse } from '../../uploads/table.ts';
import { visibleNote } from '../commands.ts';

/** Whether the viewer may read one of the notes that a file is attached to. */
export async function readsOneNote(ctx: Context, uses: readonly UploadUse[]): Promise<boolean> {
  const ids = uses.flatMap(({ noteId }) => (noteId === null ? [] : [noteId]));
  const found = await Promise.all(ids.map((id) => visibleNote(ctx, id)));
  return found.some((note) => note !== null);
}
