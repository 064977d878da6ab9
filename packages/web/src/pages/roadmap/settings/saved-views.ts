import type { SavedView } from '../../../platform/session/session.ts';
import { session } from '../../../platform/session/session.ts';

/** Views that this page has heard of, by id; null for one that is not there or not for this viewer. */
const heard = new Map<string, SavedView | null>();
const listeners = new Set<() => void>();

/** A saved view by its id; undefined while nobody asked for it. */
export function savedView(id: string): SavedView | null | undefined {
  const { view } = session().roadmaps;
  return heard.has(id) ? heard.get(id) : view?.id === id ? view : undefined;
}

/** Takes note of views that the server told of. */
export function cacheViews(views: readonly SavedView[]): void {
  for (const view of views) heard.set(view.id, view);
  for (const listener of listeners) listener();
}

/** Takes note that there is no such view (any more). */
export function uncacheView(id: string): void {
  heard.set(id, null);
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever something was heard; gives the way to stop it. */
export function subscribeToViews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For tests. */
export function forgetViews(): void {
  heard.clear();
}
