import { recentSearchesKey } from '@milepost/core/filter-bar/recent-searches';
import { filtersOf, tokensOf } from '@milepost/core/roadmap/filter-tokens';
import { readFilters } from '@milepost/core/roadmap/filters';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withFilters } from '@milepost/core/roadmap/settings';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { session } from '../../app/session.ts';
import { FilterBar } from '../../filter-bar/FilterBar.tsx';
import type { KindParts } from '../../filter-bar/kinds.ts';
import { roadmapKinds } from './filter-kinds.ts';
import { messages } from './messages.ts';
import type { ChangeSettings } from './use-settings.ts';

export interface RoadmapFilterBarProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** The filter bar of a group's roadmap: its tokens are the filters of the address. */
export function RoadmapFilterBar({ fullPath, settings, change }: RoadmapFilterBarProps) {
  const intl = useIntl();
  const kinds = useMemo(() => roadmapKinds(intl, session().viewer !== null), [intl]);
  const tokens = useMemo(() => tokensOf(readFilters(settings.filterParams)), [settings.filterParams]);
  const loadParts = useMemo(() => partsLoader(fullPath), [fullPath]);
  return (
    <FilterBar
      label={intl.formatMessage(messages.filterEpics)}
      placeholder={intl.formatMessage(messages.searchEpics)}
      kinds={kinds}
      tokens={tokens}
      onChange={(next) => change((now) => withFilters(now, filtersOf(next(tokensOf(readFilters(now.filterParams))))))}
      recentKey={recentSearchesKey('epics', fullPath)}
      loadParts={loadParts}
    />
  );
}

/** Loads what the kinds need, once. */
function partsLoader(fullPath: string): () => Promise<KindParts> {
  let loading: Promise<KindParts> | undefined;
  return () =>
    (loading ??= import('./filter-parts.ts').then(
      (module) => module.roadmapParts(fullPath),
      (error: unknown) => {
        // The next use tries again.
        loading = undefined;
        throw error;
      },
    ));
}
