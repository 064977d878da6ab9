import { childItems, childItemsVariables, start } from './operations.ts';

/** The request of the tree for the first page of an epic's children. */
export function firstChildren(fullPath: string, iid: string) {
  return { document: childItems, variables: childItemsVariables(fullPath, iid, start, true) };
}
