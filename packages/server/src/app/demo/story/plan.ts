export type Stage = 'discovery' | 'design' | 'build' | 'rollout' | 'done';
export type Health = 'on_track' | 'needs_attention' | 'at_risk';

export const areas = { passengers: '#0f6973', ticketing: '#694cc0', fleet: '#9e5400', platform: '#1068bf' } as const;
export type Area = keyof typeof areas;

export interface Slice {
  title: string;
  /** The subject of its issues, in the middle of a sentence. */
  about: string;
  issues: readonly string[];
}

export interface Feature {
  title: string;
  /** Days from today. */
  start: number | null;
  due: number | null;
  stage: Stage;
  health: Health;
  slices: readonly Slice[];
}

export interface Theme {
  team: string;
  title: string;
  why: string;
  color: string;
  area: Area;
  /** As its owner reports it; null leaves it to the parts. */
  health: Health | null;
  features: readonly Feature[];
}

/** The suggested colors of epics. */
export const epicColors = {
  blue: '#1068bf',
  green: '#217645',
  red: '#c91c00',
  orange: '#9e5400',
  purple: '#694cc0',
} as const;

/** The completed share of a feature, by its stage. */
export const shareDone = { discovery: 0, design: 0.1, build: 0.45, rollout: 0.8, done: 1 } as const;

/** A feature that is at risk now, or that goes out soon and needs attention, is a risk for the plan. */
export function riskOf({ health, stage }: Feature): 'none' | 'low' | 'medium' | 'high' {
  if (stage === 'done' || stage === 'discovery') return 'none';
  if (health === 'at_risk') return 'high';
  if (health === 'needs_attention') return stage === 'rollout' ? 'high' : 'medium';
  return stage === 'rollout' ? 'low' : 'none';
}
