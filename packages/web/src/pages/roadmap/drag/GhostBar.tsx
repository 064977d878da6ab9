import type { CSSProperties } from 'react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import type { Span } from '@milepost/core/days';
import styles from './drag.module.css';
import type { Drag, Ghost, GhostHandlers } from './moves.ts';
import { dragMessages as messages } from './messages.ts';

export interface GhostBarProps {
  drag: Drag;
  ghost: Ghost;
  ghostHandlers: GhostHandlers | null;
  timeframeText: (span: Span) => string;
}

/** An epic being dragged from the tray: a bar without a row. Until it is dropped it has the focus and handles keys. */
export function GhostBar({ drag, ghost, ghostHandlers, timeframeText }: GhostBarProps) {
  const { formatMessage } = useIntl();
  const bar = useRef<HTMLButtonElement>(null);
  const isWaiting = ghostHandlers?.isWaiting ?? false;
  useEffect(() => {
    const element = bar.current;
    if (!isWaiting || !ghostHandlers || !element) return undefined;
    element.focus({ preventScroll: true });
    element.addEventListener('keydown', ghostHandlers.onKey);
    element.addEventListener('pointerdown', ghostHandlers.onDown);
    return () => {
      element.removeEventListener('keydown', ghostHandlers.onKey);
      element.removeEventListener('pointerdown', ghostHandlers.onDown);
    };
  }, [isWaiting, ghostHandlers]);
  const { epic } = drag;
  const style = {
    '--bar': epic.color,
    '--on-bar': epic.textColor,
    left: ghost.left,
    top: ghost.top,
    width: ghost.width,
  } as CSSProperties;
  return createPortal(
    <button
      type="button"
      ref={bar}
      className={styles.ghost}
      style={style}
      aria-label={formatMessage(messages.placing, { title: epic.title, dates: timeframeText(drag.span) })}
      tabIndex={isWaiting ? 0 : -1}
      data-drag-ghost={ghost.isBeside ? 'beside' : 'placed'}
      data-waiting={isWaiting || undefined}
    >
      <span>{epic.title}</span>
    </button>,
    document.body,
  );
}
