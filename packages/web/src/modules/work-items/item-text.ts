import { queryOptions } from '@tanstack/react-query';
import { send, sendJson } from '../../platform/api/http.ts';

/** The texts of an epic or issue, in the format of the page's endpoint. */
export interface ItemText {
  /** As HTML. */
  description: string;
  title_text: string;
  state: 'opened' | 'closed';
  description_text: string;
  task_completion_status: { count: number; completed_count: number };
  lock_version: number;
  issue_type?: 'issue' | 'incident' | 'task';
  updated_by_name: string | null;
  web_url: string;
  /** The results of the quick actions of the saved text. */
  quick_actions?: { messages: readonly string[]; errors: readonly string[] };
}

export interface ItemTextChange {
  title?: string;
  description?: string;
  /** The version of the text that the user has read. */
  lock_version: number;
  /** Only if it was changed. */
  issue_type?: 'issue' | 'incident';
}

/** The response of the endpoint, and the header for the next request. */
export interface PolledText extends ItemText {
  /** The ETag for the next request; absent after saving. */
  etag?: string | null;
  /** Milliseconds until the next request; undefined if the endpoint does not say. */
  pollIntervalMs?: number | undefined;
}

/** The current response of the endpoint. `webPath`: of the item, as the server returned it. */
export function itemTextQuery(webPath: string) {
  const queryKey = ['item-text', webPath];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PolledText> => {
      const known = client.getQueryData<PolledText>(queryKey);
      const response = await send(`${webPath}.json`, {
        signal,
        headers: {
          ...(known?.etag && { 'if-none-match': known.etag }),
          // Pages with live updates poll less often.
          ...(isLive() && { 'milepost-live': 'on' }),
        },
      });
      const { headers } = response;
      const text = known && response.status === 304 ? known : ((await response.json()) as ItemText);
      return { ...text, etag: headers.get('etag'), pollIntervalMs: Number(headers.get('poll-interval')) || undefined };
    },
    staleTime: 0,
  });
}

/** Whether this tab receives live updates: their connection sets an attribute on the document. */
export function isLive(): boolean {
  return document.documentElement.dataset['live'] === 'on';
}

/** Saves texts. Throws ConflictError if another user changed them in the meantime. */
export function saveItemText(webPath: string, change: ItemTextChange): Promise<ItemText> {
  return sendJson<ItemText>(`${webPath}.json`, { method: 'PUT', body: change });
}

/** Updates the cached query of a page with texts that were just saved. */
export function shownOf({ description, lock_version: lockVersion, task_completion_status: tasks }: ItemText) {
  const taskCompletionStatus = { count: tasks.count, completedCount: tasks.completed_count };
  return { descriptionHtml: description, lockVersion, taskCompletionStatus };
}
