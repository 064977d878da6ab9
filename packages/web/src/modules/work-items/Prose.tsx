import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { followLink } from '../../platform/navigation/navigation.ts';
import '../../styles/prose.css';
import '../../styles/prose-blocks.css';

const Diagrams = lazy(async () => ({ default: (await import('./diagrams/Diagrams.tsx')).Diagrams }));

/** From this many characters of HTML on, rendering is skipped outside the viewport. */
const LONG = 100_000;

/** Text rendered and sanitized by the server. Links to our own pages navigate without a page load. */
export function Prose({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  const isLong = html.length > LONG;
  useLayoutEffect(() => {
    if (isLong && element.current) slice(element.current);
  }, [html, isLong]);
  useEffect(() => {
    // Wide code and tables scroll; the keyboard must reach what scrolls.
    const wides = element.current?.querySelectorAll<HTMLElement>('pre, table') ?? [];
    const look = (wide: HTMLElement): void => {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    };
    if (!isLong) {
      wides.forEach(look);
      return undefined;
    }
    // Measuring skipped content would force it to render.
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) if (target instanceof HTMLElement) look(target);
    });
    for (const wide of wides) observer.observe(wide);
    return () => observer.disconnect();
  }, [html, isLong]);
  return (
    <>
      {/* The links inside are links; this only catches their presses as they bubble. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={element} className="prose" onClick={followLink} dangerouslySetInnerHTML={{ __html: html }} />
      {html.includes('<pre data-diagram=') && (
        <Suspense fallback={null}>
          <Diagrams root={element} html={html} />
        </Suspense>
      )}
    </>
  );
}

/** Blocks of a text that are rendered together. */
const BLOCKS = 24;

/**
 * Groups the blocks of a long rendered text into slices, whose rendering the browser skips outside the viewport: single blocks
 * would be too many to track. The text itself is unchanged.
 */
function slice(text: HTMLElement): void {
  // In development effects run twice.
  if (text.firstElementChild?.className === 'slice') return;
  const slices: HTMLElement[] = [];
  let now: HTMLElement | undefined;
  for (const node of Array.from(text.childNodes)) {
    if (!now || (node instanceof HTMLElement && now.childElementCount >= BLOCKS)) {
      now = document.createElement('div');
      now.className = 'slice';
      slices.push(now);
    }
    now.append(node);
  }
  text.append(...slices);
}
