import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { frameOn, movedTo, needsMinimap } from '@milepost/core/roadmap/minimap';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { TimelineLayout } from '../../../timeline/room.ts';
import { listenForDrags, type Press } from '../../../ui/drag/drag.ts';
import { defineMessages } from '../../../ui/text/messages.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import type { Zoom } from '../view/use-zoom.ts';
import { densityQuery, type Density } from './api.ts';
import styles from './minimap.module.css';

const messages = defineMessages({
  map: { id: 'roadmap.minimap.map', defaultMessage: 'Minimap' },
  visible: { id: 'roadmap.minimap.visible', defaultMessage: 'Visible dates' },
});

export interface MinimapProps {
  args: EpicArguments;
  scroller: RefObject<HTMLElement | null>;
  layout: TimelineLayout;
  today: Day;
  moveTo: Zoom['moveTo'];
}

/** The dates of all matching epics, and which of them are in view; only for plans that are much longer than the view. */
export function Minimap(props: MinimapProps) {
  const { scale, trackWidth } = props.layout;
  const density = useQuery(densityQuery(props.args)).data;
  const visible = { from: scale.dayAt(0), to: scale.dayAt(Math.min(trackWidth, scale.width) - 1) };
  return density && needsMinimap(density.whole, visible) ? <Map {...props} density={density} /> : null;
}

function Map({ scroller, layout, today, moveTo, density }: MinimapProps & { density: Density }) {
  const { formatMessage } = useIntl();
  const timeframeText = useTimeframeText();
  const map = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { scale, trackWidth } = layout;
  const { whole, counts } = density;

  const visibleNow = useCallback((): Timeframe => {
    const left = scrollLeftOf(scroller);
    return { from: scale.dayAt(left), to: scale.dayAt(Math.min(left + trackWidth, scale.width) - 1) };
  }, [scroller, scale, trackWidth]);
  /** Not by rendering: it follows every frame of scrolling. */
  const draw = useCallback(
    (visible: Timeframe) => {
      const element = frame.current;
      if (!element || !map.current) return;
      const { left, width } = frameOn(whole, visible, map.current.clientWidth);
      element.style.left = `${left}px`;
      element.style.width = `${width}px`;
      element.setAttribute('aria-valuenow', String(visible.from));
      element.setAttribute('aria-valuetext', timeframeText({ start: visible.from, due: visible.to }));
    },
    [whole, timeframeText],
  );
  /** Scrolls there where the chart has these days, else gives it another range. */
  const show = useCallback(
    (visible: Timeframe, mayChangeRange: boolean) => {
      const { from, to } = scale.timeframe;
      if (visible.from >= from && visible.to <= to) scrollTo(scroller, scale.xOf(visible.from));
      else if (mayChangeRange) moveTo(((visible.from + visible.to) >> 1) as Day);
      draw(visible);
    },
    [scale, scroller, moveTo, draw],
  );
  useEffect(() => {
    const element = scroller.current;
    const follow = (): void => draw(visibleNow());
    follow();
    element?.addEventListener('scroll', follow, { passive: true });
    return () => element?.removeEventListener('scroll', follow);
  }, [scroller, draw, visibleNow]);
  useEffect(() => {
    const element = map.current;
    if (!element) return undefined;
    return listenForDrags(element, (event) => {
      const box = element.getBoundingClientRect();
      const visible = visibleNow();
      const daysPerPixel = (whole.to - whole.from + 1) / box.width;
      const isOnFrame = event.target instanceof Element && event.target.closest('[role=slider]') !== null;
      // Beside the frame, a press moves its middle there.
      const grip = isOnFrame ? visible.from - daysPerPixel * (event.clientX - box.left) - whole.from : null;
      const at = ({ x }: Press): Timeframe => {
        const day = daysPerPixel * (x - box.left);
        const from = grip === null ? day - (visible.to - visible.from) / 2 : day + grip;
        return movedTo(whole, visible, whole.from + from);
      };
      return {
        startsAtOnce: true,
        capture: element,
        onStart: (press) => show(at(press), false),
        onMove: (press) => show(at(press), false),
        onDrop: (press) => show(at(press), true),
        onCancel: () => show(visible, false),
      };
    });
  }, [whole, visibleNow, show]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const visible = visibleNow();
    const length = visible.to - visible.from + 1;
    const step = Math.max(1, Math.round(length / 10));
    const day = {
      ArrowLeft: visible.from - step,
      ArrowRight: visible.from + step,
      PageUp: visible.from - length,
      PageDown: visible.from + length,
      Home: whole.from,
      End: whole.to,
    }[event.key];
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(movedTo(whole, visible, day), true);
  };
  const share = ((today - whole.from) / (whole.to - whole.from + 1)) * 100;
  return (
    <div className={styles.minimap} role="group" aria-label={formatMessage(messages.map)}>
      <div ref={map} className={styles.map} style={{ '--shades': shadesOf(counts) } as CSSProperties}>
        {share >= 0 && share <= 100 && <i className={styles.today} style={{ left: `${share}%` }} />}
        <div
          ref={frame}
          className={styles.frame}
          role="slider"
          tabIndex={0}
          aria-label={formatMessage(messages.visible)}
          aria-valuemin={whole.from}
          aria-valuemax={whole.to}
          aria-valuenow={whole.from}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

const scrollLeftOf = ({ current }: MinimapProps['scroller']): number => current?.scrollLeft ?? 0;
const scrollTo = ({ current }: MinimapProps['scroller'], left: number): void => current?.scrollTo({ left });

/** The parts as stops of one gradient: the more epics run, the darker; none without any. */
export function shadesOf(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  const stops = counts.map((count, index) => {
    const strength = count === 0 ? 0 : Math.round(15 + 70 * (count / most));
    const [from, to] = [index, index + 1].map((part) => `${((part / counts.length) * 100).toFixed(2)}%`);
    return `color-mix(in srgb, var(--shade) ${strength}%, transparent) ${from} ${to}`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
