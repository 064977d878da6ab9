import { useSyncExternalStore } from 'react';

/**
 * The marked elements of a settings page: areas mount into them. A page without the element does without the area; nothing else depends
 * on it.
 */
export const marks = {
  settings: 'js-ai-settings',
  cloud: 'js-cloud-assistant-settings',
  handRaiseModal: 'js-hand-raise-lead-modal',
  handRaiseTrigger: 'js-hand-raise-lead-trigger',
} as const;

/** Marks do not come and go: React looks again after the first drawing. */
const subscribe = () => () => undefined;

/** The element with this id once the page is drawn; null before, and where there is none. */
export function useMarked(id: string): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => document.getElementById(id));
}
