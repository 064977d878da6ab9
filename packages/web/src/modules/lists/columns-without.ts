import type { Feature } from '@milepost/core/settings/features';
import { useMemo } from 'react';
import { useDisabledFeatures } from '../../platform/session/features.ts';

/** The features that columns and filters belong to. */
export const featureOf: Readonly<Partial<Record<string, Feature>>> = {
  health: 'health_status',
  epicHealth: 'health_status',
  children: 'sub_epics',
  milestone: 'milestones',
  iteration: 'iterations',
  status: 'statuses',
  customField: 'custom_fields',
};

/** The columns of a list without those of features that are switched off. */
export function columnsWithout<Title>(
  columns: Readonly<Record<string, Title>>,
  without: readonly Feature[],
): Readonly<Record<string, Title>> {
  if (without.length === 0) return columns;
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !without.some((each) => each === featureOf[name])),
  );
}

/** The columns that a list offers, with their titles, and those of them that the viewer has chosen. */
export function useOfferedColumns<Name extends string, Title>(
  titles: Readonly<Record<Name, Title>>,
  chosen: readonly Name[],
): { offered: Readonly<Record<string, Title>>; wanted: readonly Name[] } {
  const without = useDisabledFeatures();
  return useMemo(() => {
    const offered = columnsWithout(titles, without);
    return { offered, wanted: chosen.filter((name) => name in offered) };
  }, [titles, chosen, without]);
}
