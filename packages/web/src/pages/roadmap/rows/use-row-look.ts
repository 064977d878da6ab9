import { type ComponentType, useEffect, useMemo, useState } from 'react';
import type { Day, Span } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useSoftLook } from '../colors/use-soft-look.ts';
import { isBehindLink } from '../data/ask.ts';
import type { ListRow } from '../data/rows.ts';
import type { DriftOf, PageRowLook } from './EpicRow.tsx';
import type { OwnerProps } from './Owner.tsx';

interface RowLookOptions {
  settings: RoadmapSettings;
  rows: readonly ListRow[] | undefined;
  today: Day;
  layout: TimelineLayout;
  isWhole: boolean;
  hasFilters: boolean;
  fullPath: string;
  timeframeText: (span: Span) => string;
  driftOf: DriftOf | null;
}

/** What all rows share. Only what they depend on: other settings must not re-render them. */
export function useRowLook(options: RowLookOptions): PageRowLook {
  const { settings, layout, today, isWhole, hasFilters, fullPath, timeframeText, driftOf } = options;
  const { scale } = layout;
  const soft = useSoftLook(settings, options.rows, today);
  const tracking = settings.isProgressTrackingActive ? settings.progressTracking : null;
  const hasLabels = settings.isShowingLabels;
  const Owner = useOwner(settings.isShowingOwners && isWhole && !isBehindLink());
  const hasParents = settings.epicIid === null;
  const detailsWidth = layout.detailsWidth || layout.trackWidth;
  return useMemo(
    () => ({
      scale,
      tracking,
      hasLabels,
      isWhole,
      hasFilters,
      fullPath,
      hasParents,
      detailsWidth,
      timeframeText,
      today,
      soft,
      Owner,
      driftOf,
    }),
    [
      scale,
      tracking,
      hasLabels,
      isWhole,
      hasFilters,
      fullPath,
      hasParents,
      detailsWidth,
      timeframeText,
      today,
      soft,
      Owner,
      driftOf,
    ],
  );
}

/** Public links name no people. The code is loaded only where owners are shown. */
function useOwner(isShowing: boolean): ComponentType<OwnerProps> | null {
  const [code, setCode] = useState<{ Owner: ComponentType<OwnerProps> } | null>(null);
  useEffect(() => {
    if (isShowing && !code) void import('./Owner.tsx').then(setCode);
  }, [isShowing, code]);
  return isShowing && code ? code.Owner : null;
}
