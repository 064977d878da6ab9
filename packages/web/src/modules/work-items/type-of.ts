import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';

/** The type of the API as ours; an issue if it is missing. */
export function typeOf(type: string | null | undefined): WorkItemType {
  return workItemTypes.find((candidate) => candidate === type?.toLowerCase()) ?? 'issue';
}
