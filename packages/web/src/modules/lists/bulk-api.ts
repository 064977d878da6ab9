import { accepted, request } from '../../platform/api/graphql.ts';
import type { WorkItemBulkUpdateInput } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

const changeItems = graphql(`
  mutation changeManyItems($input: WorkItemBulkUpdateInput!) {
    workItemBulkUpdate(input: $input) {
      errors
      updatedWorkItemIds
      refused {
        id
        reasons
      }
    }
  }
`);

/** The server takes so many at once. */
const batch = 100;

export type BulkChange = Omit<WorkItemBulkUpdateInput, 'ids' | 'parentId' | 'fullPath' | 'clientMutationId'>;

/** An item that was left as it is, and why. */
export interface Refused {
  id: string;
  reasons: readonly string[];
}

export interface BulkResult {
  /** Ids of those that are different now. */
  changed: string[];
  refused: Refused[];
}

/** An item under the id that all types share. */
export const itemGid = (id: string): string => `gid://gitlab/WorkItem/${id.slice(id.lastIndexOf('/') + 1)}`;

/**
 * Changes items of a place, a hundred at a time; `onProgress` hears how many were looked at. Once `signal` is aborted no further
 * hundred is sent. Throws what the server has against a call; what was changed before stays.
 */
export async function changeItemsOf(
  fullPath: string,
  ids: readonly string[],
  change: BulkChange,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], refused: [] };
  for (let at = 0; at < ids.length && !signal.aborted; at += batch) {
    const some = ids.slice(at, at + batch).map(itemGid);
    const { workItemBulkUpdate: payload } = await request(changeItems, { input: { ...change, fullPath, ids: some } });
    // Where every item was refused `errors` says so too, in fewer words than the items themselves.
    if (payload && payload.refused.length > 0) {
      result.changed.push(...(payload.updatedWorkItemIds ?? []));
      result.refused.push(...payload.refused);
    } else result.changed.push(...accepted(payload, 'updatedWorkItemIds'));
    onProgress(Math.min(at + batch, ids.length));
  }
  return result;
}
