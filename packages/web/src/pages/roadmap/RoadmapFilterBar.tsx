import { recentSearchesKey } from '@milepost/core/filter-bar/recent-searches';
import { filtersOf, tokensOf } from '@milepost/core/roadmap/filter-tokens';
import { textType } from '@milepost/core/filter-bar/tokens';
import { readFilters } from '@milepost/core/roadmap/filters';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withFilters } from '@milepost/core/roadmap/settings';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { session } from '../../app/session.ts';
import { FilterBar } from '../../filter-bar/FilterBar.tsx';
import type { FilterKind, KindParts } from '../../filter-bar/kinds.ts';
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
  const own = useMemo(() => roadmapKinds(intl, session().viewer !== null), [intl]);
  const tokens = useMemo(() => tokensOf(readFilters(settings.filterParams)), [settings.filterParams]);
  const [isUsed, setUsed] = useState(false);
  const loadParts = useMemo(() => partsLoader(fullPath, () => setUsed(true)), [fullPath]);
  const hasUnknown = tokens.some(({ type }) => type !== textType && !own.some((kind) => kind.type === type));
  const custom = useCustomKinds(fullPath, isUsed || hasUnknown);
  const kinds = useMemo(() => [...own, ...custom], [own, custom]);
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

const noKinds: readonly FilterKind[] = [];

/** The fields that the group has defined: asked for once the bar is used, or an address names one. */
function useCustomKinds(fullPath: string, isWanted: boolean): readonly FilterKind[] {
  const { data } = useQuery({
    queryKey: ['customFieldKinds', fullPath],
    queryFn: async ({ signal }) =>
      (await import('../../modules/custom-fields/filter.ts')).customFieldKinds(fullPath, signal),
    enabled: isWanted,
    staleTime: 60_000,
  });
  return data ?? noKinds;
}

/** Loads what the kinds need, once. `onUse` hears of every use. */
function partsLoader(fullPath: string, onUse: () => void): () => Promise<KindParts> {
  let loading: Promise<KindParts> | undefined;
  return () => {
    onUse();
    return (loading ??= import('./filter-parts.ts').then(
      (module) => module.roadmapParts(fullPath),
      (error: unknown) => {
        // The next use tries again.
        loading = undefined;
        throw error;
      },
    ));
  };
}
