import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { detailsWidthAt, detailsWidthSetting } from '../../../timeline/details-width.ts';
import { listenForDrags } from '../../../ui/drag/drag.ts';
import { defineMessages } from '../../../ui/text/messages.ts';
import styles from './details-edge.module.css';

const messages = defineMessages({
  width: { id: 'roadmap.detailsWidth', defaultMessage: 'Width of the title column' },
  hint: { id: 'roadmap.detailsWidthHint', defaultMessage: 'Drag to change the width, double-click to reset it' },
});

/** Pixels by which an arrow key changes the width. */
const STEP = 16;

/** The nearest width that the window allows, in pixels. */
const allowed = (width: number): number => detailsWidthAt(window.innerWidth, Math.round(width));

/** Stores the nearest allowed width; the layout follows it. */
const choose = (width: number): void => detailsWidthSetting.set(allowed(width));

const reset = (): void => detailsWidthSetting.set(null);

/** The right edge of the details column, by which its width is changed. `width`: in pixels. */
export function DetailsEdge({ width }: { width: number }) {
  const { formatMessage } = useIntl();
  const edge = useRef<HTMLDivElement>(null);
  const drawn = useRef(width);
  useEffect(() => {
    drawn.current = width;
  }, [width]);
  useEffect(() => {
    const element = edge.current;
    if (!element) return undefined;
    return listenForDrags(element, () => {
      const before = detailsWidthSetting.get();
      const start = drawn.current;
      let wanted = start;
      return {
        axis: 'x',
        touchDelay: 0,
        capture: element,
        onStart: () => element.setAttribute('data-dragged', ''),
        onMove: ({ x, startX }) => {
          wanted = start + x - startX;
        },
        // Once a frame: each width lays out the whole timeline.
        onFrame: () => {
          if (wanted !== drawn.current) choose(wanted);
          return false;
        },
        onDrop: () => {
          element.removeAttribute('data-dragged');
          choose(wanted);
        },
        onCancel: (_press, wasDragging) => {
          element.removeAttribute('data-dragged');
          if (wasDragging) detailsWidthSetting.set(before);
        },
      };
    });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const changes: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => choose(width - STEP),
      ArrowRight: () => choose(width + STEP),
      Home: () => choose(-Infinity),
      End: () => choose(Infinity),
      Enter: reset,
    };
    const change = changes[event.key];
    if (!change) return;
    event.preventDefault();
    event.stopPropagation();
    change();
  };
  return (
    <div
      ref={edge}
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      tabIndex={0}
      aria-label={formatMessage(messages.width)}
      aria-valuemin={allowed(-Infinity)}
      aria-valuemax={allowed(Infinity)}
      aria-valuenow={width}
      title={formatMessage(messages.hint)}
      onKeyDown={onKeyDown}
      onDoubleClick={reset}
    />
  );
}
