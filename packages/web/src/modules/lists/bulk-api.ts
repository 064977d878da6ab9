import { digitsOf } from '@milepost/core/global-ids';
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

/** The server's limit per request. */
const batch = 100;

export type BulkChange = Omit<WorkItemBulkUpdateInput, 'ids' | 'parentId' | 'fullPath' | 'clientMutationId'>;

/** A skipped item, and why. */
export interface Refused {
  id: string;
  reasons: readonly string[];
}

export interface BulkResult {
  /** Ids of those that are different now. */
  changed: string[];
  refused: Refused[];
}

/** An item by its work item id. */
export const itemGid = (id: string): string => `gid://gitlab/WorkItem/${digitsOf(id)}`;

/**
 * Changes items of a namespace, a hundred at a time; `onProgress` receives the number processed. After `signal` is aborted no
 * further hundred is sent. Throws the server's error for a request; earlier changes are kept.
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
    // If every item was refused, `errors` says so too, but less precisely than the items themselves.
    if (payload && payload.refused.length > 0) {
      result.changed.push(...(payload.updatedWorkItemIds ?? []));
      result.refused.push(...payload.refused);
    } else result.changed.push(...accepted(payload, 'updatedWorkItemIds'));
    onProgress(Math.min(at + batch, ids.length));
  }
  return result;
}
