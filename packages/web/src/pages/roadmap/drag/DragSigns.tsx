import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Span } from '@milepost/core/days';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { isUndated, lengthOf } from '@milepost/core/roadmap/drag';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import styles from './drag.module.css';
import { GhostBar } from './GhostBar.tsx';
import type { Drag, Moves, MoveStore, Saying, Trouble } from './moves.ts';
import { dragMessages as messages } from './messages.ts';

export interface DragLayerProps {
  scroller: RefObject<HTMLElement | null>;
  store: MoveStore;
  timeframeText: (span: Span) => string;
}

/** The dates beside a dragged bar, errors, and announcements for screen readers. */
export function DragSigns({ scroller, store, timeframeText, moves }: DragLayerProps & { moves: Moves }) {
  const { formatMessage } = useIntl();
  const { drag, trouble, said } = moves;
  const lastShown = useRef<Saying | null>(null);
  useEffect(() => {
    if (!said || lastShown.current === said || !isToast(said.is)) return;
    lastShown.current = said;
    toast({
      // Only the last change can be undone.
      about: 'dates',
      text: formatMessage(messages[said.is], { title: said.epic.title, dates: timeframeText(said.span) }),
      ...(said.undo && { action: { label: formatMessage(messages.undo), perform: said.undo } }),
    });
  }, [said, formatMessage, timeframeText]);
  return (
    <>
      {drag?.ghost && <GhostBar drag={drag} ghost={drag.ghost} hands={store.hands} timeframeText={timeframeText} />}
      {drag && !drag.ghost?.isBeside && (
        <DateSign drag={drag} scroller={scroller} timeframeText={timeframeText} store={store} />
      )}
      <div className={styles.said} aria-live="assertive" data-drag-said>
        {said && sentence(said)}
      </div>
      {trouble && (
        <div className={styles.trouble}>
          <TroubleAlert trouble={trouble} store={store} timeframeText={timeframeText} />
        </div>
      )}
    </>
  );

  function sentence({ is, epic, span }: Saying): string {
    const dates = timeframeText(span);
    switch (is) {
      case 'moving':
        return formatMessage(messages.hint, { dates });
      case 'placing':
        return formatMessage(messages.placingHint, { dates });
      case 'kept':
        return formatMessage(messages.staysUndated, { title: epic.title });
      case 'cancelled':
        return formatMessage(messages.cancelled, { title: epic.title, dates });
      case 'notAllowed':
        return formatMessage(messages.notAllowed, { title: epic.title });
      // The toast says it.
      default:
        return '';
    }
  }
}

function isToast(is: Saying['is']): is is 'moved' | 'undone' | 'placed' | 'unplaced' {
  return is === 'moved' || is === 'undone' || is === 'placed' || is === 'unplaced';
}

function DateSign({ drag, scroller, timeframeText, store }: { drag: Drag } & DragLayerProps) {
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
  const { epic, span, grip } = drag;
  const days = lengthOf(span);
  // If there were no dates before, none were inherited.
  const fixes = isUndated(epic.span) ? 0 : fixedBy(drag);
  const { hands } = store;
  return createPortal(
    <div ref={sign} className={styles.sign} data-drag-sign={grip}>
      <span className={styles.dates}>{timeframeText(span)}</span>
      {days !== null && <span className={styles.length}>{formatMessage(messages.length, { days })}</span>}
      {fixes > 0 && <span className={styles.note}>{formatMessage(messages.becomesFixed, { count: fixes })}</span>}
      {drag.ghost && hands?.isWaiting && (
        <span className={styles.answers}>
          <button type="button" onClick={hands.keep}>
            {formatMessage(messages.placeHere)}
          </button>
          <button type="button" onClick={hands.cancel}>
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

function TroubleAlert({
  trouble,
  store,
  timeframeText,
}: { trouble: Trouble } & Pick<DragLayerProps, 'store' | 'timeframeText'>) {
  const { formatMessage } = useIntl();
  const { epic, wanted } = trouble;
  const dismiss = () => store.change({ trouble: null });
  const before = trouble.kind === 'conflict' ? trouble.now : trouble.before;
  const again = () => void store.saver?.save({ epic: { ...epic, span: before }, before, wanted });
  const values = {
    title: epic.title,
    message: trouble.message,
    now: timeframeText(before),
    before: timeframeText(before),
    wanted: timeframeText(wanted),
  };
  const isConflict = trouble.kind === 'conflict';
  return (
    <Alert
      tone={isConflict ? 'warning' : 'danger'}
      actions={
        <>
          <Button size="small" onClick={again}>
            {formatMessage(isConflict ? messages.takeMine : messages.tryAgain, values)}
          </Button>
          <Button size="small" onClick={dismiss}>
            {formatMessage(isConflict ? messages.keepTheirs : messages.dismiss, values)}
          </Button>
        </>
      }
    >
      {formatMessage(messages[trouble.kind], values)}
    </Alert>
  );
}
