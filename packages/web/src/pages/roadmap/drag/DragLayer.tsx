import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { DragLayerProps } from './DragSigns.tsx';

const DragSigns = lazy(() => import('./DragSigns.tsx').then((module) => ({ default: module.DragSigns })));

/** The drag indicators and announcements; not loaded until a bar is moved. */
export function DragLayer(props: DragLayerProps) {
  const { drag, trouble, said } = useSyncExternalStore(props.store.subscribe, props.store.get);
  if (!drag && !trouble && !said) return null;
  return (
    <Suspense fallback={null}>
      <DragSigns {...props} moves={props.store.get()} />
    </Suspense>
  );
}
