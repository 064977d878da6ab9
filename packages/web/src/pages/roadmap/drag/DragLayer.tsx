import type { RefObject } from 'react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Span } from '@milepost/core/days';
import type { MoveStore } from './moves.ts';

const DragSigns = lazy(() => import('./DragSigns.tsx').then((module) => ({ default: module.DragSigns })));

export interface DragLayerProps {
  scroller: RefObject<HTMLElement | null>;
  store: MoveStore;
  timeframeText: (span: Span) => string;
}

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
