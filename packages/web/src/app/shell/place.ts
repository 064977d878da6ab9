import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphql } from '../../gen/gql.ts';
import { useAfterPaint } from '../../ui/after-paint.ts';
import type { Address } from '../addresses.ts';
import { request } from '../graphql.ts';
import { localSetting } from '../local-setting.ts';

/** A group or project as the frame shows it. */
export interface Place {
  kind: 'group' | 'project';
  fullPath: string;
  name: string;
  avatarUrl: string | null;
  /** From the top group down to the place itself, each with its path. */
  trail: readonly { name: string; fullPath: string }[];
}

const groupPlace = graphql(`
  query groupPlace($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      name
      fullName
      avatarUrl
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
    }
  }
`);

/** The place with its names; its path's words stand in until they are here, and where it cannot be seen. */
export function usePlace(where: { kind: 'group' | 'project'; fullPath: string } | null): Place | null {
  const isPainted = useAfterPaint();
  const { data } = useQuery({
    queryKey: ['place', where],
    queryFn: ({ signal }) => (where ? fetchPlace(where, signal) : null),
    enabled: isPainted && where !== null,
    staleTime: 60_000,
  });
  useEffect(() => {
    if (data) remember(data);
  }, [data]);
  return data ?? (where && placeFromPath(where));
}

async function fetchPlace(
  { kind, fullPath }: { kind: 'group' | 'project'; fullPath: string },
  signal: AbortSignal,
): Promise<Place | null> {
  if (kind === 'group') {
    const { group } = await request(groupPlace, { fullPath }, signal);
    return group ? placeOf(kind, fullPath, group.name, group.fullName, group.avatarUrl) : null;
  }
  const { project } = await request(projectPlace, { fullPath }, signal);
  return project ? placeOf(kind, fullPath, project.name, project.nameWithNamespace, project.avatarUrl) : null;
}

function placeOf(
  kind: Place['kind'],
  fullPath: string,
  name: string | null | undefined,
  fullName: string | null | undefined,
  avatarUrl: string | null | undefined,
): Place {
  return {
    kind,
    fullPath,
    name: name ?? lastOf(fullPath),
    avatarUrl: avatarUrl ?? null,
    trail: trailOf(fullPath, fullName ?? ''),
  };
}

function placeFromPath({ kind, fullPath }: { kind: Place['kind']; fullPath: string }): Place {
  return placeOf(kind, fullPath, null, null, null);
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
