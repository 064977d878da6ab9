import { prefetch } from '../../platform/api/prefetch.ts';
import { activityChoice } from './activity-choice.ts';
import { activityVariables, epicActivity, issueActivity } from './operation.ts';

/** Asks for the first page of what was said and done about an item, as this browser shows it, before its page is there to ask. */
export function startActivity(kind: 'epic' | 'issue', fullPath: string, iid: string): void {
  const variables = activityVariables(fullPath, iid, activityChoice(kind).get(), '');
  if (kind === 'epic') prefetch(epicActivity, variables);
  else prefetch(issueActivity, variables);
}
