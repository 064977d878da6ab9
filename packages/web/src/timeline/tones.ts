import { darkenedFor } from '@milepost/core/labels';

/** A color of fills and marks: in styles, and in exported images, which have the light theme's. */
export interface Tone {
  css: string;
  hex: string;
}

export const healthTones = {
  onTrack: { css: 'var(--health-on-track)', hex: '#217645' },
  needsAttention: { css: 'var(--health-needs-attention)', hex: '#b86a00' },
  atRisk: { css: 'var(--health-at-risk)', hex: '#b8261d' },
} as const satisfies Record<string, Tone>;

/** Of closed epics and missing values. */
export const neutralTone: Tone = { css: 'var(--line-control)', hex: '#88847a' };

export const dangerTone: Tone = { css: 'var(--danger)', hex: '#b0211a' };

/**
 * The darkest part of a fill in the dark theme: the share of the color in what is closed, on the surface of rows. Texts and marks
 * on it are light.
 */
const darkFill = { share: 0.68, surface: '#191917', most: 0.12 };

/** A color that people chose; in the dark theme as dark as what stands on it needs. */
export function toneOf(hex: string): Tone {
  const dark = darkenedFor(hex, darkFill);
  return { css: dark === hex ? hex : `light-dark(${hex}, ${dark})`, hex };
}
