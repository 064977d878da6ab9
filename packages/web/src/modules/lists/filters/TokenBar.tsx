import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { textType } from '@milepost/core/filter-bar/tokens';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FilterBar, type FilterBarProps } from '../../../filter-bar/FilterBar.tsx';
import type { FilterKind, KindParts } from '../../../filter-bar/kinds.ts';

export interface TokenBarProps extends Pick<FilterBarProps, 'label' | 'placeholder' | 'onChange' | 'recentKey'> {
  /** The group whose custom fields can be filtered. */
  groupPath: string;
  /** The type of items that the fields belong to. */
  fieldsOf: 'epic' | 'issue';
  /** The kinds of tokens in addition to those of custom fields. */
  kinds: readonly FilterKind[];
  tokens: readonly FilterToken[];
  /** Loads icons and values; always the same function. */
  load: () => Promise<KindParts>;
}

/** The filter bar of a list of work items: its own kinds of tokens, and those of the fields that its group has defined. */
export function TokenBar({ groupPath, fieldsOf, kinds: own, tokens, load, ...rest }: TokenBarProps) {
  const [isUsed, setUsed] = useState(false);
  const loadParts = useMemo(() => partsLoader(load, () => setUsed(true)), [load]);
  const hasUnknown = tokens.some(({ type }) => type !== textType && !own.some((kind) => kind.type === type));
  const custom = useCustomKinds(groupPath, fieldsOf, isUsed || hasUnknown);
  const kinds = useMemo(() => [...own, ...custom], [own, custom]);
  return <FilterBar {...rest} kinds={kinds} tokens={tokens} loadParts={loadParts} />;
}

const noKinds: readonly FilterKind[] = [];

/** The fields of the group: requested on first use of the bar, or if an address names one. */
function useCustomKinds(fullPath: string, of: 'epic' | 'issue', isWanted: boolean): readonly FilterKind[] {
  const { data } = useQuery({
    queryKey: ['customFieldKinds', fullPath, of],
    queryFn: async ({ signal }) =>
      (await import('../../custom-fields/filter.ts')).customFieldKinds(fullPath, of, signal),
    enabled: isWanted,
    staleTime: 60_000,
  });
  return data ?? noKinds;
}

/** Loads the data of the kinds once. `onUse` is called on every use. */
function partsLoader(load: () => Promise<KindParts>, onUse: () => void): () => Promise<KindParts> {
  let loading: Promise<KindParts> | undefined;
  return () => {
    onUse();
    return (loading ??= load().catch((error: unknown) => {
      // The next use tries again.
      loading = undefined;
      throw error;
    }));
  };
}
