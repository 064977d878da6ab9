import { lazy, Suspense } from 'react';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { ChangeSettings } from '../settings/use-settings.ts';
import type { ComparisonChipProps } from './ComparisonChip.tsx';

const ComparisonChip = lazy(() =>
  import('./ComparisonChip.tsx').then((module) => ({ default: module.ComparisonChip })),
);

export interface ComparisonProps extends Pick<ComparisonChipProps, 'fullPath' | 'place'> {
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** Names the compared snapshot, where plans are compared. */
export function Comparison({ settings: { asOf, compare }, change, ...rest }: ComparisonProps) {
  return (
    compare && (
      <Suspense fallback={null}>
        <ComparisonChip
          {...rest}
          snapshotId={compare}
          asOf={asOf}
          onStop={() => change((now) => ({ ...now, compare: null }))}
        />
      </Suspense>
    )
  );
}
