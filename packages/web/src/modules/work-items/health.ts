/** A health status as GraphQL has it. */
export type HealthStatus = 'onTrack' | 'needsAttention' | 'atRisk';

/** In the order of the lists that people choose from. */
export const healthStatuses: readonly HealthStatus[] = ['onTrack', 'needsAttention', 'atRisk'];

/** The health of an epic: the numbers of open issues below by status, and its own status. */
export interface HealthView {
  issuesOnTrack?: number | null;
  issuesNeedingAttention?: number | null;
  issuesAtRisk?: number | null;
  own?: HealthStatus | null;
}

/** Whether an open issue below has a health status. */
export function hasHealthBelow(health: HealthView | null | undefined): boolean {
  return Boolean(health?.issuesOnTrack || health?.issuesNeedingAttention || health?.issuesAtRisk);
}

/** Whether there is a status to show: its own or a rolled-up one. */
export function hasHealth(health: HealthView | null | undefined): boolean {
  return Boolean(health?.own) || hasHealthBelow(health);
}
