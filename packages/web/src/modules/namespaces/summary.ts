import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphql } from '../../gen/gql.ts';
import { useAfterPaint } from '../../ui/feedback/after-paint.ts';
import type { Address } from '../../platform/navigation/addresses.ts';
import { request } from '../../platform/api/graphql.ts';
import { localSetting } from '../../platform/settings/local-setting.ts';

/** A group or project as the frame shows it. */
export interface Place {
  kind: 'group' | 'project';
  fullPath: string;
  name: string;
  /** False while the words of the path stand in for names that are on their way. */
  isNamed: boolean;
  avatarUrl: string | null;
  /** From the top group down to the place itself, each with its path. */
  trail: readonly { name: string; fullPath: string }[];
  permissions: NamespacePermissions;
}

/** What the viewer may do in a group or project, as far as the navigation asks. */
export interface NamespacePermissions {
  adminWebHook: boolean;
}

/** The group or project that a page belongs to. */
interface PlaceOfPage {
  kind: 'group' | 'project';
  fullPath: string;
}

const groupPlace = graphql(`
  query groupPlace($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      name
      fullName
      avatarUrl
      userPermissions {
        adminWebHook
      }
    }
  }
`);

const projectPlace = graphql(`
  query projectPlace($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      name
      nameWithNamespace
      avatarUrl
      userPermissions {
        adminWebHook
      }
    }
  }
`);

/** The question for a place with its names and what the viewer may manage there. */
export const placeQuery = (where: PlaceOfPage | null) =>
  queryOptions({
    queryKey: ['place', where],
    queryFn: ({ signal }) => (where ? fetchPlace(where, signal) : null),
    staleTime: 60_000,
  });

/** The place with its names; its path's words stand in until they are here, and where they fail to come. Null where it cannot be seen. */
export function usePlace(where: PlaceOfPage | null): Place | null {
  const isPainted = useAfterPaint();
  const { data, failureCount } = useQuery({
    ...placeQuery(where),
    enabled: isPainted && where !== null,
  });
  useEffect(() => {
    if (data) remember(data);
  }, [data]);
  return data === undefined && where ? { ...placeOf(where, null), isNamed: failureCount > 0 } : (data ?? null);
}

async function fetchPlace(where: PlaceOfPage, signal: AbortSignal): Promise<Place | null> {
  const { kind, fullPath } = where;
  if (kind === 'group') {
    const { group } = await request(groupPlace, { fullPath }, signal);
    return group ? placeOf(where, group) : null;
  }
  const { project } = await request(projectPlace, { fullPath }, signal);
  return project ? placeOf(where, { ...project, fullName: project.nameWithNamespace }) : null;
}

interface KnownOfPlace {
  name: string;
  fullName: string;
  avatarUrl?: string | null | undefined;
  userPermissions: NamespacePermissions;
}

/** `known`: null while nothing but the path is. */
function placeOf({ kind, fullPath }: { kind: Place['kind']; fullPath: string }, known: KnownOfPlace | null): Place {
  return {
    kind,
    fullPath,
    name: known?.name ?? lastOf(fullPath),
    isNamed: known !== null,
    avatarUrl: known?.avatarUrl ?? null,
    trail: trailOf(fullPath, known?.fullName ?? ''),
    permissions: known?.userPermissions ?? { adminWebHook: false },
  };
}

/** Pairs each part of a full path with its name; where the names do not pair up, the path's own words serve. */
export function trailOf(fullPath: string, fullName: string): { name: string; fullPath: string }[] {
  const parts = fullPath.split('/');
  const names = fullName.split(' / ');
  return parts.map((part, index) => ({
    name: (names.length === parts.length ? names[index] : undefined) ?? part,
    fullPath: parts.slice(0, index + 1).join('/'),
  }));
}

function lastOf(fullPath: string): string {
  return fullPath.split('/').at(-1) ?? fullPath;
}

export interface RecentPlace {
  kind: 'group' | 'project';
  fullPath: string;
  name: string;
}

const kept = 6;

/** The places this browser looked at last, newest first. */
export const recentPlaces = localSetting<readonly RecentPlace[]>(
  'recent-places',
  (stored) => {
    try {
      const list = JSON.parse(stored ?? '[]') as unknown;
      return Array.isArray(list) ? list.filter(isRecentPlace) : [];
    } catch {
      return [];
    }
  },
  (places) => JSON.stringify(places),
);

function isRecentPlace(value: unknown): value is RecentPlace {
  const place = value as Partial<RecentPlace> | null;
  return (
    (place?.kind === 'group' || place?.kind === 'project') &&
    typeof place.fullPath === 'string' &&
    typeof place.name === 'string'
  );
}

function remember({ kind, fullPath, name }: Place): void {
  const others = recentPlaces.get().filter((place) => place.fullPath !== fullPath);
  recentPlaces.set([{ kind, fullPath, name }, ...others].slice(0, kept));
}

/** The address of a place's own page. */
export function homeOf({ kind, fullPath }: { kind: 'group' | 'project'; fullPath: string }): Address {
  return { page: kind, fullPath };
}
