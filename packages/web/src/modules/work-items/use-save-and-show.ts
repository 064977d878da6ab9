import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Saves fields of an item and shows what the server returned; for changes that are not shown before. Throws if refused. */
export function useSaveAndShow<View extends object>(queryKey: QueryKey) {
  const client = useQueryClient();
  return async <Saved extends Partial<View>>(send: () => Promise<Saved>): Promise<Saved> => {
    try {
      // It comes with the sidebar, after the first paint.
      const { saveAndShow } = await import('../../platform/api/optimistic.ts');
      return await saveAndShow<View, Saved>(client, queryKey, send);
    } finally {
      refetchSaved(client, queryKey);
    }
  };
}

/** Refetches an item that was saved, and what shows its fields. */
export function refetchSaved(client: QueryClient, queryKey: QueryKey): void {
  for (const key of [queryKey, ['activity'], ['issues'], ['epics'], ['children']]) {
    void client.invalidateQueries({ queryKey: key });
  }
}
