import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { activityChoice } from './activity-choice.ts';
import { activityPages } from './api.ts';

/** Requests the first page of an item's activity in parallel with the item, not after it. */
export function usePrefetchActivity(kind: 'epic' | 'issue', fullPath: string, iid: string): void {
  usePrefetchInfiniteQuery(activityPages(kind, fullPath, iid, activityChoice(kind).get()));
}
