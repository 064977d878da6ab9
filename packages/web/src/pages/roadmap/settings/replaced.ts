import { storedSettingsDiff, type StoredSettings } from '@milepost/core/roadmap/stored-settings';
import { knownSettings, storeKept } from './remembered.ts';

let replaced = 0;
const listeners = new Set<() => void>();

/** How often stored settings were replaced. */
export const replacedKept = (): number => replaced;

export function subscribeToKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Replaces the viewer's settings for a group, also on screen, and returns those before: without any its overview opens as it is.
 */
export function replaceKept(fullPath: string, settings: StoredSettings): StoredSettings {
  const before = knownSettings().get(fullPath) ?? {};
  storeKept(fullPath, settings, storedSettingsDiff(before, settings));
  replaced++;
  for (const listener of listeners) listener();
  return before;
}
