export const epicHealths = ['atRisk', 'needsAttention', 'onTrack'] as const;
export type EpicHealth = (typeof epicHealths)[number];

export interface HealthSource {
  own?: EpicHealth | null | undefined;
  issuesOnTrack?: number | null | undefined;
  issuesNeedingAttention?: number | null | undefined;
  issuesAtRisk?: number | null | undefined;
}

/** The health of an epic: its own, otherwise the worst one of the open issues below; null without one. */
export function healthOf({
  own,
  issuesAtRisk,
  issuesNeedingAttention,
  issuesOnTrack,
}: HealthSource): EpicHealth | null {
  if (own) return own;
  if (issuesAtRisk) return 'atRisk';
  if (issuesNeedingAttention) return 'needsAttention';
  return issuesOnTrack ? 'onTrack' : null;
}
