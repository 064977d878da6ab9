import type { RoadmapSort } from '@milepost/core/roadmap/settings';
import { defineMessages } from '../../../ui/text/messages.ts';

export const sortMessages = defineMessages({
  sortBy: { id: 'roadmap.sortBy', defaultMessage: 'Sort by' },
  ascending: { id: 'roadmap.sortAscending', defaultMessage: 'Ascending' },
  descending: { id: 'roadmap.sortDescending', defaultMessage: 'Descending' },
  START_DATE: { id: 'roadmap.sortStartDate', defaultMessage: 'Start date' },
  END_DATE: { id: 'roadmap.sortDueDate', defaultMessage: 'Due date' },
  TITLE: { id: 'roadmap.sortTitle', defaultMessage: 'Title' },
  CREATED_AT: { id: 'roadmap.sortCreated', defaultMessage: 'Created date' },
  UPDATED_AT: { id: 'roadmap.sortUpdated', defaultMessage: 'Last updated date' },
});

/** What epics are sorted by, each in both directions. */
export const sortFields = ['START_DATE', 'END_DATE', 'TITLE', 'CREATED_AT', 'UPDATED_AT'] as const;
export type SortField = (typeof sortFields)[number];
export const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];

export function partsOfSort(sort: RoadmapSort): { field: SortField; direction: SortDirection } {
  const direction = sort.endsWith('_DESC') ? 'DESC' : 'ASC';
  return { field: sort.slice(0, -direction.length - 1) as SortField, direction };
}

export const directionMessage = (direction: SortDirection) =>
  direction === 'ASC' ? sortMessages.ascending : sortMessages.descending;
