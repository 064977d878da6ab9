import type { SavedView } from '../../platform/session/session.ts';
import { session } from '../../platform/session/session.ts';

/** Cached views by id; null for one that does not exist or that the viewer may not see. */
const cached = new Map<string, SavedView | null>();
// Not `createListeners`: the head start holds this module and would hold that one, too.
const listeners = new Set<() => void>();

/** A saved view by its id; undefined if it was never requested. */
export function savedView(id: string): SavedView | null | undefined {
  const { view } = session().roadmaps;
  return cached.has(id) ? cached.get(id) : view?.id === id ? view : undefined;
}

/** Caches views that the server returned. */
export function cacheViews(views: readonly SavedView[]): void {
  cacheAll(views.map((view) => [view.id, view]));
}

/** Records that the view does not exist (any more). */
export function uncacheView(id: string): void {
  cacheAll([[id, null]]);
}

function cacheAll(entries: readonly [string, SavedView | null][]): void {
  for (const [id, view] of entries) cached.set(id, view);
  for (const listener of listeners) listener();
}

/** Calls `listener` on every change of the cache; returns the unsubscribe function. */
export function subscribeToViews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For tests. */
export function forgetViews(): void {
  cached.clear();
}
