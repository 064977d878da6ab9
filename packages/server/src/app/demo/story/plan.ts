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
