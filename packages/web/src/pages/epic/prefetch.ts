import { prefetch } from '../../platform/api/prefetch.ts';
import { startChildren } from '../../modules/hierarchy/data/prefetch.ts';
import { startActivity } from '../../modules/notes/prefetch.ts';
import { epicPage } from './operation.ts';

/** Requests an epic, its children and its activity while the page's code is loading. */
export function startEpic(fullPath: string, iid: string): void {
  prefetch(epicPage, { fullPath, iid });
  startChildren(fullPath, iid);
  startActivity('epic', fullPath, iid);
}
