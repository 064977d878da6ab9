import { useMemo } from 'react';
import type { Day, Span } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useSoftLook } from '../colors/use-soft-look.ts';
import type { ListRow } from '../data/rows.ts';
import type { PageRowLook } from './EpicRow.tsx';

interface RowLookOptions {
  settings: RoadmapSettings;
  rows: readonly ListRow[] | undefined;
  today: Day;
  layout: TimelineLayout;
  isWhole: boolean;
  hasFilters: boolean;
  fullPath: string;
  timeframeText: (span: Span) => string;
}

/** What all rows share. Only what they depend on: other settings must not re-render them. */
export function useRowLook(options: RowLookOptions): PageRowLook {
  const { settings, layout, isWhole, hasFilters, fullPath, timeframeText } = options;
  const { scale } = layout;
  const soft = useSoftLook(settings, options.rows, options.today);
  const tracking = settings.isProgressTrackingActive ? settings.progressTracking : null;
  const hasLabels = settings.isShowingLabels;
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
      soft,
    }),
    [scale, tracking, hasLabels, isWhole, hasFilters, fullPath, hasParents, detailsWidth, timeframeText, soft],
  );
}
