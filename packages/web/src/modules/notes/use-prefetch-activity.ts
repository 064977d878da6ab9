import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { activityChoice } from './activity-choice.ts';
import { activityPages } from './api.ts';

/** Asks for the first page of what was said about an item together with the item, and not once that is there. */
export function usePrefetchActivity(kind: 'epic' | 'issue', fullPath: string, iid: string): void {
  usePrefetchInfiniteQuery(activityPages(kind, fullPath, iid, activityChoice(kind).get()));
}
