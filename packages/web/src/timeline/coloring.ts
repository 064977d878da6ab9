import { scopeOf } from '@milepost/core/labels';
import { colorScopeOf, type ColorKey } from '@milepost/core/roadmap/appearance';
import { progressOf, type ProgressSource, type ProgressTracking } from '@milepost/core/roadmap/progress';
import type { ProgressClass } from '@milepost/core/filters/signal-values';
import { healthOf, type HealthSource } from '@milepost/core/roadmap/health';
import { progressClassOf } from '@milepost/core/roadmap/progress-classes';
import { healthTones, neutralTone, toneOf, type Tone } from './tones.ts';

/** What the fill of a bar depends on. */
export interface ColorSource extends ProgressSource {
  color: string;
  labels: readonly { title: string; color: string }[];
  health: HealthSource;
  group: { fullPath: string };
  status?: { name: string; color: string; position: number } | null | undefined;
}

/** The value that an epic has of the chosen color, and its tone. */
export interface ColorClass {
  key: string;
  tone: Tone;
}

/** The key of epics without a value. */
export const noValue = 'NONE';
/** The key of the groups beyond the palette. */
export const otherGroups = 'OTHER';

/** One hue, from light to dark. */
const progressTones: Readonly<Record<ProgressClass, Tone>> = {
  NONE: neutralTone,
  ZERO: { css: 'var(--progress-1)', hex: '#8fb4d9' },
  STARTED: { css: 'var(--progress-2)', hex: '#5b92cc' },
  HALF: { css: 'var(--progress-3)', hex: '#2f6fb5' },
  DONE: { css: 'var(--progress-4)', hex: '#154a85' },
};

const groupPalette = ['#1068bf', '#217645', '#9e5400', '#694cc0', '#c91c00', '#0b7a8a', '#a8348f', '#5c6b1f'].map(
  toneOf,
);

export interface ColorChoice {
  colorBy: ColorKey;
  tracking: ProgressTracking;
  /** The full paths of the groups that have colors, in order. */
  groups: readonly string[];
}

/** The class of an epic by the chosen color. */
export function colorClassOf(epic: ColorSource, { colorBy, tracking, groups }: ColorChoice): ColorClass {
  const scope = colorScopeOf(colorBy);
  if (scope !== null) {
    const label = epic.labels.find(({ title }) => scopeOf(title) === scope.toLowerCase());
    return label ? { key: label.title, tone: toneOf(label.color) } : { key: noValue, tone: neutralTone };
  }
  switch (colorBy) {
    case 'HEALTH': {
      const health = healthOf(epic.health);
      return health ? { key: health, tone: healthTones[health] } : { key: noValue, tone: neutralTone };
    }
    case 'STATUS':
      return epic.status
        ? { key: epic.status.name, tone: toneOf(epic.status.color) }
        : { key: noValue, tone: neutralTone };
    case 'PROGRESS': {
      const key = progressClassOf(progressOf(epic, tracking)?.percentage ?? null);
      return { key, tone: progressTones[key] };
    }
    case 'GROUP': {
      const tone = groupPalette[groups.indexOf(epic.group.fullPath)];
      return tone ? { key: epic.group.fullPath, tone } : { key: otherGroups, tone: neutralTone };
    }
    default:
      return { key: epic.color.toLowerCase(), tone: toneOf(epic.color) };
  }
}
