import type { RefObject } from 'react';
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Day } from '@milepost/core/days';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import type { MoveStore } from '../drag/moves.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { headerOf, type ListRow } from '../data/rows.ts';
import type { SignalQuestion } from '../signals/api.ts';
import { useCard } from './use-card.ts';

const Card = lazy(() => import('./Card.tsx').then((module) => ({ default: module.Card })));

export interface CardLayerProps {
  args: EpicArguments;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  milestones: readonly TimelineMilestone[] | undefined;
  today: Day;
  tracking: ProgressTracking | null;
  question: SignalQuestion;
  detailsWidth: number;
  /** A bar in hand has its dates beside it, and no card. */
  moves: MoveStore;
}

/** The card of the hovered element: a bar, a milestone, a badge of linked items. Its code is fetched on the first hover. */
export function CardLayer({
  args,
  scroller,
  rows,
  milestones,
  today,
  tracking,
  question,
  detailsWidth,
  moves,
}: CardLayerProps) {
  const { card, close, hold } = useCard(scroller, detailsWidth);
  const isMoving = useSyncExternalStore(moves.subscribe, () => {
    const { drag, connection } = moves.get();
    return drag !== null || connection !== null;
  });
  useEffect(() => {
    if (isMoving) close();
  }, [isMoving, close]);
  const subject = useMemo(() => {
    if (!card) return null;
    if (card.kind === 'milestone') {
      const milestone = milestones?.find(({ id }) => id === card.id);
      return milestone ? ({ kind: 'milestone', milestone } as const) : null;
    }
    const { kind, id } = card;
    const index = rows.findIndex((row) => (kind === 'lane' ? headerOf(row)?.key === id : row.epic?.id === id));
    const row = rows[index];
    const inside = row?.expansion === 'collapsed' ? { args, rows, index } : null;
    if (row?.epic && kind !== 'lane') return { kind, epic: row.epic, inside } as const;
    const lane = row && headerOf(row);
    return lane ? ({ kind: 'lane', lane, inside } as const) : null;
  }, [card, args, rows, milestones]);
  if (!card || !subject || isMoving) return null;
  return (
    <Suspense fallback={null}>
      <Card
        key={`${card.kind}:${card.id}`}
        at={card.at}
        subject={subject}
        today={today}
        tracking={tracking}
        question={question}
        isTouched={card.isTouched}
        onMenu={() => {
          close();
          if (subject.kind === 'epic') moves.openMenu(subject.epic.id);
        }}
        onClose={close}
        onHold={hold}
      />
    </Suspense>
  );
}
