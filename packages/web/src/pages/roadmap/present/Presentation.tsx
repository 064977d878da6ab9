import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useFreshOnChange } from '../../../platform/live/live.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { ModalSurface } from '../../../ui/overlay/Dialog.tsx';
import { Spinner } from '../../../ui/progress/Spinner.tsx';
import { loadSlides } from '../export/slide-facts.ts';
import { exportMessages, pageOfPages, presentationMessages as messages } from '../export/messages.ts';
import { canvasMeasure } from '../export/drawing/shapes.ts';
import { lanePagesOf } from '../export/slide-plan.ts';
import { slideDrawer, SLIDE_WIDTH } from '../export/slides.ts';
import { svgShape } from '../export/svg.ts';
import { useDrawingSource, type DrawnRoadmap } from '../export/use-drawing-source.ts';
import styles from './presentation.module.css';

/** A touch that moves this far to the side turns the page, in pixels. */
const SWIPE_PX = 60;

/** The roadmap on the whole screen, one lane a page. It follows changes, and edits nothing. */
export function Presentation({ onClose, ...roadmap }: DrawnRoadmap & { onClose: () => void }) {
  const { formatMessage } = useIntl();
  const source = useDrawingSource(roadmap);
  const { fullPath, settings } = roadmap;
  const queryKey = ['presentation', fullPath, settings];
  const { data: facts, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadSlides(source, { signal, onProgress: () => undefined }),
    structuralSharing: false,
    gcTime: 0,
    retry: false,
  });
  useFreshOnChange({ kind: 'group', fullPath }, ({ epics, removed, all }) =>
    all || epics.length > 0 || removed.length > 0 ? [queryKey] : [],
  );
  const pages = useMemo(() => facts && lanePagesOf(facts.rows), [facts]);
  const [wanted, setWanted] = useState(0);
  const last = Math.max(0, (pages?.length ?? 1) - 1);
  // A lane may disappear meanwhile.
  const index = Math.min(wanted, last);
  const slide = useMemo(
    () => facts && pages && slideDrawer(facts, pages, canvasMeasure())(index),
    [facts, pages, index],
  );
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stage.current) stage.current.scrollTop = 0;
  }, [index]);
  const whole = useRef<HTMLDivElement>(null);
  const close = useFullScreen(whole, onClose);
  const touch = useRef<{ x: number; y: number } | null>(null);
  const go = (to: number) => setWanted(Math.min(Math.max(to, 0), last));
  const keys: Readonly<Record<string, number>> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last };
  const name = facts && pages?.[index]?.lane ? facts.lanes.name(pages[index].lane.lane) : roadmap.subject;
  const number = formatMessage(pageOfPages, { page: index + 1, pages: last + 1 });
  return (
    <ModalSurface size="full" label={formatMessage(messages.title)} onClose={close}>
      <div
        ref={whole}
        role="presentation"
        className={styles.presentation}
        onKeyDown={(event) => {
          const to = keys[event.key];
          if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          go(to);
        }}
      >
        <div
          ref={stage}
          className={styles.stage}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys turn its pages
          tabIndex={0}
          role="region"
          aria-label={name}
          data-autofocus
          onTouchStart={({ touches }) => {
            const first = touches[0];
            touch.current = first ? { x: first.clientX, y: first.clientY } : null;
          }}
          onTouchEnd={({ changedTouches }) => {
            const first = changedTouches[0];
            if (!touch.current || !first) return;
            const [dx, dy] = [first.clientX - touch.current.x, first.clientY - touch.current.y];
            if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) go(index + (dx < 0 ? 1 : -1));
          }}
        >
          {error && <Alert tone="danger">{formatMessage(exportMessages.failed)}</Alert>}
          {!slide && !error && <Spinner className={styles.loading} />}
          {slide && (
            <svg
              className={styles.slide}
              viewBox={`0 0 ${SLIDE_WIDTH} ${slide.height}`}
              // Every text in it is escaped.
              dangerouslySetInnerHTML={{ __html: slide.shapes.map(svgShape).join('') }}
            />
          )}
        </div>
        <div className={styles.bar}>
          <IconButton icon={ChevronLeft} label={formatMessage(messages.previous)} onClick={() => go(index - 1)} />
          <span role="status">{slide || error ? `${name} · ${number}` : formatMessage(exportMessages.loading)}</span>
          <IconButton icon={ChevronRight} label={formatMessage(messages.next)} onClick={() => go(index + 1)} />
          <IconButton icon={X} label={formatMessage(messages.leave)} onClick={close} />
        </div>
      </div>
    </ModalSurface>
  );
}

/**
 * Fills the screen where the browser allows it, otherwise the window. Leaving the full screen leaves the presentation.
 * Returns what closes it: first the full screen, outside of which nothing takes the focus back.
 */
function useFullScreen(element: RefObject<HTMLElement | null>, onLeave: () => void): () => void {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  }, [onLeave]);
  useEffect(() => {
    const whole = element.current;
    // An address that opens as a presentation has no gesture that allows it.
    if (!whole || !document.fullscreenEnabled || !navigator.userActivation.isActive) return undefined;
    const onChange = (): void => {
      if (document.fullscreenElement === null) leave.current();
    };
    const fill = async (): Promise<void> => {
      // Where it is refused the presentation fills the window.
      const isFilled = await whole.requestFullscreen().then(
        () => true,
        () => false,
      );
      if (isFilled) whole.addEventListener('fullscreenchange', onChange);
    };
    void fill();
    return () => whole.removeEventListener('fullscreenchange', onChange);
  }, [element]);
  return () => {
    if (document.fullscreenElement === null) onLeave();
    else void document.exitFullscreen().catch(onLeave);
  };
}
