import { recentSearchesKey } from '@milepost/core/filter-bar/recent-searches';
import { filtersOf, tokensOf } from '@milepost/core/roadmap/filter-tokens';
import { readFilters } from '@milepost/core/roadmap/filters';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withFilters } from '@milepost/core/roadmap/settings';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { session } from '../../../platform/session/session.ts';
import { epicKinds } from '../../../modules/lists/filters/epic-kinds.ts';
import { TokenBar } from '../../../modules/lists/filters/TokenBar.tsx';
import { messages } from '../messages/page.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';

export interface RoadmapFilterBarProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** The filter bar of a group's roadmap: its tokens are the filters of the address. */
export function RoadmapFilterBar({ fullPath, settings, change }: RoadmapFilterBarProps) {
  const intl = useIntl();
  const isSignedIn = session().viewer !== null;
  const kinds = useMemo(() => epicKinds(intl, { people: isSignedIn, reactions: isSignedIn }), [intl, isSignedIn]);
  const tokens = useMemo(() => tokensOf(readFilters(settings.filterParams)), [settings.filterParams]);
  const load = useCallback(
    async () => (await import('../../../modules/lists/filters/epic-parts.ts')).epicParts(fullPath),
    [fullPath],
  );
  return (
    <TokenBar
      label={intl.formatMessage(messages.filterEpics)}
      placeholder={intl.formatMessage(messages.searchEpics)}
      groupPath={fullPath}
      fieldsOf="epic"
      kinds={kinds}
      tokens={tokens}
      onChange={(next) => change((now) => withFilters(now, filtersOf(next(tokensOf(readFilters(now.filterParams))))))}
      recentKey={recentSearchesKey('epics', fullPath)}
      load={load}
    />
  );
}
