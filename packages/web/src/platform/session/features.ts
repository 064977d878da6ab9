import type { Feature } from '@milepost/core/settings/features';
import { useSyncExternalStore } from 'react';
import { session } from './session.ts';
import { createListeners } from '../../ui/listeners.ts';

/** The features that are switched off in the group or project of the page: null as long as the page it came with is shown. */
let disabled: readonly Feature[] | null = null;
const listeners = createListeners();

/** Those of the page's group or project; of the page as it was sent until the frame has loaded another. */
export function disabledFeatures(): readonly Feature[] {
  return disabled ?? session().disabledFeatures;
}

/** Called by the frame when another group or project is shown, or its switches have changed. */
export function setDisabledFeatures(next: readonly Feature[] | null): void {
  if (disabled === next || (disabled !== null && next !== null && disabled.join() === next.join())) return;
  disabled = next;
  listeners.notify();
}

export function useDisabledFeatures(): readonly Feature[] {
  return useSyncExternalStore(listeners.subscribe, disabledFeatures);
}

/** Whether a feature is switched on in the group or project of the page. */
export function useFeature(feature: Feature): boolean {
  return !useDisabledFeatures().includes(feature);
}
