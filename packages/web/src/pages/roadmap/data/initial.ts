import type { Cut } from './narrower.ts';

/** Initial data of a query from the cache; looked up only when the query is new. */
export function initialOf<Data>(find: () => Cut<Data> | undefined) {
  let found: Cut<Data> | undefined;
  return { initialData: () => (found = find())?.data, initialDataUpdatedAt: () => found?.updatedAt };
}
