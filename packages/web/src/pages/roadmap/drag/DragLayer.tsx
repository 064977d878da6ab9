import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { DragLayerProps } from './DragOverlay.tsx';

const DragOverlay = lazy(() => import('./DragOverlay.tsx').then((module) => ({ default: module.DragOverlay })));

/** The drag indicators and announcements; not loaded until a bar is moved. */
export function DragLayer(props: DragLayerProps) {
  const { drag, failure, draft, announcement } = useSyncExternalStore(props.store.subscribe, props.store.get);
  if (!drag && !failure && !draft && !announcement) return null;
  return (
    <Suspense fallback={null}>
      <DragOverlay {...props} moves={props.store.get()} />
    </Suspense>
  );
}
