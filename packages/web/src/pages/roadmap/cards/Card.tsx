import { dateLocale } from '../../../ui/text/date-locale.ts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { Progress, ProgressTracking } from '@milepost/core/roadmap/progress';
import { startsTooEarly } from '@milepost/core/roadmap/dependencies';
import { progressOf } from '@milepost/core/roadmap/progress';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { Link } from '../../../platform/navigation/Link.tsx';
import { hasHealth } from '../../../modules/work-items/health.ts';
import { HealthMark } from '../../../modules/work-items/HealthCounts.tsx';
import type { TimelineMilestone } from '../../../timeline/milestones/milestone-layout.ts';
import type { Box } from '../../../ui/overlay/anchor.ts';
import { Popover } from '../../../ui/overlay/Popover.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import styles from './cards.module.css';
import { InsideCount, type InsideProps } from '../dependencies/InsideCount.tsx';
import { useLaneName } from '../lanes/use-lane-name.ts';
import type { Lane } from '../data/lane.ts';
import type { EpicLink, RoadmapEpic } from '../data/epic.ts';
import { isBehindLink } from '../data/request.ts';
import type { SignalQuestion } from '../signals/api.ts';
import { SignalList } from '../signals/SignalList.tsx';
import { StartDrift } from '../compare/StartDrift.tsx';
import { LatestUpdate } from './LatestUpdate.tsx';
import { cardMessages } from './messages.ts';
import { LinkedItems } from './LinkedItems.tsx';
import { messages } from '../messages/page.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';

export type CardSubject =
  | { kind: 'epic' | 'blockedBy' | 'blocks'; epic: RoadmapEpic; inside: InsideProps | null }
  | { kind: 'lane'; lane: Lane; inside: InsideProps | null }
  | { kind: 'milestone'; milestone: TimelineMilestone };

export interface CardProps {
  at: Box;
  subject: CardSubject;
  today: Day;
  tracking: ProgressTracking | null;
  question: SignalQuestion;
  isTouched: boolean;
  /** Opens the menu of an epic. */
  onMenu: () => void;
  onClose: () => void;
  onHold: (isHeld: boolean) => void;
}

/** A card beside the hovered element. */
export function Card({ at, subject, today, tracking, question, isTouched, onMenu, onClose, onHold }: CardProps) {
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
          closesOutside={isTouched}
          placement={{ side: 'below', align: isList ? 'start' : 'center', gap: 8 }}
          className={isList ? styles.linkedCard : styles.card}
        >
          <div
            className={styles.content}
            onPointerEnter={() => onHold(true)}
            onPointerLeave={(event) => onHold(event.pointerType === 'touch')}
          >
            <CardContent
              subject={subject}
              today={today}
              tracking={tracking}
              question={question}
              isTouched={isTouched}
              onMenu={onMenu}
            />
          </div>
        </Popover>
      )}
    </>
  );
}

type ContentProps = Pick<CardProps, 'subject' | 'today' | 'tracking' | 'question' | 'isTouched' | 'onMenu'>;

function CardContent({ subject, ...rest }: ContentProps) {
  switch (subject.kind) {
    case 'epic':
      return <EpicCard epic={subject.epic} inside={subject.inside} {...rest} />;
    case 'lane':
      return <LaneCard lane={subject.lane} inside={subject.inside} />;
    case 'milestone':
      return <MilestoneCard milestone={subject.milestone} isTouched={rest.isTouched} />;
    default:
      return <LinkedItems epic={subject.epic} kind={subject.kind} />;
  }
}

interface EpicCardProps extends Omit<ContentProps, 'subject'> {
  epic: RoadmapEpic;
  inside: InsideProps | null;
}

/** A folded lane: what its bar sums up. */
function LaneCard({ lane, inside }: { lane: Lane; inside: InsideProps | null }) {
  const nameOf = useLaneName();
  const timeframeText = useTimeframeText();
  return (
    <>
      <h3>{nameOf(lane)}</h3>
      <p>{timeframeText(lane.span)}</p>
      {inside && <InsideCount {...inside} />}
    </>
  );
}

function EpicCard({ epic, inside, today, tracking, question, isTouched, onMenu }: EpicCardProps) {
  const { formatMessage } = useIntl();
  const locale = dateLocale();
  const timeframeText = useTimeframeText();
  const progress = progressOf(epic, tracking ?? 'WEIGHT');
  const standing = standingOf(epic, today);
  return (
    <>
      <h3>{epic.title}</h3>
      <p>{timeframeText(epic.span)}</p>
      {progress && <EpicProgress epic={epic} progress={progress} />}
      {(standing || hasHealth(epic.health)) && (
        <div className={styles.foot}>
          <HealthMark health={epic.health} />
          {standing && <span>{formatMessage(standing.message, { days: standing.days })}</span>}
        </div>
      )}
      {!epic.isClosed && <SignalList question={question} epicId={epic.id} />}
      {inside && <InsideCount {...inside} />}
      <StartDrift epic={epic} />
      {!isBehindLink() && <LatestUpdate epic={epic} />}
      {lateBlockersOf(epic).map((link) => (
        <p key={link.linkId} className={styles.late}>
          {formatMessage(cardMessages.startsTooEarly, {
            blocked: epic.title,
            blocker: link.title,
            start: dayText(epic.span.start as Day, locale),
            due: dayText(link.span.due as Day, locale),
            lag: link.lagDays,
          })}
        </p>
      ))}
      {isTouched && (
        <Link to={epic.href} className={styles.open}>
          {formatMessage(cardMessages.openEpic)}
        </Link>
      )}
      {isTouched && epic.mayMove && (
        <button type="button" className={styles.open} onClick={onMenu}>
          {formatMessage(cardMessages.moveOrConnect)}
        </button>
      )}
    </>
  );
}

function EpicProgress({ epic, progress }: { epic: RoadmapEpic; progress: Progress }) {
  const { formatMessage } = useIntl();
  const { closed, total, percentage, countedIn } = progress;
  const share = formatMessage(countedIn === 'COUNT' ? cardMessages.countClosed : cardMessages.weightClosed, {
    closed,
    total,
  });
  // A closed epic counts as done: the line explains why that differs from the share of its children.
  const text = epic.isClosed && closed < total ? formatMessage(cardMessages.epicClosed, { share }) : share;
  return (
    <div className={styles.progress}>
      <span>{text}</span>
      <b>{percentage}%</b>
      <ProgressBar share={percentage} label={text} color={epic.color} />
    </div>
  );
}

/** Blockers of an open epic that end after it starts. */
function lateBlockersOf(epic: RoadmapEpic): EpicLink[] {
  if (epic.isClosed) return [];
  return epic.links.filter(
    (link) => link.type === 'is_blocked_by' && startsTooEarly(link.span, epic.span, link.lagDays),
  );
}

/** The schedule of an open epic relative to today; null when there is nothing to say. */
export function standingOf(epic: RoadmapEpic, today: Day) {
  const { start, due } = epic.span;
  if (epic.isClosed) return null;
  if (start !== null && start > today) return { message: cardMessages.startsIn, days: start - today };
  if (due === null) return null;
  return due < today
    ? { message: messages.overdue, days: today - due }
    : { message: cardMessages.dueIn, days: due - today };
}

function MilestoneCard({ milestone, isTouched }: { milestone: TimelineMilestone; isTouched: boolean }) {
  const { formatMessage } = useIntl();
  const timeframeText = useTimeframeText();
  const { originalStart: start, originalDue: due } = milestone.span;
  return (
    <>
      <h3>{milestone.title}</h3>
      <p>{timeframeText({ start, due })}</p>
      {isTouched && (
        <Link to={milestone.href} className={styles.open}>
          {formatMessage(cardMessages.openMilestone)}
        </Link>
      )}
    </>
  );
}
