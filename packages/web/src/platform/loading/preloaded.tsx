import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A part of a page that nobody comes for first, in a file of its own. Its code is fetched as soon as that of the page runs: beside the first
 * drawing, which does not wait for it. What has come by the time it is to be drawn is drawn at once; before that nothing stands there.
 */
export function preloaded<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const coming = load().then((component) => (loaded = component));
  // Whoever draws it asks once more, and hears of a failure then.
  const loading = coming.catch(() => null);
  const LazyPart = lazy(async () => ({ default: (await loading) ?? (await load()) }));
  return function Preloaded(props: Props) {
    // The same for as long as it stands: another one would begin anew.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? LazyPart);
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
