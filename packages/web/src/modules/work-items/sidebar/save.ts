import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { digitsOf } from '@milepost/core/global-ids';
import { editorOfStaleValue } from '@milepost/core/text/stale-values';
import { ChangeRefusedError } from '../../../platform/api/errors.ts';
import { accepted, request } from '../../../platform/api/graphql.ts';
import { saveOptimistically } from '../../../platform/api/optimistic.ts';
import type { WorkItemUpdateInput } from '../../../gen/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import { announcePeekSave } from '../peek/peek-saves.ts';
import { refetchSaved } from '../use-save-and-show.ts';
import { usePeekFrame } from '../peek/peek-frame.ts';
import { type Seen, type SeenItem, StaleFieldError, valuesReadOf } from './seen.ts';

const updateItem = graphql(`
  mutation updateItemField($input: WorkItemUpdateInput!) {
    workItemUpdate(input: $input) {
      errors
      workItem {
        id
      }
    }
  }
`);

export type ItemChange = Omit<WorkItemUpdateInput, 'id' | 'clientMutationId'>;

/**
 * Sends a change with an optimistic update by `patch`. Reverts it and throws if refused: a StaleFieldError if `seen` is not the present
 * value any more. `back`: the change that undoes it.
 */
export type Save<Change, View> = (
  change: Change,
  patch: (view: View) => View,
  seen?: Seen,
  back?: Change,
) => Promise<void>;

/** Sends a change of one field of any item type. */
export type SaveField<View> = Save<ItemChange, View>;

/** How the sidebar of an item saves its fields. `id`: a global id of any face; `queryKey`: where the page keeps the item. */
export function useSaveField<View extends object>(id: string, queryKey: QueryKey): SaveField<View> {
  return useSave<ItemChange, View>(queryKey, (change) => sendItemChange(id, change));
}

/** Sends a change of an item. `id`: a global id of any face. */
export async function sendItemChange(id: string, change: ItemChange): Promise<void> {
  const input = { id: `gid://gitlab/WorkItem/${digitsOf(id)}`, ...change };
  const { workItemUpdate } = await request(updateItem, { input });
  accepted(workItemUpdate, 'workItem');
}

/** Applies a change optimistically, and reverts it if `send` throws. */
export function useSave<Change, View extends object>(
  queryKey: QueryKey,
  send: (change: Change) => Promise<unknown>,
): Save<Change, View> {
  const client = useQueryClient();
  const isPeek = usePeekFrame() !== null;
  const save: Save<Change, View> = async (change, patch, seen, back) => {
    const before = client.getQueryData<View>(queryKey);
    try {
      await saveOptimistically<View>(client, queryKey, patch, () =>
        send(seen ? { ...change, valuesRead: valuesReadOf(seen) } : change),
      );
      if (isPeek) {
        const after = before && seen && { field: seen.field, item: patch(before) as SeenItem };
        announcePeekSave({ undo: back === undefined ? null : () => save(back, (view) => view, after) });
      }
    } catch (error) {
      const by = seen && error instanceof ChangeRefusedError ? editorOfStaleValue(error.message) : undefined;
      if (!seen || by === undefined) throw error;
      await client.refetchQueries({ queryKey });
      const now = client.getQueryData<View>(queryKey);
      if (!now) throw error;
      const conflict = {
        field: seen.field,
        by,
        now,
        wanted: patch(now),
        overwrite: () => save(change, patch, undefined, back),
      };
      throw new StaleFieldError((error as ChangeRefusedError).message, conflict);
    } finally {
      refetchSaved(client, queryKey);
    }
  };
  return save;
}
