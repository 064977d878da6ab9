import { prefetch } from '../../platform/api/prefetch.ts';
import { startChildren } from '../../modules/hierarchy/data/prefetch.ts';
import { startActivity } from '../../modules/notes/prefetch.ts';
import { epicPage } from './operation.ts';

/** Asks for an epic, its children and what was said about it, while the page's code is still on its way. */
export function startEpic(fullPath: string, iid: string): void {
  prefetch(epicPage, { fullPath, iid });
  startChildren(fullPath, iid);
  startActivity('epic', fullPath, iid);
}
