import { copyKinds } from '../table.ts';
import type { SiteWithScope } from '../commands.ts';
import { currentSite } from '../commands/current.ts';
import type { SiteStatus } from '../commands/status.ts';
import type { Services } from '../../../platform/context.ts';

/** A site in the published form. */
export function presentSite({ baseUrl, site: { configuredName } }: Services, site: SiteWithScope): object {
  const self = `${baseUrl}/api/v4/geo_sites/${site.id}`;
  const page = `${baseUrl}/admin/sites`;
  return {
    id: site.id,
    name: site.name,
    url: site.url,
    internal_url: site.internalUrl,
    primary: site.isPrimary,
    enabled: site.isEnabled,
    current: currentSite([site], { siteName: configuredName, baseUrl }) !== null,
    files_max_capacity: site.filesMaxCapacity,
    repos_max_capacity: site.reposMaxCapacity,
    verification_max_capacity: site.verificationMaxCapacity,
    container_repositories_max_capacity: site.containerRepositoriesMaxCapacity,
    selective_sync_type: site.selectiveSyncType,
    selective_sync_shards: [],
    selective_sync_namespace_ids: site.namespaceIds,
    minimum_reverification_interval: site.minimumReverificationInterval,
    sync_object_storage: site.syncObjectStorage,
    web_edit_url: page,
    web_geo_replication_details_url: page,
    _links: { self, status: `${self}/status`, repair: `${self}/repair` },
  };
}

/** The status of a site in the published form, with the lag in bytes and what is missing. */
export function presentStatus({ baseUrl, site: { name } }: Services, status: SiteStatus): object {
  const { site, health, message, copies, failures } = status;
  const counts = copyKinds.flatMap((kind) => {
    const { count, synced, failed, verified } = copies[kind];
    return [
      [`${kind}_count`, count],
      [`${kind}_registry_count`, count],
      [`${kind}_synced_count`, synced],
      [`${kind}_failed_count`, failed],
      [`${kind}_missing_count`, Math.max(count - synced, 0)],
      [`${kind}_synced_in_percentage`, percentage(synced, count)],
      [`${kind}_checksummed_count`, verified],
      [`${kind}_verified_count`, verified],
      [`${kind}_verification_failed_count`, 0],
      [`${kind}_verified_in_percentage`, percentage(verified, count)],
    ];
  });
  const self = `${baseUrl}/api/v4/geo_sites/${site.id}`;
  return {
    geo_node_id: site.id,
    projects_count: status.projects,
    ...(Object.fromEntries(counts) as Record<string, unknown>),
    healthy: health === 'Healthy',
    health: health === 'Healthy' ? 'Healthy' : message,
    health_status: health,
    missing_oauth_application: false,
    db_replication_lag_seconds: status.lagSeconds === null ? null : Math.round(status.lagSeconds),
    db_replication_lag_bytes: status.lagBytes,
    file_place: status.filePlace,
    failures: failures.map(({ kind, id, error }) => ({ kind, id, error })),
    last_event_id: null,
    last_event_timestamp: null,
    cursor_last_event_id: null,
    cursor_last_event_timestamp: null,
    version: status.version,
    revision: null,
    selective_sync_type: site.selectiveSyncType,
    namespaces: site.namespaceIds.map((id) => ({ id })),
    updated_at: status.updatedAt?.toISOString() ?? null,
    storage_shards: [],
    storage_shards_match: true,
    reporting_site: name,
    _links: { self: `${self}/status`, site: self },
  };
}

function percentage(part: number, whole: number): string {
  return `${whole === 0 ? '0.00' : ((100 * part) / whole).toFixed(2)}%`;
}
