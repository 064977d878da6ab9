import type { Forge, InboundStatus } from '@milepost/core/merge-requests/forges';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';

export interface InboundWebhook {
  id: number;
  forge: Forge;
  name: string;
  url: string;
}

export interface InboundDelivery {
  id: number;
  event: string;
  status: InboundStatus;
  reason: string | null;
  received_at: string;
  can_process_again: boolean;
}

const pathOf = (fullPath: string): string => `/projects/${encodeURIComponent(fullPath)}/inbound_webhooks`;

export const inboundQuery = (fullPath: string) =>
  restQuery<InboundWebhook[]>(['inbound-webhooks', fullPath], pathOf(fullPath), {});

/** The latest deliveries. */
export const inboundLogQuery = (fullPath: string, id: number) =>
  restQuery<InboundDelivery[]>(['inbound-log', id], `${pathOf(fullPath)}/${id}/deliveries`, { per_page: 50 });

/** Creates a webhook. Its secret is not readable later. */
export function createInbound(fullPath: string, forge: Forge): Promise<InboundWebhook & { secret: string }> {
  return sendJson(restPath(pathOf(fullPath)), { method: 'POST', body: { forge } });
}

export function removeInbound(fullPath: string, id: number): Promise<void> {
  return sendJson(restPath(`${pathOf(fullPath)}/${id}`), { method: 'DELETE' });
}

export function processAgain(fullPath: string, id: number, deliveryId: number): Promise<void> {
  return sendJson(restPath(`${pathOf(fullPath)}/${id}/deliveries/${deliveryId}/retry`), { method: 'POST' });
}
