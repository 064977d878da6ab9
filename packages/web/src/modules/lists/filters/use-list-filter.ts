import { recentSearchesKey } from '@milepost/core/filter-bar/recent-searches';
import { readTokens, writeTokens } from '@milepost/core/filters/address';
import type { Query } from '@milepost/core/query';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useDisabledFeatures } from '../../../platform/session/features.ts';
import { session } from '../../../platform/session/session.ts';
import { filterKinds } from './kinds.ts';
import type { TokenBarProps } from './TokenBar.tsx';

interface FilteredList {
  of: 'issues' | 'epics';
  home: NamespaceRef;
  /** The filter parameters of the address, encoded. */
  filters: string;
  setFilters: (change: (now: Query) => Query) => void;
}

/** The props of a list's filter bar, except its texts. */
export function useListFilter({
  of,
  home,
  filters,
  setFilters,
}: FilteredList): Omit<TokenBarProps, 'label' | 'placeholder'> {
  const intl = useIntl();
  const without = useDisabledFeatures();
  const isProject = home.kind === 'project';
  const { fullPath } = home;
  const groupPath = isProject ? fullPath.slice(0, fullPath.lastIndexOf('/')) : fullPath;
  const kinds = useMemo(() => {
    const isSignedIn = session().viewer !== null;
    return filterKinds(of, intl, { people: isSignedIn || of === 'epics', reactions: isSignedIn, without });
  }, [of, intl, without]);
  const tokens = useMemo(() => readTokens(of, filters), [of, filters]);
  const load = useCallback(async () => {
    const { filterParts } = await import('./parts.ts');
    return filterParts(of, { fullPath, isProject }, groupPath);
  }, [of, fullPath, isProject, groupPath]);
  return {
    groupPath,
    fieldsOf: of === 'epics' ? 'epic' : 'issue',
    kinds,
    tokens,
    onChange: (next) => setFilters((now) => writeTokens(of, next(readTokens(of, now)))),
    recentKey: recentSearchesKey(of, groupPath),
    load,
  };
}
