import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';

/** Converts a type of the API; an issue if it is missing. */
export function typeOf(type: string | null | undefined): WorkItemType {
  return workItemTypes.find((candidate) => candidate === type?.toLowerCase()) ?? 'issue';
}
