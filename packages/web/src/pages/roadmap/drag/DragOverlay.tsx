import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Span } from '@milepost/core/days';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { isUndated, lengthOf } from '@milepost/core/roadmap/drag';
import type { GroupKind } from '@milepost/core/roadmap/lanes/grouping';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { retryLabel, undoLabel } from '../../../ui/text/messages.ts';
import styles from './drag.module.css';
import { GhostBar } from './GhostBar.tsx';
import { lanesOfKey } from './lane-drop.ts';
import { NewBar } from './NewBar.tsx';
import type { Drag, Moves, MoveStore, MoveAnnouncement, SaveFailure } from './moves.ts';
import { dragMessages as messages } from './messages.ts';
import { useLaneTexts } from './use-lane-texts.ts';

export interface DragLayerProps {
  scroller: RefObject<HTMLElement | null>;
  store: MoveStore;
  timeframeText: (span: Span) => string;
}

/** The dates beside a dragged bar, errors, and announcements for screen readers. */
export function DragOverlay({ scroller, store, timeframeText, moves }: DragLayerProps & { moves: Moves }) {
  const { formatMessage } = useIntl();
  const { drag, failure, draft, announcement } = moves;
  const laneTexts = useLaneTexts();
  const lastShown = useRef<MoveAnnouncement | null>(null);
  useEffect(() => {
    if (!announcement || lastShown.current === announcement || !isToast(announcement.is)) return;
    lastShown.current = announcement;
    toast({
      // Only the last change can be undone.
      about: 'dates',
      text: formatMessage(messages[announcement.is], {
        title: announcement.epic.title,
        dates: timeframeText(announcement.span),
        change: announcement.lane ? laneTexts.change(announcement.lane) : '',
      }),
      ...(announcement.undo && { action: { label: formatMessage(undoLabel), perform: announcement.undo } }),
    });
  }, [announcement, formatMessage, timeframeText, laneTexts]);
  return (
    <>
      {draft && store.area && <NewBar draft={draft} area={store.area} store={store} timeframeText={timeframeText} />}
      {drag?.ghost && (
        <GhostBar drag={drag} ghost={drag.ghost} ghostHandlers={store.ghostHandlers} timeframeText={timeframeText} />
      )}
      {drag && !drag.ghost?.isBeside && (
        <DragDates drag={drag} scroller={scroller} timeframeText={timeframeText} store={store} />
      )}
      <div className={styles.said} aria-live="assertive" data-drag-said>
        {announcement && sentence(announcement)}
      </div>
      {failure && (
        <div className={styles.failure}>
          <FailureAlert failure={failure} store={store} timeframeText={timeframeText} />
        </div>
      )}
    </>
  );

  function sentence({ is, epic, span, lane }: MoveAnnouncement): string {
    const dates = timeframeText(span);
    switch (is) {
      case 'moving':
        return formatMessage(messages.hint, { dates });
      case 'choosing':
        if (!lane) return formatMessage(messages.choosingNone, { title: epic.title });
        if (lane.refused) return formatMessage(refusalOf(lane.refused));
        return formatMessage(messages.choosing, { change: laneTexts.change(lane) });
      case 'placing':
        return formatMessage(messages.placingHint, { dates });
      case 'kept':
        return formatMessage(messages.staysUndated, { title: epic.title });
      case 'canceled':
        return formatMessage(messages.canceled, { title: epic.title, dates });
      case 'notAllowed':
        return formatMessage(messages.notAllowed, { title: epic.title });
      // The toast says it.
      default:
        return '';
    }
  }
}

const toasts = ['moved', 'undone', 'placed', 'unplaced', 'entered', 'returned'] as const;

function isToast(is: MoveAnnouncement['is']): is is (typeof toasts)[number] {
  return toasts.some((each) => each === is);
}

/** Why an epic cannot enter lanes of a kind. */
function refusalOf(kind: GroupKind) {
  return kind === 'AUTHOR' || kind === 'SUBGROUP' ? messages[kind] : messages.ITERATION;
}

function DragDates({ drag, scroller, timeframeText, store }: { drag: Drag } & DragLayerProps) {
  const { formatMessage } = useIntl();
  const sign = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = drag.ghost
      ? document.querySelector('[data-drag-ghost]')
      : scroller.current?.querySelector(`[data-card="epic:${CSS.escape(drag.epic.id)}"]`);
    const element = sign.current;
    if (!bar || !element) return;
    const box = bar.getBoundingClientRect();
    const view = scroller.current?.getBoundingClientRect() ?? box;
    const middle = (Math.max(box.left, view.left) + Math.min(box.right, view.right)) / 2;
    const at = drag.x ?? { start: box.left, due: box.right, move: middle }[drag.grip];
    const { width, height } = element.getBoundingClientRect();
    const left = Math.max(8, Math.min(window.innerWidth - width - 8, at - width / 2));
    const above = box.top - height - 8;
    element.style.translate = `${Math.round(left)}px ${Math.round(above > 8 ? above : box.bottom + 8)}px`;
  });
  const { epic, span, grip, lane } = drag;
  const laneTexts = useLaneTexts();
  const days = lengthOf(span);
  // If there were no dates before, none were inherited.
  const fixes = isUndated(epic.span) ? 0 : fixedBy(drag);
  const { ghostHandlers } = store;
  return createPortal(
    <div ref={sign} className={styles.sign} data-drag-sign={grip}>
      <span className={styles.dates}>{timeframeText(span)}</span>
      {days !== null && <span className={styles.length}>{formatMessage(messages.length, { days })}</span>}
      {lane && (
        <span className={styles.note} data-drag-lane={lane.refused ? 'refused' : 'allowed'}>
          {lane.refused ? formatMessage(refusalOf(lane.refused)) : laneTexts.change(lane)}
        </span>
      )}
      {fixes > 0 && <span className={styles.note}>{formatMessage(messages.becomesFixed, { count: fixes })}</span>}
      {drag.ghost && ghostHandlers?.isWaiting && (
        <span className={styles.answers}>
          <button type="button" onClick={ghostHandlers.keep}>
            {formatMessage(messages.placeHere)}
          </button>
          <button type="button" onClick={ghostHandlers.cancel}>
            {formatMessage(messages.cancel)}
          </button>
        </span>
      )}
    </div>,
    document.body,
  );
}

function fixedBy({ epic, span }: Drag): number {
  return (
    Number(span.start !== epic.span.start && !epic.isStartFixed) +
    Number(span.due !== epic.span.due && !epic.isDueFixed)
  );
}

function FailureAlert({
  failure,
  store,
  timeframeText,
}: { failure: SaveFailure } & Pick<DragLayerProps, 'store' | 'timeframeText'>) {
  const { formatMessage } = useIntl();
  const laneTexts = useLaneTexts();
  const { epic, wanted, lane } = failure;
  const dismiss = () => store.change({ failure: null });
  const before = failure.kind === 'conflict' ? failure.now : failure.before;
  const rows = store.area?.scene().rows ?? [];
  const retry = () => {
    if (failure.kind === 'stale') return void store.saver?.refresh({ epic, before, wanted });
    const now = lane?.now ?? null;
    const drop = lane && now !== null ? { ...lane.drop, fromKey: now } : lane?.drop;
    return void store.saver?.save({ epic: { ...epic, span: before }, before, wanted, lane: drop && { drop } });
  };
  const isConflict = failure.kind === 'conflict';
  // With both changed the lane is named: it is what was dropped on.
  const isAboutLane = lane !== undefined && (!isConflict || lane.now !== null);
  const shown = isAboutLane
    ? {
        now: laneTexts.value(lanesOfKey(rows, lane.now ?? lane.drop.fromKey)),
        before: laneTexts.value(lane.drop.from),
        wanted: laneTexts.value(lane.drop.to),
      }
    : { now: timeframeText(before), before: timeframeText(before), wanted: timeframeText(wanted) };
  const message = /[.!?]$/.test(failure.message) ? failure.message : `${failure.message}.`;
  const values = { title: epic.title, message, ...shown };
  const text = {
    conflict: isAboutLane ? messages.laneConflict : messages.conflict,
    refused: isAboutLane ? messages.laneRefused : messages.refused,
    failed: isAboutLane ? messages.laneFailed : messages.failed,
    stale: messages.stale,
  }[failure.kind];
  return (
    <Alert
      tone={isConflict || failure.kind === 'stale' ? 'warning' : 'danger'}
      actions={
        <>
          <Button size="small" onClick={retry}>
            {formatMessage(isConflict ? messages.takeMine : retryLabel, values)}
          </Button>
          <Button size="small" onClick={dismiss}>
            {formatMessage(isConflict ? messages.keepTheirs : messages.dismiss, values)}
          </Button>
        </>
      }
    >
      {formatMessage(text, values)}
    </Alert>
  );
}
