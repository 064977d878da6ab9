import { parseQuery } from '@milepost/core/query';
import { viewIdOf } from '@milepost/core/views/views';
import { useSyncExternalStore } from 'react';
import { useShownSearch } from '../../platform/navigation/use-address.ts';
import type { SavedView } from '../../platform/session/session.ts';
import { savedView, subscribeToViews } from './saved-views.ts';
import type { ViewScene } from './view-scene.ts';

export interface CurrentView {
  /** The view that the URL names; null if none. */
  id: string | null;
  /** Undefined if it was never requested, null if there is no such view. */
  view: SavedView | null | undefined;
  /** Whether the page shows something else than the view. */
  isChanged: boolean;
}

/** The saved view that the URL names, and whether what the page shows was modified since. */
export function useCurrentView({ query, canonical }: Pick<ViewScene, 'query' | 'canonical'>): CurrentView {
  const id = viewIdOf(parseQuery(useShownSearch()));
  const view = useSyncExternalStore(subscribeToViews, () => (id === null ? null : savedView(id)));
  return { id, view, isChanged: view ? query !== canonical(view.query) : false };
}
