import { prefetch } from '../../platform/api/prefetch.ts';
import { startActivity } from '../../modules/notes/prefetch.ts';
import { issuePage } from './data/operation.ts';

/** Asks for an issue and what was said about it, while the page's code is still on its way. */
export function startIssue(fullPath: string, iid: string): void {
  prefetch(issuePage, { fullPath, iid });
  startActivity('issue', fullPath, iid);
}
