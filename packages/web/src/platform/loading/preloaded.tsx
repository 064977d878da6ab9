import { type ComponentType, lazy, Suspense, useState } from 'react';
import { nextPaint } from '../../ui/feedback/after-paint.ts';

/**
 * A secondary part of a page, in its own chunk. The chunk is fetched as soon as the code of the page runs, in parallel with the
 * first render, which does not wait for it. If it has loaded by the time it renders, it renders immediately; until then nothing
 * is shown.
 */
export function preloaded<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const coming = load().then((component) => (loaded = component));
  // Rendering it fetches the chunk again and reports the failure.
  const loading = coming.catch(() => null);
  const LazyPart = lazy(async () => ({ default: (await loading) ?? (await load()) }));
  return function Preloaded(props: Props) {
    // Keep the same component while mounted: another one would lose its state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? LazyPart);
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * As `preloaded`, but the chunk is fetched once the page's first render is painted. For pages with many such parts: running a dozen
 * chunks before the paint delayed the bars of a roadmap.
 */
export function preloadedAfterPaint<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return preloaded(() => nextPaint().then(load));
}
