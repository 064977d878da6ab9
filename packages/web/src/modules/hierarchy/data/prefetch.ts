import { prefetch } from '../../../platform/api/prefetch.ts';
import { childItems, childItemsVariables, start } from './operations.ts';

/** Prefetches the first page of an epic's children. */
export function startChildren(fullPath: string, iid: string): void {
  prefetch(childItems, childItemsVariables(fullPath, iid, start, true));
}
