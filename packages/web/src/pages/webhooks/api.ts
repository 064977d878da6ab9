import type { WebhookEvent } from '@milepost/core/webhooks';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';

export type HookView = Record<WebhookEvent, boolean> & {
  id: number;
  url: string;
  enable_ssl_verification: boolean;
  token_present: boolean;
};

export type HookDraft = Record<WebhookEvent, boolean> & {
  url: string;
  enable_ssl_verification: boolean;
  /** Omitted: unchanged. */
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
  /** Seconds; null before the first attempt. */
  execution_duration: number | null;
  internal_error_message: string | null;
  attempts: number;
  next_attempt_at: string | null;
}

const pathOf = ({ kind, fullPath }: NamespaceRef): string => `/${kind}s/${encodeURIComponent(fullPath)}/hooks`;

/** The webhooks of a group or project: at most a hundred. */
export function hooksQuery(namespace: NamespaceRef) {
  return restQuery<HookView[]>(['webhooks', namespace.kind, namespace.fullPath], pathOf(namespace), { per_page: 100 });
}

/** The latest deliveries. */
export function deliveriesQuery(namespace: NamespaceRef, hookId: number) {
  return restQuery<DeliveryView[]>(['webhook-log', hookId], `${pathOf(namespace)}/${hookId}/events`, { per_page: 20 });
}

/** Adds a webhook, or edits the one with this id. Throws ValidationError with an error per field. */
export function saveHook(namespace: NamespaceRef, id: number | null, draft: HookDraft): Promise<HookView> {
  const path = id === null ? pathOf(namespace) : `${pathOf(namespace)}/${id}`;
  return sendJson<HookView>(restPath(path), { method: id === null ? 'POST' : 'PUT', body: draft });
}

export function removeHook(namespace: NamespaceRef, id: number): Promise<void> {
  return sendJson(restPath(`${pathOf(namespace)}/${id}`), { method: 'DELETE' });
}

/** Sends the newest item or comment to a webhook; returns the delivery. */
export function testHook(namespace: NamespaceRef, hookId: number, trigger: WebhookEvent): Promise<DeliveryView> {
  return sendJson<DeliveryView>(restPath(`${pathOf(namespace)}/${hookId}/test/${trigger}`), { method: 'POST' });
}

/** Resends a delivery; returns the new one. */
export function resend(namespace: NamespaceRef, hookId: number, id: number): Promise<DeliveryView> {
  return sendJson<DeliveryView>(restPath(`${pathOf(namespace)}/${hookId}/events/${id}/resend`), { method: 'POST' });
}
