import type { FieldErrors } from './errors.ts';

/** The events that a webhook can be sent for, as the API names them. */
export const webhookEvents = [
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'status_update_events',
  'deployment_events',
  'merge_requests_events',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Published events that no webhook is sent for here. */
export const unsupportedWebhookEvents = [
  'push_events',
  'tag_push_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'releases_events',
  'feature_flag_events',
  'emoji_events',
  'milestone_events',
  'resource_access_token_events',
  'vulnerability_events',
  'member_events',
  'project_events',
  'subgroup_events',
] as const;
export type UnsupportedWebhookEvent = (typeof unsupportedWebhookEvents)[number];

/** Maximum number of webhooks of a group or project. */
export const MAX_WEBHOOKS = 100;

/** The user input of a webhook. Undefined leaves a field out of the check. */
export interface WebhookText {
  url?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  token?: string | null | undefined;
}

/** Validation errors by field; null when there are none. */
export function webhookProblems({ url, name, description, token }: WebhookText): FieldErrors | null {
  const problems: Record<string, string[]> = {};
  const wrong = url === undefined ? null : urlProblem(url);
  if (wrong !== null) problems['url'] = [wrong];
  if (name !== undefined && name.length > 255) problems['name'] = ['is too long (maximum is 255 characters)'];
  if (description !== undefined && description.length > 2048) {
    problems['description'] = ['is too long (maximum is 2048 characters)'];
  }
  // It is sent in a header.
  if (token && !/^[\x21-\x7e]{1,255}$/.test(token)) {
    problems['token'] = ['must be at most 255 letters, digits and signs without spaces'];
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

function urlProblem(text: string): string | null {
  if (text.trim() === '') return "can't be blank";
  if (text.length > 2048) return 'is too long (maximum is 2048 characters)';
  const [, authority] = /^https?:\/\/([^\s/?#]+)[^\s]*$/i.exec(text) ?? [];
  if (authority === undefined) return 'must be a valid URL of http or https';
  if (authority.includes('@')) return 'must hold no user name and password: use the secret token';
  return null;
}

/** Seconds before the next attempt after this many failed ones; null: no further attempt. */
export function retryAfter(attempts: number): number | null {
  return [10, 60, 300, 1_800, 7_200][attempts - 1] ?? null;
}
