import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface Saves {
  /** How many have begun. */
  begun: number;
  pending: number;
  /** Settles with the latest one. */
  last: Promise<unknown>;
}

/** By their query. */
const savesByQuery = new WeakMap<object, Saves>();

function savesOf(query: object): Saves {
  let saves = savesByQuery.get(query);
  if (!saves) savesByQuery.set(query, (saves = { begun: 0, pending: 0, last: Promise.resolve() }));
  return saves;
}

/**
 * Shows `patch` in a cached value while `send` saves it, and reverts it if that throws. Saves of one value are sent one after
 * another. Until the response, refetched data is patched too: the server may have read it before it wrote the change.
 */
export async function saveOptimistically<View>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (view: View) => View,
  send: () => Promise<unknown>,
): Promise<void> {
  const cache = client.getQueryCache();
  const query = cache.find<View>({ queryKey });
  if (!query) return void (await send());
  const saves = savesOf(query);
  saves.begun++;
  saves.pending++;
  let before: View | undefined;
  let stop = (): void => undefined;
  const show = (): void => {
    before = query.state.data;
    if (before !== undefined) client.setQueryData<View>(queryKey, patch(before));
  };
  const begin = async (): Promise<void> => {
    await client.cancelQueries({ queryKey });
    show();
    stop = cache.subscribe((event) => {
      if (event.type !== 'updated' || event.query !== query) return;
      if (event.action.type === 'success' && !event.action.manual) show();
    });
  };
  const sent = Promise.all([begin(), saves.last]).then(send);
  saves.last = sent.catch(() => undefined);
  try {
    await sent;
  } catch (error) {
    client.setQueryData(queryKey, before);
    // Later saves showed their value on top of this one.
    if (saves.pending > 1) void client.invalidateQueries({ queryKey });
    throw error;
  } finally {
    stop();
    saves.pending--;
  }
}

/**
 * Saves fields of a cached value and shows them as the server returned them. A response to a refetch that was sent before may be
 * older: it is ignored. Refetch the value afterwards.
 */
export async function saveAndShow<View extends object, Saved extends Partial<View>>(
  client: QueryClient,
  queryKey: QueryKey,
  send: () => Promise<Saved>,
): Promise<Saved> {
  let saved: Saved | undefined;
  const patch = (view: View): View => ({ ...view, ...saved });
  const sent = async (): Promise<Saved> => (saved = await send());
  await saveOptimistically(client, queryKey, patch, sent);
  client.setQueryData<View>(queryKey, (now) => now && patch(now));
  return saved as Saved;
}

/**
 * Reads some fields of a cached value apart from its query, and shows them unless a save was sent meanwhile: the response may be
 * older, and the end of the save refetches the value anyway.
 */
export async function refreshFields<View extends object>(
  client: QueryClient,
  queryKey: QueryKey,
  read: () => Promise<Partial<View> | null | undefined>,
): Promise<void> {
  const query = client.getQueryCache().find<View>({ queryKey });
  if (!query) return;
  const saves = savesOf(query);
  if (saves.pending > 0) return;
  const { begun } = saves;
  const fields = await read();
  if (fields && saves.begun === begun) client.setQueryData<View>(queryKey, (now) => now && { ...now, ...fields });
}
