import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../app/http.ts';

/** The texts of an epic or issue, as the endpoint of its page gives and takes them. */
export interface ItemText {
  /** As HTML. */
  description: string;
  title_text: string;
  description_text: string;
  task_completion_status: { count: number; completed_count: number };
  lock_version: number;
  issue_type?: 'issue' | 'incident' | 'task';
  updated_by_name: string | null;
  web_url: string;
  /** What the quick actions of a text that was just saved did. */
  quick_actions?: { messages: readonly string[]; errors: readonly string[] };
}

export interface ItemTextChange {
  title?: string;
  description?: string;
  /** Of the text one has read. */
  lock_version: number;
  /** Only where it was changed. */
  issue_type?: 'issue' | 'incident';
}

/** What the endpoint says now. `webPath`: of the item, as the server gave it. */
export function itemTextQuery(webPath: string) {
  return queryOptions({
    queryKey: ['item-text', webPath],
    queryFn: ({ signal }) => sendJson<ItemText>(`${webPath}.json`, { signal }),
    staleTime: 0,
  });
}

/** Saves texts. Throws OvertakenError where somebody saved others meanwhile. */
export function saveItemText(webPath: string, change: ItemTextChange): Promise<ItemText> {
  return sendJson<ItemText>(`${webPath}.json`, { method: 'PUT', body: change });
}

/** What a page shows of texts that were just saved, in the words of its query. */
export function shownOf({ description, lock_version: lockVersion, task_completion_status: tasks }: ItemText) {
  const taskCompletionStatus = { count: tasks.count, completedCount: tasks.completed_count };
  return { descriptionHtml: description, lockVersion, taskCompletionStatus };
}
