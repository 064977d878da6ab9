import { useDisabledFeatures } from '../../../platform/session/features.ts';
import { recentSearchesKey } from '@milepost/core/filter-bar/recent-searches';
import { readTokens } from '@milepost/core/filters/address';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withFilters } from '@milepost/core/roadmap/settings';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { session } from '../../../platform/session/session.ts';
import { filterKinds } from '../../../modules/lists/filters/kinds.ts';
import { TokenBar } from '../../../modules/lists/filters/TokenBar.tsx';
import { messages } from '../messages/page.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';

export interface RoadmapFilterBarProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** The filter bar of a group's roadmap: its tokens are the filters of the URL. */
export function RoadmapFilterBar({ fullPath, settings, change }: RoadmapFilterBarProps) {
  const intl = useIntl();
  const isSignedIn = session().viewer !== null;
  const without = useDisabledFeatures();
  const kinds = useMemo(
    () => filterKinds('epics', intl, { people: isSignedIn, reactions: isSignedIn, without }),
    [intl, without, isSignedIn],
  );
  const tokens = useMemo(() => readTokens('epics', settings.filterParams), [settings.filterParams]);
  const load = useCallback(
    async () =>
      (await import('../../../modules/lists/filters/parts.ts')).filterParts(
        'epics',
        { fullPath, isProject: false },
        fullPath,
      ),
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
      onChange={(next) => change((now) => withFilters(now, next(readTokens('epics', now.filterParams))))}
      recentKey={recentSearchesKey('epics', fullPath)}
      load={load}
    />
  );
}
