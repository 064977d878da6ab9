import { queryOptions } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';

/** A destination of audit events. */
export interface AuditStream {
  id: number;
  name: string;
  url: string;
  /** Events that it has not taken yet. */
  waiting: number;
  delivered_at: string | null;
  /** Why it did not take the last event; null: it did. */
  failure: string | null;
}

/** Shown once. */
export interface MadeStream extends AuditStream {
  verification_token: string;
  signing_secret: string;
}

/** Null: the destinations of the installation. */
export type StreamOwner = NamespaceRef | null;

const pathOf = (owner: StreamOwner): string =>
  owner ? `/groups/${encodeURIComponent(owner.fullPath)}/audit_event_streams` : '/audit_event_streams';

export const streamsQuery = (owner: StreamOwner) =>
  queryOptions({
    queryKey: ['audit', 'streams', owner?.fullPath ?? null],
    queryFn: ({ signal }) => sendJson<AuditStream[]>(restPath(pathOf(owner)), { signal }),
  });

export function createStream(owner: StreamOwner, input: { url: string; name: string }): Promise<MadeStream> {
  return sendJson(restPath(pathOf(owner)), { method: 'POST', body: input });
}

export function deleteStream(owner: StreamOwner, id: number): Promise<void> {
  return sendJson(restPath(`${pathOf(owner)}/${id}`), { method: 'DELETE' });
}
