import { prefetch } from '../../../platform/api/prefetch.ts';
import { childItems, childItemsVariables, start } from './operations.ts';

/** Asks for the first page of an epic's children before its page is there to ask. */
export function startChildren(fullPath: string, iid: string): void {
  prefetch(childItems, childItemsVariables(fullPath, iid, start, true));
}
