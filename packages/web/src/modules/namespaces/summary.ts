import type { Feature } from '@milepost/core/settings/features';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { NamespaceKind, NamespaceRef } from '../../platform/api/endpoints.ts';
import { useEffect } from 'react';
import { graphql } from '../../gen/gql.ts';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';
import type { Address } from '../../platform/navigation/addresses.ts';
import { request } from '../../platform/api/graphql.ts';
import { localSetting } from '../../ui/local-setting.ts';

/** A group or project in the navigation. */
export interface NamespaceSummary {
  /** Missing while nothing but the path is known. */
  id?: string | undefined;
  kind: NamespaceKind;
  fullPath: string;
  name: string;
  /** False while parts of the path are used until the names are loaded. */
  isNamed: boolean;
  avatarUrl: string | null;
  /** Why it is read-only: itself, or a group above, is archived or deleted. */
  state: 'archived' | 'deleted' | null;
  /** From the top-level group down to the namespace itself, each with its path. */
  trail: readonly { name: string; fullPath: string }[];
  permissions: NamespacePermissions;
  /** What is switched off there; null while it is unknown. */
  disabledFeatures: readonly Feature[] | null;
}

/** The viewer's permissions in a group or project that the navigation needs. */
export interface NamespacePermissions {
  adminWebHook: boolean;
  readSettings: boolean;
  readVulnerabilities: boolean;
  /** Of a project. */
  readEnvironment?: boolean;
  readMergeRequest?: boolean;
}

graphql(`
  fragment AvailableFeatures on NamespaceAvailableFeatures {
    hasScopedLabelsFeature
    hasIssuableHealthStatusFeature
    hasSubepicsFeature
    hasCustomFieldsFeature
    hasIterationsFeature
    hasWorkItemStatusFeature
    hasBoardsFeature
    hasIssuesFeature
    hasMilestonesFeature
  }
`);

const fieldOfFeature = {
  scoped_labels: 'hasScopedLabelsFeature',
  health_status: 'hasIssuableHealthStatusFeature',
  sub_epics: 'hasSubepicsFeature',
  custom_fields: 'hasCustomFieldsFeature',
  iterations: 'hasIterationsFeature',
  statuses: 'hasWorkItemStatusFeature',
  boards: 'hasBoardsFeature',
  issues: 'hasIssuesFeature',
  milestones: 'hasMilestonesFeature',
} as const satisfies Partial<Record<Feature, string>>;
type NamedFeature = keyof typeof fieldOfFeature;
type AvailableFeatures = Record<(typeof fieldOfFeature)[NamedFeature], boolean>;

const disabledAmong = (available: AvailableFeatures): Feature[] =>
  (Object.keys(fieldOfFeature) as NamedFeature[]).filter((name) => !available[fieldOfFeature[name]]);

const groupSummary = graphql(`
  query groupSummary($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      name
      fullName
      avatarUrl
      archived
      markedForDeletionOn
      availableFeatures {
        ...AvailableFeatures
      }
      userPermissions {
        adminWebHook
        readSettings
        readVulnerabilities
      }
    }
  }
`);

const projectSummary = graphql(`
  query projectSummary($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      name
      nameWithNamespace
      avatarUrl
      archived
      markedForDeletionOn
      availableFeatures {
        ...AvailableFeatures
      }
      userPermissions {
        adminWebHook
        readSettings
        readVulnerabilities
        readEnvironment
        readMergeRequest
      }
    }
  }
`);

/** The query for a namespace with its names and the viewer's permissions. */
export const namespaceQuery = (where: NamespaceRef | null) =>
  queryOptions({
    queryKey: ['namespace', where],
    queryFn: ({ signal }) => (where ? fetchNamespace(where, signal) : null),
    staleTime: 60_000,
  });

/**
 * The namespace with its names; parts of its path are used until they are loaded, and if they fail to load. Null if it is not
 * visible.
 */
export function useNamespace(where: NamespaceRef | null): NamespaceSummary | null {
  const isPainted = useAfterPaint();
  const { data, failureCount } = useQuery({
    ...namespaceQuery(where),
    enabled: isPainted && where !== null,
  });
  useEffect(() => {
    if (data) storeRecent(data);
  }, [data]);
  return data === undefined && where ? { ...summaryOf(where, null), isNamed: failureCount > 0 } : (data ?? null);
}

async function fetchNamespace(where: NamespaceRef, signal: AbortSignal): Promise<NamespaceSummary | null> {
  const { kind, fullPath } = where;
  if (kind === 'group') {
    const { group } = await request(groupSummary, { fullPath }, signal);
    return group ? summaryOf(where, group) : null;
  }
  const { project } = await request(projectSummary, { fullPath }, signal);
  return project ? summaryOf(where, { ...project, fullName: project.nameWithNamespace }) : null;
}

interface NamespaceNames {
  id: string;
  name: string;
  fullName: string;
  avatarUrl?: string | null | undefined;
  archived?: boolean | null | undefined;
  markedForDeletionOn?: unknown;
  userPermissions: NamespacePermissions;
  availableFeatures?: AvailableFeatures | null;
}

/** `known`: null while nothing but the path is. */
function summaryOf(
  { kind, fullPath }: { kind: NamespaceSummary['kind']; fullPath: string },
  known: NamespaceNames | null,
): NamespaceSummary {
  return {
    id: known?.id,
    kind,
    fullPath,
    name: known?.name ?? lastOf(fullPath),
    isNamed: known !== null,
    avatarUrl: known?.avatarUrl ?? null,
    state: known?.markedForDeletionOn ? 'deleted' : known?.archived ? 'archived' : null,
    trail: trailOf(fullPath, known?.fullName ?? ''),
    disabledFeatures: known?.availableFeatures ? disabledAmong(known.availableFeatures) : null,
    permissions: known?.userPermissions ?? { adminWebHook: false, readSettings: false, readVulnerabilities: false },
  };
}

/** Pairs each part of a full path with its name; if they do not match, the path's parts are used. */
export function trailOf(fullPath: string, fullName: string): { name: string; fullPath: string }[] {
  const parts = fullPath.split('/');
  const names = fullName.split(' / ');
  return parts.map((part, index) => ({
    // Without names, there is one empty one.
    name: (names.length === parts.length && names[index]) || part,
    fullPath: parts.slice(0, index + 1).join('/'),
  }));
}

function lastOf(fullPath: string): string {
  return fullPath.split('/').at(-1) ?? fullPath;
}

export interface RecentNamespace {
  id?: string | undefined;
  kind: NamespaceKind;
  fullPath: string;
  name: string;
}

const MAX_RECENT = 6;

/** The namespaces that this browser visited last, newest first. */
export const recentNamespaces = localSetting<readonly RecentNamespace[]>(
  'recent-places',
  (stored) => {
    try {
      const list = JSON.parse(stored ?? '[]') as unknown;
      return Array.isArray(list) ? list.filter(isRecentNamespace) : [];
    } catch {
      return [];
    }
  },
  (namespaces) => JSON.stringify(namespaces),
);

function isRecentNamespace(value: unknown): value is RecentNamespace {
  const namespace = value as Partial<RecentNamespace> | null;
  return (
    (namespace?.kind === 'group' || namespace?.kind === 'project') &&
    typeof namespace.fullPath === 'string' &&
    typeof namespace.name === 'string'
  );
}

/** A namespace that was renamed, moved or deleted has another path, and replaces its former entry. */
function storeRecent({ id, kind, fullPath, name }: NamespaceSummary): void {
  const others = recentNamespaces.get().filter((other) => other.fullPath !== fullPath && other.id !== id);
  recentNamespaces.set([{ id, kind, fullPath, name }, ...others].slice(0, MAX_RECENT));
}

/** The address of a namespace's own page. */
export function homeOf({ kind, fullPath }: NamespaceRef): Address {
  return { page: kind, fullPath };
}
