import type { RefObject } from 'react';
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Day } from '@milepost/core/days';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import type { TimelineMilestone } from '../../../timeline/milestone-layout.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { ListRow } from '../data/rows.ts';
import { useCard } from './use-card.ts';

const Card = lazy(() => import('./Card.tsx').then((module) => ({ default: module.Card })));

export interface CardLayerProps {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  milestones: readonly TimelineMilestone[] | undefined;
  today: Day;
  tracking: ProgressTracking | null;
  detailsWidth: number;
  /** A bar in hand has its dates beside it, and no card. */
  moves: MoveStore;
}

/** The card of the hovered element: a bar, a milestone, a badge of linked items. Its code is fetched on the first hover. */
export function CardLayer({ scroller, rows, milestones, today, tracking, detailsWidth, moves }: CardLayerProps) {
  const { card, close, hold } = useCard(scroller, detailsWidth);
  const isMoving = useSyncExternalStore(moves.subscribe, () => moves.get().drag !== null);
  useEffect(() => {
    if (isMoving) close();
  }, [isMoving, close]);
  const subject = useMemo(() => {
    if (!card) return null;
    if (card.kind === 'milestone') {
      const milestone = milestones?.find(({ id }) => id === card.id);
      return milestone ? ({ kind: 'milestone', milestone } as const) : null;
    }
    const epic = rows.find((row) => row.epic?.id === card.id)?.epic;
    return epic ? ({ kind: card.kind, epic } as const) : null;
  }, [card, rows, milestones]);
  if (!card || !subject || isMoving) return null;
  return (
    <Suspense fallback={null}>
      <Card
        key={`${card.kind}:${card.id}`}
        at={card.at}
        subject={subject}
        today={today}
        tracking={tracking}
        isTouched={card.isTouched}
        onClose={close}
        onHold={hold}
      />
    </Suspense>
  );
}
