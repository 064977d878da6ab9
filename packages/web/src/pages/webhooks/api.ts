import type { WebhookEvent } from '@milepost/core/webhooks';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';

export interface HookPlace {
  kind: 'group' | 'project';
  fullPath: string;
}

export type HookView = Record<WebhookEvent, boolean> & {
  id: number;
  url: string;
  enable_ssl_verification: boolean;
  token_present: boolean;
};

export type HookDraft = Record<WebhookEvent, boolean> & {
  url: string;
  enable_ssl_verification: boolean;
  /** Left out: as it is. */
  token?: string;
};

export interface DeliveryView {
  id: number;
  event: string;
  created_at: string;
  request_headers: Readonly<Record<string, string>>;
  request_data: unknown;
  response_status: string | null;
  response_headers: Readonly<Record<string, string>>;
  response_body: string;
  /** Seconds; null before an attempt. */
  execution_duration: number | null;
  internal_error_message: string | null;
  attempts: number;
  next_attempt_at: string | null;
}

const pathOf = ({ kind, fullPath }: HookPlace): string => `/${kind}s/${encodeURIComponent(fullPath)}/hooks`;

/** The hooks of a group or project: there are a hundred at most. */
export function hooksQuery(place: HookPlace) {
  return restQuery<HookView[]>(['webhooks', place.kind, place.fullPath], pathOf(place), { per_page: 100 });
}

/** What was sent last. */
export function deliveriesQuery(place: HookPlace, hookId: number) {
  return restQuery<DeliveryView[]>(['webhook-log', hookId], `${pathOf(place)}/${hookId}/events`, { per_page: 20 });
}

/** Adds a hook, or changes the one of this id. Throws ValidationError with what is wrong by field. */
export function saveHook(place: HookPlace, id: number | null, draft: HookDraft): Promise<HookView> {
  const path = id === null ? pathOf(place) : `${pathOf(place)}/${id}`;
  return sendJson<HookView>(restPath(path), { method: id === null ? 'POST' : 'PUT', body: draft });
}

export function removeHook(place: HookPlace, id: number): Promise<void> {
  return sendJson(restPath(`${pathOf(place)}/${id}`), { method: 'DELETE' });
}

/** Tells a hook of the newest item or comment; gives what came of it. */
export function testHook(place: HookPlace, hookId: number, trigger: WebhookEvent): Promise<DeliveryView> {
  return sendJson<DeliveryView>(restPath(`${pathOf(place)}/${hookId}/test/${trigger}`), { method: 'POST' });
}

/** Sends a message once more; gives what came of it. */
export function resend(place: HookPlace, hookId: number, id: number): Promise<DeliveryView> {
  return sendJson<DeliveryView>(restPath(`${pathOf(place)}/${hookId}/events/${id}/resend`), { method: 'POST' });
}
