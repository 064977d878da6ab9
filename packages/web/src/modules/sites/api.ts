import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';
import type { SiteNotice } from '../../platform/session/session.ts';

export interface Site extends SiteForm {
  id: number;
  primary: boolean;
  current: boolean;
}

/** What can be edited. */
export interface SiteForm extends NewSite {
  enabled: boolean;
  /** Whether a secondary copies files into a bucket of its own. */
  sync_object_storage: boolean;
  /** The groups whose files and repositories a secondary copies; empty: all. */
  selective_sync_namespace_ids: readonly number[];
}

/** Copies of one kind: files or repositories. */
type Counts<Kind extends string> = Record<
  `${Kind}_${'count' | 'synced_count' | 'failed_count' | 'missing_count'}`,
  number
>;

export interface SiteStatus extends Counts<'uploads'>, Counts<'project_repositories'> {
  geo_node_id: number;
  healthy: boolean;
  /** A sentence unless it is healthy. */
  health: string;
  health_status: 'Healthy' | 'Unhealthy' | 'Unknown' | 'Disabled';
  db_replication_lag_seconds: number | null;
  db_replication_lag_bytes: number | null;
  /** Where the site has its files; null for the primary and until it reports. */
  file_place: 'folder' | 'own_bucket' | 'shared_bucket' | null;
  failures: { kind: 'uploads' | 'project_repositories'; id: number; error: string }[];
  updated_at: string | null;
}

const REFETCH_MS = 10_000;

/** Every site with its status, renewed while the page is open. */
export const sitesQuery = queryOptions({
  queryKey: ['admin', 'sites'],
  refetchInterval: REFETCH_MS,
  queryFn: async ({ signal }) => {
    const all = { per_page: 100 };
    const [sites, statuses] = await Promise.all([
      sendJson<Site[]>(restPath('/geo_sites', all), { signal }),
      sendJson<SiteStatus[]>(restPath('/geo_sites/status', all), { signal }),
    ]);
    return sites.map((site) => ({ site, status: statuses.find(({ geo_node_id: id }) => id === site.id) ?? null }));
  },
});

export interface NewSite {
  name: string;
  url: string;
  internal_url: string;
}

export function addSite(site: NewSite & { primary: boolean }): Promise<Site> {
  return sendJson(restPath('/geo_sites'), { method: 'POST', body: site });
}

/** Changes a site; what only a secondary has is left out for the primary. Throws ValidationError. */
export function changeSite({ id, primary }: Site, form: SiteForm): Promise<Site> {
  const { name, url, internal_url, enabled, sync_object_storage, selective_sync_namespace_ids: groups } = form;
  const copies = {
    enabled,
    sync_object_storage,
    selective_sync_type: groups.length > 0 ? 'namespaces' : null,
    selective_sync_namespace_ids: groups,
  };
  const body = { name, url, internal_url, ...(!primary && copies) };
  return sendJson(restPath(`/geo_sites/${id}`), { method: 'PUT', body });
}

/** The full path of a group. */
export const groupQuery = (id: number) => restQuery<{ full_path: string }>(['group-path', id], `/groups/${id}`);

export function removeSite(id: number): Promise<void> {
  return sendJson(restPath(`/geo_sites/${id}`), { method: 'DELETE' });
}

/** Asks a secondary to copy again what failed. */
export function retrySite(id: number): Promise<SiteStatus> {
  return sendJson(restPath(`/geo_sites/${id}/repair`), { method: 'POST' });
}

/** What the banner of a secondary says now. */
export const siteNoticeQuery = queryOptions({
  queryKey: ['site'],
  refetchInterval: REFETCH_MS,
  queryFn: async ({ signal }): Promise<SiteNotice> => {
    const { name, read_only, lag_seconds } = await sendJson<{
      name: string | null;
      read_only: boolean;
      lag_seconds: number | null;
    }>('/-/site.json', { signal });
    return { name: name ?? '', isReadOnly: read_only, lagSeconds: lag_seconds };
  },
});
