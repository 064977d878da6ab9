import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';

/** The type as the API tells it, in our words; an issue where it tells none. */
export function typeOf(type: string | null | undefined): WorkItemType {
  return workItemTypes.find((candidate) => candidate === type?.toLowerCase()) ?? 'issue';
}
