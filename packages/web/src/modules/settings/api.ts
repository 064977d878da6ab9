import type { DuoAvailability } from '@milepost/core/settings/assistant';
import type { Feature } from '@milepost/core/settings/features';
import type { Visibility } from '@milepost/core/roles';
import { queryOptions } from '@tanstack/react-query';
import { endpoint, type NamespaceKind, type NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath, restQuery } from '../../platform/api/rest.ts';

/** The settings of a group or project, with what the page says about a change. */
export interface Settings {
  id: number;
  kind: NamespaceKind;
  name: string;
  path: string;
  full_path: string;
  description: string;
  visibility: Visibility;
  avatar_url: string | null;
  /** Counts changes, so that nobody overwrites what someone else saved meanwhile. */
  lock_version: number;
  archived: boolean;
  /** Set when it is deleted: the path to restore. */
  path_before_deletion: string | null;
  /** The day on which a deleted one is removed for good. */
  removed_on: string | null;
  /** A job is moving it, or a group above: it is read-only. */
  transferring: boolean;
  /** The latest transfer by a job, while it is under way or after it failed. */
  transfer: { status: 'pending' | 'failed'; progress: number; failure: string | null } | null;
  /** Percent of the items whose totals follow a change of visibility; null if nothing is left to do. */
  visibility_progress: number | null;
  /** Percent of the items of a deleted one that were removed; null if no job removes it. */
  removal_progress: number | null;
  parent: { id: number; full_path: string; visibility: Visibility } | null;
  contents: { epics: number; issues: number; groups: number; projects: number };
  visibilities_below: readonly VisibilityBelow[];
  features: readonly FeatureState[];
  /** Of a project: whether label changes of incidents are added to their timelines. */
  incident_label_timeline_enabled?: boolean;
  /** Of a group. */
  require_two_factor_authentication?: boolean;
  /** Hours. */
  two_factor_grace_period?: number;
  /** Of a group. */
  assistant?: AssistantSettings;
  counts: Record<SectionCount, number>;
  permissions: {
    update: boolean;
    archive: boolean;
    transfer: boolean;
    destroy: boolean;
    read_audit_events: boolean;
    /** Of a top-level group. */
    read_seats: boolean;
    /** Likewise. */
    manage_service_accounts: boolean;
  };
}

export interface AssistantSettings {
  duo_availability: DuoAvailability;
  experiment_features_enabled: boolean;
  model_prompt_cache_enabled: boolean;
  duo_core_features_enabled: boolean;
  /** The name of the group above that turned it off for everything below. */
  locked_by: string | null;
  /** The configured model; null without one. */
  model: string | null;
  early_access_url: string | null;
  contact_url: string | null;
}

export interface FeatureState {
  name: Feature;
  /** The parameter that switches it. */
  setting: string;
  is_on: boolean;
  /** The group above in which it is off, so that it cannot be switched on. */
  off_in: string | null;
}

export interface VisibilityBelow {
  visibility: Visibility;
  groups: number;
  projects: number;
  /** The first ones by path. */
  paths: readonly string[];
}

export type SectionCount =
  | 'members'
  | 'labels'
  | 'milestones'
  | 'templates'
  | 'customFields'
  | 'webhooks'
  | 'accessTokens'
  | 'cadences'
  | 'publicLinks';

export const settingsKey = ({ kind, fullPath }: NamespaceRef) => ['settings', kind, fullPath] as const;

const PROGRESS_INTERVAL_MS = 1000;

const isUnderWay = (settings: Settings | undefined) =>
  settings?.transferring === true ||
  typeof settings?.visibility_progress === 'number' ||
  typeof settings?.removal_progress === 'number';

export const settingsQuery = (namespace: NamespaceRef) =>
  queryOptions({
    queryKey: settingsKey(namespace),
    queryFn: ({ signal }) =>
      sendJson<Settings>(`${endpoint(namespace.kind, namespace.fullPath)}/settings.json`, { signal }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? PROGRESS_INTERVAL_MS : false),
  });

export interface SettingsChange {
  name?: string;
  path?: string;
  description?: string;
  visibility?: Visibility;
  lower_descendants?: boolean;
  lock_version?: number;
  require_two_factor_authentication?: boolean;
  two_factor_grace_period?: number;
  duo_availability?: DuoAvailability;
  /** The switches of features, and of the assistant. */
  [setting: `${string}_enabled`]: boolean;
}

type Subject = Pick<Settings, 'kind' | 'id'>;
const pathOf = ({ kind, id }: Subject, end = ''): string => restPath(`/${kind}s/${id}${end}`);

interface RestNamespace {
  full_path?: string;
  path_with_namespace?: string;
}

/** The full path after a change. */
const fullPathOf = (answer: RestNamespace): string => answer.full_path ?? answer.path_with_namespace ?? '';

export async function saveSettings(subject: Subject, change: SettingsChange): Promise<string> {
  return fullPathOf(await sendJson(pathOf(subject), { method: 'PUT', body: change }));
}

export function setArchived(subject: Subject, isArchived: boolean): Promise<void> {
  return sendJson(pathOf(subject, isArchived ? '/archive' : '/unarchive'), { method: 'POST' });
}

export function deleteNamespace(subject: Subject): Promise<void> {
  return sendJson(pathOf(subject), { method: 'DELETE' });
}

/** Restores it under its former path, or another one. */
export async function restoreNamespace(subject: Subject, path: string): Promise<string> {
  return fullPathOf(await sendJson(pathOf(subject, '/restore'), { method: 'POST', body: { path } }));
}

/** Moves it below another group; null: to the top level. `statuses`: new statuses of items by the old ones. */
export async function transferNamespace(
  subject: Subject,
  groupId: number | null,
  statuses: readonly (readonly [number, number])[] = [],
): Promise<string> {
  const isGroup = subject.kind === 'group';
  const mappings = statuses.map(([old, id]) => ({ old_status_id: old, new_status_id: id }));
  return fullPathOf(
    await sendJson(pathOf(subject, '/transfer'), {
      method: isGroup ? 'POST' : 'PUT',
      body: {
        ...(isGroup ? { group_id: groupId } : { namespace: groupId }),
        ...(mappings.length > 0 && { status_mappings: mappings }),
      },
    }),
  );
}

interface RestStatus {
  id: number;
  name: string;
  color: string;
  icon_name: string;
}

/** A status of items, and what it becomes below another top-level group. */
export interface StatusMove {
  status: RestStatus;
  types: readonly string[];
  count: number;
  /** The status of the same name and category; null where one has to be chosen. */
  target_id: number | null;
  choices: readonly RestStatus[];
}

/** The statuses that change with a transfer. Undefined: no target was chosen yet. */
export function transferStatuses(subject: Subject, groupId: number | null | undefined) {
  return queryOptions({
    queryKey: ['transferStatuses', subject.kind, subject.id, groupId],
    queryFn: ({ signal }) =>
      sendJson<StatusMove[]>(
        restPath(`/${subject.kind}s/${subject.id}/transfer_statuses`, groupId === null ? {} : { group_id: groupId }),
        { signal },
      ),
    enabled: groupId !== undefined,
  });
}

export interface TransferLocation {
  id: number;
  name: string;
  full_path: string;
}

/** The groups that it may be moved into. */
export function transferLocations({ kind, id }: Subject, search: string) {
  return restPages<TransferLocation>(['transferLocations', kind, id, search], `/${kind}s/${id}/transfer_locations`, {
    search,
    per_page: 20,
  });
}

export interface PathState {
  exists: boolean;
  suggests: readonly string[];
  /** The group or project whose former path it is: its old links would stop working. */
  redirects_to: string | null;
}

/** Whether a path is free below this parent. */
export function pathQuery(path: string, parentId: number | null) {
  return restQuery<PathState>(['path', parentId, path], `/namespaces/${encodeURIComponent(path)}/exists`, {
    parent_id: parentId ?? undefined,
  });
}

/** A deleted group or project that the viewer can restore. */
export interface DeletedNamespace {
  id: number;
  name: string;
  full_path?: string;
  path_with_namespace?: string;
  avatar_url: string | null;
  /** The day of the deletion. */
  marked_for_deletion_on: string;
}

/** The deleted groups or projects that the viewer owns. */
export function deletedPages(kind: NamespaceKind) {
  return restPages<DeletedNamespace>(['deleted', kind], `/${kind}s`, { marked_for_deletion: true, per_page: 50 });
}

const avatarPath = ({ kind, id }: Subject): string => `/-/avatars/${kind}/${id}`;

export function saveNamespaceAvatar(subject: Subject, image: Blob): Promise<void> {
  const form = new FormData();
  form.append('avatar', image, 'avatar.png');
  return sendJson(avatarPath(subject), { method: 'PUT', body: form });
}

export function removeNamespaceAvatar(subject: Subject): Promise<void> {
  return sendJson(avatarPath(subject), { method: 'DELETE' });
}
