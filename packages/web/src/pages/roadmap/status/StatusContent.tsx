import { Maximize2, Minus, Plus, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { isFarFromToday } from '@milepost/core/roadmap/opening-place';
import type { Layout } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Button } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/button/Icon.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import text from '../../../ui/text/text.module.css';
import { chartMessages } from '../messages/chart.ts';
import { layoutMessages } from '../messages/layouts.ts';
import { messages } from '../messages/page.ts';
import status from './status.module.css';
import type { Counts } from './use-counts.ts';
import type { ViewHistory } from '../view/use-view-history.ts';
import type { Zoom } from '../view/use-zoom.ts';

export interface StatusContentProps {
  counts: Counts;
  /** The server's limit; reached when more epics than that are loaded. */
  overLimit: number | undefined;
  layout: Layout;
  /** How the overview placed its range; null for any other view. */
  opening: RoadmapSettings['opening'];
  zoom: Zoom;
  /** Null if the page shows the view history in another control. */
  viewHistory: ViewHistory | null;
  /** What the fills of bars mean; small screens have it in the settings. */
  legend: ReactNode;
  /** Opens the tray of undated epics. */
  children?: ReactNode;
}

/** How many epics are visible, how many are hidden and why; on small screens the zoom, which the toolbar and the head have no space for. */
export function StatusContent(props: StatusContentProps) {
  const { counts, overLimit, layout, zoom, viewHistory, legend, children } = props;
  const { formatMessage } = useIntl();
  const { shown, total, outside, filteredOut } = counts;
  // Before the first counts are there, the rest would move when they come.
  const [isSettled, setSettled] = useState(counts.isSettled);
  if (counts.isSettled && !isSettled) setSettled(true);
  const isFar = isFarFromToday(props.opening);
  const texts = [
    isFar && formatMessage(chartMessages.nothingAroundToday),
    shown !== undefined && total !== undefined && formatMessage(chartMessages.shown, { shown, total }),
    outside > 0 && formatMessage(chartMessages.outside, { count: outside }),
    filteredOut > 0 && formatMessage(chartMessages.filteredOut, { count: filteredOut }),
  ].filter((each) => each !== false);
  const shownTexts = useSpaced(texts, counts.isSettled);
  return (
    <>
      <div className={status.counts} role="status" data-status-counts>
        {shownTexts.map((each) => (
          <span key={each}>{each}</span>
        ))}
      </div>
      {isFar && (
        <Button kind="quiet" size="small" onClick={() => zoom.shift('today')}>
          {formatMessage(messages.today)}
        </Button>
      )}
      {overLimit !== undefined && (
        <span className={status.overLimit} role="alert">
          <Icon of={TriangleAlert} size={14} />
          <span data-tooltip-cut>{formatMessage(chartMessages.overLimit, { limit: overLimit })}</span>
        </span>
      )}
      {viewHistory !== null && viewHistory.label !== null && (
        <Button
          kind="quiet"
          size="small"
          icon={Undo2}
          className={status.back}
          aria-label={viewHistory.label}
          aria-keyshortcuts="Control+Z Meta+Z"
          data-tooltip={viewHistory.label}
          onClick={viewHistory.goBack}
        >
          <span className={text.onlyWide}>{viewHistory.label}</span>
        </Button>
      )}
      {isSettled && (
        // Both at once: the legend takes its room from what stands before it.
        <Suspense fallback={null}>
          {children}
          {legend && <div className={`${status.legend} ${text.onlyWide}`}>{legend}</div>}
        </Suspense>
      )}
      <div className={`${status.zoom} ${text.onlyNarrow}`} role="group" aria-label={formatMessage(chartMessages.zoom)}>
        <IconButton
          size="small"
          icon={Minus}
          label={formatMessage(chartMessages.zoomOut)}
          aria-keyshortcuts="-"
          disabled={!zoom.canZoomOut}
          onClick={() => zoom.zoom('out')}
        />
        <span aria-live="polite">{formatMessage(layoutMessages[layout])}</span>
        <IconButton
          size="small"
          icon={Plus}
          label={formatMessage(chartMessages.zoomIn)}
          aria-keyshortcuts="+"
          disabled={!zoom.canZoomIn}
          onClick={() => zoom.zoom('in')}
        />
        <Button
          kind="quiet"
          size="small"
          icon={Maximize2}
          aria-keyshortcuts="0"
          aria-label={formatMessage(chartMessages.fit)}
          data-tooltip={formatMessage(chartMessages.fitAll)}
          onClick={() => zoom.zoom('fit')}
        >
          <span className={text.onlyWide}>{formatMessage(chartMessages.fit)}</span>
        </Button>
      </div>
    </>
  );
}

const ANNOUNCEMENT_INTERVAL_MS = 1_000;

/** The latest complete texts, changed at most once a second: a screen reader announces each change. */
function useSpaced(texts: readonly string[], isComplete: boolean): readonly string[] {
  const [said, say] = useState(texts);
  const saidAt = useRef(-ANNOUNCEMENT_INTERVAL_MS);
  const isSame = said.join() === texts.join();
  useEffect(() => {
    saidAt.current = performance.now();
  }, [said]);
  // What the page opens with appears as it comes.
  const [hasOpened, setOpened] = useState(false);
  if (!hasOpened) {
    if (!isSame) say(texts);
    if (isComplete && texts.length > 0) setOpened(true);
  }
  useEffect(() => {
    if (isSame || !isComplete) return undefined;
    const wait = saidAt.current + ANNOUNCEMENT_INTERVAL_MS - performance.now();
    const timer = setTimeout(() => say(texts), Math.max(0, wait));
    return () => clearTimeout(timer);
  });
  return said;
}
