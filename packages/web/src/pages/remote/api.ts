import type { RemoteStatus } from '@milepost/core/repositories/remotes';
import { NotFoundError } from '../../platform/api/errors.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';
import { queryOptions } from '@tanstack/react-query';

export interface RemoteView {
  url: string;
  enabled: boolean;
  update_status: RemoteStatus;
  last_error: string | null;
  last_update_at: string | null;
  last_successful_update_at: string | null;
  next_update_at: string | null;
  mirror_overwrites_diverged_branches: boolean;
  has_credentials: boolean;
  lock_version: number;
}

export interface RemoteDraft {
  url: string;
  enabled: boolean;
  mirror_overwrites_diverged_branches: boolean;
  auth_user?: string;
  auth_password?: string;
  lock_version?: number;
}

const WORKING_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 30_000;

const pathOf = (fullPath: string): string => restPath(`/projects/${encodeURIComponent(fullPath)}/mirror/pull`);

/** The remote of a project; null for none. */
export const remoteQuery = (fullPath: string) =>
  queryOptions({
    queryKey: ['remote', fullPath],
    async queryFn({ signal }): Promise<RemoteView | null> {
      try {
        return await sendJson<RemoteView>(pathOf(fullPath), { signal });
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => {
      if (!data?.enabled) return false;
      return isWorking(data) ? WORKING_INTERVAL_MS : IDLE_INTERVAL_MS;
    },
  });

/** Whether a fetch runs or is about to. */
export function isWorking({ update_status: status, next_update_at: next }: RemoteView): boolean {
  return status === 'started' || (status === 'scheduled' && next !== null && Date.parse(next) <= Date.now());
}

export function saveRemote(fullPath: string, draft: RemoteDraft): Promise<RemoteView> {
  return sendJson(pathOf(fullPath), { method: 'PUT', body: draft });
}

export function fetchNow(fullPath: string): Promise<void> {
  return sendJson(pathOf(fullPath), { method: 'POST' });
}

export function removeRemote(fullPath: string): Promise<void> {
  return sendJson(pathOf(fullPath), { method: 'DELETE' });
}
