import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import { progressOf } from '@milepost/core/roadmap/progress';
import type { TimelineMilestone } from '../../timeline/milestone-layout.ts';
import type { Box } from '../../ui/anchor.ts';
import { Popover } from '../../ui/Popover.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './cards.module.css';
import type { RoadmapEpic } from './epic.ts';
import { LinkedItems } from './LinkedItems.tsx';
import { messages } from './messages.ts';
import { useTimeframeText } from './use-timeframe-text.ts';

export type CardSubject =
  | { kind: 'epic' | 'blockedBy' | 'blocks'; epic: RoadmapEpic }
  | { kind: 'milestone'; milestone: TimelineMilestone };

export interface CardProps {
  at: Box;
  subject: CardSubject;
  today: Day;
  tracking: ProgressTracking | null;
  onClose: () => void;
  onHold: (isHeld: boolean) => void;
}

/** A card beside what one rests on. */
export function Card({ at, subject, today, tracking, onClose, onHold }: CardProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const isList = subject.kind === 'blockedBy' || subject.kind === 'blocks';
  return (
    <>
      <span
        ref={setAnchor}
        className={styles.anchor}
        style={{ left: at.left, top: at.top, width: at.width, height: at.height }}
      />
      {anchor && (
        <Popover
          anchor={anchor}
          onClose={onClose}
          closesOutside={false}
          placement={{ side: 'below', align: isList ? 'start' : 'center', gap: 8 }}
          className={isList ? styles.linkedCard : styles.card}
        >
          <div className={styles.content} onPointerEnter={() => onHold(true)} onPointerLeave={() => onHold(false)}>
            <CardContent subject={subject} today={today} tracking={tracking} />
          </div>
        </Popover>
      )}
    </>
  );
}

function CardContent({ subject, today, tracking }: Pick<CardProps, 'subject' | 'today' | 'tracking'>) {
  switch (subject.kind) {
    case 'epic':
      return <EpicCard epic={subject.epic} today={today} tracking={tracking} />;
    case 'milestone':
      return <MilestoneCard milestone={subject.milestone} />;
    default:
      return <LinkedItems epic={subject.epic} kind={subject.kind} />;
  }
}

function EpicCard({ epic, today, tracking }: { epic: RoadmapEpic; today: Day; tracking: ProgressTracking | null }) {
  const { formatMessage } = useIntl();
  const timeframeText = useTimeframeText();
  const progress = progressOf(epic, tracking ?? 'WEIGHT');
  const words = formatMessage(tracking === 'COUNT' ? messages.countClosed : messages.weightClosed, {
    closed: progress.closed,
    total: progress.total,
  });
  const standing = standingOf(epic, today);
  return (
    <>
      <h3>{epic.title}</h3>
      <p>{timeframeText(epic.span)}</p>
      <div className={styles.progress}>
        <span>{words}</span>
        <b>{progress.percentage}%</b>
        <ProgressBar share={progress.percentage} label={words} color={epic.color} />
      </div>
      {standing && <p className={styles.foot}>{formatMessage(standing.message, { days: standing.days })}</p>}
    </>
  );
}

/** Where an open epic stands against today; null when there is nothing to say. */
export function standingOf(epic: RoadmapEpic, today: Day) {
  const { start, due } = epic.span;
  if (epic.isClosed) return null;
  if (start !== null && start > today) return { message: messages.startsIn, days: start - today };
  if (due === null) return null;
  return due < today
    ? { message: messages.overdue, days: today - due }
    : { message: messages.dueIn, days: due - today };
}

function MilestoneCard({ milestone }: { milestone: TimelineMilestone }) {
  const timeframeText = useTimeframeText();
  const { originalStart: start, originalDue: due } = milestone.span;
  return (
    <>
      <h3>{milestone.title}</h3>
      <p>{timeframeText({ start, due })}</p>
    </>
  );
}
