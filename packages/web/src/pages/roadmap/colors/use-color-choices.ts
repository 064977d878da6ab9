import type { ColorKey } from '@milepost/core/roadmap/appearance';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { useLabelScopes } from '../lanes/use-label-scopes.ts';
import { colorsAfterScopes, colorsBeforeScopes } from './color-names.ts';

/** What bars can be colored by; undefined while the label scopes load. */
export function useColorChoices(fullPath: string, settings: RoadmapSettings): ColorKey[] | undefined {
  const scopes = useLabelScopes(fullPath, settings);
  if (!scopes) return undefined;
  const keys = [...colorsBeforeScopes, ...scopes.map((scope) => `LABEL:${scope}` as const), ...colorsAfterScopes];
  const isListed = keys.some((key) => isSameColorKey(key, settings.colorBy));
  // A scope of the address that no epic carries can still be taken back.
  return isListed ? keys : [...keys, settings.colorBy];
}

/** Scopes are compared without case, as labels are. */
export const isSameColorKey = (one: ColorKey, other: ColorKey): boolean => one.toLowerCase() === other.toLowerCase();
