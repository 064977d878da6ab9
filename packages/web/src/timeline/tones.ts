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

/** A color that is the same in both themes. */
export const toneOf = (hex: string): Tone => ({ css: hex, hex });
