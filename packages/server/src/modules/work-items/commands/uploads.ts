import type { Context } from '../../../platform/context.ts';
import type { UploadUse } from '../../uploads/table.ts';
import { visibleWorkItemsOf } from '../store.ts';

/** Whether the viewer may read one of the items whose description a file is attached to. */
export async function readsOneItem(ctx: Context, uses: readonly UploadUse[]): Promise<boolean> {
  const ids = uses.filter(({ noteId }) => noteId === null).map(({ workItemId }) => workItemId);
  return (await visibleWorkItemsOf(ctx, ids)).length > 0;
}
