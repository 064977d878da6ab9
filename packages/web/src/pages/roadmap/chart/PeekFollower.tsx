import { useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { digitsOf } from '@milepost/core/global-ids';
import type { Day } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import { nothingChanged } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { RequestError } from '../../../platform/api/errors.ts';
import { usePeekOrder } from '../../../modules/work-items/peek/peek-order.ts';
import { onPeekSave } from '../../../modules/work-items/peek/peek-saves.ts';
import { usePeeked } from '../../../modules/work-items/peek/use-peek.ts';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { todayAt } from '../../../timeline/opening.ts';
import { useSmallScreen } from '../../../ui/overlay/small-screen.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { refreshRoadmap } from '../data/live-roadmap.ts';
import { type EpicRowData, epicRows, type ListRow, peekOfEpic } from '../data/rows.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { ActiveRow } from '../rows/use-active-row.ts';

// Not needed where bars can be dragged.
const PeekActions = lazy(async () => ({ default: (await import('./PeekActions.tsx')).PeekActions }));

/** More than any scrollbar is wide. */
const SCROLLBAR = 24;

export interface PeekFollowerProps {
  args: EpicArguments;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  active: ActiveRow;
  layout: TimelineLayout;
  today: Day;
  moves: MoveStore;
}

/**
 * While an epic is shown in the peek: its row stays in view, and so does today in the narrower chart; what is changed in the peek is
 * shown at once and can be undone. Small screens, where bars cannot be dragged, get the actions of the row in the peek.
 */
export function PeekFollower(props: PeekFollowerProps) {
  const { scroller, rows, active, layout, today } = props;
  const { reveal } = active;
  const { scale, trackWidth, detailsWidth } = layout;
  const todayX = scale.xOf(today);
  const peeked = usePeeked();
  usePeekOrder(useCallback(() => epicRows(rows).map(({ epic }) => peekOfEpic(epic)), [rows]));
  const revealed = useRef(peeked);
  useEffect(() => {
    if (revealed.current === peeked) return;
    revealed.current = peeked;
    const index = rows.findIndex(({ epic }) => epic !== null && peekOfEpic(epic) === peeked);
    if (index !== -1) reveal(index);
  }, [peeked, rows, reveal]);
  /** Where the chart was scrolled before, and where to. */
  const moved = useRef<{ from: number; to: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || moved.current) return;
    const { scrollLeft } = element;
    // Without the peek the chart extends to the edge of the window.
    const widest = window.innerWidth - element.getBoundingClientRect().left - detailsWidth;
    const isNarrower = trackWidth < widest - SCROLLBAR;
    if (!isNarrower || todayX < scrollLeft || todayX >= scrollLeft + widest) return;
    element.scrollTo({ left: todayX - trackWidth * todayAt, behavior: 'instant' });
    moved.current = { from: scrollLeft, to: element.scrollLeft };
  }, [scroller, todayX, trackWidth, detailsWidth]);
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      // A viewer who scrolled since stays there.
      if (element && moved.current && Math.abs(element.scrollLeft - moved.current.to) < 1)
        element.scrollTo({ left: moved.current.from, behavior: 'instant' });
    };
  }, [scroller]);
  useChangesOfPeek(props, peeked);
  const isSmall = useSmallScreen();
  const row = rowOf(rows, peeked);
  return isSmall && row?.epic.mayMove ? (
    <Suspense fallback={null}>
      <PeekActions row={row} rows={rows} moves={props.moves} />
    </Suspense>
  ) : null;
}

const rowOf = (rows: readonly ListRow[], peeked: string): EpicRowData | undefined =>
  rows.find((row): row is EpicRowData => row.epic !== null && peekOfEpic(row.epic) === peeked);

/** Each change is a step that can be undone, and the chart shows it at once. */
function useChangesOfPeek({ args, rows, moves }: PeekFollowerProps, peeked: string): void {
  const client = useQueryClient();
  const id = rowOf(rows, peeked)?.epic.id;
  useEffect(
    () =>
      onPeekSave(({ undo }) => {
        if (id !== undefined)
          void refreshRoadmap(client, args, { ...nothingChanged, epics: [Number(digitsOf(id)) as WorkItemId] });
        if (!undo) return;
        const perform = async (): Promise<void> => {
          try {
            await undo();
          } catch (error) {
            if (!(error instanceof RequestError)) throw error;
            toast({ about: 'edit', text: error.message });
          }
        };
        moves.steps.push({ kind: 'edit', undo: () => void perform() });
      }),
    [client, args, id, moves],
  );
}
