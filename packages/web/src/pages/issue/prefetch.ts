import { prefetch } from '../../platform/api/prefetch.ts';
import { startActivity } from '../../modules/notes/prefetch.ts';
import { issuePage } from './data/operation.ts';

/** Requests an issue and its activity while the page's code is loading. */
export function startIssue(fullPath: string, iid: string): void {
  prefetch(issuePage, { fullPath, iid });
  startActivity('issue', fullPath, iid);
}
