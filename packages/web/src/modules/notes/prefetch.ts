import { prefetch } from '../../platform/api/prefetch.ts';
import { activityChoice } from './activity-choice.ts';
import { activityVariables, epicActivity, issueActivity } from './operation.ts';

/** Requests the first page of an item's activity, with this browser's settings, before the page renders. */
export function startActivity(kind: 'epic' | 'issue', fullPath: string, iid: string): void {
  const variables = activityVariables(fullPath, iid, activityChoice(kind).get(), '');
  if (kind === 'epic') prefetch(epicActivity, variables);
  else prefetch(issueActivity, variables);
}
