import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { accepted, request } from '../../../app/graphql.ts';
import type { WorkItemUpdateInput } from '../../../gen/graphql.ts';
import { graphql } from '../../../gen/gql.ts';

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

/** Sends a change of one field, and shows it at once with `patch`. Throws, with everything as it was, where it is refused. */
export type SaveField<View> = (change: ItemChange, patch: (view: View) => View) => Promise<void>;

/** How the sidebar of an item saves its fields. `id`: a global id of any face; `queryKey`: where the page keeps the item. */
export function useSaveField<View>(id: string, queryKey: QueryKey): SaveField<View> {
  const client = useQueryClient();
  return async (change, patch) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<View>(queryKey);
    if (before) client.setQueryData<View>(queryKey, patch(before));
    try {
      const input = { id: `gid://gitlab/WorkItem/${id.slice(id.lastIndexOf('/') + 1)}`, ...change };
      const { workItemUpdate } = await request(updateItem, { input });
      accepted(workItemUpdate, 'workItem');
    } catch (error) {
      client.setQueryData(queryKey, before);
      throw error;
    } finally {
      for (const key of [queryKey, ['activity'], ['issues'], ['epics'], ['children']]) {
        void client.invalidateQueries({ queryKey: key });
      }
    }
  };
}
