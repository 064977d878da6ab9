import { type ComponentType, useEffect, useMemo, useState } from 'react';
import type { Day, Span } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { useSoftLook } from '../colors/use-soft-look.ts';
import type { Compared } from './compared.ts';
import { isBehindLink } from '../data/request.ts';
import type { ListRow } from '../data/rows.ts';
import { useSignalQuestion } from '../signals/use-signal-question.ts';
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
  compared: Compared | null;
}

/** What all rows share. Only what they depend on: other settings must not re-render them. */
export function useRowLook(options: RowLookOptions): PageRowLook {
  const { settings, layout, today, isWhole, hasFilters, fullPath, timeframeText, compared } = options;
  const { scale } = layout;
  const plain = useSoftLook(settings, fullPath, options.rows, today);
  const soft = useMemo(() => (plain && compared ? compared.softOf(plain) : plain), [plain, compared]);
  const driftOf = compared?.driftOf ?? null;
  const tracking = settings.isProgressTrackingActive ? settings.progressTracking : null;
  const hasLabels = settings.isShowingLabels;
  // Public links name no people.
  const Owner = useLoaded(settings.isShowingOwners && isWhole && !isBehindLink(), loadOwner);
  const Notes = useLoaded(isWhole, loadNotes);
  const question = useSignalQuestion(settings, fullPath, today);
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
      Notes,
      question,
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
      Notes,
      question,
      driftOf,
    ],
  );
}

/** A component that is loaded only where it is shown. */
function useLoaded<Props>(isShown: boolean, load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [code, setCode] = useState<{ Part: ComponentType<Props> } | null>(null);
  const [start] = useState(() => load);
  useEffect(() => {
    if (isShown && !code) void start().then((Part) => setCode({ Part }));
  }, [isShown, code, start]);
  return isShown && code ? code.Part : null;
}

const loadOwner = async () => (await import('./Owner.tsx')).Owner;
const loadNotes = async () => (await import('./RowNotes.tsx')).RowNotes;
