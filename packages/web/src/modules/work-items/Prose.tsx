import { lazy, Suspense, useEffect, useRef } from 'react';
import { followLink } from '../../app/navigation.ts';
import '../../styles/prose.css';

const Diagrams = lazy(async () => ({ default: (await import('./diagrams/Diagrams.tsx')).Diagrams }));

/** Text the server rendered and made safe. Its links to our own pages open without a new page load. */
export function Prose({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Wide code and tables scroll; the keyboard must reach what scrolls.
    for (const wide of element.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }
  }, [html]);
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
