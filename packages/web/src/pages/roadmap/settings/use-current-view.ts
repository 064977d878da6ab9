import { useSyncExternalStore } from 'react';
import { parseQuery, printQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { writeSettings } from '@milepost/core/roadmap/settings';
import { viewQueryOf } from '@milepost/core/roadmap/views';
import { viewIdOf } from '@milepost/core/views/views';
import type { SavedView } from '../../../platform/session/session.ts';
import { useShownSearch } from '../../../platform/navigation/use-address.ts';
import { subscribeToViews, savedView } from './saved-views.ts';

export interface CurrentView {
  /** The view that the URL names; null if none. */
  id: string | null;
  /** Undefined if it was never requested, null if there is no such view. */
  view: SavedView | null | undefined;
  /** Whether the roadmap differs from the view. */
  isChanged: boolean;
}

/** The saved view that the URL names, and whether it was modified since. */
export function useCurrentView(settings: RoadmapSettings): CurrentView {
  const id = viewIdOf(parseQuery(useShownSearch()));
  const view = useSyncExternalStore(subscribeToViews, () => (id === null ? null : savedView(id)));
  const isChanged = view ? queryOf(settings) !== viewQueryOf(parseQuery(view.query)) : false;
  return { id, view, isChanged };
}

/** What a view of these settings stores. */
export function queryOf(settings: RoadmapSettings): string {
  return printQuery(writeSettings({ ...settings, epicIid: null }));
}
