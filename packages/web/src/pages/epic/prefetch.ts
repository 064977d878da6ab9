import { prefetchBoth } from '../../platform/api/prefetch.ts';
import { firstChildren } from '../../modules/hierarchy/data/prefetch.ts';
import { startActivity } from '../../modules/notes/prefetch.ts';
import { epicPage, epicWithChildren } from './operation.ts';

/** Requests an epic with its children, and its activity, while the page's code is loading. */
export function startEpic(fullPath: string, iid: string): void {
  const variables = { fullPath, iid };
  prefetchBoth(
    { document: epicWithChildren, variables },
    { document: epicPage, variables },
    firstChildren(fullPath, iid),
  );
  startActivity('epic', fullPath, iid);
}
